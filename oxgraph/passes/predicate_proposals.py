"""Lets a language model say, once, which known predicate an unknown one means.

The answer is kept as a definition of the workspace, with the source `model`, which an operator can change. From then on
both names are one predicate, so that an update in other words replaces. A model never says that a predicate is
single-valued: that would let one answer retire memories.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from oxgraph import wording
from oxgraph.cypher import statement
from oxgraph.errors import LanguageModelFailed
from oxgraph.extraction.model_resolution import judge_predicate
from oxgraph.graph import Graph, Row
from oxgraph.ids import new_id
from oxgraph.models import LanguageModel
from oxgraph.predicates import defaults


@dataclass(frozen=True)
class Proposals:
    """The unknown predicates of a workspace."""

    graph: Graph
    workspace_id: str
    now: datetime

    def ask(self, model: LanguageModel, rows: list[Row]) -> int:
        """Asks for each predicate of `rows` (memories) that is unknown; how many were. Raises LanguageModelFailed."""
        examples = {wording.predicate(row["predicate"] or ""): row["content"] for row in rows}
        known = self._known()
        names = {name for row in known for name in (row["name"], *row["synonyms"])}
        unknown = [name for name in examples if name and name not in names]
        for name in unknown:
            self._keep(name, self._meant(model, name, examples[name], known))
        return len(unknown)

    def _known(self) -> list[dict[str, Any]]:
        own = self.graph.read(statement("semantic/predicates"), workspace_id=self.workspace_id)
        return [*own, *(dict(row) for row in defaults())]

    @staticmethod
    def _meant(model: LanguageModel, name: str, example: str, known: list[dict[str, Any]]) -> dict[str, Any] | None:
        """The predicate that a name means; None for none, and where the model answers nonsense."""
        # What a model left on its own before is a name of its own too.
        candidates = {row["name"]: row for row in reversed(known)}
        try:
            found = judge_predicate(model, name, list(candidates), example)
        except LanguageModelFailed as error:
            if error.values.get("kind") != "nonsense":
                raise
            return None
        return candidates[found] if found is not None else None

    def _keep(self, name: str, row: dict[str, Any] | None) -> None:
        meant = None if row is None else {key: row[key] for key in ("name", "stateful", "importance")}
        self.graph.write(
            statement("semantic/propose_predicate"),
            workspace_id=self.workspace_id,
            name=name,
            meant=meant,
            transition_id=new_id(),
            inputs=json.dumps({"synonym_of": meant and meant["name"]}),
            now=self.now,
        )
