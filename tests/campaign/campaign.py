"""A campaign: phases of faults and kills under writers, each followed by all checks, until the time is over."""

import random
import time
from collections.abc import Iterator

from tests.campaign import processes
from tests.campaign.checks import HANG, Checks, hangs
from tests.campaign.injection import Injection
from tests.campaign.ledger import Book
from tests.campaign.plan import SECONDS, Phase, phases
from tests.campaign.report import Report
from tests.campaign.transports import CLIENT_SECONDS
from tests.campaign.world import SERVERS, World
from tests.fuzz.report import slowness

BUSY, WAIT = 15, 4.0
"""Acknowledged calls that are waited for before a server is killed, and the most seconds."""
FEW, MOMENT = 3, 0.7
"""The same before another process is killed; also while a server is away."""
MEANWHILE = 2.0
"""Seconds between two kills while a server is away."""
OTHERS = ("writer", "writer", "worker", "copier")
"""Who is killed then."""
AT_ONCE = 0.35
"""Chance that such a process is killed at the same moment as the one before."""
SHORTEST = 8.0
"""Seconds that a phase lasts at least."""
CLOSING = 6.0
"""Seconds for the end of all processes."""
SHORT = 2
"""Minutes below which a campaign spends less on the first start."""
FIRST_CHECK = 12.0
"""Seconds that the checks are expected to take before they ran for the first time."""


class Campaign:
    """Runs the phases of a seed for so many minutes, the start and the end of the servers included."""

    def __init__(self, seed: int, minutes: float, only: tuple[str, ...] = (), kills: int | None = None) -> None:
        self.only = only
        self.kills = kills
        self.report = Report(seed, minutes)
        self.until = self.report.began + minutes * 60
        self.book = Book()
        self.check_seconds = FIRST_CHECK
        self.world = World(seed, self.report)

    def run(self) -> None:
        """All of it. Raises nothing for what was found; that is in the report."""
        if not self.world.disk.usable:
            self.report.skipped["full_disk, read_only_disk"] = self.world.disk.reason
        self._say("the first start")
        processes.prepare()
        self.world.first_start(*((1, 2.0) if self.report.minutes < SHORT else (3,)))
        self.report.faults["first start killed"] = self.report.kills["up"]
        self._say("started")
        for phase in self._in_time():
            self._phase(phase)

    def close(self) -> None:
        """Ends every process."""
        self.world.close()

    def _say(self, text: str) -> None:
        self.report.say(text)

    def _left(self) -> float:
        """Seconds that a phase may still take, before its checks."""
        return self.until - time.monotonic() - self.check_seconds - CLOSING

    def _in_time(self) -> Iterator[Phase]:
        """The phases for which there is time; the first one in any case."""
        for phase in phases(self.report.seed, self.only):
            if phase.fault.endswith("_disk") and not self.world.disk.usable:
                continue
            if phase.number == 1 or self._left() >= SECONDS.get(phase.fault, SHORTEST * 2):
                yield phase
            elif self._left() < SHORTEST * 2 or self.only:
                return

    def _phase(self, phase: Phase) -> None:
        self.report.phase = phase.number
        self._say(f"phase {phase.number}: {phase.fault}; kills {' '.join(phase.kills)}")
        self.report.faults[phase.fault] += 1
        until = time.monotonic() + max(SHORTEST, self._left())
        with Injection(self.world, phase).around():
            self._rage(phase, until)
        self._check()

    def _rage(self, phase: Phase, until: float) -> None:
        chance = random.Random(phase.seed)
        for victim in phase.kills[: self.kills]:
            server = victim in SERVERS
            if server:
                self._kill_others(chance, until)
            if server or chance.random() > AT_ONCE:
                self._wait_for_work(until, *((BUSY, WAIT) if server else (FEW, MOMENT)))
            if time.monotonic() >= until:
                break
            self._kill(victim, chance)
        self.world.await_return()
        self._wait_for_work(until, BUSY, WAIT)

    def _kill(self, victim: str, chance: random.Random) -> None:
        name = chance.choice(self.world.writers()) if victim == "writer" else victim
        self._say(f"kill {name}")
        self.world.kill(name)

    def _kill_others(self, chance: random.Random, until: float) -> None:
        """Kills others while a server is on its way back; how many depends on how long that takes."""
        while self.world.returning and time.monotonic() < until:
            self._wait_for_work(until, BUSY, MEANWHILE)
            if self.world.returning:
                self._kill(chance.choice(OTHERS), chance)
        self.world.await_return()

    def _wait_for_work(self, until: float, enough: int, seconds: float) -> None:
        """Waits until enough more calls were acknowledged, for some seconds at most: nothing is killed at rest."""
        self.book.read(self.world.ledgers)
        enough, until = self.book.acknowledged + enough, min(until, time.monotonic() + seconds)
        while self.book.acknowledged < enough and time.monotonic() < until:
            time.sleep(0.05)
            self.book.read(self.world.ledgers)

    def _check(self) -> None:
        began = time.monotonic()
        hung = self.world.end_writers((CLIENT_SECONDS + HANG) * slowness())
        self.world.end_processes()
        self.world.up()
        self.book.read(self.world.ledgers)
        hangs(self.report, self.book, hung)
        self._say("checks")
        Checks(self.world, self.book).run()
        self._count()
        self.check_seconds = max(self.check_seconds, time.monotonic() - began)

    def _count(self) -> None:
        report, book = self.report, self.book
        for wrong in book.wrong:
            report.found(wrong.what, wrong.detail)
        book.wrong.clear()
        report.calls, report.acknowledged = len(book.calls), book.acknowledged
        report.operations.clear()
        report.answers.clear()
        for call in book.calls:
            report.operations[call.operation] += 1
            report.answers[call.status if call.status == "done" else f"{call.status} {call.code}".strip()] += 1
        self._say(f"{report.calls} calls, {report.acknowledged} acknowledged, {sum(report.kills.values())} kills")
