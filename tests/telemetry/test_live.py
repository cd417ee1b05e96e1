"""A live pilot: sessions without warnings, the effect on the outcome of runs, and warnings that are switched off."""

import random
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from tests.fixtures.cli import Cli
from tests.fixtures.client_samples import pattern
from tests.telemetry.clocked_space import Clock, client, clock, space

__all__ = ["client", "clock", "space"]

KEY: dict[str, Any] = {"action_type": "get", "target_node_type": "person"}
TASKS = {"easy": 0.1, "hard": 0.8}
"""Tasks and their failure rates without warnings."""


def runs(space: Memory, clock: Clock, prefix: str, number: int, fails: Callable[[str, bool], float]) -> int:
    """So many runs; each asks for warnings, acts and ends. Returns how many saw a warning."""
    chance, warned = random.Random(prefix), 0
    actions, sessions = [], []
    for n in range(number):
        session, task = f"{prefix} {n}", list(TASKS)[n % 2]
        shown = space.telemetry.inject(["ada"], session_id=session, **KEY)
        warned += bool(shown.ids)
        failed = chance.random() < fails(task, bool(shown.ids))
        clock.at += timedelta(seconds=1)
        actions.append(KEY | {"session_id": session, "outcome": "success", "started_at": clock.at})
        sessions.append((session, task, "failure" if failed else "success"))
    space.telemetry.capture_many(actions)
    for session, task, outcome in sessions:
        space.telemetry.end_session(session, outcome, task)  # type: ignore[arg-type]
    return warned


def hour(graph: Graph, space: Memory, clock: Clock, *passes: int) -> None:
    """An hour passes, and the passes run."""
    clock.at += timedelta(hours=1)
    evaluate(graph, space.workspace_id, passes=passes, now=clock.at)


def test_a_pilot_measures_the_effect_on_runs(space: Memory, graph: Graph, clock: Clock, cli: Cli) -> None:
    pattern(graph, space.workspace_id, promoted_at=clock.at)
    assert runs(space, clock, "before", 10, lambda task, shown: TASKS[task]) == 10
    clock.at += timedelta(minutes=1)
    begun = space.evaluations.live(pilot=300, effect=0.2)
    assert (begun.holdout_unit, begun.holdout_rate, begun.verdict) == ("session", 0.5, "no runs")
    assert (begun.planned, begun.base_rate_is_measured, begun.runs_needed) == (300, False, 186)
    warned = runs(space, clock, "run", 300, lambda task, shown: TASKS[task] * (0.2 if shown else 1))
    assert 120 < warned < 180, "a session is shown everything or nothing"
    assert space.telemetry.costliest_failures(session_id="run 0").ids == (
        space.telemetry.inject(["ada"], session_id="run 0", **KEY).ids
    )
    hour(graph, space, clock, 1, 2)
    found = space.evaluations.live(pilot=300)
    assert (found.shown.runs, found.withheld.runs) == (warned, 300 - warned)
    assert found.since == begun.since, "the pilot goes on"
    assert found.task_effect.low is not None
    assert found.task_effect.value is not None
    assert found.p == found.withheld.failure_rate
    assert found.verdict == "warn"
    assert found.r.value == pytest.approx(0.8, abs=0.2)
    assert found.d.value == pytest.approx(0.0, abs=0.1)
    assert found.injection_enabled
    result = cli("eval", "live", "--workspace", space.name, "--pilot", "300")
    assert "300 of 300 runs" in result.out
    assert "Warn here" in result.out
    with pytest.raises(errors.InvalidInput, match="effect"):
        space.evaluations.live(effect=0)


def test_harmful_warnings_are_switched_off_where_it_is_allowed(space: Memory, graph: Graph, clock: Clock) -> None:
    pattern(graph, space.workspace_id, promoted_at=clock.at)
    space.evaluations.live(pilot=200)
    runs(space, clock, "run", 200, lambda task, shown: 0.8 if shown else 0.2)
    hour(graph, space, clock, 1, 2)
    found = space.evaluations.live()
    assert (found.verdict, found.injection_enabled) == ("do not warn", True), "nobody allowed it"
    space.evaluations.live(stop=True)
    hour(graph, space, clock, 2)
    stopped = space.evaluations.live()
    assert (stopped.injection_enabled, stopped.stopped_at) == (False, clock.at)
    assert runs(space, clock, "later", 20, lambda task, shown: 0.2) == 0
    hour(graph, space, clock, 1, 2)
    assert space.evaluations.live().shown == stopped.shown, "later runs say nothing of warnings"
    space.update_settings(injection_enabled=True)
    again = space.evaluations.live()
    assert (again.verdict, again.stopped_at, again.since) == ("no runs", None, clock.at)


def test_a_pattern_retires_by_the_outcome_of_runs_and_not_of_the_next_action(
    space: Memory, graph: Graph, clock: Clock
) -> None:
    """All actions succeed; runs with the pattern fail more often."""
    found = pattern(graph, space.workspace_id, promoted_at=clock.at)
    space.update_settings(holdout_rate=0.4)
    clock.at += timedelta(minutes=1)
    runs(space, clock, "run", 150, lambda task, shown: 0.8 if shown else 0.1)
    hour(graph, space, clock, 1, 3)
    (row,) = space.telemetry.effect(found).patterns
    assert (row.shown_failures, row.withheld_failures) == (0, 0)
    assert (row.harmful, row.retired) == (True, True)
    assert row.runs_risk_reduction is not None
    assert row.runs_risk_reduction < -0.5
