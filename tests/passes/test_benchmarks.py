"""Pass 3: one benchmark a day for each active metric, with the figures that the client's statements give."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from tests.passes.support import action, at, capture, query, workspace_of

DEFAULTS: dict[str, Any] = {
    "built_in": False,
    "active": True,
    "kind": "sequences",
    "action_types": [],
    "node_types": [],
    "aggregation": "rate",
    "window_days": 7,
    "better": "higher",
}
METRICS: list[dict[str, Any]] = [
    {"name": "success", "condition_outcome": "success"},
    {"name": "short", "condition_action_count_below": 3},
    {"name": "length", "aggregation": "average", "better": "lower"},
    {"name": "long tail", "aggregation": "p95", "window_days": 30},
    {"name": "searches", "action_types": ["search"], "node_types": ["X"], "condition_outcome": "failure"},
    {"name": "nothing", "action_types": ["never"]},
    {"name": "heeded", "kind": "pattern_utilization"},
    {"name": "off", "active": False},
]


def fill(graph: Graph) -> str:
    workspace_id = workspace_of(graph, baseline_sequences=4)
    graph.write(query("metrics"), workspace_id=workspace_id, metrics=[DEFAULTS | m for m in METRICS], now=at())
    for n in range(20):
        outcome = "failure" if n % 3 == 0 else "success"
        acts = [action(f"s{n}", at(n, minute), action_type="step") for minute in range(n % 5)]
        acts.append(action(f"s{n}", at(n, 5), outcome, action_type="search", target_node_type="X" if n % 2 else "Y"))
        capture(graph, workspace_id, acts)
    return workspace_id


def benchmarks(graph: Graph, workspace_id: str) -> dict[str, dict[str, Any]]:
    rows = graph.read(query("benchmarks"), workspace_id=workspace_id)
    return {row["name"]: row["properties"] for row in rows}


def figures(found: dict[str, Any]) -> dict[str, Any]:
    names = ("value", "baseline", "delta_vs_baseline", "sample_count")
    return {name: found.get(name) for name in names}


def by_statement(graph: Graph, workspace_id: str, metric: dict[str, Any], now: datetime) -> dict[str, Any]:
    metric = DEFAULTS | metric
    span = {
        "workspace_id": workspace_id,
        "now": now,
        "since": now - timedelta(days=metric["window_days"]),
        "until": now,
        "baseline_sequences": 4,
    }
    if metric["kind"] == "pattern_utilization":
        return graph.read(statement("metric/utilization"), **span)[0]
    return graph.read(
        statement("metric/value"),
        **span,
        action_types=metric["action_types"],
        node_types=metric["node_types"],
        outcome=metric.get("condition_outcome"),
        action_count_below=metric.get("condition_action_count_below"),
        aggregation=metric["aggregation"],
        better=metric["better"],
    )[0]


def test_the_figures_are_those_of_the_client(graph: Graph) -> None:
    workspace_id = fill(graph)
    now = at(18.5)
    evaluate(graph, workspace_id, now=now)
    found = benchmarks(graph, workspace_id)
    assert found.keys() == {m["name"] for m in METRICS} - {"off"}
    for metric in METRICS[:-1]:
        assert figures(found[metric["name"]]) == pytest.approx(by_statement(graph, workspace_id, metric, now))
    assert found["success"]["value"] == pytest.approx(4 / 7)
    assert found["success"]["baseline"] == pytest.approx(2 / 4)
    assert figures(found["nothing"]) == {
        "value": None,
        "baseline": None,
        "delta_vs_baseline": None,
        "sample_count": 0,
    }


def test_a_positive_delta_is_an_improvement_of_every_metric(graph: Graph) -> None:
    workspace_id = fill(graph)
    evaluate(graph, workspace_id, now=at(18.5))
    found = benchmarks(graph, workspace_id)
    for metric in METRICS[:-1]:
        one = figures(found[metric["name"]])
        if one["value"] is not None and one["baseline"] is not None:
            sign = -1 if metric.get("better") == "lower" else 1
            assert one["delta_vs_baseline"] == pytest.approx(sign * (one["value"] - one["baseline"]))
    assert found["length"]["delta_vs_baseline"] != 0


def test_benchmarks_of_the_first_version_are_turned(graph: Graph) -> None:
    workspace_id = fill(graph)
    evaluate(graph, workspace_id, now=at(17.5))
    kept = benchmarks(graph, workspace_id)
    graph.write(query("benchmarks_of_version_1"), workspace_id=workspace_id)
    before = benchmarks(graph, workspace_id)
    assert before["length"]["delta_vs_baseline"] == -kept["length"]["delta_vs_baseline"]
    evaluate(graph, workspace_id, now=at(18.5), passes=[3])
    again = graph.read(query("benchmarks"), workspace_id=workspace_id)
    first = {row["name"]: row["properties"] for row in again if row["properties"]["date"] == kept["length"]["date"]}
    for name in ("length", "success"):
        assert first[name]["delta_vs_baseline"] == kept[name]["delta_vs_baseline"]


def test_one_a_day(graph: Graph) -> None:
    workspace_id = fill(graph)
    evaluate(graph, workspace_id, now=at(18.5))
    before = graph.read(query("revisions"), workspace_id=workspace_id)
    run = evaluate(graph, workspace_id, now=at(18.5), passes=[3])[0]
    assert run.counters["benchmarks"] == 0
    assert graph.read(query("revisions"), workspace_id=workspace_id) == before
    evaluate(graph, workspace_id, now=at(19.5))
    assert len(graph.read(query("benchmarks"), workspace_id=workspace_id)) == 2 * (len(METRICS) - 1)


def test_heeded_warnings(graph: Graph) -> None:
    workspace_id = fill(graph)
    capture(graph, workspace_id, [action(f"p{n}", at(10, n), "failure", error_code="Bad") for n in range(5)])
    evaluate(graph, workspace_id, now=at(11))
    (pattern_id,) = (
        row["id"]
        for row in graph.read(query("patterns"), workspace_id=workspace_id)
        if row["properties"]["error_code"] == "Bad"
    )
    for n, outcome in enumerate(["success", "failure", "success", "success"]):
        shown = action(f"w{n}", at(12, n), action_type="look", injected_patterns=[pattern_id])
        code = {"error_code": "Bad"} if outcome == "failure" else {}
        capture(graph, workspace_id, [shown, action(f"w{n}", at(12, n + 1), outcome, **code)])
    now = at(13)
    evaluate(graph, workspace_id, now=now)
    found = benchmarks(graph, workspace_id)["heeded"]
    assert (found["value"], found["sample_count"]) == (0.75, 4)
    assert figures(found) == pytest.approx(by_statement(graph, workspace_id, METRICS[-2], now))
