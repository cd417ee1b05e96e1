"""Agents of recorded runs in the world of a checkout of tau-bench: its tools, over its database, judge each call.

What an agent calls next, and with what, comes from recorded runs of the same task (see recorded.py). Whether a call
fails, and what it changes, is what the checkout's tools do. A task succeeds if the database ends as it does after the
task's own actions; what the agent says to its user is not judged.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tests.eval.experiment.checkout import Domain, Goal, State, fork, state
from tests.eval.experiment.policy import Behaviour
from tests.eval.experiment.recorded import Call, Habits, RecordedRun, RecordedTask, recorded_runs

TRANSFER = "transfer_to_human_agents"
"""The tool that ends a run."""


@dataclass(frozen=True)
class TauTask(RecordedTask):
    """A recorded task, with the domain that it is of and the state that its own actions lead to."""

    domain: Domain
    goal: State

    def begin(self, behaviour: Behaviour, seed: object) -> "TauRun":
        """A run of it."""
        return TauRun(self, behaviour, seed)


def tau_tasks(domain: Domain, paths: Iterable[Path]) -> list[TauTask]:
    """The recorded tasks that the checkout has."""
    found = recorded_runs(paths)
    grams = found.grams
    goals: dict[str, Goal] = {}
    trials: dict[str, list[tuple[Call, ...]]] = {}
    for run in found.runs:
        goal = domain.goal(run.session_id, run.intent)
        if goal is not None:
            goals[run.intent] = goal
            trials.setdefault(run.intent, []).append(run.calls)
    habits = Habits(grams, found.risky)
    return [
        TauTask(n, intent, tuple(trials[intent]), frozenset(), habits, domain, domain.reached(goal))
        for n, (intent, goal) in enumerate(goals.items())
    ]


def agreement(domain: Domain, paths: Iterable[Path]) -> dict[str, Any]:
    """How far the checkout is the world of the recording: runs and calls that end there as they were recorded."""
    counts = dict.fromkeys(("runs", "runs_agree", "calls", "calls_agree"), 0)
    goals: dict[str, State] = {}
    for run in recorded_runs(paths).runs:
        goal = domain.goal(run.session_id, run.intent)
        if goal is None:
            continue
        tables = domain.fresh()
        for call in run.calls:
            if call.tool in domain.tools:
                error = domain.call(tables, call.tool, json.loads(call.arguments) or {})
                counts["calls"] += 1
                counts["calls_agree"] += (error is None) == (call.error_code is None)
        if goal.number not in goals:
            goals[goal.number] = domain.reached(goal)
        counts["runs"] += 1
        counts["runs_agree"] += (state(tables) == goals[goal.number]) == run.solved
    return counts


class TauRun(RecordedRun):
    """One run; the database is its own."""

    task: TauTask

    def __post_init__(self) -> None:
        super().__post_init__()
        self.tables = self.task.domain.fresh()
        self.transferred = False

    def reached(self) -> bool:
        """Whether the database is as after the task's own actions."""
        return state(self.tables) == self.task.goal

    def ended(self) -> bool:
        """Whether the run was handed to a person."""
        return self.transferred

    def foreseen(self, call: Call) -> Call:
        """The call with the error that it would have now."""
        return self._with_result(call, dry=True)

    def perform(self, call: Call) -> Call:
        """Makes the call."""
        self.transferred = call.tool == TRANSFER
        return self._with_result(call, dry=False)

    def _with_result(self, call: Call, *, dry: bool) -> Call:
        if call.tool not in self.task.domain.tools:
            return replace(call, error_code=None)  # Such as a tool to think with, which changes nothing.
        tables = fork(self.tables) if dry else self.tables
        error = self.task.domain.call(tables, call.tool, json.loads(call.arguments) or {})
        return replace(call, error_code=None if error is None else call.error_code or code_of(error))


def code_of(error: str) -> str:
    """The first sentence of an error without names and numbers, for a call that succeeded when it was recorded."""
    words = error.removeprefix("Error:").partition(",")[0].split()
    return " ".join(word for word in words if word.isalpha())[:80] or "Error"
