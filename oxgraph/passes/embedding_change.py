"""Changes a workspace's embedding model while it is read and written."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from oxgraph.cypher import statement
from oxgraph.graph import Graph, Row
from oxgraph.ids import new_id
from oxgraph.models import Embedder
from oxgraph.passes.embeddings import BATCH, Texts, claim

EMPTIED = 10_000
"""Vectors removed in one transaction."""


def empty_stale_slot(graph: Graph, workspace_id: str, slot: str) -> Iterator[int]:
    """Removes the vectors of the former model in batches; yields the size of each."""
    emptied = EMPTIED
    while emptied:
        rows = graph.write(statement("passes/empty_slot"), workspace_id=workspace_id, slot=slot, batch=EMPTIED)
        emptied = int(rows[0]["emptied"])
        yield emptied
    graph.write(statement("passes/slot_is_empty"), workspace_id=workspace_id, slot=slot)


@dataclass(frozen=True)
class Generation:
    """The change of a workspace from the model `before` to that of `embedder`."""

    graph: Graph
    workspace_id: str
    before: str
    embedder: Embedder

    def reembed(self, now: datetime, run_id: str) -> Iterator[int]:
        """Writes the vectors of the next model to the other property, then switches; yields the size of each batch.

        What is written meanwhile gets its vector of the old model from its writer and is taken up here. Killed and
        called again it goes on.
        """
        claim(self.graph, self.workspace_id, self.embedder)
        texts, written = Texts(self.embedder), 1
        while written and not self._switch(now, run_id):
            # Nothing written: it was called off, or all were reworded; the next run sees how it stands.
            rows = self._outdated()
            written = texts.write(self.graph, self.workspace_id, rows) if rows else 0
            yield written

    def _outdated(self) -> list[Row]:
        asked = {"workspace_id": self.workspace_id, "model": self.before, "batch": BATCH}
        return self.graph.read(statement("passes/outdated"), **asked)

    def _switch(self, now: datetime, run_id: str) -> bool:
        given = {"model": self.embedder.name, "transition_id": new_id(), "run_id": run_id, "now": now}
        rows = self.graph.write(statement("passes/switch_model"), workspace_id=self.workspace_id, **given)
        return bool(rows[0]["switched"])
