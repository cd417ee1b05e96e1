"""The worker's schedule."""

import os
import signal
import threading
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from oxgraph.errors import ConnectionFailed
from oxgraph.evaluator import PassRun, Worker
from oxgraph.evaluator import worker as serve
from oxgraph.graph import Graph


class NoWorkspaces:
    """A graph without workspaces; a schedule needs no more."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, file: Any, **params: Any) -> list[dict[str, Any]]:
        self.reads += 1
        return []


class Noting(Worker):
    """Notes what it would run."""

    passes: list[list[int]]

    def run(self, passes: list[int]) -> list[PassRun]:
        self.passes.append(passes)
        return []


def make(time: datetime) -> tuple[Noting, list[datetime]]:
    times = [time]
    work = Noting(cast(Graph, NoWorkspaces()), clock=lambda: times[-1])
    work.passes = []
    return work, times


def test_the_schedule() -> None:
    work, _ = make(datetime(2025, 1, 1, 12, tzinfo=UTC))
    work.arrange()
    schedule = [(job.interval, job.unit) for job in work.scheduler.jobs]
    assert schedule == [(1, "minutes"), (15, "minutes"), (1, "minutes")]


def test_a_night_comes_once() -> None:
    work, times = make(datetime(2025, 1, 1, 1, 59, tzinfo=UTC))
    work.run_nightly()
    assert work.passes == []
    for minutes in (1, 2, 600, 1_380):
        times.append(times[0] + timedelta(minutes=minutes))
        work.run_nightly()
    assert work.passes == [[1, 2, 3]]
    times.append(times[0] + timedelta(minutes=1_441))
    work.run_nightly()
    assert work.passes == [[1, 2, 3], [1, 2, 3]]


def test_a_database_that_is_away_is_waited_for(caplog: pytest.LogCaptureFixture) -> None:
    class Away:
        def read(self, file: Any, **params: Any) -> list[dict[str, Any]]:
            raise ConnectionFailed(uri="bolt://nowhere", reason="gone")

    assert Worker(cast(Graph, Away())).run([1]) == []
    assert "could not be read" in caplog.text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    graph = NoWorkspaces()
    threading.Timer(0.2, os.kill, (os.getpid(), number)).start()
    serve(cast(Graph, graph))
    assert graph.reads > 0
    assert signal.getsignal(number) is before
