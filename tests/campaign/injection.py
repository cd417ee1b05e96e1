"""The fault of a phase, begun and ended around its kills."""

import contextlib
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

from oxgraph import local
from oxgraph.errors import OxgraphError
from oxgraph.local import postgres as local_postgres
from oxgraph.passes import evaluate
from tests.campaign.jobs import run_jobs
from tests.campaign.moves import Moves
from tests.campaign.plan import Phase
from tests.campaign.world import RECOVERY, World

Fault = Callable[["Injection"], None]
DAYS = 2
TWINS = ("serve2", "worker2", "copier2")
SMALL_HEAP = "256m"


class Injection:
    """One phase's fault. What comes and goes does so in a thread, which holds `world.calm` while it lasts."""

    def __init__(self, world: World, phase: Phase) -> None:
        self.world = world
        self.phase = phase
        self.chance = random.Random(f"{phase.seed}/fault")
        self.stop = threading.Event()
        self.moves = Moves(world, phase) if phase.fault == "moves" else None

    @contextlib.contextmanager
    def around(self) -> Iterator[None]:
        """Prepares the fault, starts all processes, lets the fault come and go; at the end nothing of it is left."""
        self.world.clock_seconds = self._clock()
        more = TWINS if self.phase.fault == "twins" else ()
        if self.phase.fault == "small_heap":
            self._with_heap(SMALL_HEAP)
        if self.moves is not None:
            self.moves.begin()
        self.world.start_all(more)
        thread = threading.Thread(target=self._come_and_go, name="fault")
        thread.start()
        try:
            self._once()
            yield
        finally:
            self.stop.set()
            thread.join()
            self._end()

    def _clock(self) -> float:
        forward = self.chance.random() < 0.5
        return (1 if forward else -1) * DAYS * 86_400.0 if self.phase.fault == "clock" else 0.0

    def _with_heap(self, size: str) -> None:
        self.world.heap = size
        self.world.kill_server("neo4j")
        self.world.up()

    # -- faults that come and go -------------------------------------------------------------------------------------

    def _come_and_go(self) -> None:
        if self.moves is not None:
            self.moves.run(self.stop)
            return
        step = {"cut": self._cut, "slow": self._slow, "silent": self._silent, "frozen": self._frozen}.get(
            self.phase.fault
        )
        while step is not None and not self.stop.wait(self.chance.uniform(0.3, 2)):
            with self.world.calm:
                step()
            self.world.report.faults[f"{self.phase.fault} times"] += 1

    def _cut(self) -> None:
        self.chance.choice((self.world.bolt, self.world.http)).cut()

    def _slow(self) -> None:
        for proxy in (self.world.bolt, self.world.http):
            proxy.set("slow")
        self.stop.wait(5)
        self._clear()

    def _silent(self) -> None:
        self.chance.choice((self.world.bolt, self.world.http)).set("silent")
        self.stop.wait(self.chance.uniform(1, 6))
        self._clear()

    def _clear(self) -> None:
        for proxy in (self.world.bolt, self.world.http):
            proxy.set("clear")

    def _frozen(self) -> None:
        """Stops a process for some seconds, as a machine does that swaps or is suspended."""
        serve = self.world.processes.get("serve")
        pid = self.chance.choice((self.world.server.pid, serve.pid if serve else self.world.server.pid))
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            self.stop.wait(self.chance.uniform(1, 5))
            os.kill(pid, signal.SIGCONT)

    # -- faults that come once ---------------------------------------------------------------------------------------

    def _once(self) -> None:
        steps = {"full_disk": self._full_disk, "read_only_disk": self._read_only_disk}
        steps |= {"clock": self._passes_by_the_clock, "jobs": lambda: run_jobs(self.world, self.phase)}
        if self.phase.fault in steps:
            steps[self.phase.fault]()

    def _passes_by_the_clock(self) -> None:
        now = datetime.now(UTC) + timedelta(seconds=self.world.clock_seconds)
        with self.world.graph() as graph:
            for workspace_id, _ in self.world.spaces.values():
                with contextlib.suppress(OxgraphError):  # the worker may be at it
                    evaluate(graph, workspace_id, now=now)

    def _full_disk(self) -> None:
        """No space for some seconds, under the writers. Then all goes on, if need be after a restart."""
        disk = self.world.disk
        if not disk.usable:
            return
        disk.fill()
        self.stop.wait(self.chance.uniform(2, 5))
        disk.empty()
        until = time.monotonic() + RECOVERY
        while not self.world.serves() and time.monotonic() < until:
            self.stop.wait(0.2)
        if not self.world.serves():
            self.world.report.faults["restarts after a full disk"] += 1
            self.world.kill("neo4j")
            self.world.kill("postgres")

    def _read_only_disk(self) -> None:
        """A start on a disk that cannot be written fails with an error that says so; once it can, all goes on."""
        world = self.world
        if not world.disk.usable:
            return
        world.kill_server("neo4j")
        local_postgres.down(world.home)
        if not world.disk.remount("ro"):
            world.report.skipped["read_only_disk"] = "files stayed open for writing"
        else:
            try:
                local.up(world.home, heap=world.heap, mirror=True)
                world.report.found("failed", "a server started on a read-only disk")
            except OxgraphError as error:
                world.report.say(f"read-only: {error.code}")
            except Exception as error:  # an error of the system, past our types
                world.report.found("untyped", f"up on a read-only disk: {error!r}")
            finally:
                world.disk.remount("rw")
        world.up()
        world.await_service("read_only_disk")

    def _end(self) -> None:
        self._clear()
        if self.moves is not None:
            self.moves.end()
        self.world.disk.empty()
        self.world.clock_seconds = 0.0
        if self.phase.fault == "small_heap":
            self._with_heap("512m")
