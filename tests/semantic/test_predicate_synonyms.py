"""Predicates with synonyms and spellings resolve to one: what is remembered, replaced, read and defined."""

from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.types import Remembered
from tests.fixtures.samples import Clock, day
from tests.semantic.support import query


def state(world: Memory, predicate: str, value: str, since: str, **more: Any) -> Remembered:
    given: dict[str, Any] = {"type": "fact", "subject": "Ada", "predicate": predicate, "object": value}
    given |= {"content": f"Ada {predicate.replace('_', ' ')} {value}", "valid_from": day(since)}
    return world.semantic.remember(**given | more)


def worded_before(graph: Graph, world: Memory, memory_id: str, **stored: str) -> None:
    """Stores a memory's predicate or topic key as an earlier version would have worded it."""
    graph.write(query("worded_before"), workspace_id=world.workspace_id, id=memory_id, stored=stored)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("works_at", "employed_by"),
        ("employer", "works_for"),
        ("worksAt", "is employed-by"),
        ("lives_in", "resides_in"),
        ("home_city", "Lives In"),
        ("reports_to", "manager"),
        ("favourite_colour", "favorite_color"),
        ("favoriteColor", "favourite"),
    ],
)
def test_a_synonym_replaces(world: Memory, old: str, new: str) -> None:
    more = {"topic_key": "Favorite Colors"} if new == "favourite" else {}
    first = state(world, old, "Acme", "2020-01-01")
    assert state(world, new, "Rivian", "2024-01-01", confidence=0.99, **more).superseded == (first.memory_id,)
    assert [row.object for row in world.semantic.list("Ada")] == ["Rivian"]


@pytest.mark.parametrize(
    ("old", "new"),
    [("likes", "enjoys"), ("visited", "has_visited"), ("has", "have"), ("favourite_books", "favorite_book")],
)
def test_what_can_have_several_values_is_not_replaced(world: Memory, old: str, new: str) -> None:
    state(world, old, "Oslo", "2020-01-01")
    assert state(world, new, "Rome", "2024-01-01").superseded == ()
    assert len(world.semantic.list("Ada")) == 2


def test_the_same_in_other_words_is_a_repetition(world: Memory) -> None:
    first = state(world, "works_at", "Acme", "2020-01-01")
    again = state(world, "employed_by", "Acme", "2020-01-01")
    assert (again.outcome, again.reason, again.memory_id) == ("merged", "value", first.memory_id)


def test_the_predicate_is_stored_and_the_stated_one_audited(world: Memory) -> None:
    made = state(world, "Employed By", "Acme", "2020-01-01").memory_id or ""
    assert world.semantic.get(made).predicate == "works_at"
    assert "with confidence 1, stated as employed_by; it holds from 2020-01-01" in world.semantic.why(made).text


def test_reads_accept_synonyms_and_find_earlier_wordings(graph: Graph, world: Memory) -> None:
    old = state(world, "works_at", "Acme", "2020-01-01").memory_id or ""
    worded_before(graph, world, old, predicate="employed_by")
    state(world, "works_at", "Rivian", "2024-01-01")
    for name in ("employer", "works_at", "Works-For"):
        assert [row.object for row in world.semantic.history(subject="Ada", predicate=name)] == ["Acme", "Rivian"]
        for subject, value in (("Ada", None), (None, "Rivian"), (None, None)):
            assert [row.object for row in world.semantic.list(subject, name, value)] == ["Rivian"]
    assert world.semantic.get(old).status == "superseded"


@pytest.mark.parametrize("stored", ["employed_by", "works-at", "worksat", "employer"])
def test_memories_stored_under_a_synonym_meet_the_new_ones(graph: Graph, world: Memory, stored: str) -> None:
    old = state(world, "works_at", "Acme", "2020-01-01").memory_id or ""
    worded_before(graph, world, old, predicate=stored)
    assert state(world, "works_at", "Rivian", "2024-01-01").superseded == (old,)


@pytest.mark.parametrize(
    "stored", ["editor preference", "editor_preference", "editor-preferences", "Editor preference"]
)
def test_topic_keys_meet_in_every_wording(graph: Graph, world: Memory, stored: str) -> None:
    more: dict[str, Any] = {"type": "fact", "subject": "Ada"}
    old = world.semantic.remember(content="Ada uses Vim", topic_key="Editor Preferences", **more).memory_id or ""
    worded_before(graph, world, old, topic_key=stored.lower())
    again = world.semantic.remember(content="Ada uses Emacs", topic_key=stored, valid_from=day("2026-06-01"), **more)
    assert again.superseded == (old,)


def test_an_operator_adds_synonyms(world: Memory, clock: Clock) -> None:
    first = state(world, "drives", "Volvo", "2020-01-01").memory_id
    made = world.semantic.predicates.define("drives a", True, 0.9, synonyms=["Drives", "has-car"])
    assert (made.name, made.synonyms, made.source) == ("drives_a", ("drives", "has_car"), "caller")
    clock.pass_days(1)
    assert state(world, "hasCar", "Saab", "2021-01-01").superseded == (first,)
    assert [row.predicate for row in world.semantic.list("Ada", status="any")] == ["drives_a", "drives"]
    row = next(row for row in world.semantic.predicates.list() if row.name == "drives_a")
    assert row == made
    assert "drives" not in {row.name for row in world.semantic.predicates.list()}
    assert world.semantic.predicates.define("drives_a", True, 0.9).synonyms == ("drives", "has_car")
    assert world.semantic.predicates.define("drives_a", True, 0.9, synonyms=["drives"]).synonyms == ("drives",)
    assert state(world, "has_car", "Fiat", "2022-01-01").superseded == ()
    with pytest.raises(errors.InvalidInput, match="synonyms"):
        world.semantic.predicates.define("drives_a", synonyms=["Drives A"])


def test_a_built_in_predicate_gets_synonyms_and_keeps_what_it_is(world: Memory) -> None:
    made = world.semantic.predicates.define("works_at", synonyms=["on the payroll of"])
    assert (made.stateful, made.importance, made.synonyms[0]) == (True, 0.8, "on_the_payroll_of")
    assert "employed_by" in made.synonyms
    first = state(world, "employer", "Acme", "2020-01-01")
    assert state(world, "on_the_payroll_of", "Rivian", "2024-01-01").superseded == (first.memory_id,)


def test_a_definition_of_its_own_takes_a_synonym_out(world: Memory) -> None:
    state(world, "works_at", "Acme", "2020-01-01")
    world.semantic.predicates.define("employer", True)
    assert state(world, "employer", "Rivian", "2024-01-01").superseded == ()
    assert [row.object for row in world.semantic.list("Ada", predicate="employer")] == ["Rivian"]
    rows = {row.name: row for row in world.semantic.predicates.list()}
    assert "employer" in rows
    assert "employer" not in rows["works_at"].synonyms


def test_synonyms_of_one_workspace_are_not_anothers(world: Memory, server: Server) -> None:
    world.semantic.predicates.define("drives", True, synonyms=["has_car"])
    with oxgraph.connect(server.uri, server.auth) as client:
        other = client.create_workspace(f"another that drives {new_id()}")
        other.semantic.predicates.define("drives", True)
        state(other, "drives", "Volvo", "2020-01-01")
        assert state(other, "has_car", "Saab", "2021-01-01").superseded == ()


def test_recall_finds_what_a_synonym_names(graph: Graph, world: Memory) -> None:
    old = state(world, "works_at", "Acme", "2020-01-01", content="Ada joined the rocket people").memory_id or ""
    worded_before(graph, world, old, predicate="employed_by")
    found = world.recall("Who is Ada's employer?", explain=True)
    assert [row.id for row in found.results] == [old]
    assert "topic" in found.results[0].ranks
