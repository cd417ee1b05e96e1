"""Memories read back: by either clock, by whom they are about, and when they are forgotten."""

import json
from datetime import timedelta
from typing import Any

import pytest

from oxgraph import AsOf, Memory, errors
from oxgraph.client.memory_rows import memories_or_none
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.passes import run_pass
from tests.fixtures.samples import START, Clock, day, works_at


def contents(rows: list[Any]) -> list[str]:
    return [row.content.removeprefix("Ada works at ") for row in rows]


def test_what_was_true_then_as_known_then(world: Memory, clock: Clock) -> None:
    """Known on 1 May: Acme since 2020. Learned on 11 May: Rivian since 2024. On 21 May: it was Tesla, since 2023."""
    works_at(world, "Acme", "2020-05-01")
    clock.pass_days(10)
    rivian = works_at(world, "Rivian", "2024-01-01")
    clock.pass_days(10)
    asked: dict[str, Any] = {"content": "Ada works at Tesla", "object": "Tesla", "valid_from": day("2023-01-01")}
    world.semantic.supersede(rivian.memory_id or "", correction=True, **asked)
    may5, may15 = START + timedelta(days=4), START + timedelta(days=14)

    def held(valid: str, known: Any = None) -> list[str]:
        return contents(world.semantic.list("Ada", as_of=AsOf(valid=day(valid), known=known)))

    assert held("2019-01-01") == []
    assert held("2025-01-01", may5) == ["Acme"]
    assert held("2025-01-01", may15) == ["Rivian"]
    assert held("2025-01-01") == ["Tesla"]
    assert held("2023-06-01", may15) == ["Acme"]
    assert held("2023-06-01") == ["Tesla"]
    assert held("2022-06-01") == ["Acme"]
    assert held("2025-01-01", START - timedelta(days=1)) == []
    assert contents(world.semantic.list("Ada", as_of=(None, may5))) == ["Acme"]
    (acme,) = world.semantic.list("Ada", as_of=(day("2021-01-01"), may5))
    assert acme.valid_to is None


def test_a_memory_by_its_id_as_of_then(world: Memory, clock: Clock) -> None:
    old = works_at(world, "Acme", "2020-05-01").memory_id or ""
    clock.pass_days(1)
    works_at(world, "Rivian", "2024-01-01")
    assert world.semantic.get(old).valid_to == day("2024-01-01")
    assert world.semantic.get(old, as_of=(day("2025-01-01"), START)).valid_to is None
    assert world.semantic.get(old, as_of=AsOf(valid=day("2021-01-01"))).content == "Ada works at Acme"
    for when in ((day("2025-01-01"), None), (day("2019-01-01"), None), (None, START - timedelta(days=2))):
        with pytest.raises(errors.NotFound):
            world.semantic.get(old, as_of=when)
    assert world.semantic.get(old).access_count == 0


def test_a_memory_that_cannot_be_read_hides_no_other(
    world: Memory, graph: Graph, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    id_ = works_at(world, "Acme", "2020-05-01").memory_id or ""
    (row,) = graph.read(statement("semantic/memories"), workspace_id=world.workspace_id, ids=[id_], visible=None)
    fine = json.loads(row["memory"])
    wrong = [{"valid_from": "+10000-01-01T00:00:00Z"}, {"recorded_at": 5}, {"last_accessed_at": None}, {"type": None}]
    rows = [{"memory": json.dumps(fine | one)} for one in ({}, *wrong)]
    assert memories_or_none(rows, clock()) == [world.semantic.get(id_), None, None, None, None]
    assert caplog.text.count(f"node {id_} cannot be read and is left out") == len(wrong)


def test_lists_are_narrowed_and_ordered(world: Memory, clock: Clock) -> None:
    rows: list[dict[str, Any]] = [
        {"type": "fact", "content": "Ada owns a boat", "subject": "Ada", "predicate": "owns", "object": "Boat"},
        {"type": "preference", "content": "Ada prefers tea", "subject": "Ada", "predicate": "prefers", "object": "Tea"},
        {"type": "fact", "content": "Bob owns a boat", "subject": "Bob", "predicate": "Owns", "object": "boat"},
        {"type": "instruction", "content": "Answer briefly"},
    ]
    made = []
    for row in rows:
        made.append(world.semantic.remember(**row).memory_id)
        clock.pass_days(1)

    def ids(*args: Any, **asked: Any) -> list[int]:
        return [made.index(row.id) for row in world.semantic.list(*args, **asked)]

    assert ids() == ids(status="active") == ids(status="any") == [3, 2, 1, 0]
    assert ids(limit=2) == [3, 2]
    assert ids("ada") == ids(world.semantic.get(made[0] or "").subject_id) == [1, 0]
    assert ids(predicate="owns") == ids(None, "OWNS") == [2, 0]
    assert ids(object="BOAT") == [2, 0]
    assert ids("Bob", object="Boat") == [2]
    assert ids("Bob", object="Tea") == ids("Nobody") == ids("?!") == []
    assert ids(type="preference") == [1]
    world.semantic.forget(made[1] or "")
    assert ids("Ada") == [0]
    assert ids("Ada", status="any") == [1, 0]
    assert ids(status="forgotten") == [1]


def test_what_has_ended_is_not_listed_as_holding(world: Memory) -> None:
    ended = works_at(world, "Acme", "2020-05-01", valid_to=day("2021-01-01")).memory_id
    assert world.semantic.list("Ada") == []
    assert [row.id for row in world.semantic.list("Ada", status="active")] == [ended]
    assert [row.valid_to for row in world.semantic.list("Ada", as_of=(day("2020-06-01"), None))] == [day("2021-01-01")]


def test_what_is_to_begin_is_not_listed_as_holding(world: Memory) -> None:
    later = works_at(world, "Acme", "2099-05-01").memory_id
    for listed in (world.semantic.list(), world.semantic.list("Ada"), world.semantic.list(object="Acme")):
        assert listed == []
    assert [row.id for row in world.semantic.list("Ada", status="active")] == [later]


def test_the_history_of_a_matter(world: Memory, clock: Clock) -> None:
    ids = []
    for employer, since in (("Acme", "2020-01-01"), ("Rivian", "2022-01-01"), ("Tesla", "2024-01-01")):
        ids.append(works_at(world, employer, since).memory_id or "")
        clock.pass_days(1)
    doubt = works_at(world, "Initech", "2025-01-01", confidence=0.3).memory_id or ""
    for id in ids[:2]:
        assert [row.id for row in world.semantic.history(id)] == ids
    assert [row.id for row in world.semantic.history(ids[2])] == [*ids, doubt]
    assert [row.id for row in world.semantic.history(subject="Ada", predicate="Works at")] == [*ids, doubt]
    assert contents(world.semantic.history(ids[0], as_of=(None, START))) == ["Acme"]
    assert contents(world.semantic.history(ids[0], as_of=(day("2023-01-01"), None))) == ["Rivian"]
    assert contents(world.semantic.history(subject="Ada", predicate="works_at", as_of=(None, START))) == ["Acme"]
    assert world.semantic.history(subject="Nobody", predicate="works_at") == []
    assert world.semantic.history(doubt, as_of=(day("1990-01-01"), None)) == []
    with pytest.raises(errors.NotFound):
        world.semantic.history(new_id())


def test_a_historical_recall_revives_what_is_fresh_enough_by_it(world: Memory, graph: Graph, clock: Clock) -> None:
    """An event's half-life is 30 days: after 100 days 2^(-100/30) = 0.099 < 0.1; read once, × 1.2 = 0.119."""
    event = world.semantic.remember(type="event", content="Ada sailed to Sweden", subject="Ada").memory_id or ""
    clock.pass_days(100)
    run_pass(graph, world.workspace_id, "freshness", now=clock.now)
    assert world.semantic.list("Ada") == []
    (expired,) = world.semantic.list("Ada", status="expired")
    assert expired.freshness == pytest.approx(0.09921, abs=1e-5)
    assert world.semantic.get(event).status == "expired"
    assert [row.id for row in world.recall("Ada sailed to Sweden", historical=True).results] == [event]
    world.flush()
    read = world.semantic.get(event)
    assert (read.status, read.access_count, read.last_accessed_at) == ("active", 1, clock.now)
    assert read.freshness == pytest.approx(1.2)
    assert [row.id for row in world.semantic.list("Ada")] == [event]


def test_forget_restore_and_revive(world: Memory) -> None:
    old = works_at(world, "Acme", "2020-05-01").memory_id or ""
    new = works_at(world, "Rivian", "2024-01-01").memory_id or ""
    change = world.semantic.forget(new, restore=True)
    assert (change.id, change.from_status, change.to_status) == (new, "active", "forgotten")
    assert contents(world.semantic.list("Ada")) == ["Acme"]
    assert world.semantic.get(old).valid_to is None
    assert world.semantic.revive(new).to_status == "active"
    assert contents(world.semantic.list("Ada")) == ["Rivian"]
    for call in (world.semantic.forget, world.semantic.revive, world.semantic.get):
        with pytest.raises(errors.NotFound):
            call(new_id())
        with pytest.raises(errors.InvalidInput):
            call("not an id")
    for unknown in (new_id(), "not an id"):  # an adopted node may have any id
        with pytest.raises(errors.NotFound):
            world.semantic.why(unknown)
