"""What inject asks the database of a workspace with many actions: as much as of one with few."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from oxgraph.graph import Graph
from tests.passes.support import action, capture, workspace_of

FILE = Path(__file__).parents[2] / "procedures/src/main/resources/oxgraph/inject/recent.cypher"
NOW = datetime(2026, 1, 10, 12, tzinfo=UTC)
MOST_HITS = 150


def operators(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """An operator and all below it."""
    return [plan, *(below for child in plan.get("children", []) for below in operators(child))]


def recent(graph: Graph, workspace_id: str) -> tuple[set[str], int, int]:
    """The operators, database hits and rows of the statement for the last quarter of an hour."""
    given = {"workspace_id": workspace_id, "action_type": "pay", "since": NOW - timedelta(minutes=15), "now": NOW}
    text = FILE.read_text(encoding="utf-8").replace("CYPHER 25", "")
    result = graph.driver.execute_query(f"CYPHER 25 PROFILE {text}", given)
    assert result.summary.profile is not None
    found = operators(result.summary.profile)
    names = {operator["operatorType"].split("@")[0] for operator in found}
    return names, sum(int(operator["args"].get("DbHits", 0)) for operator in found), len(result.records)


@pytest.mark.parametrize("actions", [400, pytest.param(20_000, marks=pytest.mark.deep)])
def test_the_last_actions_of_a_type_cost_what_is_returned(graph: Graph, actions: int) -> None:
    workspace_id = workspace_of(graph)
    step = timedelta(minutes=14) / actions
    rows = [
        action(f"s{n // 10}", NOW - step * n, action_type=("pay", "read")[n % 2], target_node_ids=["order"], seq=n % 10)
        for n in range(actions)
    ]
    for place in range(0, actions, 2_000):
        capture(graph, workspace_id, rows[place : place + 2_000])
    names, hits, returned = recent(graph, workspace_id)
    assert returned == 20
    assert hits <= MOST_HITS
    assert names.isdisjoint({"NodeByLabelScan", "NodeIndexScan", "Sort", "Top"})
    assert "NodeIndexSeek" in names
