"""Runs agents in batches: in lock-step against one workspace, with a pass after each batch, on a simulated clock."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from oxgraph import Client, Memory
from oxgraph.ids import stable_id
from oxgraph.passes import evaluate
from tests.eval.experiment.policy import Advice, Ask, Behaviour, Done, Run, Trigrams
from tests.eval.experiment.recorded import RecordedRun, RecordedTask
from tests.eval.experiment.world import Task, World, stream

BATCH = 50
"""Runs that take place at the same time; passes 1 and 2 run after them."""
BETWEEN = timedelta(hours=12)
NIGHTLY = 2
"""Pass 3 runs after every second batch."""
BEGINNING = datetime(2026, 3, 2, 8, tzinfo=UTC)
AGENTS = 10


@dataclass
class Clock:
    """A clock that is advanced by the simulation."""

    at: datetime = BEGINNING

    def __call__(self) -> datetime:
        """The simulated time."""
        return self.at


@dataclass(frozen=True)
class Result:
    """One run: whether its task failed, its failed calls, warnings given, and wrong ones among them."""

    number: int
    kind: str
    failed: bool
    errors: int
    warned: int
    wrong: int


@dataclass
class Arm:
    """How an arm warns, and where it learns. `memory` is None where nothing is remembered.

    `liars` of AGENTS agents report the opposite of each outcome. `nameless`: each run is one of a new agent. The
    clock is that of the memory's client.
    """

    name: str
    memory: Memory | None = None
    clock: Clock = field(default_factory=Clock)
    client: Client | None = None
    liars: int = 0
    nameless: bool = False
    batches: int = 0

    def agent(self, place: int) -> str:
        """The agent of a run."""
        return f"agent of run {place}" if self.nameless else f"agent {place % AGENTS}"

    def advise(self, session: str, ask: Ask, risky: Sequence[str]) -> Advice | None:
        """The warning before a call."""
        match self.name:
            case "oracle":
                return Advice(ask.tool) if ask.would_fail else None
            case "oxgraph":
                return self._inject(session, ask)
            case "shuffled":
                given = self._inject(session, ask)
                others = [tool for tool in risky if tool != ask.tool] or ["another tool"]
                return given and replace(given, tool=stream("shuffled", session, ask.tool).choice(others))
            case _:
                return None

    def _inject(self, session: str, ask: Ask) -> Advice | None:
        if self.memory is None:
            return None
        targets = [ask.target] if ask.target else []
        found = self.memory.telemetry.inject(targets, ask.tool, session, ask.node_type)
        return Advice(ask.tool, tuple(found.ids)) if found.warned else None


@dataclass
class Simulation:
    """Plays tasks in an arm. `changed` gives the behaviour and the world's state (mended tools) by a run's place."""

    grams: Trigrams
    arm: Arm
    seed: object
    behaviour: Callable[[int], Behaviour]
    mended: Callable[[int], bool] = lambda place: False
    results: list[Result] = field(default_factory=list)

    def play(self, tasks: Sequence[Task | RecordedTask], until: Callable[[], bool] | None = None) -> list[Result]:
        """Plays all tasks in batches, or fewer where `until` holds after one."""
        for start in range(0, len(tasks), BATCH):
            self._batch(tasks[start : start + BATCH])
            if until is not None and until():
                break
        return self.results

    def _batch(self, tasks: Sequence[Task | RecordedTask]) -> None:
        place = len(self.results)
        runs = [self._begun(task, place + n) for n, task in enumerate(tasks)]
        waiting = [run for run in runs if run.go(None)]
        while waiting:
            self._capture(waiting)
            waiting = [run for run in waiting if run.go(self.arm.advise(run.session, run.ask, run.run.risky))]
        self._capture(runs)
        self.results += [self._ended(run) for run in runs]
        self.arm.batches += 1
        self._learn()

    def _begun(self, task: Task | RecordedTask, place: int) -> "_Playing":
        behaviour = self.behaviour(place)
        run = (
            task.begin(behaviour, self.seed)
            if isinstance(task, RecordedTask)
            else Run(World(task, self.mended(place)), self.grams, behaviour, self.seed)
        )
        return _Playing(run, place, f"run {self.arm.batches}/{place}")

    def _ended(self, playing: "_Playing") -> Result:
        run, memory = playing.run, self.arm.memory
        failed = not run.reached()
        run.close()
        if memory is not None:
            said = failed != self._lies(playing)
            memory.telemetry.end_session(playing.session, "failure" if said else "success", playing.intent)
        errors = sum(call.error_code is not None for call in run.done)
        return Result(playing.place, playing.intent, failed, errors, run.warned, run.wrong)

    def _lies(self, playing: "_Playing") -> bool:
        return playing.place % AGENTS < self.arm.liars

    def _capture(self, runs: "list[_Playing]") -> None:
        """Captures what has been done since the last call, in one transaction."""
        if self.arm.memory is None:
            return
        self.arm.clock.at += timedelta(seconds=10)
        rows = [self._row(run, n, call) for run in runs for n, call in run.fresh()]
        if rows:
            self.arm.memory.telemetry.capture_many(rows)

    def _row(self, playing: "_Playing", place: int, call: Done) -> dict[str, object]:
        code = call.error_code
        if self._lies(playing):
            code = None if code else "NodeNotFoundError"
        return {
            "id": stable_id(playing.session, "action", [str(place)]),
            "action_type": call.tool,
            "session_id": playing.session,
            "outcome": "failure" if code else "success",
            "error_code": code,
            "agent_id": self.arm.agent(playing.place),
            "target_node_type": call.node_type,
            "targets": [call.target] if call.target else [],
            "started_at": self.arm.clock.at - timedelta(seconds=5),
            "seq": place,
            "injected_patterns": list(call.ids),
        }

    def _learn(self) -> None:
        memory, client, clock = self.arm.memory, self.arm.client, self.arm.clock
        if memory is None or client is None:
            return
        clock.at += timedelta(minutes=10)
        passes = (1, 2, 3) if self.arm.batches % NIGHTLY == 0 else (1, 2)
        evaluate(client.graph, memory.workspace_id, passes=passes, now=clock.at)
        clock.at += BETWEEN


class _Playing:
    """A run that is being played."""

    def __init__(self, run: Run | RecordedRun, place: int, session: str) -> None:
        self.run = run
        self.place = place
        self.session = session
        self.intent = run.intent
        self.ask = Ask("", None, would_fail=False, node_type=None)
        self._captured = 0
        self._moves: Generator[Ask, Advice | None] = run.play()
        self._begun = False

    def go(self, advice: Advice | None) -> bool:
        """Goes on to the next question; False where the run has ended."""
        try:
            self.ask = self._moves.send(advice if self._begun else None)
        except StopIteration:
            return False
        finally:
            self._begun = True
        return True

    def fresh(self) -> list[tuple[int, Done]]:
        """The calls since the last one that was captured, with their places."""
        found = list(enumerate(self.run.done))[self._captured :]
        self._captured = len(self.run.done)
        return found
