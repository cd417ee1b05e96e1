"""The report of a demo: counts, metrics before and after, the injected block."""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from oxgraph.client import Memory
from oxgraph.demo.agent import Round
from oxgraph.imports.traces import ImportReport
from oxgraph.types import PatternRow

SETTLED = timedelta(minutes=10)
"""Time after the last action at which every sequence is closed."""

Tell = Callable[[str, int, int], None]
"""Called with the step, its progress and its total (0 if unknown)."""


@dataclass(frozen=True)
class Measured:
    """The first benchmark of a metric (before) and its last (after)."""

    metric: str
    better: str
    before: float | None
    after: float | None
    baseline: float | None
    delta_vs_baseline: float | None


def measured(memory: Memory, until: datetime) -> list[Measured]:
    """Returns the first and last benchmarks of a workspace's active metrics, up to the day of the last passes, `until`.

    A worker writes benchmarks of later days, on which nothing was done.
    """
    found = []
    for metric in memory.telemetry.metrics.list():
        trend = memory.telemetry.benchmarks.get(metric.id, as_of=until)
        if trend:
            first, last = trend[0], trend[-1]
            found.append(
                Measured(metric.name, metric.better, first.value, last.value, last.baseline, last.delta_vs_baseline)
            )
    return found


@dataclass
class DemoReport:
    """The results of a demo.

    `patterns` as they stood after the first round (of traces: every key), `situations` the patterns that know one,
    `block` the longest block of past experience that was shown, `target` the node that it was shown for,
    `evaluated_at` the time of the last passes.
    """

    workspace: str
    workspace_id: str
    seconds: float = 0.0
    evaluated_at: datetime | None = None
    rounds: list[Round] = field(default_factory=list)
    imported: ImportReport | None = None
    patterns: list[PatternRow] = field(default_factory=list)
    situations: list[PatternRow] = field(default_factory=list)
    block: str = ""
    target: str = ""
    metrics: list[Measured] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """As a plain dictionary."""
        return {
            **vars(self),
            "rounds": [one.as_dict() for one in self.rounds],
            "imported": self.imported.as_dict() if self.imported else None,
            "patterns": [row.model_dump() for row in self.patterns],
            "situations": [row.model_dump() for row in self.situations],
            "metrics": [asdict(one) for one in self.metrics],
        }
