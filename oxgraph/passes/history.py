"""Evaluates imported actions as of their own days.

Pass 2 gives imported sequences the instants at which its schedule would have counted them (cypher/passes/2_history),
so one run of passes 1 and 2 makes the patterns that a live run at the time would have made. What is left are the
benchmarks of the past nights, which are measured here, one night after the other.
"""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from oxgraph.cypher import statement
from oxgraph.graph import Graph, Row
from oxgraph.passes.pass_settings import open_workspace
from oxgraph.passes.runner import BATCH, PassRun, Progress, evaluate, measure_nights
from oxgraph.passes.schedule import night, start_of

CHUNK = 30
"""Nights that are measured under one lock: about two seconds, in which other passes of the workspace wait."""

EARLIEST = datetime(1, 1, 1, tzinfo=UTC)
EPOCH_DAY = date(1970, 1, 1).toordinal()

SETTLED = timedelta(days=1)
"""After the end of a sequence, the time within which it is closed and counted."""

Nights = Callable[[int, int], None]
"""Called after each night with the number of nights done and of all."""


def _no_nights(done: int, total: int) -> None:
    """Ignores the progress."""


@dataclass
class HistoryReport:
    """What was evaluated: the imported actions from `begun` to `ended`; None where nothing waited.

    `days` they span, `nights` whose benchmarks were measured, `instants` at which patterns were judged, `runs` of
    passes that this took; `promoted` keys became patterns in that time, `lapsed` of them are none now. `passes` are
    the runs of passes 1 and 2.
    """

    begun: datetime | None = None
    ended: datetime | None = None
    days: int = 0
    nights: int = 0
    benchmarks: int = 0
    instants: int = 0
    runs: int = 0
    promoted: int = 0
    lapsed: int = 0
    seconds: float = 0.0
    passes: list[PassRun] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """As a plain dictionary, without the runs."""
        return {name: value for name, value in asdict(self).items() if name != "passes"}


def evaluate_history(
    graph: Graph,
    workspace: str,
    *,
    now: datetime,
    progress: Progress | None = None,
    nights: Nights = _no_nights,
    batch: int = BATCH,
) -> HistoryReport:
    """Evaluates what was imported into a workspace, given by name or id, as of its own days, up to `now`.

    Interrupted, it goes on at the next call where it was; a second call changes nothing. The work is that of passes 1
    and 2 over the new actions, and one statement for each night from the first action to the end of the longest
    metric's window after the last one, and for each later night that was measured before. `progress` is called after
    each transaction of the passes, `nights` after each night. Raises what `evaluate` raises.
    """
    began = time.monotonic()
    workspace_id = open_workspace(graph, workspace)[0]
    done = evaluate(graph, workspace_id, passes=[1, 2], now=now, progress=progress, batch=batch)
    work = _Nights(graph, workspace_id, now, nights)
    report = work.report
    report.passes = done
    report.instants, report.runs = done[-1].counters.get("instants", 0), len(done)
    while (row := _waiting(graph, workspace_id)) is not None:
        work.measure(row)
    if report.begun is not None and report.ended is not None:
        span = {"since": report.begun, "until": report.ended + SETTLED}
        (found,) = graph.read(statement("passes/history_found"), workspace_id=workspace_id, **span)
        report.promoted, report.lapsed = found["promoted"], found["lapsed"]
        report.days = (report.ended.date() - report.begun.date()).days + 1
    report.seconds = round(time.monotonic() - began, 1)
    return report


def is_waiting(graph: Graph, workspace_id: str) -> bool:
    """Whether benchmarks of past nights wait to be measured; one read."""
    return _waiting(graph, workspace_id) is not None


def _waiting(graph: Graph, workspace_id: str) -> Row | None:
    row = graph.single(statement("passes/history"), workspace_id=workspace_id)
    return row if row is not None and row["begun"] is not None else None


@dataclass
class _Nights:
    """The benchmarks of past nights of one workspace."""

    graph: Graph
    workspace_id: str
    now: datetime
    progress: Nights
    report: HistoryReport = field(default_factory=HistoryReport)

    def measure(self, row: Row) -> None:
        """Measures up to CHUNK nights, and notes how far it came; the end where none is left."""
        report, left, begun = self.report, _nights(row, self.now, self._days(row)), row["begun"]
        report.begun = min(filter(None, [report.begun, begun]))
        report.ended = max(filter(None, [report.ended, row["ended"]]))
        for place, (night_, run) in enumerate(measure_nights(self.graph, self.workspace_id, left[:CHUNK]), 1):
            report.nights += 1
            report.runs += 1
            report.benchmarks += run.counters.get("benchmarks", 0)
            self.progress(report.nights, report.nights + len(left) - place)
            if not self._noted(row, begun, night_):
                return
            begun = night_
        if len(left) <= CHUNK:
            self._noted(row, begun, None)

    def _days(self, row: Row) -> list[int]:
        """The days on which sequences ended that the nights' windows can reach."""
        since = row["begun"] - min(timedelta(days=row["window_days"]), row["begun"] - EARLIEST)
        span = {"since": since, "until": self.now}
        found = self.graph.read(statement("passes/history_days"), workspace_id=self.workspace_id, **span)
        return [one["day"] + EPOCH_DAY for one in found]

    def _noted(self, row: Row, begun: datetime, measured: datetime | None) -> bool:
        """Whether the mark was moved: not where more has been imported meanwhile."""
        (found,) = self.graph.write(
            statement("passes/history_measured"),
            workspace_id=self.workspace_id,
            begun=begun,
            ended=row["ended"],
            measured=measured,
        )
        return bool(found["noted"])


def _nights(row: Row, now: datetime, days: list[int]) -> list[datetime]:
    """The nights to measure, in order of time; `days` are those on which sequences ended.

    A night at which no window reaches back to a sequence is left out, as it has no value: one action with a wrong year
    does not make decades of nights. But what was measured before is measured anew, as the first sequences, which are
    the baseline, may now be others.
    """
    done, reach = night(row["begun"]), row["window_days"] + 2
    end = min(night(now), night(row["ended"]) + reach)
    later = {date.fromisoformat(day).toordinal() for day in row["measured"]}
    valued = {one for day in days for one in range(max(day - 1, done + 1), min(day + reach, end) + 1)}
    numbers = valued | {one for one in later if max(done, end) < one <= night(now)}
    found = [start_of(number) for number in sorted(numbers)]
    if found and found[-1].date() == now.date() and now.date().toordinal() in later:
        found[-1] = now  # today's benchmark was measured later than at night, and stays so
    return found
