"""Metrics and benchmarks against figures worked out by hand."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from tests.fixtures.client_samples import NOON, at, pattern, sequence, write
from tests.fixtures.remote import Over


@pytest.fixture
def space(client: Client, over: Over) -> Iterator[Memory]:
    with over(client.create_workspace(f"test {new_id()}", baseline_sequences=2)) as found:
        yield found


RATE: dict[str, Any] = {"success_condition": "outcome == 'success'"}


@pytest.fixture
def filled(space: Memory, graph: Graph) -> Memory:
    """Two runs long ago (the baseline), four within the week, one at its very edge, one that is still open."""
    w = space.workspace_id
    sequence(graph, w, at(days=40), outcome="failure", count=10)
    sequence(graph, w, at(days=39), outcome="success", count=20)
    for count, outcome in ((2, "success"), (4, "success"), (6, "success"), (8, "failure")):
        sequence(graph, w, at(days=1, minutes=count), outcome=outcome, count=count)
    sequence(graph, w, at(days=7), outcome="failure", count=99)
    sequence(graph, w, at(minutes=4), outcome="failure", count=99)
    return space


@pytest.mark.parametrize(
    ("asked", "value", "baseline", "samples"),
    [
        (RATE, 0.75, 0.5, 4),
        ({"success_condition": "outcome == 'failure'"}, 0.25, 0.5, 4),
        ({"success_condition": "action_count < 5"}, 0.5, 0.0, 4),
        ({"aggregation": "average"}, 5.0, 15.0, 4),
        ({"aggregation": "average"} | RATE, 4.0, 20.0, 3),
        ({"aggregation": "p95"}, 7.7, 19.5, 4),
        (RATE | {"window_days": 8}, 0.6, 0.5, 5),
        (RATE | {"event_filter": {"action_type": "get"}}, 0.75, 0.5, 4),
        (RATE | {"event_filter": {"action_type": ["get", "x"], "target_node_type": ["person"]}}, 0.75, 0.5, 4),
        (RATE | {"event_filter": {"action_type": ["get"], "target_node_type": "order"}}, None, None, 0),
    ],
)
def test_a_preview_is_what_a_hand_count_gives(
    filled: Memory, asked: dict[str, Any], value: float | None, baseline: float | None, samples: int
) -> None:
    found = filled.telemetry.metrics.preview(**asked)
    assert found.value == pytest.approx(value)
    assert found.baseline == pytest.approx(baseline)
    assert found.sample_count == samples
    delta = None if value is None or baseline is None else value - baseline
    assert found.delta_vs_baseline == pytest.approx(delta)


def test_a_positive_delta_is_an_improvement(filled: Memory, graph: Graph) -> None:
    """Shorter runs are better: 5 actions instead of 15 are 10 better, in a preview, in the trend and side by side."""
    telemetry = filled.telemetry
    asked: dict[str, Any] = {"aggregation": "average"}
    assert telemetry.metrics.preview(**asked, better="lower").delta_vs_baseline == 10.0
    assert telemetry.metrics.preview(**asked).delta_vs_baseline == -10.0
    efficiency = telemetry.metrics.get("Efficiency delta")
    assert telemetry.metrics.value(efficiency, at(days=7), NOON).delta_vs_baseline == 10.0
    shorter = telemetry.metrics.create("Short", **asked, better="lower")
    benchmark(graph, filled, shorter, date(2026, 4, 3), 0.2)
    assert [row.delta_vs_baseline for row in telemetry.benchmarks.get("Short")] == [0.3]
    assert telemetry.benchmarks.compare("Short", "Short").a.delta_vs_baseline == 0.3
    telemetry.metrics.update("Short", better="higher")
    assert [row.delta_vs_baseline for row in telemetry.benchmarks.get("Short")] == [-0.3]


def test_type_and_node_type_are_of_one_action(space: Memory, graph: Graph) -> None:
    sequence(graph, space.workspace_id, at(days=1), pairs=(("get", "order"), ("put", "person")))
    preview = space.telemetry.metrics.preview
    both = {"action_type": "get", "target_node_type": "person"}
    assert preview(**RATE, event_filter=both).sample_count == 0
    assert preview(**RATE, event_filter=both | {"action_type": "put"}).sample_count == 1


@pytest.mark.parametrize(
    "asked", [RATE, {"aggregation": "average"}, {"aggregation": "p95"} | RATE, RATE | {"better": "lower"}]
)
def test_each_day_of_a_history_is_the_metric_over_its_window(filled: Memory, asked: dict[str, Any]) -> None:
    metrics = filled.telemetry.metrics
    made = metrics.create("mine", **asked, window_days=3)
    found = metrics.history("mine", 45)
    assert [row.date for row in found] == [NOON.date() - timedelta(days=ago) for ago in range(44, -1, -1)]
    tick = timedelta(microseconds=1)
    for row in found[:-1]:
        end = datetime.combine(row.date + timedelta(days=1), time(), UTC)
        value = metrics.value(made, end - timedelta(days=3) - tick, end - tick)
        assert row.model_dump(include=set(value.model_dump())) == pytest.approx(value.model_dump()), row.date
    assert any(row.value is not None and row.interval is not None for row in found) == (made.aggregation == "rate")
    assert metrics.history("mine", 2, as_of=NOON - timedelta(days=1))[-1].date == NOON.date() - timedelta(days=1)


def test_a_history_is_split_by_agent(space: Memory, graph: Graph) -> None:
    for agent, outcome in (("a", "success"), ("a", "success"), ("b", "failure"), (None, "success")):
        sequence(graph, space.workspace_id, at(days=1), outcome=outcome, agent_id=agent)
    found = space.telemetry.metrics.history("Task success rate", 3, by_agent=True)
    assert [
        (row.agent_id, row.value, row.sample_count) for row in found if row.date == NOON.date() - timedelta(days=1)
    ] == [
        ("a", 1.0, 2),
        ("", 1.0, 1),
        ("b", 0.0, 1),
    ]
    assert space.telemetry.metrics.history("Pattern utilization") == []
    for days in (0, 401):
        with pytest.raises(errors.InvalidInput):
            space.telemetry.metrics.history("Task success rate", days)


def test_an_empty_window_is_none_and_not_zero(space: Memory) -> None:
    for asked in (RATE, {"aggregation": "average"}, {"aggregation": "p95"}):
        assert space.telemetry.metrics.preview(**asked) == oxgraph.MetricValue(
            value=None, baseline=None, delta_vs_baseline=None, sample_count=0
        )


def test_the_life_of_a_metric(space: Memory) -> None:
    metrics = space.telemetry.metrics
    made = metrics.create("Merges", success_condition="action_count<5", event_filter={"action_type": "merge"})
    assert (made.success_condition, made.action_types, made.built_in) == ("action_count < 5", ("merge",), False)
    with pytest.raises(errors.InvalidInput, match="taken"):
        metrics.create("Merges", **RATE)
    changed = metrics.update(made.id, window_days=30)
    assert changed.model_dump() == made.model_dump() | {"window_days": 30}
    with pytest.raises(errors.InvalidInput, match="a rate needs one"):
        metrics.update(made.id, success_condition="")
    assert metrics.update(made.id, success_condition="", aggregation="average").success_condition is None
    changed = metrics.update("Merges", name="Joins", active=False, event_filter={"target_node_type": ["a", "b"]})
    assert (changed.id, changed.name, changed.action_types, changed.node_types) == (made.id, "Joins", (), ("a", "b"))
    assert "Joins" not in [row.name for row in metrics.list()]
    assert "Joins" in [row.name for row in metrics.list(all=True)]
    for wrong in ({"colour": 1}, {"name": "Task success rate"}, {"success_condition": "1"}, {"aggregation": "max"}):
        with pytest.raises(errors.InvalidInput):
            metrics.update("Joins", **wrong)
    assert metrics.delete("Joins")
    for gone in (lambda: metrics.delete("Joins"), lambda: metrics.update(made.id, active=True)):
        with pytest.raises(errors.NotFound):
            gone()


def test_a_built_in_metric_is_switched_off_and_never_deleted(space: Memory) -> None:
    metrics = space.telemetry.metrics
    assert not metrics.delete("Task success rate")
    assert [row.active for row in metrics.list(all=True) if row.name == "Task success rate"] == [False]
    assert len(metrics.list()) == 2
    with pytest.raises(errors.InvalidInput, match="built in"):
        metrics.update("Task success rate", window_days=9)
    assert metrics.update("Task success rate", active=True).active


def benchmark(graph: Graph, space: Memory, metric: oxgraph.MetricRow, day: date, value: float | None) -> None:
    properties = {
        "workspace_id": space.workspace_id,
        "id": new_id(),
        "metric_id": metric.id,
        "metric_name": metric.name,
        "date": day,
        "value": value,
        "baseline": 0.5,
        "delta_vs_baseline": None if value is None else value - 0.5,
        "sample_count": 3,
        "computed_at": NOON,
    }
    write(graph, "CREATE (b:_mem:benchmark) SET b = $properties", properties=properties)


def test_a_share_of_runs_has_an_interval(space: Memory, graph: Graph) -> None:
    metrics = space.telemetry.metrics
    rate, mean = metrics.create("Share", **RATE), metrics.create("Mean", aggregation="average")
    benchmark(graph, space, rate, date(2026, 4, 1), 1 / 3)
    benchmark(graph, space, rate, date(2026, 4, 2), None)
    benchmark(graph, space, mean, date(2026, 4, 1), 0.5)
    first, without = space.telemetry.benchmarks.get("Share")
    assert first.interval == pytest.approx((0.061, 0.792), abs=0.001)
    assert without.interval is None
    assert space.telemetry.benchmarks.get("Mean")[0].interval is None


def test_the_trend_and_two_metrics_side_by_side(space: Memory, graph: Graph) -> None:
    telemetry = space.telemetry
    a, b = telemetry.metrics.create("A", **RATE), telemetry.metrics.create("B", **RATE)
    for day in (3, 1, 2):
        benchmark(graph, space, a, date(2026, 4, day), day / 10)
    assert [(row.date.day, row.value) for row in telemetry.benchmarks.get("A")] == [(1, 0.1), (2, 0.2), (3, 0.3)]
    assert [row.date.day for row in telemetry.benchmarks.get(a.id, limit=2)] == [2, 3]
    assert telemetry.benchmarks.compare("A", "B").difference is None
    benchmark(graph, space, b, date(2026, 4, 3), 0.8)
    found = telemetry.benchmarks.compare("A", "B")
    assert (found.a.metric_name, found.b.value) == ("A", 0.8)
    assert found.difference == pytest.approx(0.5)
    telemetry.metrics.delete("A")
    with pytest.raises(errors.NotFound):
        telemetry.benchmarks.get("A")
    left = graph.driver.execute_query(
        "MATCH (b:_mem:benchmark {workspace_id: $w}) RETURN count(b) AS n",
        w=space.workspace_id,
        database_=graph.database,
    )
    assert left.records[0]["n"] == 1


def test_one_metric_in_two_windows(filled: Memory) -> None:
    old, new = (at(days=41), at(days=30)), (at(days=7), NOON)
    found = filled.telemetry.benchmarks.compare("Task success rate", windows=(old, new))
    assert (found.a.value, found.b.value, found.difference) == (0.5, 0.75, 0.25)
    assert (found.a.since, found.a.until, found.b.sample_count) == (*old, 4)


@pytest.mark.parametrize("windows", [(), ((NOON, NOON),), ((NOON, "x"), (NOON, NOON)), 5, ((NOON, NOON), (NOON, None))])
def test_windows_that_are_none(space: Memory, windows: Any) -> None:
    with pytest.raises(errors.InvalidInput):
        space.telemetry.benchmarks.compare("Efficiency delta", windows=windows)
    with pytest.raises(errors.InvalidInput):
        space.telemetry.benchmarks.compare("Efficiency delta")
    with pytest.raises(errors.InvalidInput):
        space.telemetry.benchmarks.get("Efficiency delta", limit=0)


def utilization(space: Memory) -> oxgraph.MetricValue:
    metrics = space.telemetry.metrics
    return metrics.value(metrics.get("Pattern utilization"), NOON - timedelta(days=7), NOON)


def shown(space: Memory, graph: Graph, pattern_id: str, when: datetime, errors_: list[str | None]) -> None:
    """A run of get actions on persons, whose second action was shown the pattern."""
    session_id, w = new_id(), space.workspace_id
    ids = []
    for seq, code in enumerate(errors_):
        found = space.telemetry.capture(
            action_type="get",
            session_id=session_id,
            outcome="failure" if code else "success",
            error_code=code,
            target_node_type="person",
            started_at=when,
            seq=seq,
            injected_patterns=[pattern_id] if seq == 1 else [],
        )
        ids.append(found.action_id)
    run = sequence(graph, w, when)
    write(
        graph,
        "MATCH (s:sequence {workspace_id: $w, id: $run}) MATCH (a:action {workspace_id: $w}) WHERE a.id IN $ids"
        " CREATE (s)-[:`_mem:contains`]->(a)",
        w=w,
        run=run,
        ids=ids,
    )


def test_pattern_utilization_counts_the_warned_that_did_not_do_it(space: Memory, graph: Graph) -> None:
    failure, success = pattern(graph, space.workspace_id), pattern(graph, space.workspace_id, "None")
    assert utilization(space).value is None
    shown(space, graph, failure, at(days=1), ["NotFound", None, None])
    shown(space, graph, failure, at(days=2), [None, None, "NotFound"])
    shown(space, graph, failure, at(days=3), [None, "NotFound"])
    shown(space, graph, failure, at(days=4), [None, "Other", None])
    shown(space, graph, success, at(days=1), [None, None])
    found = utilization(space)
    assert (found.value, found.sample_count) == (0.5, 4)
    assert found.baseline == pytest.approx(0.5)
