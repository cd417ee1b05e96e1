"""Proof of cause: what comes of sessions that do without a pattern, and patterns that retire because they do harm."""

import json
import random
from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.passes import evaluate
from oxgraph.types import LiftRow
from tests.fixtures.client_samples import NOON, pattern, situational_pattern, write
from tests.telemetry.clocked_space import Clock, client, clock, space

__all__ = ["client", "clock", "space"]

KEY: dict[str, Any] = {"action_type": "get", "target_node_type": "person"}
UNTREATED, TREATED = 0.9, 0.1


def is_shown(space: Memory, session: str, pattern_id: str) -> bool:
    """Whether the session is shown the pattern."""
    return pattern_id in space.telemetry.inject(["ada"], session_id=session, **KEY).ids


def act(space: Memory, session: str, failed: bool, *shown: str, **more: Any) -> None:
    """Captures what was tried."""
    how: dict[str, Any] = {"outcome": "failure", "error_code": "NotFound"} if failed else {"outcome": "success"}
    space.telemetry.capture(session_id=session, injected_patterns=shown, **KEY | how | more)


def hour(graph: Graph, space: Memory, clock: Clock, *passes: int) -> None:
    """An hour passes, and the passes run."""
    clock.at += timedelta(hours=1)
    evaluate(graph, space.workspace_id, passes=passes, now=clock.at)


def sessions(
    space: Memory, pattern_id: str, number: int, prefix: str, fails: dict[bool, float]
) -> dict[bool, list[bool]]:
    """So many sessions, each asking before it tries; what came of them, by whether they were shown the pattern."""
    chance = random.Random(prefix)
    came: dict[bool, list[bool]] = {True: [], False: []}
    for n in range(number):
        session = f"{prefix} {n}"
        shown = is_shown(space, session, pattern_id)
        came[shown].append(chance.random() < fails[shown])
        act(space, session, came[shown][-1], *([pattern_id] if shown else []))
    return came


def row_of(space: Memory, pattern_id: str) -> LiftRow:
    """The figures of one pattern."""
    (row,) = space.telemetry.effect(pattern_id).patterns
    return row


def covers(row: LiftRow) -> bool:
    """Whether the interval is about the difference that was seen; that it covers the planted one in 95 of 100 worlds
    is shown of the interval itself."""
    seen = row.withheld_failures / row.withheld_trials - row.shown_failures / row.shown_trials
    return row.low is not None and row.high is not None and row.low < seen < row.high


def test_the_planted_effect_is_measured_end_to_end(space: Memory, graph: Graph, clock: Clock) -> None:
    for n in range(6):
        act(space, f"before {n}", failed=True)
    hour(graph, space, clock, 1, 2)
    (found,) = space.telemetry.patterns(kind="plain")
    assert found.pattern_id is not None
    assert all(is_shown(space, f"any {n}", found.pattern_id) for n in range(20)), "no holdout yet"
    space.update_settings(holdout_rate=0.4)
    clock.at += timedelta(minutes=1)
    came = sessions(space, found.pattern_id, 150, "run", {True: TREATED, False: UNTREATED})
    hour(graph, space, clock, 1)
    row = row_of(space, found.pattern_id)
    assert (row.shown_trials, row.shown_failures) == (len(came[True]), sum(came[True]))
    assert (row.withheld_trials, row.withheld_failures) == (len(came[False]), sum(came[False]))
    assert 0.25 < len(came[False]) / 150 < 0.55
    assert covers(row)
    assert (row.name, row.verdict, row.harmful, row.suppressed) == ("get:person:NotFound", "helps", False, False)
    assert [is_shown(space, f"run {n}", found.pattern_id) for n in range(50)] == [
        is_shown(space, f"run {n}", found.pattern_id) for n in range(50)
    ]


def test_a_situational_warning_is_measured_end_to_end(space: Memory, graph: Graph, clock: Clock) -> None:
    """A failure is mostly followed by another, a success by another, until agents are warned."""
    for n in range(40):
        failed, look = n % 2 == 0, f"look {n // 2 % 5}"
        act(space, f"before {n}", failed, seq=0)
        act(space, f"before {n}", failed=False, seq=1, action_type=look)
        act(space, f"before {n}", failed and n not in (0, 10), seq=2)
    hour(graph, space, clock, 1, 2)
    act(space, "asks", failed=True, seq=0)
    act(space, "asks", failed=False, seq=1, action_type="look 0")
    (warning,) = [one for one in space.telemetry.inject(["ada"], session_id="asks", **KEY).patterns if one.context]
    assert (warning.context, warning.status) == ("run=1", "active")
    assert warning.id is not None
    clock.at += timedelta(minutes=1)
    space.update_settings(holdout_rate=0.5)
    clock.at += timedelta(minutes=10)
    chance, came = random.Random(5), {True: [0, 0], False: [0, 0]}
    for n in range(80):
        act(space, f"run {n}", failed=True, seq=0)
        act(space, f"run {n}", failed=False, seq=1, action_type="look 0")
        shown = is_shown(space, f"run {n}", warning.id)
        failed = chance.random() < (TREATED if shown else UNTREATED)
        act(space, f"run {n}", failed, *([warning.id] if shown else []), seq=2)
        came[shown][0] += 1
        came[shown][1] += failed
    hour(graph, space, clock, 1)
    row = row_of(space, warning.id)
    assert [row.shown_trials, row.shown_failures] == came[True]
    assert [row.withheld_trials, row.withheld_failures] == came[False]
    assert covers(row)


def test_a_situation_counts_wherever_it_arose_whatever_was_done_then(space: Memory, graph: Graph, clock: Clock) -> None:
    found = situational_pattern(graph, space.workspace_id, "run=1", promoted_at=NOON)
    space.update_settings(holdout_rate=0.5)
    clock.at += timedelta(minutes=1)
    for n in range(10):
        act(space, f"other way {n}", failed=True, seq=0)
        act(space, f"other way {n}", failed=False, seq=1, action_type="list")
        act(space, f"again {n}", failed=True, seq=0)
        act(space, f"again {n}", failed=True, seq=1)
        act(space, f"never {n}", failed=False)
    hour(graph, space, clock, 1)
    row = row_of(space, found)
    assert (row.shown_trials + row.withheld_trials, row.shown_failures + row.withheld_failures) == (20, 10)
    assert row.context == "run=1"


def test_a_pattern_that_does_harm_retires_and_an_operator_has_the_last_word(
    space: Memory, graph: Graph, clock: Clock
) -> None:
    space.update_settings(holdout_rate=0.4)
    found = pattern(graph, space.workspace_id, promoted_at=clock.at)
    clock.at += timedelta(minutes=1)
    sessions(space, found, 100, "first", {True: 0.9, False: 0.1})
    hour(graph, space, clock, 1, 3)
    assert not is_shown(space, "new", found)
    (row,) = space.telemetry.patterns()
    assert row.suppressed
    figures = row_of(space, found)
    assert (figures.retired, figures.harmful, figures.verdict) == (True, True, "harms")
    (change,) = harmful(graph, space)
    assert change["inputs"]["shown_trials"] == figures.shown_trials
    assert (change["inputs"]["low"], change["inputs"]["high"]) == (figures.low, figures.high)
    hour(graph, space, clock, 3)
    assert len(harmful(graph, space)) == 1
    assert row_of(space, found) == figures, "what happened since says nothing"

    space.telemetry.annotate(found, suppressed=False)
    hour(graph, space, clock, 3)
    figures = row_of(space, found)
    assert (figures.retired, figures.suppressed, figures.verdict) == (False, False, "untried")
    sessions(space, found, 100, "second", {True: 0.9, False: 0.1})
    hour(graph, space, clock, 1, 3)
    assert row_of(space, found).retired
    assert len(harmful(graph, space)) == 2


def harmful(graph: Graph, space: Memory) -> list[dict[str, Any]]:
    """The transitions of patterns that did harm."""
    text = "MATCH (x:transition {workspace_id: $w, rule: 'harmful'}) RETURN x.inputs AS inputs, x.subject_kind AS kind"
    rows = graph.driver.execute_query(text, w=space.workspace_id, database_=graph.database).records
    return [{"inputs": json.loads(row["inputs"]), "kind": row["kind"]} for row in rows]


def test_without_a_holdout_nothing_is_said(space: Memory, graph: Graph, clock: Clock) -> None:
    found = pattern(graph, space.workspace_id, promoted_at=clock.at)
    sessions(space, found, 3, "run", {True: 1, False: 1})
    hour(graph, space, clock, 1, 3)
    report = space.telemetry.effect()
    assert (report.holdout_rate, report.holdout_since) == (0.0, None)
    (row,) = report.patterns
    assert (row.shown_trials, row.withheld_trials, row.risk_reduction, row.verdict) == (0, 0, None, "untried")


def test_the_holdout_begins_when_its_rate_changes(client: Client, space: Memory, clock: Clock) -> None:
    space.update_settings(holdout_rate=0.2)
    assert space.telemetry.effect().holdout_since == NOON
    clock.at += timedelta(hours=1)
    space.update_settings(holdout_rate=0.2)
    space.update_settings(promote_samples=7)
    assert space.telemetry.effect().holdout_since == NOON
    space.update_settings(holdout_rate=0.3)
    assert space.telemetry.effect().holdout_since == clock.at
    space.update_settings(holdout_rate=0.0)
    assert space.telemetry.effect().holdout_since is None
    made = client.create_workspace(f"held {new_id()}", holdout_rate=0.1)
    assert (made.telemetry.effect().holdout_rate, made.telemetry.effect().holdout_since) == (0.1, clock.at)


@pytest.mark.parametrize("rate", [-0.1, 0.91, 1, "half"])
def test_rates_that_leave_no_arm_are_refused(space: Memory, rate: Any) -> None:
    with pytest.raises(errors.InvalidInput):
        space.update_settings(holdout_rate=rate)


def test_only_what_began_since(space: Memory, graph: Graph, clock: Clock) -> None:
    space.update_settings(holdout_rate=0.5)
    found = pattern(graph, space.workspace_id, promoted_at=clock.at)
    act(space, "early", failed=True)
    hour(graph, space, clock, 1)
    act(space, "late", failed=True)
    hour(graph, space, clock, 1)
    trials = [
        sum(row.shown_trials + row.withheld_trials for row in space.telemetry.effect(found, since).patterns)
        for since in (None, NOON, NOON + timedelta(minutes=30), clock.at)
    ]
    assert trials == [2, 2, 1, 0]


def test_foreign_and_unknown_patterns_are_not_found(client: Client, space: Memory, graph: Graph) -> None:
    found = pattern(graph, space.workspace_id, promoted_at=NOON)
    stranger = client.create_workspace(f"other {new_id()}")
    for memory, name in ((stranger, found), (space, new_id())):
        with pytest.raises(errors.NotFound):
            memory.telemetry.effect(name)
    assert stranger.telemetry.effect().patterns == ()
    assert stranger.telemetry.effect(pattern_ids=[found]).patterns == ()
    with pytest.raises(errors.InvalidInput):
        space.telemetry.effect("x")


def test_of_the_patterns_that_are_named_alone(space: Memory, graph: Graph) -> None:
    one, other, _ = (pattern(graph, space.workspace_id, promoted_at=NOON, error_code=code) for code in "ABC")
    gone = pattern(graph, space.workspace_id, promoted_at=NOON, error_code="D", status="superseded")
    report = space.telemetry.effect(pattern_ids=[one, other, gone])
    assert {row.pattern_id for row in report.patterns} == {one, other}
    assert [row.pattern_id for row in space.telemetry.effect(pattern_ids=other).patterns] == [other]
    assert space.telemetry.effect(pattern_ids=[gone]).patterns == (), "not all, where none of those is active"
    with pytest.raises(errors.InvalidInput, match="pattern_ids"):
        space.telemetry.effect(one, pattern_ids=[other])


def test_the_forecast_as_it_begins_and_as_it_drifts(space: Memory, graph: Graph) -> None:
    state = space.telemetry.forecast()
    assert (state.threshold, state.cases, state.drifting, state.fitted_at) == (0.44, 0, False, None)
    text = """MERGE (f:_mem:forecast {workspace_id: $w, id: oxgraph.stable_id($w, 'forecast', ['failure'])})
              SET f += {threshold: 0.51, cases: 800, drifting: true, drifting_since: $now, fitted_at: $now}"""
    write(graph, text, w=space.workspace_id, now=NOON)
    state = space.telemetry.forecast()
    assert (state.threshold, state.cases, state.drifting) == (0.51, 800, True)
    assert (state.drifting_since, state.fitted_at) == (NOON, NOON)
