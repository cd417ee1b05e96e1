"""Agents and a world made from recorded runs (the files of `oxgraph import traces`, each run with `task_success`).

The next call is drawn from trigrams fitted to the recorded runs. What a call is made with comes from one recorded trial
of the same task, drawn for the run; once that has no such call left, from any trial. It ends as it did there. The final
state are the calls that changed something and succeeded, with their arguments; the task succeeds if a recorded run that
solved it came to the same state.
"""

import json
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from oxgraph.file_formats.lines import LineFiles
from tests.eval.experiment.policy import END, MAX_STEPS, START, Advice, Ask, Behaviour, Done, Trigrams
from tests.eval.experiment.world import stream

READS = ("calculate", "find", "get", "list", "lookup", "read", "search", "think", "view")
"""Beginnings of the names of tools that change nothing."""


@dataclass(frozen=True)
class Call:
    """A recorded call."""

    tool: str
    node_type: str | None
    target: str | None
    arguments: str
    error_code: str | None

    def changes(self) -> bool:
        """Whether it changed the world."""
        return self.error_code is None and not self.tool.startswith(READS)


State = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Habits:
    """What all recorded runs have in common: the trigrams of their calls, and the tools that ever failed."""

    grams: Trigrams
    risky: tuple[str, ...]


@dataclass(frozen=True)
class RecordedTask:
    """A task with its recorded trials, and the states in which it was solved."""

    number: int
    intent: str
    trials: tuple[tuple[Call, ...], ...]
    solved: frozenset[State]
    habits: Habits

    def begin(self, behaviour: Behaviour, seed: object) -> "RecordedRun":
        """A run of it."""
        return RecordedRun(self, behaviour, seed)


def drawn(tasks: Sequence[RecordedTask], count: int, seed: object) -> list[RecordedTask]:
    """So many tasks, drawn at random, each with a number of its own."""
    random = stream(seed, "recorded tasks")
    return [replace(random.choice(tasks), number=n) for n in range(count)]


@dataclass(frozen=True)
class Recorded:
    """One recorded run."""

    session_id: str
    intent: str
    calls: tuple[Call, ...]
    solved: bool


@dataclass(frozen=True)
class Recording:
    """The recorded runs of some files, the trigrams of their calls, and the tools that ever failed."""

    runs: tuple[Recorded, ...]
    grams: Trigrams
    risky: tuple[str, ...]


def recorded_runs(paths: Iterable[Path]) -> Recording:
    """Reads files of recorded runs."""
    sessions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in LineFiles([str(path) for path in paths]):
        record = json.loads(line.text)
        sessions[record["session_id"]].append(record)
    grams, runs = Trigrams(), []
    for session, records in sessions.items():
        calls = tuple(_call(one) for one in sorted(records, key=lambda one: one.get("seq") or 0))
        grams.add([(one.tool, one.error_code or "ok") for one in calls])
        task = records[0].get("intent") or session.rpartition("/")[0]
        runs.append(Recorded(session, task, calls, bool(records[0].get("task_success"))))
    risky = {one.tool for run in runs for one in run.calls if one.error_code}
    return Recording(tuple(runs), grams, tuple(sorted(risky)))


def recorded_tasks(paths: Iterable[Path]) -> list[RecordedTask]:
    """The recorded tasks that were solved at least once."""
    found = recorded_runs(paths)
    trials: dict[str, list[tuple[Call, ...]]] = defaultdict(list)
    solved: dict[str, set[State]] = defaultdict(set)
    for run in found.runs:
        trials[run.intent].append(run.calls)
        if run.solved:
            solved[run.intent].add(state(run.calls))
    habits = Habits(found.grams, found.risky)
    return [
        RecordedTask(n, intent, tuple(trials[intent]), frozenset(states), habits)
        for n, (intent, states) in enumerate(solved.items())
    ]


def _call(record: dict[str, Any]) -> Call:
    code = (record.get("error_code") or "UnknownError") if record["outcome"] == "failure" else None
    given = json.dumps(record.get("arguments"), sort_keys=True)
    return Call(record["action_type"], record.get("target_node_type"), record.get("target_node_id"), given, code)


def state(calls: Iterable[Call]) -> State:
    """What the calls changed."""
    return frozenset((one.tool, one.arguments) for one in calls if one.changes())


@dataclass
class RecordedRun:
    """One run; see policy.Run."""

    task: RecordedTask
    behaviour: Behaviour
    seed: object
    done: list[Done] = field(default_factory=list)
    made: list[Call] = field(default_factory=list)
    warned: int = 0
    wrong: int = 0

    def __post_init__(self) -> None:
        self.random = stream(self.seed, self.task.number)
        self.trial = list(self.random.choice(self.task.trials))
        self.others = [one for trial in self.task.trials for one in trial]
        self.random.shuffle(self.others)
        self.intent = self.task.intent
        self.risky: Sequence[str] = self.task.habits.risky

    def reached(self) -> bool:
        """Whether the state is one in which the task was solved."""
        return state(self.made) in self.task.solved

    def close(self) -> None:
        """Nothing is held open."""

    def ended(self) -> bool:
        """Whether the world ended the run."""
        return False

    def foreseen(self, call: Call) -> Call:
        """The call as it would end now: as it was recorded."""
        return call

    def perform(self, call: Call) -> Call:
        """Makes a call; the call as it ended."""
        return call

    def play(self) -> Generator[Ask, Advice | None]:
        """Makes calls until the policy ends the run."""
        past = START
        for _ in range(MAX_STEPS):
            tool = self.task.habits.grams.draw(past, self.random)
            found = self._next(tool)
            if tool == END:
                return
            if found is None:
                past = (past[1], f"{tool}:ok")  # Its task gives no occasion for it.
                continue
            made, ids = (yield from self._advised(found)) if tool in self.risky else (found, ())
            result = "ok"
            if made is not None:
                made = self.perform(made)
                self.made.append(made)
                self.done.append(Done(tool, made.target, made.error_code, ids, made.node_type))
                result = made.error_code or "ok"
            past = (past[1], f"{tool}:{result}")
            if self.ended():
                return

    def _advised(self, call: Call) -> Generator[Ask, Advice | None, tuple[Call | None, tuple[str, ...]]]:
        """The call that is made after a possible warning; None where it is left out."""
        fails = self.foreseen(call).error_code is not None
        advice = yield Ask(call.tool, call.target, fails, call.node_type)
        obeys, misled = self.random.random() < self.behaviour.obeys, self.random.random() < self.behaviour.misled
        if advice is None:
            return call, ()
        right = fails and advice.tool == call.tool
        self.warned += 1
        self.wrong += not right
        if obeys and right:
            return self._next(call.tool, succeeds=True), advice.ids
        return (None if obeys and misled and not right else call), advice.ids

    def _next(self, tool: str, *, succeeds: bool = False) -> Call | None:
        """The next recorded call of a tool, of its own trial first."""
        for calls in (self.trial, self.others):
            for place, call in enumerate(calls):
                if call.tool == tool and not (succeeds and self.foreseen(call).error_code):
                    return calls.pop(place)
        return None
