"""Pass 5: only what expired long ago and was never sure is deleted."""

import json
from typing import Any

import pytest

from oxgraph import cypher
from oxgraph.graph import Graph
from oxgraph.local.health_checks import AUDIT_REMEDIES
from oxgraph.passes import run_pass
from tests.passes.memories import days, left_over, memories, remember
from tests.passes.support import START, query, workspace_of
from tests.passes.test_runner import Killed

ORPHANS = next(file for file in cypher.all_files("audit") if file.name == "orphan_questions")


def collected(graph: Graph, workspace_id: str, after: float, **options: Any) -> int:
    return run_pass(graph, workspace_id, "garbage", now=days(after), **options).counters["deleted"]


def expired(graph: Graph, workspace_id: str, confidence: float = 0.29, **fields: Any) -> str:
    return remember(graph, workspace_id, status="expired", expired_at=START, confidence=confidence, **fields)


def test_deleted_only_when_both_hold(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    doubtful = expired(graph, workspace_id, 0.29)
    at_the_limit, sure = expired(graph, workspace_id, 0.3), expired(graph, workspace_id, 0.9)
    active = remember(graph, workspace_id, confidence=0.1)
    replaced = remember(graph, workspace_id, confidence=0.1, status="superseded", expired_at=START)
    assert collected(graph, workspace_id, 90 - 1 / 86_400) == 0, "expired for less than 90 days"
    assert collected(graph, workspace_id, 90) == 1
    assert doubtful not in memories(graph, workspace_id)
    assert collected(graph, workspace_id, 5_000) == 0
    assert set(memories(graph, workspace_id)) == {at_the_limit, sure, active, replaced}


def test_what_it_leaves(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    memory_id, kept = expired(graph, workspace_id), remember(graph, workspace_id)
    for one in (memory_id, memory_id, kept):
        graph.write(query("question"), workspace_id=workspace_id, memory_id=one)
    run = run_pass(graph, workspace_id, 5, now=days(100))
    assert (run.counters["deleted"], run.counters["questions"]) == (1, 2)
    found = left_over(graph, workspace_id, memory_id)
    (transition,), (tombstone,) = found["transitions"], found["tombstones"]
    assert (transition["rule"], transition["from_status"], transition["to_status"]) == ("deleted", "expired", "deleted")
    assert json.loads(transition["inputs"]) == {"confidence": 0.29, "expired_at": "2025-03-01T00:00:00Z"}
    assert (tombstone["kind"], tombstone["reason"], tombstone["deleted_at"]) == ("memory", "deleted", days(100))
    assert (tombstone["run_id"], transition["run_id"], found["questions"]) == (run.id, run.id, 0)
    assert left_over(graph, workspace_id, kept)["questions"] == 1


def test_questions_of_a_memory_that_was_deleted_by_hand(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    gone, kept = remember(graph, workspace_id), remember(graph, workspace_id)
    for one in (gone, gone, gone, kept):
        graph.write(query("question"), workspace_id=workspace_id, memory_id=one)
    graph.write(query("delete_by_hand"), workspace_id=workspace_id, memory_id=gone)
    found = [row["workspace_id"] for row in graph.read(ORPHANS)]
    assert found.count(workspace_id) == 3
    assert "--pass garbage" in AUDIT_REMEDIES["orphan_questions"]
    run = run_pass(graph, workspace_id, "garbage", now=START, batch=2)
    assert {name: number for name, number in run.counters.items() if number} == {"left_questions": 3}
    assert workspace_id not in [row["workspace_id"] for row in graph.read(ORPHANS)]
    assert left_over(graph, workspace_id, kept)["questions"] == 1
    assert run_pass(graph, workspace_id, "garbage", now=days(1)).counters["left_questions"] == 0


def test_batches_twice_and_after_a_kill(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    ids = [expired(graph, workspace_id) for _ in range(20)]
    for _ in range(10):
        expired(graph, workspace_id, 0.8)

    def kill(name: str, counters: dict[str, int]) -> None:
        raise Killed

    with pytest.raises(Killed):
        collected(graph, workspace_id, 90, batch=6, progress=kill)
    assert collected(graph, workspace_id, 90, batch=6) == 14
    assert collected(graph, workspace_id, 90) == 0
    assert len(memories(graph, workspace_id)) == 10
    found = [left_over(graph, workspace_id, one) for one in ids]
    assert {(len(one["tombstones"]), len(one["transitions"])) for one in found} == {(1, 1)}


def test_a_setting_of_the_workspace_counts(graph: Graph) -> None:
    workspace_id = workspace_of(graph, collect_after_days=10, collect_confidence=0.5)
    expired(graph, workspace_id, 0.45)
    assert collected(graph, workspace_id, 9.9) == 0
    assert collected(graph, workspace_id, 10) == 1
