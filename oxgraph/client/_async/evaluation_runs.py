"""Runs of evaluations and replays, stored in the graph and compared."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from oxgraph import __version__
from oxgraph.client._async.access import AsyncAccess
from oxgraph.errors import NotFound
from oxgraph.evaluation import changes, differences
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.types.evaluation import Differences, EvaluationComparison, EvaluationRun

Kind = Literal["recall", "warnings"]
Metrics = Mapping[str, Any]

CHANGES: dict[Kind, Callable[[Metrics, Metrics], Differences]] = {"recall": differences, "warnings": changes}
"""after − before of each measure, by kind of run."""


@dataclass(frozen=True)
class Measured:
    """What a run has measured: its kind, the name of what it ran on and how much that is, the figures, the settings.

    `model` is the embedder that took part, if any did.
    """

    kind: Kind
    name: str
    questions: int
    turns: int
    metrics: Metrics
    settings: Mapping[str, Any]
    model: str | None = None


class AsyncEvaluationRuns:
    """The runs of one workspace."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def record(self, call: str, run: Measured) -> tuple[EvaluationRun, EvaluationRun | None]:
        """Keeps a run; it, and the last one of its kind on the same set."""
        values: dict[str, Any] = {
            **vars(run),
            "id": new_id(),
            "metrics": json.dumps(run.metrics),
            "settings": json.dumps(run.settings),
            "version": __version__,
        }
        (row,) = await self._access.write(call, "evaluation/record", **values, now=self._access.now())
        found = await self.get(call, [values["id"], *([row["before"]] if row["before"] else [])])
        return found[0], found[1] if len(found) > 1 else None

    async def get(self, call: str, ids: list[str]) -> list[EvaluationRun]:
        """The runs of one or two ids, in their order. Raises NotFound."""
        rows = await self._access.read(call, "evaluation/list", ids=ids, name=None, limit=2)
        found = {row["id"]: run_of(row) for row in rows}
        missing = next((id_ for id_ in ids if id_ not in found), None)
        if missing is not None:
            raise NotFound(kind="evaluation", id=missing)
        return [found[id_] for id_ in ids]

    async def compare(self, call: str, a: str, b: str) -> EvaluationComparison:
        """Two runs by id. Raises NotFound."""
        first, second = await self.get(call, [a, b])
        same = (first.kind, first.name) == (second.kind, second.name)
        return EvaluationComparison(a=first, b=second, same_questions=same, differences=changed(first, second))

    async def list(self, call: str, name: str | None, limit: int) -> list[EvaluationRun]:
        """The newest runs."""
        rows = await self._access.read(call, "evaluation/list", ids=None, name=name, limit=limit)
        return [run_of(row) for row in rows]


def changed(before: EvaluationRun | None, after: EvaluationRun) -> Differences:
    """after − before of each measure; nothing where there is no run before, or one of another kind."""
    if before is None or before.kind != after.kind:
        return {}
    return CHANGES[after.kind](before.metrics, after.metrics)


def run_of(row: Row) -> EvaluationRun:
    """A run from its row."""
    texts = {name: json.loads(row[name]) for name in ("metrics", "settings")}
    return EvaluationRun(**(dict(row) | texts))
