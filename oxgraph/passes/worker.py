"""The worker: runs the passes of all workspaces on their schedule."""

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any

import schedule

from oxgraph.clock import Clock, utc_now
from oxgraph.cypher import statement
from oxgraph.errors import OxgraphError, WorkspaceDeleted, WorkspaceImporting, WorkspaceMoving, WorkspaceNotFound
from oxgraph.graph import Graph
from oxgraph.passes.history import HistoryReport, evaluate_history, is_waiting
from oxgraph.passes.plan import UPKEEP
from oxgraph.passes.runner import PassRun, evaluate
from oxgraph.passes.schedule import CHECK_MINUTES, MINUTES, NIGHTLY, OFTEN, SKEW, due, due_often, interval_began
from oxgraph.passes.upkeep import Helpers, Upkeep
from oxgraph.signals import on_stop_signal

TICK_SECONDS = 1.0

RETRY_SECONDS = 60.0
JOIN_SECONDS = 30.0

NOT_SERVED = (WorkspaceMoving, WorkspaceImporting, WorkspaceDeleted, WorkspaceNotFound)
"""Errors for a workspace that was moved away or deleted since the workspaces were read: nothing has failed."""

NO_PASSES = "its passes do not run now: %s"

BackgroundTask = Callable[[threading.Event], None]
"""A background task that runs until the event is set, such as the mirror's copier."""

log = logging.getLogger(__name__)


class Worker:
    """Runs the passes of every workspace on schedule.

    Pass 1 every minute, pass 2 every 15 minutes, both by the clock; benchmarks each night, freshness each week, garbage
    each month, all at 02:00 UTC; past nights of imported actions and work for a model (upkeep) every minute. What is
    due follows from the runs in the graph, so a restart neither skips nor repeats a pass. Before pass 2 and the
    benchmarks the passes before them run, so that their input is complete up to their `now`. Of several workers only
    one at a time runs the passes of a workspace, and the next one leaves out what is no longer due then. If a pass
    fails, that is logged and the other workspaces go on. Background work
    (`background`), such as the mirror's copier, has its own thread: it neither delays a pass nor ends one by failing.
    Setting `stopping` ends the worker, as `stop` does.
    """

    def __init__(
        self,
        graph: Graph,
        clock: Clock = utc_now,
        *,
        helpers: Helpers | None = None,
        background: Sequence[BackgroundTask] = (),
        stopping: threading.Event | None = None,
    ) -> None:
        self.graph = graph
        self.clock = clock
        self.helpers = helpers or Helpers()
        self.background = [threading.Thread(target=self._keep, args=(work,), daemon=True) for work in background]
        self.stopping = stopping or threading.Event()
        self.scheduler = schedule.Scheduler()

    def arrange(self) -> None:
        """Adds the passes to the schedule."""
        for look in (self.run_due, self.run_history, self.run_upkeep):
            self.scheduler.every(CHECK_MINUTES).minutes.do(self._go_on_after, look)

    def run(self, passes: list[int]) -> list[PassRun]:
        """Runs passes in every workspace that is enabled and not deleted."""
        return self._everywhere(lambda workspace_id: passes)

    def run_due(self) -> list[PassRun]:
        """Runs the due passes of every workspace, by its pass_run nodes: see `due` and `due_often`."""
        return self._everywhere(self._due, again=True)

    def run_history(self) -> list[HistoryReport]:
        """Measures the benchmarks of past nights where imported actions wait for it: see `evaluate_history`."""
        done: list[HistoryReport] = []
        for row in self._workspaces():
            workspace_id = row["workspace_id"]
            try:
                if not self.stopping.is_set() and is_waiting(self.graph, workspace_id):
                    done.append(evaluate_history(self.graph, workspace_id, now=self.clock()))
            except NOT_SERVED as error:
                log.info(NO_PASSES, error)
            except OxgraphError as error:
                log.error("the history of workspace %s could not be evaluated: %s", workspace_id, error)
        return done

    def run_upkeep(self) -> list[PassRun]:
        """Runs the upkeep in every workspace with pending work."""
        return self._everywhere(self._waiting, again=True)

    def run_scheduled(self) -> None:
        """Runs what the schedule has for now; all of it where the clock was set back, which would put it off so long.

        The schedule goes by local time, so the end of summer time sets it back too.
        """
        idle = self.scheduler.idle_seconds
        if idle is not None and idle > CHECK_MINUTES * 60 + TICK_SECONDS:
            self.scheduler.run_all()
        else:
            self.scheduler.run_pending()

    def _go_on_after(self, look: Callable[[], object]) -> object:
        """An error that nobody foresaw ends neither the schedule nor its thread, whose process would go on without."""
        try:
            return look()
        except Exception:
            log.exception("a look at what is due failed; the next one is in a minute")
            return None

    def _due(self, workspace_id: str) -> list[int]:
        now = self.clock()
        seen = {"workspace_id": workspace_id, "now": now + SKEW}
        rows = self.graph.read(statement("passes/last_runs"), passes=NIGHTLY, **seen)
        found = due(rows, now)
        since = [interval_began(number, now) for number in MINUTES]
        ran = self.graph.read(statement("passes/ran_since"), passes=OFTEN, since=since, **seen)
        often = [1, 2] if 3 in found else due_often({row["pass"] for row in ran})
        return [*often, *found]

    def _waiting(self, workspace_id: str) -> list[int]:
        return [UPKEEP] if Upkeep(self.graph, workspace_id, self.helpers, self.clock()).is_due() else []

    def _everywhere(self, chosen: Callable[[str], list[int]], *, again: bool = False) -> list[PassRun]:
        done: list[PassRun] = []
        for row in self._workspaces():
            if self.stopping.is_set():
                break
            done += self._in(row["workspace_id"], chosen, again=again)
        return done

    def _in(self, workspace_id: str, chosen: Callable[[str], list[int]], *, again: bool) -> list[PassRun]:
        passes: list[int] = []
        now = self.clock()

        def choose() -> list[int]:
            """What is still due after a wait for another worker; once the minute is over, the next look decides."""
            same = interval_began(1, self.clock()) == interval_began(1, now)
            return chosen(workspace_id) if same else []

        try:
            passes = chosen(workspace_id)
            if not passes:
                return []
            return evaluate(
                self.graph,
                workspace_id,
                passes=passes,
                now=now,
                embedder=self.helpers.embedder,
                model=self.helpers.model,
                turns=self.helpers.turns,
                choose=choose if again else None,
            )
        except NOT_SERVED as error:
            log.info(NO_PASSES, error)
            return []
        except OxgraphError as error:
            log.error("passes %s in workspace %s failed: %s", passes, workspace_id, error)
            return []

    def _workspaces(self) -> list[dict[str, Any]]:
        try:
            return self.graph.read(statement("passes/workspaces"))
        except OxgraphError as error:
            log.error("the workspaces could not be read: %s", error)
            return []

    def stop(self) -> None:
        """Ends `serve` after the current workspace."""
        self.stopping.set()

    def serve(self) -> None:
        """Runs the schedule until `stop` is called."""
        for thread in self.background:
            thread.start()
        self.arrange()
        self.scheduler.run_all()
        while not self.stopping.wait(TICK_SECONDS):
            self.run_scheduled()
        for thread in self.background:
            thread.join(JOIN_SECONDS)

    def _keep(self, work: BackgroundTask) -> None:
        """Runs the background task, and restarts it one minute after a failure."""
        while not self.stopping.is_set():
            try:
                work(self.stopping)
            except OxgraphError as error:
                log.error("%s", error)
            except Exception:
                log.exception("a background task of the worker failed")
            self.stopping.wait(RETRY_SECONDS)


def worker(
    graph: Graph, clock: Clock = utc_now, *, helpers: Helpers | None = None, background: Sequence[BackgroundTask] = ()
) -> None:
    """Runs a worker until SIGTERM or SIGINT; the current pass and the copier's current page finish first."""
    work = Worker(graph, clock, helpers=helpers, background=background)
    until_signal(work.serve, work.stop)


def until_signal(serve: Callable[[], None], stop: Callable[[], None], ready: Callable[[], None] = lambda: None) -> None:
    """Calls `ready` and then `serve`; on SIGTERM or SIGINT calls `stop`, which ends it."""

    def end() -> None:
        log.info("stopping")
        stop()

    with on_stop_signal(end):
        ready()
        serve()
