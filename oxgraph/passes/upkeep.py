"""The upkeep (pass 7): deletes expired slots, extracts pending messages, writes questions and vectors."""

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime

from oxgraph.cypher import statement
from oxgraph.errors import LanguageModelFailed
from oxgraph.graph import Graph, Row
from oxgraph.models import Embedder, LanguageModel
from oxgraph.passes.embedding_change import Generation, empty_stale_slot
from oxgraph.passes.embeddings import embed_waiting
from oxgraph.passes.questions import QuestionWriter, marks

SWEPT = 1_000
"""Slots deleted in one transaction."""

Counted = tuple[str, int]
Turns = Callable[[str, datetime], int]
"""Extracts the pending messages of a workspace (its id) that are due; returns their number."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Helpers:
    """Optional helpers of the upkeep: embedder, language model, extraction of pending messages."""

    embedder: Embedder | None = None
    model: LanguageModel | None = None
    turns: Turns | None = None

    @property
    def vectors(self) -> Embedder | None:
        """The embedder, if it makes vectors."""
        return self.embedder if self.embedder is not None and self.embedder.dimension else None


@dataclass(frozen=True)
class Upkeep:
    """Runs the upkeep, one workspace at a time."""

    graph: Graph
    workspace_id: str
    helpers: Helpers
    now: datetime

    def is_due(self) -> bool:
        """Returns whether there is pending work that the helpers can do; one read."""
        row = self._waiting()
        vectors = row["vectors"] and self.helpers.vectors is not None
        turns = row["turns"] and self.helpers.turns is not None
        return bool(turns or vectors or row["questions"] or row["slots"] or row["stale_slot"] or self._is_next(row))

    def tend(self, run_id: str) -> Iterator[Counted]:
        """Does pending work in this order: slots, change of model, messages, questions, vectors; yields counts.

        Whatever has been done stays done; what a failing model leaves is done by the next call. Raises
        EmbeddingModelMismatch and the graph's errors.
        """
        yield from self._swept()
        yield from self._emptied()
        if self.helpers.vectors is not None:
            yield from self._generation(self.helpers.vectors, run_id)
        if self.helpers.turns is not None and self._waiting()["turns"]:
            yield "turns", self.helpers.turns(self.workspace_id, self.now)
        yield from self._questions()
        if self.helpers.vectors is not None:
            written = embed_waiting(self.graph, self.workspace_id, self.helpers.vectors)
            yield from (("embedded", count) for count in written)

    def _swept(self) -> Iterator[Counted]:
        """Deletes expired slots, which no reader sees any more."""
        swept = SWEPT if self._waiting()["slots"] else 0
        while swept == SWEPT:
            asked = {"workspace_id": self.workspace_id, "batch": SWEPT, "now": self.now}
            swept = self.graph.write(statement("slot/sweep"), **asked)[0]["swept"]
            yield "slots", swept

    def _questions(self) -> Iterator[Counted]:
        writer = QuestionWriter(self.graph, self.workspace_id, self.now)
        model = self.helpers.model
        try:
            for count in writer.by_rules() if model is None else writer.by_model(model):
                yield "questions", count
        except LanguageModelFailed as error:
            log.warning("the questions of workspace %s wait: %s", self.workspace_id, error)

    def _generation(self, embedder: Embedder, run_id: str) -> Iterator[Counted]:
        row = self._waiting()
        if self._is_next(row):
            step = Generation(self.graph, self.workspace_id, row["model"], embedder)
            yield from (("reembedded", count) for count in step.reembed(self.now, run_id))
            yield from self._emptied()

    def _emptied(self) -> Iterator[Counted]:
        slot = self._waiting()["stale_slot"]
        if slot:
            yield from (("emptied", count) for count in empty_stale_slot(self.graph, self.workspace_id, slot))

    def _is_next(self, row: Row) -> bool:
        return self.helpers.vectors is not None and row["next_model"] == self.helpers.vectors.name

    def _waiting(self) -> Row:
        asked = {"workspace_id": self.workspace_id, "marks": marks(self.helpers.model), "now": self.now}
        return self.graph.read(statement("passes/waiting"), **asked)[0]
