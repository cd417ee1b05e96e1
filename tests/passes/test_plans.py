"""Passes reach everything by index, and cost what is new costs, however much stands there already."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from oxgraph import local
from oxgraph.cypher import CypherFile, all_files, statement
from oxgraph.graph import Graph
from oxgraph.local import Home
from oxgraph.passes import MAIN, evaluate
from oxgraph.passes.pass_settings import numbers
from oxgraph.passes.plan import plan
from oxgraph.passes.runner import BATCH
from oxgraph.settings import WorkspaceSettings
from tests.fixtures.neo4j import HEAP
from tests.passes.memories import days, remember
from tests.passes.support import action, at, capture, crowd, query, snapshot, workspace_of

pytestmark = pytest.mark.deep

SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "NodeIndexScan")
FILES = [file for number in MAIN for file in plan(number).files]
STATEMENTS = [
    file
    for file in all_files("statement")
    if file.name.startswith(("passes/", "erasure/")) and file.name != "passes/workspaces"
]
NODES = [f"n{n}" for n in range(20)]


def parameters(workspace_id: str, now: datetime) -> dict[str, Any]:
    settings = {**WorkspaceSettings().model_dump(), "digest": "none", "tick_seconds": 900, "night_hour": 2}
    return {"workspace_id": workspace_id, "now": now, "settings": settings, "batch": BATCH, "run_id": "none"}


def operators(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """An operator and all below it."""
    return [plan, *(below for child in plan.get("children", []) for below in operators(child))]


@pytest.fixture(scope="module")
def crowded(killable_home: Home) -> Iterator[Graph]:
    """A database whose every index holds many workspaces."""
    server = local.up(killable_home, heap=HEAP)
    with Graph.open(server.uri, server.auth) as graph:
        crowd(graph)
        yield graph


@pytest.mark.parametrize("file", FILES + STATEMENTS, ids=lambda file: str(file.name))
def test_no_scans(crowded: Graph, file: CypherFile) -> None:
    text = file.text.replace("CYPHER 25", "")
    explained = crowded.driver.execute_query(f"CYPHER 25 EXPLAIN {text}", parameters("none", at()))
    assert explained.summary.plan is not None
    found = [operator for operator in operators(explained.summary.plan) if operator["operatorType"].startswith(SCANS)]
    assert [(one["operatorType"], one["args"].get("Details")) for one in found] == []


def test_the_last_runs_are_read_in_the_order_of_their_index(crowded: Graph) -> None:
    """The 4,000 last runs are read backwards from the index, not sorted out of all runs of the window."""
    (file,) = (file for file in FILES if file.name == "outcomes")
    text = file.text.replace("CYPHER 25", "")
    explained = crowded.driver.execute_query(f"CYPHER 25 EXPLAIN {text}", parameters("none", at()))
    assert explained.summary.plan is not None
    sorts = [one for one in operators(explained.summary.plan) if one["operatorType"].startswith(("Top", "Sort"))]
    assert [one["args"]["Details"] for one in sorts if "run_at" in one["args"]["Details"]] == []


def fill(graph: Graph, workspace_id: str, first_day: int, sessions: int) -> None:
    """Sessions of five actions within one day."""
    for start in range(0, sessions, 500):
        capture(
            graph,
            workspace_id,
            [
                action(
                    f"{first_day}-{n}",
                    at(first_day, n / 10 + step / 10),
                    "failure" if (n + step) % 3 else "success",
                    action_type=f"act{step % 2}",
                    target_node_type="X",
                    target_node_ids=[NODES[(n + step) % len(NODES)]],
                )
                for n in range(start, min(start + 500, sessions))
                for step in range(5)
            ],
        )


def hits_of_pass_2(graph: Graph, history: int) -> int:
    """Database hits of pass 2 over 100 new sequences on top of `history` others."""
    workspace_id = workspace_of(graph)
    graph.write(query("entities"), workspace_id=workspace_id, node_ids=NODES, now=at())
    fill(graph, workspace_id, 0, history)
    evaluate(graph, workspace_id, now=at(2))
    fill(graph, workspace_id, 3, 100)
    evaluate(graph, workspace_id, now=at(4), passes=[1])
    settings = evaluate_settings(graph, workspace_id)
    hits = 0
    for file in plan(2).files:
        given = {**parameters(workspace_id, at(4)), "settings": settings}
        result = graph.driver.execute_query(f"PROFILE {file.text}", given)
        assert result.summary.profile is not None
        hits += sum(operator["args"].get("DbHits", 0) for operator in operators(result.summary.profile))
    return hits


def evaluate_settings(graph: Graph, workspace_id: str) -> dict[str, Any]:
    """The settings with the digest that the workspace's patterns were folded with."""
    row = graph.read(query("tallies"), workspace_id=workspace_id)[0]["properties"]
    return {**WorkspaceSettings().model_dump(), "digest": row["settings_digest"], "tick_seconds": 900, "night_hour": 2}


def test_pass_2_costs_what_is_new(graph: Graph) -> None:
    few, many = hits_of_pass_2(graph, 100), hits_of_pass_2(graph, 1_000)
    assert many <= 1.5 * few


def memory_of_pass_2(graph: Graph, failures: int) -> int:
    """The most memory in bytes that a batch of pass 2 takes over so many failures, each of its own kind."""
    workspace_id = workspace_of(graph)
    kinds = [f"act{n:04}" for n in range(failures)]
    capture(
        graph, workspace_id, [action(kind, at(minutes=n), "failure", action_type=kind) for n, kind in enumerate(kinds)]
    )
    evaluate(graph, workspace_id, passes=[1], now=at(9))
    given = {**parameters(workspace_id, at(9)), "batch": 100}
    (file,) = (file for file in plan(2).files if file.name == "patterns")
    taken, remaining = [], 1
    while remaining:
        result = graph.driver.execute_query(f"PROFILE {file.text}", given)
        remaining = result.records[0]["remaining"]
        assert result.summary.profile is not None
        taken.append(int(result.summary.profile["args"]["GlobalMemory"]))
    assert len(snapshot(graph, workspace_id)["keys"]) >= failures
    return max(taken)


def test_pass_2_takes_the_memory_of_a_batch(graph: Graph) -> None:
    few, many = memory_of_pass_2(graph, 200), memory_of_pass_2(graph, 1_600)
    assert many <= 2 * few


def hits_of_freshness(graph: Graph, fresh: int) -> int:
    """Database hits of pass 4 over 50 faded memories beside `fresh` ones."""
    workspace_id = workspace_of(graph)
    for n in range(fresh + 50):
        remember(graph, workspace_id, type="event", last_accessed_at=days(0 if n < 50 else 60))
    settings = numbers(graph.read(statement("passes/workspace"), workspace=workspace_id)[0])
    given = {**parameters(workspace_id, days(110)), "settings": settings}
    file = next(one for one in plan(4).files if one.name == "freshness")
    result = graph.driver.execute_query(f"PROFILE {file.text}", given)
    assert result.records[0]["expired"] == 50
    assert result.summary.profile is not None
    return sum(int(operator["args"].get("DbHits", 0)) for operator in operators(result.summary.profile))


def test_freshness_costs_what_has_faded(graph: Graph) -> None:
    few, many = hits_of_freshness(graph, 50), hits_of_freshness(graph, 500)
    assert many <= 1.1 * few


def hits_of_targets(graph: Graph, kinds: int) -> int:
    """Database hits of one batch of 10 of the targets to forget, all of one type of action beside `kinds` others."""
    workspace_id = workspace_of(graph)
    graph.write(query("targets_to_forget"), workspace_id=workspace_id, kinds=kinds, count=100, day=1)
    (file,) = (file for file in plan(3).files if file.name == "targets")
    result = graph.driver.execute_query(f"PROFILE {file.text}", {**parameters(workspace_id, days(300)), "batch": 10})
    assert result.records[0].data() == {"forgotten": 10, "remaining": 1}
    assert result.summary.profile is not None
    return sum(int(operator["args"].get("DbHits", 0)) for operator in operators(result.summary.profile))


def test_targets_are_forgotten_whatever_the_number_of_types(graph: Graph) -> None:
    few, many = hits_of_targets(graph, 10), hits_of_targets(graph, 1_000)
    assert 0 < many <= 1.1 * few
