"""The worker's schedule."""

import logging
import os
import signal
import threading
import uuid
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any, cast

import pytest

from oxgraph.client import Client
from oxgraph.cypher import statement
from oxgraph.errors import ConnectionFailed, WorkspaceMoving
from oxgraph.graph import Graph
from oxgraph.imports.traces import import_traces
from oxgraph.passes import Worker
from oxgraph.passes import worker as serve
from oxgraph.passes.schedule import due, due_often, interval_began
from tests.telemetry.trace_samples import FIRST, file, shop


class NoWorkspaces:
    """A graph without workspaces; a schedule needs no more."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, file: Any, **params: Any) -> list[dict[str, Any]]:
        self.reads += 1
        return []


def test_the_schedule() -> None:
    work = Worker(cast(Graph, NoWorkspaces()))
    work.arrange()
    schedule = [(job.interval, job.unit) for job in work.scheduler.jobs]
    assert schedule == [(1, "minutes")] * 3


@pytest.mark.deep
def test_imported_actions_are_evaluated_as_of_their_own_days(memory: Client, tmp_path: Path) -> None:
    """What an import left to the worker: pass 2 on its schedule, then the benchmarks of the past nights."""
    space = memory.create_workspace(f"worker-{uuid.uuid4()}")
    import_traces(space, [file(tmp_path / "old.jsonl", shop(40))])
    work = Worker(memory.graph, clock=lambda: FIRST + timedelta(days=400))
    work.run([1, 2])
    assert any(one.days == 2 and one.promoted for one in work.run_history())
    assert work.run_history() == []
    assert space.telemetry.patterns() == [] != space.telemetry.patterns(as_of=FIRST + timedelta(days=2))
    assert space.telemetry.benchmarks.get("Task success rate")[0].date == FIRST.date() + timedelta(days=1)


NIGHT = datetime(2025, 1, 10, 2, tzinfo=UTC)


def rows(**done: datetime) -> list[dict[str, Any]]:
    return [{"pass": name, "done": time, "failed": None} for name, time in done.items()]


def all_done(time: datetime) -> list[dict[str, Any]]:
    return rows(benchmarks=time, freshness=time, garbage=time)


def test_what_never_ran_is_due() -> None:
    assert due([], NIGHT) == [3, 4, 5]
    assert due(rows(benchmarks=NIGHT, freshness=NIGHT), NIGHT) == [5]


@pytest.mark.parametrize(
    ("nights", "passes"),
    [(0, []), (1, [3]), (6, [3]), (7, [3, 4]), (29, [3, 4]), (30, [3, 4, 5])],
)
def test_each_pass_has_its_number_of_nights(nights: int, passes: list[int]) -> None:
    last, now = all_done(NIGHT + timedelta(seconds=40)), NIGHT + timedelta(days=nights)
    assert due(last, now) == passes, "a night begins at 02:00, however late the last run was"
    assert due(last, now + timedelta(hours=23, minutes=59)) == passes
    assert due(last, now - timedelta(seconds=1)) == due(last, now - timedelta(hours=23))


def test_a_zone_changes_nothing() -> None:
    tokyo = timezone(timedelta(hours=9))
    assert due(all_done(NIGHT), NIGHT.astimezone(tokyo)) == []
    assert due(all_done(NIGHT), (NIGHT + timedelta(days=1)).astimezone(tokyo)) == [3]


@pytest.mark.parametrize(
    ("ran", "passes"),
    [(set(), [1, 2]), ({"sequences"}, [1, 2]), ({"patterns"}, [1]), ({"sequences", "patterns"}, [])],
)
def test_pass_two_needs_pass_one(ran: set[str], passes: list[int]) -> None:
    assert due_often(ran) == passes


def test_intervals_follow_the_clock() -> None:
    at = datetime(2025, 1, 10, 12, 29, 59, 999_999, tzinfo=UTC)
    assert [interval_began(number, at).minute for number in (1, 2)] == [29, 15]
    assert interval_began(2, at + timedelta(microseconds=1)).minute == 30


def test_what_failed_is_tried_again_after_an_hour() -> None:
    night = NIGHT + timedelta(days=1)
    last = [{"pass": "benchmarks", "done": NIGHT, "failed": night}, *rows(freshness=NIGHT, garbage=NIGHT)]
    assert due(last, night + timedelta(minutes=59)) == []
    assert due(last, night + timedelta(minutes=60)) == [3]


def test_a_database_that_is_away_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    class Away:
        def read(self, file: Any, **params: Any) -> list[dict[str, Any]]:
            raise ConnectionFailed(uri="bolt://nowhere", reason="gone")

    assert Worker(cast(Graph, Away())).run([1]) == []
    assert "could not be read" in caplog.text


def test_an_unforeseen_error_does_not_end_the_schedule(caplog: pytest.LogCaptureFixture) -> None:
    class Broken:
        def read(self, file: Any, **params: Any) -> list[dict[str, Any]]:
            raise RuntimeError("nobody foresaw it")

    work = Worker(cast(Graph, Broken()))
    work.arrange()
    work.scheduler.run_all()
    assert caplog.text.count("RuntimeError: nobody foresaw it") == 3


def test_a_workspace_that_moves_away_is_no_error(memory: Client, caplog: pytest.LogCaptureFixture) -> None:
    """It was there when the workspaces were read, and is fenced when its passes would begin."""
    space = memory.create_workspace(f"worker-{uuid.uuid4()}")
    moving = {"workspace_id": space.workspace_id, "fence": "f"}
    fences: list[Any] = []

    def fenced() -> datetime:
        if not fences:
            fences.append(memory.graph.write(statement("move/fence"), **moving, since=0, limit=1_000))
        return NIGHT

    try:
        with caplog.at_level(logging.INFO, logger="oxgraph.passes.worker"):
            assert space.workspace_id not in {run.workspace_id for run in Worker(memory.graph, clock=fenced).run([1])}
    finally:
        memory.graph.write(statement("move/release"), **moving)
    (logged,) = [one for one in caplog.records if str(WorkspaceMoving(workspace=space.name)) in one.getMessage()]
    assert logged.levelno == logging.INFO


def test_a_clock_that_is_set_back_puts_nothing_off() -> None:
    """Set back by an hour, as at the end of summer time, the schedule's next run is an hour and a minute away."""
    graph = NoWorkspaces()
    work = Worker(cast(Graph, graph))
    work.arrange()
    work.scheduler.run_all()
    work.run_scheduled()
    assert graph.reads == 3
    for job in work.scheduler.jobs:
        job.next_run = cast(datetime, job.next_run) + timedelta(hours=1)
    work.run_scheduled()
    assert graph.reads == 6
    work.run_scheduled()
    assert graph.reads == 6


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    graph = NoWorkspaces()
    threading.Timer(0.2, os.kill, (os.getpid(), number)).start()
    serve(cast(Graph, graph))
    assert graph.reads > 0
    assert signal.getsignal(number) is before
