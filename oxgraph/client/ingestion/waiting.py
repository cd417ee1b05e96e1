"""The worker's part of ingest: turns whose extraction waits, in any workspace."""

from collections.abc import Callable
from datetime import datetime

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.semantic.semantic import Semantic
from oxgraph.graph import Graph
from oxgraph.models import Embedder, LanguageModel

BATCH = 200


def pending_messages(
    graph: Graph, *, embedder: Embedder | None = None, model: LanguageModel | None = None
) -> Callable[[str, datetime], int]:
    """A function that takes up the waiting turns of a workspace that are due at a time; it gives how many it took up.

    Without a model the rules extract. What fails again waits longer, and is not taken up twice by one call.
    """

    def take_up(workspace_id: str, now: datetime) -> int:
        access = Access(
            graph=graph,
            workspace_id=workspace_id,
            name=workspace_id,
            role="admin",
            token_hash=None,
            clock=lambda: now,
            embedder=embedder,
        )
        semantic, taken = Semantic(access), 0
        while True:
            report = semantic.take_up(BATCH, model)
            taken += report.messages
            if report.messages < BATCH:
                return taken

    return take_up
