"""A soak: constant load without kills, while the memory of every server process is sampled; then one kill of Neo4j.

`python -m tests.campaign --soak --minutes N`. It holds where all checks do, where none of our processes grew by more
than GROWTH_MB between the second and the last fifth of the time, and where the graph was back within 15 s.
"""

import statistics
import time
from collections import defaultdict
from typing import Any

import psutil

from tests.campaign import processes
from tests.campaign.checks import HANG, Checks, hangs
from tests.campaign.ledger import Book
from tests.campaign.report import Report
from tests.campaign.transports import CLIENT_SECONDS
from tests.campaign.world import RECOVERY, World
from tests.fuzz.report import slowness

EVERY = 5.0
"""Seconds between two samples."""
GROWTH_MB = 40.0
"""What `serve`, worker and copier may grow by."""
OURS = ("serve", "worker", "copier")
MEGABYTE = 2**20


class Soak:
    """Runs it for so many minutes, and notes what is found in the report."""

    def __init__(self, seed: int, minutes: float) -> None:
        self.report = Report(seed, minutes)
        self.world = World(seed, self.report)
        self.book = Book()
        self.samples: dict[str, list[float]] = defaultdict(list)
        self.calls: list[int] = []

    def run(self) -> None:
        """Load, samples, a kill, checks."""
        processes.prepare()
        self.world.first_start(0)
        self.world.start_all()
        until = time.monotonic() + self.report.minutes * 60
        while time.monotonic() < until:
            time.sleep(EVERY)
            self._sample()
        self._recovery()
        hung = self.world.end_writers((CLIENT_SECONDS + HANG) * slowness())
        self.world.end_processes()
        self.book.read(self.world.ledgers)
        hangs(self.report, self.book, hung)
        Checks(self.world, self.book).run()
        self._count()

    def _sample(self) -> None:
        self.book.read(self.world.ledgers)
        self.calls.append(self.book.acknowledged)
        pids = {name: self.world.processes[name].pid for name in OURS} | {"neo4j": self.world.server.pid}
        for name, pid in pids.items():
            self.samples[name].append(psutil.Process(pid).memory_info().rss / MEGABYTE)
        held = ", ".join(f"{name} {values[-1]:.0f} MB" for name, values in self.samples.items())
        self.report.say(f"{self.calls[-1]} acknowledged; {held}")

    def _recovery(self) -> None:
        """Neo4j is killed and started again under the load."""
        began = time.monotonic()
        self.world.kill("neo4j")
        self.world.await_return()
        seconds = time.monotonic() - began
        self.report.recovery("neo4j, with its start", seconds)
        if seconds > RECOVERY * slowness():
            self.report.found("slow_recovery", f"the graph was back {seconds:.1f} s after it was killed")

    def _count(self) -> None:
        for wrong in self.book.wrong:
            self.report.found(wrong.what, wrong.detail)
        self.report.calls, self.report.acknowledged = len(self.book.calls), self.book.acknowledged
        for call in self.book.calls:
            self.report.operations[call.operation] += 1
            self.report.answers[call.status if call.status == "done" else f"{call.status} {call.code}".strip()] += 1
        self.report.more = {"soak": self.figures()}
        for name in OURS:
            if (grown := self.growth(name)[2]) > GROWTH_MB:
                self.report.found("failed", f"{name} grew by {grown:.0f} MB")

    def growth(self, name: str) -> tuple[float, float, float]:
        """Megabytes of a process in the second fifth of the time, in the last one, and their difference."""
        values = self.samples[name]
        fifth = max(1, len(values) // 5)
        first, last = statistics.median(values[fifth : 2 * fifth] or values), statistics.median(values[-fifth:])
        return round(first, 1), round(last, 1), round(last - first, 1)

    def figures(self) -> dict[str, Any]:
        """Megabytes (second fifth, last fifth, growth), calls a second in the same two spans."""
        fifth = max(1, len(self.calls) // 5)
        rates = [
            (self.calls[end - 1] - self.calls[start]) / max(1, end - 1 - start) / EVERY
            for start, end in ((fifth, 2 * fifth), (len(self.calls) - fifth, len(self.calls)))
        ]
        return {"megabytes": {name: self.growth(name) for name in self.samples}} | {
            "acknowledged_a_second": [round(rate, 1) for rate in rates]
        }

    def close(self) -> None:
        """Ends every process."""
        self.world.close()
