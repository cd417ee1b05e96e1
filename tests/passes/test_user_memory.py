"""Pass 6: the rules for facts about users."""

import json
from datetime import date
from typing import Any

import pytest

from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.passes.memories import contradict, days, left_over, memories, remember
from tests.passes.support import START, query, workspace_of
from tests.passes.test_runner import Killed


def fact(graph: Graph, workspace_id: str, **fields: Any) -> str:
    return remember(graph, workspace_id, policy="confidence", **fields)


def run(graph: Graph, workspace_id: str, after: float, **options: Any) -> tuple[int, int]:
    counters = run_pass(graph, workspace_id, "user_memory", now=days(after), **options).counters
    return counters["decayed"], counters["pruned"]


def confidence(graph: Graph, workspace_id: str, memory_id: str) -> float:
    return float(memories(graph, workspace_id)[memory_id]["confidence"])


def test_a_fact_not_confirmed_for_seven_days_loses_a_twentieth_a_run(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    memory_id = fact(graph, workspace_id)
    assert run(graph, workspace_id, 7 - 1 / 86_400) == (0, 0)
    assert run(graph, workspace_id, 7) == (1, 0)
    assert confidence(graph, workspace_id, memory_id) == pytest.approx(0.95)
    assert run(graph, workspace_id, 7) == (0, 0), "a run at the same time changes nothing"
    assert run(graph, workspace_id, 7.1) == (1, 0)
    assert confidence(graph, workspace_id, memory_id) == pytest.approx(0.9025)
    assert run(graph, workspace_id, 12) == (1, 0), "time without a run is not made up for"
    assert confidence(graph, workspace_id, memory_id) == pytest.approx(0.857375)
    assert memories(graph, workspace_id)[memory_id]["decayed_on"] == date(2025, 3, 13)
    assert left_over(graph, workspace_id, memory_id)["transitions"] == [], "its state has not changed"


def test_a_confirmed_fact_stays_as_it_is(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fact(graph, workspace_id, reinforced_at=days(10))
    remember(graph, workspace_id)
    fact(graph, workspace_id, status="forgotten")
    assert run(graph, workspace_id, 16.9) == (0, 0)
    assert run(graph, workspace_id, 17) == (1, 0)


def test_daily_for_a_month_it_is_pruned_on_day_31(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    memory_id = fact(graph, workspace_id)
    # 0.95^23 = 0.3074, 0.95^24 = 0.2920: the 24th of the daily runs that begin on day 7 is that of day 30.
    for day in range(7, 30):
        assert run(graph, workspace_id, day) == (1, 0)
    assert confidence(graph, workspace_id, memory_id) == pytest.approx(0.95**23)
    assert run(graph, workspace_id, 30) == (1, 0), "below 0.3, and 30 days old, not older"
    assert confidence(graph, workspace_id, memory_id) == pytest.approx(0.2920, abs=1e-4)
    assert run(graph, workspace_id, 31) == (1, 1)
    assert memory_id not in memories(graph, workspace_id)


@pytest.mark.parametrize(
    ("before", "age", "pruned"),
    [(0.31, 31, 1), (0.3158, 31, 0), (0.29, 30, 0), (0.29, 30.001, 1), (0.9, 400, 0)],
)
def test_pruned_only_when_both_hold(graph: Graph, before: float, age: float, pruned: int) -> None:
    """0.31 × 0.95 = 0.2945; 0.3158 × 0.95 = 0.30001."""
    workspace_id = workspace_of(graph)
    fact(graph, workspace_id, confidence=before)
    assert run(graph, workspace_id, age) == (1, pruned)


def test_a_doubtful_old_fact_is_pruned_also_when_it_was_confirmed_lately(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fact(graph, workspace_id, confidence=0.29, reinforced_at=days(39))
    fact(graph, workspace_id, confidence=0.30, reinforced_at=days(39))
    assert run(graph, workspace_id, 40) == (0, 1)


def test_what_it_leaves(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    memory_id = fact(graph, workspace_id, confidence=0.2)
    graph.write(query("question"), workspace_id=workspace_id, memory_id=memory_id)
    done = run_pass(graph, workspace_id, 6, now=days(40))
    found = left_over(graph, workspace_id, memory_id)
    (transition,), (tombstone,) = found["transitions"], found["tombstones"]
    assert (transition["rule"], transition["from_status"], transition["to_status"]) == ("pruned", "active", "deleted")
    assert json.loads(transition["inputs"]) == {
        "confidence": pytest.approx(0.19),
        "reinforced_at": "2025-03-01T00:00:00Z",
        "recorded_at": "2025-03-01T00:00:00Z",
    }
    assert (tombstone["kind"], tombstone["reason"], tombstone["run_id"]) == ("memory", "pruned", done.id)
    assert (found["questions"], done.counters["questions"]) == (0, 1)


def test_weights_move_with_the_confidences(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fades = fact(graph, workspace_id, confidence=0.8, needs_review=True, predicate="lives_in")
    stands = fact(graph, workspace_id, confidence=0.8, needs_review=True, predicate="lives_in", reinforced_at=days(39))
    gone = fact(graph, workspace_id, confidence=0.2)
    weak = remember(graph, workspace_id, confidence=0.1, rank_weight=0.5)
    contradict(graph, workspace_id, fades, stands)
    contradict(graph, workspace_id, gone, weak)
    assert run(graph, workspace_id, 40) == (2, 1)
    found = memories(graph, workspace_id)
    assert (found[fades]["rank_weight"], found[fades]["needs_review"]) == (pytest.approx(0.95), True)
    assert (found[stands]["rank_weight"], found[stands]["needs_review"]) == (1.0, True)
    assert (found[weak]["rank_weight"], found[weak].get("needs_review")) == (1.0, None)


def test_batches_twice_and_after_a_kill(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    for n in range(20):
        fact(graph, workspace_id, confidence=0.25 if n % 2 else 0.8)

    def kill(name: str, counters: dict[str, int]) -> None:
        raise Killed

    with pytest.raises(Killed):
        run(graph, workspace_id, 40, batch=6, progress=kill)
    run(graph, workspace_id, 40, batch=6)
    assert run(graph, workspace_id, 40) == (0, 0)
    left = memories(graph, workspace_id).values()
    assert [round(one["confidence"], 9) for one in left] == [0.76] * 10


def test_settings_of_the_workspace_count(graph: Graph) -> None:
    workspace_id = workspace_of(graph, user_decay_after_days=1, user_decay_factor=0.5, user_prune_after_days=2)
    memory_id = fact(graph, workspace_id, recorded_at=START)
    assert run(graph, workspace_id, 1) == (1, 0)
    assert confidence(graph, workspace_id, memory_id) == 0.5
    assert run(graph, workspace_id, 2) == (1, 0)
    assert run(graph, workspace_id, 3) == (1, 1)
