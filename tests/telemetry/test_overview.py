"""The overview of a period, and lists of actions that are narrowed, ordered and counted."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph import Memory, errors
from oxgraph.client._async.overview import PASSES
from oxgraph.client.failure_rates import SECONDS, SLICES, compared_weeks, periods, slice_seconds
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.passes import evaluate
from oxgraph.passes.plan import NAMES
from tests.fixtures.client_samples import NOON, pattern

HOUR = timedelta(hours=1)


def captured(space: Memory, count: int, failures: int, ago: timedelta, **given: Any) -> None:
    """Captures actions that began some time ago, of which the first fail with TIMEOUT, unless another code is given."""
    code = given.pop("error_code", "TIMEOUT")
    action = {"action_type": "get", "session_id": "s", "agent_id": "a", "target_node_type": "order"} | given
    space.telemetry.capture_many(
        action
        | {"started_at": NOON - ago, "outcome": "failure" if number < failures else "success"}
        | ({"error_code": code} if number < failures else {})
        for number in range(count)
    )


def test_failures_over_time_and_rates(space: Memory) -> None:
    captured(space, 10, 4, HOUR)
    captured(space, 5, 1, 3 * HOUR, action_type="put", agent_id=None, error_code="CONFLICT")
    captured(space, 9, 9, timedelta(hours=25))
    found = space.telemetry.overview()
    assert (found.until, found.until - found.since) == (NOON, timedelta(days=1))
    assert (found.slice_seconds, len(found.slices), found.compared_weeks) == (1800, 48, 1)
    assert (found.total.failures, found.total.actions) == (5, 15)
    assert found.total.interval == pytest.approx((0.152, 0.583), abs=0.001)
    filled = {(NOON - one.at) // HOUR: one for one in found.slices if one.actions}
    assert {ago: (one.failures, one.actions) for ago, one in filled.items()} == {1: (4, 10), 3: (1, 5)}
    assert (filled[1].by_action_type, filled[3].by_error_code) == ({"get": 4}, {"CONFLICT": 1})
    assert [(one.name, one.failures, one.actions) for one in found.action_types] == [("get", 4, 10), ("put", 1, 5)]
    assert [(one.name, one.rate) for one in found.agents] == [("a", 0.4), ("", 0.2)]
    assert [(one.name, one.failures, one.actions) for one in found.error_codes] == [
        ("TIMEOUT", 4, 15),
        ("CONFLICT", 1, 15),
    ]
    assert {(row.action_type, row.outcome) for row in found.newest_failures[:4]} == {("get", "failure")}
    assert len(found.newest_failures) == 5
    assert found.changes == ()


def test_what_changed_since_last_week(space: Memory) -> None:
    week = timedelta(weeks=1)
    captured(space, 100, 60, HOUR)
    captured(space, 100, 10, HOUR + week)
    captured(space, 50, 5, HOUR, action_type="put")
    captured(space, 50, 6, HOUR + week, action_type="put")
    captured(space, 50, 50, week - HOUR, action_type="put")  # later than the day that is compared
    changes = space.telemetry.overview().changes
    assert (changes[0].dimension, changes[0].name) == (None, "")
    by_name = {(one.dimension, one.name): one for one in changes}
    assert ("action_type", "put") not in by_name
    got = by_name["action_type", "get"]
    assert (got.before.failures, got.now.failures, got.certain) == (10, 60, True)
    assert got.difference == pytest.approx(0.5)
    assert 0.3 < got.interval[0] < 0.5 < got.interval[1] < 0.7
    assert by_name["error_code", "TIMEOUT"].before.actions == 150


def test_a_period_of_its_own(space: Memory) -> None:
    captured(space, 3, 1, timedelta(days=20))
    captured(space, 3, 1, HOUR)
    found = space.telemetry.overview(NOON - timedelta(days=30), NOON)
    assert (found.slice_seconds, len(found.slices), found.compared_weeks) == (43_200, 60, 5)
    assert found.total.actions == 6
    near = space.telemetry.overview(NOON - 2 * HOUR, NOON - HOUR / 2)
    assert (near.slice_seconds, near.total.actions) == (300, 3)
    for given in ((NOON, NOON), (NOON - timedelta(days=400), NOON)):
        with pytest.raises(errors.InvalidInput, match="since"):
            space.telemetry.overview(*given)


def test_patterns_and_the_state_of_the_worker(space: Memory, graph: Graph) -> None:
    often = pattern(graph, space.workspace_id, sample_count=90)
    sure = pattern(graph, space.workspace_id, "Gone", confidence=1.0, first_seen=NOON)
    pattern(graph, space.workspace_id, "None")
    before = space.telemetry.overview().work
    assert [(one.name, one.done_at) for one in before.passes] == [(name, None) for name in PASSES]
    captured(space, 1, 0, HOUR)
    evaluate(graph, space.workspace_id, passes=[1], now=NOON)
    found = space.telemetry.overview()
    assert [row.pattern_id for row in found.costliest_patterns] == [often, sure]
    assert [row.pattern_id for row in found.newest_patterns] == [sure, often]
    assert found.work.passes[0].done_at == NOON
    assert (found.work.reviews, found.work.messages_pending, found.work.memory_enabled) == (0, 0, True)


def test_the_trend_of_a_pattern(space: Memory, graph: Graph) -> None:
    for day in range(4, -1, -1):
        at = NOON - timedelta(days=day)
        for run in range(4):
            space.telemetry.capture(
                action_type="get",
                session_id=f"{day}-{run}",
                outcome="failure" if run < 3 or day > 2 else "success",
                error_code="TIMEOUT" if run < 3 or day > 2 else None,
                started_at=at - HOUR,
            )
        evaluate(graph, space.workspace_id, passes=[1, 2], now=at)
    row = next(one for one in space.telemetry.patterns(outcome="failure") if one.context is None)
    (trend,) = space.telemetry.pattern_trends(row.pattern_id)
    last = trend.points[-1]
    assert (last.at, last.action_count, last.total_count) == (NOON, row.action_count, row.total_count)
    assert last.interval == pytest.approx(row.interval)
    assert trend.points[0].rate == 1.0 > last.rate
    assert len(space.telemetry.pattern_trends(days=1)[0].points) == 1
    assert space.telemetry.pattern_trends(pattern_ids=[str(row.pattern_id), new_id()]) == [trend]
    assert space.telemetry.pattern_trends(pattern_ids=[new_id()]) == []


def test_the_named_passes_are_those_of_the_plan() -> None:
    assert set(PASSES) <= set(NAMES.values())


def test_a_period_has_few_slices_and_is_compared_with_an_earlier_one() -> None:
    for days in (1 / 24, 1, 7, 30, 366):
        length = timedelta(days=days)
        assert slice_seconds(length) in SECONDS
        assert length.total_seconds() / slice_seconds(length) <= SLICES + 2
        now, before = periods(NOON - length, NOON, slice_seconds(length))
        assert before["until"] <= now["since"] and before["since"] < before["until"]
    assert [compared_weeks(timedelta(days=days, hours=2)) for days in (1, 7, 30)] == [1, 1, 5]


def test_an_empty_workspace(space: Memory) -> None:
    found = space.telemetry.overview()
    assert (found.total.actions, found.total.rate, found.newest_failures, found.changes) == (0, None, (), ())


NIGHT = datetime(2026, 4, 30, 23, 30, tzinfo=UTC)


def several(space: Memory) -> None:
    rows: list[dict[str, Any]] = [
        {"action_type": "lookup", "targets": ["order-1"], "latency_ms": 50, "started_at": NOON - HOUR},
        {"action_type": "charge", "targets": ["order-2"], "latency_ms": 900, "started_at": NIGHT, "agent_id": "Till"},
        {"action_type": "charge", "error_code": "Declined", "started_at": NIGHT + HOUR, "target_node_type": "order"},
    ]
    space.telemetry.capture_many(
        {"session_id": f"s{number}", "outcome": "failure" if "error_code" in row else "success"} | row
        for number, row in enumerate(rows)
    )


@pytest.mark.parametrize(
    ("given", "sessions"),
    [
        ({}, ["s0", "s2", "s1"]),
        ({"sort": "slowest"}, ["s1", "s0", "s2"]),
        ({"outcome": "failure"}, ["s2"]),
        ({"error_code": "Declined"}, ["s2"]),
        ({"node_id": "order-1"}, ["s0"]),
        ({"node_type": "order"}, ["s2"]),
        ({"session_id": "s1"}, ["s1"]),
        ({"agent_id": "Till"}, ["s1"]),
        ({"query": "DECL"}, ["s2"]),
        ({"query": "order-"}, ["s0", "s1"]),
        ({"query": "till", "sort": "slowest"}, ["s1"]),
        ({"min_latency_ms": 100}, ["s1"]),
        ({"time_from": "23:00", "time_to": "01:00"}, ["s2", "s1"]),
        ({"time_from": "23:00"}, ["s1"]),
        ({"time_to": "01:00"}, ["s2"]),
        ({"time_from": "08:00", "time_to": "09:00", "time_zone": "Asia/Tokyo"}, ["s1"]),
        ({"since": NIGHT, "until": NIGHT + HOUR}, ["s1"]),
    ],
)
def test_actions_are_narrowed_and_counted(space: Memory, given: dict[str, Any], sessions: list[str]) -> None:
    several(space)
    assert [row.session_id for row in space.telemetry.actions_page(**given).items] == sessions
    given = {name: value for name, value in given.items() if name != "sort"}
    counts = space.telemetry.action_counts(**given)
    assert (counts.actions, counts.failures) == (len(sessions), int("s2" in sessions))


@pytest.mark.parametrize("sort", ["newest", "slowest"])
def test_actions_come_page_by_page(space: Memory, sort: Any) -> None:
    captured(space, 7, 0, HOUR, latency_ms=5)
    captured(space, 4, 0, 2 * HOUR)
    seen: list[str] = []
    cursor = None
    while True:
        page = space.telemetry.actions_page(sort=sort, limit=4, cursor=cursor)
        seen += [row.id for row in page.items]
        cursor = page.next
        if cursor is None:
            break
    assert (len(seen), len(set(seen))) == (11, 11)


@pytest.mark.parametrize(
    "given", [{"time_from": "24:00"}, {"time_zone": "Atlantis"}, {"query": ""}, {"sort": "x"}, {"min_latency_ms": -1}]
)
def test_wrong_filters_are_refused(space: Memory, given: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidInput, match=next(iter(given))):
        space.telemetry.actions_page(**given)
