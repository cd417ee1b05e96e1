"""A month of two workers on clocks of their own: every pass when it is due, and once. The clock is moved by hand."""

import threading
import uuid
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from oxgraph.client import Client
from oxgraph.graph import Graph
from oxgraph.passes import PassRun, Worker
from oxgraph.passes.schedule import interval_began, night

pytestmark = pytest.mark.deep
START = datetime(2025, 1, 1, 0, 0, tzinfo=UTC)
DAYS = 31
QUARTER = timedelta(minutes=15)
BUSY, MORNING = 1, 6
"""The day whose first hours are looked at every quarter of an hour; the others only around the nightly passes' hour."""
AROUND = (1, 2)


class Shared:
    """The time that both workers' clocks go by; each is some seconds off."""

    def __init__(self) -> None:
        self.now = START


def moments() -> Iterator[datetime]:
    """The times at which the workers look."""
    at = START
    while at < START + timedelta(days=DAYS):
        if ((at - START).days == BUSY and at.hour < MORNING) or (at.hour in AROUND and at.minute == 0):
            yield at
        at += QUARTER


def worker(graph: Graph, shared: Shared, seconds: int) -> Worker:
    made = Worker(graph, lambda: shared.now + timedelta(seconds=seconds))
    made.arrange()
    return made


def look(workers: list[Worker], workspace_id: str, runs: list[PassRun]) -> None:
    """Does what the schedule of each has, at the same moment. The garbage pass forgets runs, so they are noted here."""

    def jobs(one: Worker) -> None:
        for job in one.scheduler.jobs:
            found = job.job_func() if job.job_func else []
            runs.extend(run for run in found if isinstance(run, PassRun) and run.workspace_id == workspace_id)

    threads = [threading.Thread(target=jobs, args=(one,)) for one in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_every_pass_of_a_month_runs_when_it_is_due_and_once(memory: Client) -> None:
    graph, shared, chance = memory.graph, Shared(), Random(1)
    space = memory.create_workspace(f"month-{uuid.uuid4()}")
    seconds = (3, 20)
    workers = [worker(graph, shared, one) for one in seconds]
    seen: list[datetime] = []
    made: list[PassRun] = []
    for at in moments():
        shared.now = at
        seen.append(at)
        if chance.random() < 0.02:  # one of them is started anew
            place = chance.randrange(2)
            workers[place] = worker(graph, shared, seconds[place])
        look(workers if chance.random() < 0.9 else [chance.choice(workers)], space.workspace_id, made)
    runs: dict[str, list[datetime]] = defaultdict(list)
    for run in sorted(made, key=lambda run: run.now):
        assert (run.status, run.error_code) == ("done", None), run
        runs[run.name].append(run.now)
    often = {"sequences": 1, "patterns": 2}
    for name, number in often.items():
        wanted = Counter(interval_began(number, at) for at in seen)
        assert Counter(interval_began(number, at) for at in runs[name]) == Counter(dict.fromkeys(wanted, 1)), name
    nights = sorted({night(at) for at in seen})
    assert [night(at) for at in runs["benchmarks"]] == nights
    assert [night(at) for at in runs["freshness"]] == nights[::7]
    assert [night(at) for at in runs["garbage"]] == nights[::30]
    late = [at - interval_began(1, at) for name in ("benchmarks", "freshness", "garbage") for at in runs[name][1:]]
    assert max(late) < timedelta(minutes=1)
    assert {at.hour for at in runs["benchmarks"][1:]} == {2}
