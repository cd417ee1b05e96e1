# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Runs of gold sets, kept in the graph."""

import json
from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from oxgraph.client._sync.access import Access
from oxgraph.errors import NotFound
from oxgraph.evaluation import Gold, differences
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.types.evaluation import EvaluationComparison, EvaluationRun


class Runs:
    """The runs of one workspace."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def record(
        self, call: str, gold: Gold, metrics: Mapping[str, Any], settings: Mapping[str, Any]
    ) -> tuple[EvaluationRun, EvaluationRun | None]:
        """Keeps a run; it, and the last one of the same set."""
        embedder = self._access.embedder
        values: dict[str, Any] = {
            "id": new_id(),
            "name": gold.digest,
            "questions": len(gold.questions),
            "turns": gold.turns,
            "model": embedder.name if embedder is not None and embedder.dimension else None,
            "metrics": json.dumps(metrics),
            "settings": json.dumps(settings),
            "version": version("oxgraph"),
        }
        (row,) = self._access.write(call, "evaluation/record", **values, now=self._access.now())
        found = self.get(call, [values["id"], *([row["before"]] if row["before"] else [])])
        return found[0], found[1] if len(found) > 1 else None

    def get(self, call: str, ids: list[str]) -> list[EvaluationRun]:
        """The runs of one or two ids, in their order. Raises NotFound."""
        rows = self._access.read(call, "evaluation/list", ids=ids, name=None, limit=2)
        found = {row["id"]: run_of(row) for row in rows}
        missing = next((id_ for id_ in ids if id_ not in found), None)
        if missing is not None:
            raise NotFound(kind="evaluation", id=missing)
        return [found[id_] for id_ in ids]

    def compare(self, call: str, a: str, b: str) -> EvaluationComparison:
        """Two runs by id. Raises NotFound."""
        first, second = self.get(call, [a, b])
        changed = differences(first.metrics, second.metrics)
        return EvaluationComparison(a=first, b=second, same_questions=first.name == second.name, differences=changed)

    def list(self, call: str, name: str | None, limit: int) -> list[EvaluationRun]:
        """The newest runs."""
        rows = self._access.read(call, "evaluation/list", ids=None, name=name, limit=limit)
        return [run_of(row) for row in rows]


def run_of(row: Row) -> EvaluationRun:
    """A run from its row."""
    texts = {name: json.loads(row[name]) for name in ("metrics", "settings")}
    return EvaluationRun(**(dict(row) | texts))
