"""Pass 4: each type fades by its own half-life, reading holds it up, and what has faded expires."""

import json
import math
from datetime import timedelta
from typing import Any

import pytest

from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.passes.memories import change, contradict, days, left_over, memories, remember
from tests.passes.support import START, query, workspace_of
from tests.passes.test_runner import Killed

HALF_LIVES = {
    "fact": 180,
    "preference": 90,
    "event": 30,
    "entity": 365,
    "relation": 365,
    "instruction": 365,
    "task": 7,
}
TO_THE_FLOOR = 3.321928094887362
"""log2(10): after so many half-lives 2^(-x) is 0.1. For an event of 30 days that is 99.66 days."""


def expired(graph: Graph, workspace_id: str, after: float, **options: Any) -> int:
    return run_pass(graph, workspace_id, "freshness", now=days(after), **options).counters["expired"]


def status(graph: Graph, workspace_id: str, memory_id: str) -> str:
    return str(memories(graph, workspace_id)[memory_id]["status"])


@pytest.mark.parametrize(("kind", "half_life"), HALF_LIVES.items())
def test_each_type_expires_below_a_tenth_and_not_at_it(graph: Graph, kind: str, half_life: int) -> None:
    workspace_id = workspace_of(graph)
    memory_id = remember(graph, workspace_id, type=kind)
    at_the_floor = half_life * TO_THE_FLOOR
    second = 1 / 86_400
    assert expired(graph, workspace_id, at_the_floor - second) == 0
    assert expired(graph, workspace_id, at_the_floor + second) == 1
    found = memories(graph, workspace_id)[memory_id]
    assert (found["status"], found["expired_at"]) == ("expired", days(at_the_floor + second))


def test_exactly_at_the_floor_it_stays(graph: Graph) -> None:
    workspace_id = workspace_of(graph, expire_freshness=0.125)
    remember(graph, workspace_id, type="event")
    assert expired(graph, workspace_id, 90) == 0, "2^-3 is 0.125, to the last bit"
    assert expired(graph, workspace_id, 90 + 1 / 86_400) == 1


@pytest.mark.parametrize(("reads", "boost"), [(0, 1.0), (1, 1.2), (6, 2.985984), (7, 3.0), (20, 3.0), (1_000_000, 3.0)])
def test_reading_holds_it_up_to_three_times(graph: Graph, reads: int, boost: float) -> None:
    workspace_id = workspace_of(graph)
    remember(graph, workspace_id, type="event", access_count=reads)
    gone = 30 * math.log2(10 * boost)  # 30 days: 2^(-t/30) × boost = 0.1; at three 147.2 days
    assert expired(graph, workspace_id, gone - 0.001) == 0
    assert expired(graph, workspace_id, gone + 0.001) == 1


def test_the_transition_says_what_it_was_decided_by(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    memory_id = remember(graph, workspace_id, type="event", access_count=1)
    run = run_pass(graph, workspace_id, 4, now=days(120))
    (found,) = left_over(graph, workspace_id, memory_id)["transitions"]
    assert (found["rule"], found["from_status"], found["to_status"]) == ("expired", "active", "expired")
    assert (found["run_id"], found["at"], found["subject_kind"]) == (run.id, days(120), "memory")
    inputs = json.loads(found["inputs"])
    assert inputs.pop("freshness") == pytest.approx(2**-4 * 1.2)
    assert inputs == {
        "half_life_days": 30.0,
        "access_count": 1,
        "last_accessed_at": "2025-03-01T00:00:00Z",
        "expire_freshness": 0.1,
    }


def test_only_active_memories_that_go_by_freshness_expire(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    remember(graph, workspace_id, policy="confidence")
    for other in ("superseded", "expired", "forgotten"):
        remember(graph, workspace_id, status=other)
    assert expired(graph, workspace_id, 10_000) == 0


def test_a_custom_type_has_its_own_half_life_and_old_workspaces_have_the_defaults(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    bare = {f"half_life_{kind}_days": None for kind in HALF_LIVES} | {"expire_freshness": None}
    graph.write(query("set_workspace"), workspace_id=workspace_id, properties=bare | {"half_life_recipe_days": 2.0})
    recipe = remember(graph, workspace_id, type="recipe")
    task = remember(graph, workspace_id, type="task")
    assert expired(graph, workspace_id, 6.7) == 1
    assert status(graph, workspace_id, recipe) == "expired"
    assert expired(graph, workspace_id, 23.3) == 1
    assert status(graph, workspace_id, task) == "expired"


def test_a_setting_of_the_workspace_counts(graph: Graph) -> None:
    workspace_id = workspace_of(graph, half_life_fact_days=1, expire_freshness=0.5)
    remember(graph, workspace_id)
    assert expired(graph, workspace_id, 1.01) == 1
    never = workspace_of(graph, expire_freshness=0)
    remember(graph, never)
    assert expired(graph, never, 100_000) == 0
    at_once = workspace_of(graph, expire_freshness=2)
    remember(graph, at_once)
    remember(graph, at_once, access_count=4)  # 1.2^4 = 2.07
    assert expired(graph, at_once, 0.001) == 1


def test_who_it_contradicted_stands_higher_then(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    fades = remember(graph, workspace_id, type="event", confidence=0.9, needs_review=True, predicate="lives_in")
    weak = remember(graph, workspace_id, confidence=0.3, rank_weight=0.25, needs_review=True, predicate="lives_in")
    other = remember(graph, workspace_id, confidence=0.6, rank_weight=1.0, predicate="owns")
    third = remember(graph, workspace_id, confidence=1.2 * 0.5, rank_weight=0.6, needs_review=True, predicate="owns")
    contradict(graph, workspace_id, weak, fades)
    contradict(graph, workspace_id, other, weak)
    contradict(graph, workspace_id, fades, third)
    assert expired(graph, workspace_id, 100) == 1
    found = memories(graph, workspace_id)
    assert (found[weak]["rank_weight"], found[weak].get("needs_review")) == (pytest.approx(0.5), True)
    assert (found[third]["rank_weight"], found[third].get("needs_review")) == (1.0, None)
    assert (found[fades]["rank_weight"], found[fades].get("needs_review")) == (1.0, None)


def test_batches_twice_and_after_a_kill(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    ids = [remember(graph, workspace_id, type="event") for _ in range(25)]
    read = [remember(graph, workspace_id, type="event", access_count=9) for _ in range(12)]
    steps = 0

    def kill(name: str, counters: dict[str, int]) -> None:
        nonlocal steps
        steps += 1
        if steps == 2:
            raise Killed

    with pytest.raises(Killed):
        expired(graph, workspace_id, 110, batch=7, progress=kill)
    assert expired(graph, workspace_id, 110, batch=7) == 25 - 14
    assert expired(graph, workspace_id, 110) == 0
    assert all(status(graph, workspace_id, one) == "active" for one in read)
    assert [len(left_over(graph, workspace_id, one)["transitions"]) for one in ids] == [1] * 25


def test_a_second_expiry_is_told_too(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    memory_id = remember(graph, workspace_id, type="task")
    assert expired(graph, workspace_id, 30) == 1
    change(graph, workspace_id, memory_id, status="active", expired_at=None)
    assert expired(graph, workspace_id, 37) == 1
    assert len(left_over(graph, workspace_id, memory_id)["transitions"]) == 2


def test_a_now_before_the_last_access_expires_nothing(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    remember(graph, workspace_id, type="task", last_accessed_at=START + timedelta(days=400))
    assert expired(graph, workspace_id, 300) == 0
