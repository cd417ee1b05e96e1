"""Rules of the life cycle that a user meets: updates that are a little less certain, tasks, the floor, reading."""

from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.fixtures.samples import Clock, works_at
from tests.semantic.support import Store, at, item


@pytest.mark.parametrize(
    ("old", "new", "replaces"), [(1.0, 0.99, True), (1.0, 0.67, True), (0.9, 0.6, True), (1.0, 0.66, False)]
)
def test_an_update_may_be_a_third_less_certain(graph: Graph, old: float, new: float, replaces: bool) -> None:
    """Two thirds: see the setting supersede_confidence_ratio."""
    store = Store(graph)
    lives = {"subject": "anna", "predicate": "lives_in"}
    (first,) = store.remember([item("in rome", object="rome", confidence=old, valid_from=at(-60), **lives)], at())
    (later,) = store.remember([item("in oslo", object="oslo", confidence=new, valid_from=at(-30), **lives)], at(1))
    held = store.one(str(first["memory_id"]))
    assert held["status"] == ("superseded" if replaces else "active")
    assert later["contradicts"] == ([] if replaces else [first["memory_id"]])


def test_the_ratio_is_a_setting(graph: Graph) -> None:
    store = Store(graph, supersede_confidence_ratio=1.0)
    lives = {"subject": "anna", "predicate": "lives_in"}
    (first,) = store.remember([item("in rome", object="rome", valid_from=at(-60), **lives)], at())
    store.remember([item("in oslo", object="oslo", confidence=0.99, valid_from=at(-30), **lives)], at(1))
    assert store.one(str(first["memory_id"]))["status"] == "active"


@pytest.mark.parametrize(
    ("kind", "replaces"), [("task", False), ("event", False), ("fact", True), ("instruction", True)]
)
def test_tasks_and_events_accumulate_under_a_topic_key(graph: Graph, kind: str, replaces: bool) -> None:
    store = Store(graph)
    topic = {"type": kind, "subject": "anna", "topic_key": "errands"}
    (first,) = store.remember([item("buy milk", **topic)], at())
    store.remember([item("call the bank", **topic)], at(1))
    assert store.one(str(first["memory_id"]))["status"] == ("superseded" if replaces else "active")


def test_what_was_found_wrong_is_not_believed_again_when_it_is_revived(graph: Graph) -> None:
    """Also where what replaced it has been deleted since."""
    store = Store(graph)
    (wrong,) = store.remember([item("in rome", subject="anna")], at())
    (right,) = store.remember([item("in oslo", subject="anna", type="event", confidence=0.1)], at(1))
    store.review(right["memory_id"], [wrong["memory_id"]], at(2))
    store.forget(wrong["memory_id"], False, at(3))
    store.run("expire", at(200))
    store.run("collect", at(300))
    assert store.deleted() == {right["memory_id"]}
    store.revive(wrong["memory_id"], at(301))
    assert store.one(wrong["memory_id"])["status"] == "superseded"


def test_a_statement_below_the_floor_is_refused(world: Memory) -> None:
    refused = works_at(world, "Acme", confidence=0.29)
    assert (refused.outcome, refused.reason, refused.memory_id) == ("rejected", "low_confidence", None)
    assert works_at(world, "Acme", confidence=0.3).outcome == "created"
    assert [row.content for row in world.semantic.list("Ada", status="any")] == ["Ada works at Acme"]


def test_one_refused_statement_leaves_the_others(world: Memory) -> None:
    rows: list[dict[str, Any]] = [{"type": "fact", "content": "a", "confidence": 0.1}, {"type": "fact", "content": "b"}]
    assert [row.outcome for row in world.semantic.remember_many(rows)] == ["rejected", "created"]


def test_looking_at_an_expired_memory_leaves_it_expired(graph: Graph, world: Memory, clock: Clock) -> None:
    id = world.semantic.remember(type="event", content="Ada went to Rome", subject="Ada").memory_id or ""
    clock.pass_days(200)
    run_pass(graph, world.workspace_id, "freshness", now=clock())
    assert world.semantic.get(id).status == "expired"
    world.semantic.why(id), world.semantic.history(id), world.semantic.list("Ada", status="any")
    found = world.semantic.get(id)
    assert (found.status, found.access_count) == ("expired", 0)
    assert found.last_accessed_at <= clock() - timedelta(days=199)


HOME = {"subject": "anna", "predicate": "lives_in"}


def _one(store: Store, place: str, day: float, **fields: Any) -> str:
    (row,) = store.remember([item(f"in {place}", object=place, **HOME, **fields)], at(day))
    return str(row["memory_id"])


def _active(store: Store) -> set[str]:
    return {str(row["properties"]["id"]) for row in store.rows() if row["properties"]["status"] == "active"}


def test_what_was_said_otherwise_since_stands_when_the_forgotten_is_revived(graph: Graph) -> None:
    store = Store(graph)
    rome = _one(store, "rome", 0)
    store.forget(rome, False, at(1))
    oslo = _one(store, "oslo", 2)
    store.forget(oslo, False, at(3))
    store.revive(rome, at(4))
    assert _one(store, "rome", 5) == rome
    assert store.revive(oslo, at(6))[0]["to_status"] == "superseded"
    assert _active(store) == {rome}
    assert store.one(oslo)["valid_to"] == at(5)
    assert store.revive(oslo, at(7))[0]["outcome"] == "unchanged"


@pytest.mark.parametrize("given", [{}, {"valid_from": at(-90)}])
def test_of_two_that_say_the_same_one_is_active_when_the_forgotten_is_revived(
    graph: Graph, given: dict[str, Any]
) -> None:
    store = Store(graph)
    first = _one(store, "rome", 0, **given)
    store.forget(first, False, at(1))
    again = _one(store, "rome", 2, **given)
    store.revive(first, at(3))
    assert first != again
    assert _active(store) == {again}
    store.forget(again, True, at(4))
    assert _active(store) == {first}


def test_of_two_that_say_the_same_one_is_active_when_the_older_is_restored(graph: Graph) -> None:
    store = Store(graph)
    rome = _one(store, "rome", 0)
    oslo = _one(store, "oslo", 1)
    store.forget(oslo, False, at(2))
    again = _one(store, "rome", 3)
    store.revive(oslo, at(4))
    store.forget(oslo, True, at(5))
    assert (rome in _active(store), again in _active(store)) == (False, True)
