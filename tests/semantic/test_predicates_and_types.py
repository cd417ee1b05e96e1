"""Predicates, types, the ontology, connections and the review of contradictions."""

from typing import Any

import pytest

from oxgraph import Memory, errors
from oxgraph.ids import new_id
from oxgraph.types import Remembered
from tests.fixtures.samples import Clock, day, works_at


def owns(world: Memory, what: str, since: str, **more: Any) -> Remembered:
    given: dict[str, Any] = {
        "type": "fact",
        "subject": "Ada",
        "predicate": "Drives a",
        "object": what,
        "valid_from": day(since),
    }
    return world.semantic.remember(**given | {"content": f"Ada drives a {what}"} | more)


def test_predicates_are_known_by_default_or_by_definition(world: Memory) -> None:
    known = {row.name: row for row in world.semantic.predicates.list()}
    assert (known["works_at"].stateful, known["works_at"].importance, known["works_at"].defined) == (True, 0.8, False)
    assert not known["likes"].stateful
    assert owns(world, "Volvo", "2020-01-01").outcome == "created"
    assert owns(world, "Saab", "2021-01-01").superseded == ()
    made = world.semantic.predicates.define("Drives  A", True, 0.9, "What someone drives")
    assert (made.name, made.stateful, made.importance, made.defined) == ("drives_a", True, 0.9, True)
    assert len(owns(world, "Fiat", "2022-01-01").superseded) == 2
    again = world.semantic.predicates.define("drives_a", False)
    assert (again.stateful, again.importance, again.description) == (False, 0.5, "What someone drives")
    assert sum(row.defined for row in world.semantic.predicates.list()) == 1
    with pytest.raises(errors.InvalidInput):
        world.semantic.predicates.define("!", True)


def test_a_type_of_ones_own(world: Memory) -> None:
    with pytest.raises(errors.InvalidInput, match="type"):
        world.semantic.remember(type="procedure", content="Check CI, then merge")
    made = world.semantic.types.define("procedure", 700)
    assert (made.name, made.half_life_days, made.built_in) == ("procedure", 700, False)
    id = world.semantic.remember(type="procedure", content="Check CI, then merge").memory_id or ""
    assert world.semantic.get(id).type == "procedure"
    assert world.semantic.why(id).numbers["half_life_days"] == 700
    rows = {row.name: row for row in world.semantic.types.list()}
    assert len(rows) == 8
    assert (rows["task"].half_life_days, rows["task"].built_in) == (7, True)
    world.semantic.types.define("event", 14)
    assert world.settings().half_life_event_days == 14
    for name in ("memory", "lock", "_mem", "Procedure", "a b"):
        with pytest.raises(errors.InvalidInput):
            world.semantic.types.define(name, 5)


def test_types_of_entities_form_a_tree(world: Memory) -> None:
    define = world.semantic.entities.define_type
    assert define("Person", "Somebody").parent is None
    assert define("Customer", parent="person").parent == "Person"
    assert define("customer", "Who buys").description == "Who buys"
    assert define("VIP", parent="Customer").name == "VIP"
    rows = [(row.name, row.parent) for row in world.semantic.entities.types()]
    assert rows == [("Customer", "Person"), ("Person", None), ("VIP", "Customer")]
    for parent in ("VIP", "person"):
        with pytest.raises(errors.InvalidInput, match="parent: is this type itself, or one below it"):
            define("Person", parent=parent)
    with pytest.raises(errors.NotFound, match="No entity type Animal in this workspace"):
        define("Dog", parent="Animal")
    define("VIP", parent="Person")
    assert {row.name: row.parent for row in world.semantic.entities.types()}["VIP"] == "Person"


def test_a_relationship_of_the_domain_is_drawn_once(world: Memory) -> None:
    made = works_at(world, "Acme")
    ends = (made.subject_id or "", "EMPLOYED_BY", made.object_id or "")
    first = world.semantic.entities.link(*ends, connection="crm")
    assert (first.a, first.type, first.b, first.connection, first.created) == (*ends, "crm", True)
    assert not world.semantic.entities.link(*ends).created
    with pytest.raises(errors.NotFound):
        world.semantic.entities.link(made.subject_id or "", "KNOWS", new_id())


def test_a_review_keeps_one_side(world: Memory) -> None:
    sure = works_at(world, "Acme", "2020-05-01", confidence=0.8).memory_id or ""
    doubt = works_at(world, "Rivian", "2024-01-01", confidence=0.4).memory_id or ""
    rows = world.semantic.review.list()
    assert {row.memory.id for row in rows} == {sure, doubt}
    assert {row.memory.id: [other.id for other in row.contradicts] for row in rows} == {sure: [doubt], doubt: [sure]}
    for keep in (new_id(), "x"):
        with pytest.raises((errors.NotFound, errors.InvalidInput)):
            world.semantic.review.resolve(sure, keep=keep)
    refused: list[dict[str, Any]] = [{}, {"keep": sure, "content": "x"}]
    for wrong in refused:
        with pytest.raises(errors.InvalidInput):
            world.semantic.review.resolve(sure, **wrong)
    changes = world.semantic.review.resolve(sure, keep=doubt)
    assert isinstance(changes, list)
    assert {row.id: row.to_status for row in changes} == {doubt: "active", sure: "superseded"}
    assert world.semantic.review.list() == []
    assert [row.id for row in world.semantic.list("Ada")] == [doubt]
    assert world.semantic.get(doubt).rank_weight == 1.0
    assert "Found wrong on 2026-05-01 by a review, which kept “Ada works at Rivian”." in world.semantic.why(sure).text
    with pytest.raises(errors.InvalidInput, match="contradicted by no active memory"):
        world.semantic.review.resolve(doubt, keep=doubt)


def test_a_reviewers_new_memory_replaces_both(world: Memory, clock: Clock) -> None:
    sides = [
        works_at(world, "Acme", "2020-05-01", confidence=0.8),
        works_at(world, "Rivian", "2024-01-01", confidence=0.4),
    ]
    clock.pass_days(1)
    new = world.semantic.review.resolve(
        sides[0].memory_id or "", content="Ada works at Tesla", object="Tesla", valid_from=day("2023-01-01")
    )
    assert isinstance(new, Remembered)
    assert set(new.superseded) == {side.memory_id for side in sides}
    assert [row.content for row in world.semantic.list("Ada")] == ["Ada works at Tesla"]
    rows = {row.object: row for row in world.semantic.list("Ada", status="superseded")}
    assert (rows["Acme"].valid_to, rows["Acme"].retired_at) == (day("2023-01-01"), None)
    assert rows["Rivian"].retired_at == clock.now


def test_entities_are_counted_by_type(world: Memory) -> None:
    entities = world.semantic.entities
    before = entities.counts()
    for name, type in (("Mole Quay", "harbour"), ("North Quay", "Harbour"), ("Old Quay", "harbour")):
        entities.create(name, type=type)
    entities.hide(entities.search("Old Quay")[0].id)
    counts = entities.counts()
    assert (counts.entities - before.entities, counts.hidden - before.hidden) == (2, 1)
    assert [row.entities for row in counts.types if (row.name or "").lower() == "harbour"] == [2]
    assert sum(row.entities for row in counts.types) == counts.entities
