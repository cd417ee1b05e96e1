"""The life cycle by cases: two statements, what the later one does to the earlier, and how memories age."""

import math
from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from oxgraph.types import Remembered
from tests.fixtures.samples import START, Clock, day

HALF_LIVES = {"fact": 180, "preference": 90, "event": 30, "entity": 365, "relation": 365, "instruction": 365, "task": 7}


def said(world: Memory, content: str = "", /, **more: Any) -> Remembered:
    """Remembers a statement about Mara, a fact unless it says otherwise."""
    return world.semantic.remember(**{"type": "fact", "subject": "Mara", "content": content} | more)


def vector(cosine: float) -> dict[str, Any]:
    """A vector with this cosine to `vector(1)`."""
    return {"embedding": [cosine, math.sqrt(1 - cosine * cosine)], "embedding_model": "test"}


def effect(first: Remembered, second: Remembered) -> str:
    """What the second did to the first."""
    if second.outcome != "created":
        return second.outcome
    if first.memory_id in second.superseded:
        return "supersedes"
    if first.memory_id in second.contradicts:
        return "contradicts"
    return "is superseded" if second.superseded_by == first.memory_id else "apart"


HOME = {"predicate": "lives_in"}
PREFERS = {"type": "preference", "predicate": "prefers"}
LIKES = {"type": "preference", "predicate": "likes"}
EDITOR = {"topic_key": "editor preference"}
EVENT = {"type": "event"}
TASK = {"type": "task"}
RULE = {"type": "instruction"}

PAIRS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # The same type, subject and single-valued predicate.
    ("a move", HOME | {"object": "Bonn"}, HOME | {"object": "Graz"}, "supersedes"),
    ("a new employer", {"predicate": "works_at", "object": "Volkswagen"},
     {"predicate": "works_at", "object": "Rivian"}, "supersedes"),
    ("a hair less certain", HOME | {"object": "Bonn"}, HOME | {"object": "Graz", "confidence": 0.99}, "supersedes"),
    ("two thirds as certain", HOME | {"object": "Bonn"}, HOME | {"object": "Graz", "confidence": 0.67}, "supersedes"),
    ("clearly less certain", HOME | {"object": "Bonn"}, HOME | {"object": "Graz", "confidence": 0.5}, "contradicts"),
    ("more certain", HOME | {"object": "Bonn", "confidence": 0.4}, HOME | {"object": "Graz"}, "supersedes"),
    ("older news", HOME | {"object": "Bonn", "valid_from": day("2026-01-01")},
     HOME | {"object": "Graz", "valid_from": day("2020-01-01")}, "is superseded"),
    ("no overlap", HOME | {"object": "Bonn", "valid_from": day("2010-01-01"), "valid_to": day("2012-01-01")},
     HOME | {"object": "Graz", "valid_from": day("2020-01-01")}, "apart"),
    ("another subject", HOME | {"object": "Bonn"}, HOME | {"object": "Graz", "subject": "Ilse"}, "apart"),
    ("another type", HOME | {"object": "Bonn"}, HOME | {"object": "Graz", "type": "relation"}, "apart"),
    ("a relation", {"type": "relation", "predicate": "reports_to", "object": "Sofia"},
     {"type": "relation", "predicate": "reports_to", "object": "Tom"}, "supersedes"),
    ("the same again", HOME | {"object": "Bonn"}, HOME | {"object": "Bonn"}, "merged"),
    # Predicates in other words.
    ("employed_by", {"predicate": "works_at", "object": "VW"}, {"predicate": "employed_by", "object": "Rivian"},
     "supersedes"),
    ("resides_in", {"predicate": "home city", "object": "Bonn"}, {"predicate": "residesIn", "object": "Graz"},
     "supersedes"),
    ("favorite", {"predicate": "favourite_colour", "object": "teal"}, {"predicate": "favorite color", "object": "red"},
     "supersedes"),
    ("a synonym repeats", {"predicate": "works_at", "object": "VW"}, {"predicate": "employer", "object": "VW"},
     "merged"),
    # What can hold many times.
    ("attended twice", {"predicate": "attended", "object": "PyCon"}, {"predicate": "attended", "object": "FOSDEM"},
     "apart"),
    ("visited twice", {"predicate": "visited", "object": "Oslo"}, {"predicate": "has_visited", "object": "Rome"},
     "apart"),
    ("owns two", {"predicate": "has", "object": "dog"}, {"predicate": "has", "object": "cat"}, "apart"),
    ("speaks two", {"predicate": "speaks", "object": "Czech"}, {"predicate": "speaks", "object": "Dutch"}, "apart"),
    ("an unknown one", {"predicate": "hums", "object": "Bach"}, {"predicate": "hums", "object": "Ravel"}, "apart"),
    ("no predicate", {}, {}, "apart"),
    # Preferences: a choice of one domain.
    ("dark, then light", PREFERS | {"object": "dark mode"}, PREFERS | {"object": "light mode"}, "supersedes"),
    ("dark, then light, without an object", PREFERS | {"content": "Mara prefers dark mode"},
     PREFERS | {"content": "Mara prefers light mode"}, "supersedes"),
    ("prefer and favour in other words", PREFERS | {"object": "the dark mode"},
     PREFERS | {"predicate": "has a preference for", "object": "Light Modes"}, "supersedes"),
    ("concise, then detailed", PREFERS | {"object": "concise explanations over detailed ones"},
     PREFERS | {"object": "detailed explanations"}, "supersedes"),
    ("a language for a purpose", PREFERS | {"object": "TypeScript for new projects"},
     PREFERS | {"object": "Rust for new projects"}, "supersedes"),
    ("two purposes", PREFERS | {"object": "TypeScript for new projects"},
     PREFERS | {"object": "Python for small scripts"}, "apart"),
    ("two places", PREFERS | {"object": "dark mode at night"}, PREFERS | {"object": "light mode by day"}, "apart"),
    ("two dimensions", PREFERS | {"object": "early meetings"}, PREFERS | {"object": "short meetings"}, "apart"),
    ("two domains", PREFERS | {"object": "dark mode"}, PREFERS | {"object": "light wines"}, "apart"),
    ("no domain", PREFERS | {"object": "tea"}, PREFERS | {"object": "walking"}, "apart"),
    ("both at once", PREFERS | {"object": "dark mode"}, PREFERS | {"object": "dark and light mode"}, "apart"),
    ("likes both", LIKES | {"object": "dark mode"}, LIKES | {"object": "light mode"}, "apart"),
    ("likes two teas", LIKES | {"object": "green tea"}, LIKES | {"object": "black tea"}, "apart"),
    ("a preference named by its predicate", {"type": "preference", "predicate": "editor_preference", "object": "Vim"},
     {"type": "preference", "predicate": "preferred editor", "object": "Emacs"}, "supersedes"),
    ("a preference and a fact", PREFERS | {"object": "dark mode"},
     PREFERS | {"type": "fact", "object": "light mode"}, "apart"),
    ("several favourites", {"predicate": "favourite_books", "object": "Emma"},
     {"predicate": "favourite_books", "object": "Dune"}, "apart"),
    # Topic keys.
    ("one topic", EDITOR, EDITOR, "supersedes"),
    ("one topic in other words", EDITOR, {"topic_key": "Editor-Preferences"}, "supersedes"),
    ("one topic in camel case", EDITOR, {"topic_key": "editorPreference"}, "supersedes"),
    ("one topic, American", {"topic_key": "favourite colour"}, {"topic_key": "The Favorite Colors"}, "supersedes"),
    ("two topics", EDITOR, {"topic_key": "shell preference"}, "apart"),
    ("one topic, two subjects", EDITOR, EDITOR | {"subject": "Ilse"}, "apart"),
    ("an instruction", RULE | {"topic_key": "deploy"}, RULE | {"topic_key": "Deploys"}, "supersedes"),
    ("an instruction of nobody", RULE | {"subject": None, "topic_key": "deploy"},
     RULE | {"subject": None, "topic_key": "deploy"}, "supersedes"),
    ("a fact and an instruction", EDITOR, RULE | EDITOR, "apart"),
    ("tasks of one topic", TASK | {"topic_key": "errands"}, TASK | {"topic_key": "errands"}, "apart"),
    ("events of one topic", EVENT | {"topic_key": "release"}, EVENT | {"topic_key": "release"}, "apart"),
    ("events of a single-valued predicate", EVENT | HOME | {"object": "Bonn"}, EVENT | HOME | {"object": "Graz"},
     "apart"),
    # Wording and vectors.
    ("nearly the same words", vector(1), vector(0.93), "merged"),
    ("near words", vector(1), vector(0.88), "apart"),
    ("the same vector, another predicate", {"predicate": "likes"} | vector(1), {"predicate": "eats"} | vector(1),
     "apart"),
    ("the same vector, another type", vector(1), {"type": "preference"} | vector(1), "apart"),
    ("the same vector, other subjects", vector(1), {"subject": "Ilse"} | vector(1), "apart"),
    ("near words never replace", {"predicate": "uses"} | vector(1), {"predicate": "uses"} | vector(0.9), "apart"),
    # The floor of confidence.
    ("below the floor", HOME | {"object": "Bonn"}, HOME | {"object": "Graz", "confidence": 0.29}, "rejected"),
    ("at the floor", HOME | {"object": "Bonn"}, HOME | {"object": "Graz", "confidence": 0.3}, "contradicts"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second", "expected"), [row[1:] for row in PAIRS], ids=[row[0] for row in PAIRS])
def test_what_a_later_statement_does(
    world: Memory, clock: Clock, first: dict[str, Any], second: dict[str, Any], expected: str
) -> None:
    """The second is stated a month after the first, in other words."""
    one = said(world, **{"content": _sentence("once", first)} | first)
    clock.pass_days(30)
    two = said(world, **{"content": _sentence("now", second)} | second)
    assert effect(one, two) == expected
    old = world.semantic.get(one.memory_id or "")
    assert old.status == ("superseded" if expected == "supersedes" else "active")
    if expected == "supersedes":
        assert old.superseded_by == two.memory_id
        assert [row.id for row in world.semantic.list(status="active")] == [two.memory_id]
        assert "Superseded on 2026-05-31" in world.semantic.why(old.id).text


def _sentence(when: str, fields: dict[str, Any]) -> str:
    return f"{when} it is so: {fields.get('predicate', 'a note')} {fields.get('object', '')}".strip()


def test_a_repetition_is_counted_and_weighed(world: Memory, clock: Clock) -> None:
    first = said(world, "Mara plays the viola.", confidence=0.6, evidence=["turn 1"]).memory_id or ""
    said(world, " mara plays  the viola. ", confidence=0.9, evidence=["turn 2"])
    said(world, "Mara plays the viola.", confidence=0.9, evidence=["turn 3"])
    row = world.semantic.get(first)
    assert (row.repetitions, row.evidence) == (3, ("turn 1", "turn 2", "turn 3"))
    assert row.confidence == pytest.approx(0.8)


def test_a_contradiction_weighs_by_confidence_and_waits_for_review(world: Memory, clock: Clock) -> None:
    sure = said(world, "Mara lives in Bonn", object="Bonn", **HOME).memory_id or ""
    clock.pass_days(1)
    doubt = said(world, "Mara lives in Graz", object="Graz", confidence=0.5, **HOME).memory_id or ""
    rows = {row.id: row for row in world.semantic.list("Mara")}
    assert (rows[sure].rank_weight, rows[doubt].rank_weight) == (1.0, 0.5)
    assert {row.memory.id for row in world.semantic.review.list()} == {sure, doubt}
    new = world.semantic.review.resolve(sure, content="Mara lives in Linz", object="Linz")
    assert isinstance(new, Remembered)
    assert set(new.superseded) == {sure, doubt}
    assert world.semantic.review.list() == []
    assert world.semantic.get(new.memory_id or "").rank_weight == 1.0


def test_back_and_forth_keeps_the_whole_history(world: Memory, clock: Clock) -> None:
    for city in ("Bonn", "Graz", "Bonn"):
        said(world, f"Mara lives in {city}", object=city, **HOME)
        clock.pass_days(30)
    assert [row.object for row in world.semantic.list("Mara")] == ["Bonn"]
    assert [row.object for row in world.semantic.history(subject="Mara", predicate="home city")] == [
        "Bonn", "Graz", "Bonn",
    ]  # fmt: skip
    then = (START + timedelta(days=40), None)
    assert [row.object for row in world.semantic.list("Mara", as_of=then)] == ["Graz"]


@pytest.mark.parametrize("kind", HALF_LIVES)
def test_it_expires_when_its_freshness_falls_below_a_tenth(
    graph: Graph, world: Memory, clock: Clock, kind: str
) -> None:
    id = said(world, "a note about Mara", type=kind).memory_id or ""
    after = HALF_LIVES[kind] * math.log2(10)
    for days, status in ((after - 0.1, "active"), (after + 0.1, "expired")):
        clock.now = START + timedelta(days=days)
        run_pass(graph, world.workspace_id, "freshness", now=clock())
        assert world.semantic.get(id).status == status


@pytest.mark.parametrize(("reads", "boost"), [(1, 1.2), (6, 2.985984), (20, 3.0), (100, 3.0)])
def test_reading_keeps_it_longer_up_to_threefold(
    graph: Graph, world: Memory, clock: Clock, reads: int, boost: float
) -> None:
    id = said(world, "Mara won the regatta", **EVENT).memory_id or ""
    for _ in range(reads):
        graph.write(
            statement("semantic/touch"), workspace_id=world.workspace_id, token_hash=None, ids=[id], now=clock()
        )
    after = 30 * math.log2(10 * boost)
    for days, status in ((after - 0.1, "active"), (after + 0.1, "expired")):
        clock.now = START + timedelta(days=days)
        run_pass(graph, world.workspace_id, "freshness", now=clock())
        assert world.semantic.get(id).status == status


@pytest.mark.parametrize(("confidence", "days", "kept"), [(0.9, 400, True), (0.3, 400, True), (0.29, 89, True),
                                                          (0.29, 91, False)])  # fmt: skip
def test_only_what_is_doubtful_and_long_expired_is_deleted(
    graph: Graph, world: Memory, clock: Clock, *, confidence: float, days: float, kept: bool
) -> None:
    world.update_settings(remember_confidence=0.0)
    id = said(world, "Mara saw a heron", confidence=confidence, **EVENT).memory_id or ""
    clock.pass_days(120)
    run_pass(graph, world.workspace_id, "freshness", now=clock())
    clock.pass_days(days)
    run_pass(graph, world.workspace_id, "garbage", now=clock())
    rows = world.semantic.list("Mara", status="any")
    assert [(row.id, row.status) for row in rows] == ([(id, "expired")] if kept else [])


def test_a_superseded_memory_is_never_collected_for_its_age(graph: Graph, world: Memory, clock: Clock) -> None:
    said(world, "Mara lives in Bonn", object="Bonn", confidence=0.3, **HOME)
    clock.pass_days(1)
    said(world, "Mara lives in Graz", object="Graz", **HOME)
    clock.pass_days(2000)
    for name in ("freshness", "garbage"):
        run_pass(graph, world.workspace_id, name, now=clock())
    assert [row.object for row in world.semantic.history(subject="Mara")] == ["Bonn", "Graz"]


def test_a_historical_recall_revives_and_looking_does_not(graph: Graph, world: Memory, clock: Clock) -> None:
    id = said(world, "Mara sailed to Gotland", **EVENT).memory_id or ""
    clock.pass_days(120)
    run_pass(graph, world.workspace_id, "freshness", now=clock())
    assert world.recall("Mara sailed to Gotland").results == ()
    world.semantic.get(id), world.semantic.why(id), world.semantic.history(id)
    world.semantic.list("Mara", status="any")
    assert world.semantic.get(id).status == "expired"
    assert [row.id for row in world.recall("Mara sailed to Gotland", historical=True).results] == [id]
    world.flush()
    assert world.semantic.get(id).status == "active"


def test_recall_shows_the_latest_and_history_on_request(world: Memory, clock: Clock) -> None:
    for city in ("Bonn", "Graz"):
        said(world, f"Mara lives in {city}", object=city, **HOME)
        clock.pass_days(30)
    assert [row.object for row in world.recall("Where does Mara live?").results] == ["Graz"]
    found = world.recall("Where does Mara live?", historical=True).results
    assert {row.object for row in found} == {"Bonn", "Graz"}


@pytest.mark.parametrize(("confidence", "plain", "historical"), [(0.5, 1, 1), (0.49, 0, 1), (0.3, 0, 1)])
def test_floors_of_recall(world: Memory, confidence: float, plain: int, historical: int) -> None:
    said(world, "Mara keeps bees", confidence=confidence)
    assert len(world.recall("Who keeps bees?").results) == plain
    assert len(world.recall("Who keeps bees?", historical=True).results) == historical


def test_a_predicate_is_single_valued_from_its_definition_on(world: Memory, clock: Clock) -> None:
    said(world, "Mara drives a Saab", predicate="drives", object="Saab")
    world.semantic.predicates.define("drives", stateful=True, synonyms=["has car"])
    clock.pass_days(1)
    assert len(said(world, "Mara has a Fiat", predicate="hasCar", object="Fiat").superseded) == 1


def test_what_is_superseded_from_a_later_day_is_so_when_that_day_has_come(
    graph: Graph, world: Memory, clock: Clock
) -> None:
    old = str(said(world, "Mara lives in Bonn", **HOME, object="Bonn").memory_id)
    new = str(
        said(world, "Mara lives in Graz", **HOME, object="Graz", valid_from=clock() + timedelta(days=10)).memory_id
    )
    for days, status in ((9, "active"), (2, "superseded")):
        clock.pass_days(days)
        run_pass(graph, world.workspace_id, "patterns", now=clock())
        assert world.semantic.get(old).status == status
    assert [row.id for row in world.semantic.list("Mara", status="active")] == [new]
    last = world.semantic.why(old).transitions[-1]
    assert (last.from_status, last.to_status, last.inputs["other"]) == ("active", "superseded", new)
    assert last.run_id is not None
    assert world.semantic.forget(new, restore=True).to_status == "forgotten"
    assert world.semantic.get(old).status == "active"
    assert run_pass(graph, world.workspace_id, "freshness", now=clock()).counters["succeeded"] == 0


def test_as_of_a_recorded_time_the_status_is_that_of_then(world: Memory, clock: Clock) -> None:
    old = str(said(world, "Mara lives in Bonn", **HOME, object="Bonn").memory_id)
    then = clock()
    clock.pass_days(10)
    new = str(said(world, "Mara lives in Graz", **HOME, object="Graz").memory_id)
    assert world.semantic.get(old).superseded_by == new
    seen = world.semantic.get(old, as_of=(then, then))
    assert (seen.status, seen.superseded_by, seen.valid_to) == ("active", None, None)
    listed = [
        world.semantic.list("Mara", status="active", as_of=(then, then)),
        world.semantic.list("Mara", as_of=(then, then)),
    ]
    assert [[row.id for row in rows] for rows in listed] == [[old], [old]]
    assert world.semantic.list("Mara", status="superseded", as_of=(then, then)) == []
    later = world.semantic.get(old, as_of=(then, clock()))
    assert (later.status, later.superseded_by) == ("superseded", new)


def test_what_was_to_be_superseded_and_is_restored_before_stays_active(
    graph: Graph, world: Memory, clock: Clock
) -> None:
    old = str(said(world, "Mara lives in Bonn", **HOME, object="Bonn").memory_id)
    new = str(
        said(world, "Mara lives in Graz", **HOME, object="Graz", valid_from=clock() + timedelta(days=10)).memory_id
    )
    world.semantic.forget(new, restore=True)
    clock.pass_days(20)
    assert run_pass(graph, world.workspace_id, "freshness", now=clock()).counters["succeeded"] == 0
    assert world.semantic.get(old).status == "active"
