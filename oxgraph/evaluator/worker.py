"""Keeps the schedule of the passes."""

import logging
import signal
import threading
from datetime import UTC, datetime, timedelta
from types import FrameType
from typing import Any

import schedule

from oxgraph.clock import Clock, utc_now
from oxgraph.cypher import statement
from oxgraph.errors import OxgraphError
from oxgraph.evaluator.runner import PassRun, evaluate
from oxgraph.graph import Graph
from oxgraph.models import Embedder

NIGHT_HOUR = 2
"""The UTC hour at which the nightly pass is due."""

TICK_SECONDS = 1.0

log = logging.getLogger(__name__)


class Worker:
    """Runs pass 1 every minute, pass 2 every 15 minutes and pass 3 each night, in every workspace.

    Each time the passes before it run first, so that what it sees is complete up to its `now`. Of several workers
    only one at a time is in a workspace. A workspace whose pass fails is logged, and the others go on.
    """

    def __init__(self, graph: Graph, clock: Clock = utc_now, *, embedder: Embedder | None = None) -> None:
        self.graph = graph
        self.clock = clock
        self.embedder = embedder
        self.stopping = threading.Event()
        self.scheduler = schedule.Scheduler()
        self._night_done = self._night(clock())

    def arrange(self) -> None:
        """Puts the passes on the schedule."""
        self.scheduler.every(1).minutes.do(self.run, [1])
        self.scheduler.every(15).minutes.do(self.run, [1, 2])
        self.scheduler.every(1).minutes.do(self.run_nightly)

    def run(self, passes: list[int]) -> list[PassRun]:
        """Runs passes in every workspace that is enabled and not deleted."""
        done: list[PassRun] = []
        for row in self._workspaces():
            if self.stopping.is_set():
                break
            try:
                done += evaluate(
                    self.graph, row["workspace_id"], passes=passes, now=self.clock(), embedder=self.embedder
                )
            except OxgraphError as error:
                log.error("passes %s in workspace %s failed: %s", passes, row["workspace_id"], error)
        return done

    def run_nightly(self) -> list[PassRun]:
        """Runs all passes when 02:00 UTC has gone by since they last ran so; by `clock`, whatever the local zone."""
        night = self._night(self.clock())
        if night == self._night_done:
            return []
        done = self.run([1, 2, 3])
        self._night_done = night
        return done

    @staticmethod
    def _night(time: datetime) -> Any:
        return (time.astimezone(UTC) - timedelta(hours=NIGHT_HOUR)).date()

    def _workspaces(self) -> list[dict[str, Any]]:
        try:
            return self.graph.read(statement("evaluator/workspaces"))
        except OxgraphError as error:
            log.error("the workspaces could not be read: %s", error)
            return []

    def stop(self) -> None:
        """Ends `serve` after the workspace at hand."""
        self.stopping.set()

    def serve(self) -> None:
        """Keeps the schedule until `stop` is called."""
        self.arrange()
        self.scheduler.run_all()
        while not self.stopping.wait(TICK_SECONDS):
            self.scheduler.run_pending()


def worker(graph: Graph, clock: Clock = utc_now, *, embedder: Embedder | None = None) -> None:
    """Runs a worker until SIGTERM or SIGINT, then ends after the pass at hand."""
    work = Worker(graph, clock, embedder=embedder)

    def end(signum: int, frame: FrameType | None) -> None:
        log.info("stopping")
        work.stop()

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        work.serve()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
