"""What is known of single users: confidence, duplicates, supersession by meaning, fading."""

from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.client._async.user_facts import decays_after
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.fixtures.samples import START, Clock

SIZE = 8


class Told:
    """An embedder whose vectors a test sets: each text is an axis of its own, or a mixture of others."""

    name = "told"
    dimension = SIZE

    def __init__(self) -> None:
        self.vectors: dict[str, list[float]] = {}

    def say(self, text: str, **parts: float) -> str:
        """Gives a text its vector by axes a to h; the rest of its length goes to an axis that nobody names."""
        vector = [parts.get(axis, 0.0) for axis in "abcdefgh"]
        vector[-1] = max(0.0, 1 - sum(part * part for part in vector)) ** 0.5
        self.vectors[text] = vector
        return text

    def embed(self, text: str) -> list[float]:
        return self.vectors[text]

    def embed_many(self, texts: Any, progress: Any = None) -> list[list[float]]:
        return [self.embed(text) for text in texts]


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def space(server: Server, clock: Clock, told: Told) -> Any:
    with oxgraph.connect(server.uri, server.auth, clock=clock, embedder=told) as client:
        yield client.create_workspace(f"users {new_id()}")


def settled(graph: Graph) -> None:
    """Waits for the vector index."""
    graph.driver.execute_query("CALL db.awaitIndexes()", database_=graph.database)


def calm() -> str:
    """The id of a statement that no fading follows."""
    return next(id for id in iter(new_id, None) if not decays_after(id))


def confidence(space: Memory, user: str = "u1") -> list[float]:
    return [row.confidence for row in space.user(user).facts()]


def test_a_fact_is_new_or_confirmed(space: Memory, told: Told) -> None:
    """New 1.0; said again +0.1 up to 1.0; the same from a cosine above 0.85."""
    user = space.user("u1")
    tea = user.upsert_fact(told.say("likes tea", a=1), "taste", id=calm())
    assert (tea.outcome, confidence(space)) == ("created", [1.0])
    near = user.upsert_fact(told.say("is fond of tea", a=0.86), id=calm())
    assert (near.outcome, near.memory_id, confidence(space)) == ("merged", tea.memory_id, [1.0])
    far = user.upsert_fact(told.say("likes green tea", a=0.84), id=calm())
    assert far.outcome == "created"
    row = space.semantic.get(tea.memory_id or "")
    assert (row.policy, row.type, row.subject, row.freshness, row.category) == (
        "confidence",
        "fact",
        "u1",
        None,
        "taste",
    )


def test_users_are_kept_apart(space: Memory, told: Told, graph: Graph) -> None:
    told.say("likes tea", a=1)
    told.say("tea", a=0.9)
    made = {name: space.user(name).upsert_fact("likes tea", id=calm()).memory_id for name in ("u1", "u2")}
    assert len(set(made.values())) == 2
    settled(graph)
    assert [row.id for row in space.user("u1").search_facts("tea")] == [made["u1"]]
    assert space.user("u3").search_facts("tea") == []
    assert space.user("u3").build_context("tea") == ""
    with pytest.raises(errors.NotFound):
        space.user("u1").delete_fact(made["u2"] or "")
    assert space.user("u1").delete_matching_facts("TEA") == 1
    assert [len(space.user(name).facts()) for name in ("u1", "u2")] == [0, 1]


def test_the_user_is_an_entity_with_the_users_id(space: Memory, told: Told) -> None:
    made = space.user("u1").upsert_fact(told.say("likes tea", a=1), id=calm())
    again = space.semantic.remember(
        type="fact", content=told.say("has a dog", b=1), subject_id="u1", predicate="has", object="Dog"
    )
    assert again.subject_id == made.subject_id
    assert {row.fact for row in space.user("u1").facts()} == {"likes tea", "has a dog"}
    assert {row.content for row in space.semantic.list("u1")} == {"has a dog", "likes tea"}


def test_the_nearest_fact_to_the_old_text_is_superseded(space: Memory, told: Told, graph: Graph) -> None:
    """From a cosine of 0.80 to the text of what no longer holds; similar wording alone never retires anything."""
    user = space.user("u1")
    acme = user.upsert_fact(told.say("works at Acme", a=1), id=calm())
    boat = user.upsert_fact(told.say("owns a boat", b=1), id=calm())
    settled(graph)
    missed = user.upsert_fact(told.say("works at Tesla", c=1), supersedes=told.say("worked", a=0.79), id=calm())
    assert missed.superseded == ()
    assert len(user.facts()) == 3
    hit = user.upsert_fact(told.say("works at Rivian", d=1), supersedes=told.say("was at Acme", a=0.81), id=calm())
    assert hit.superseded == (acme.memory_id,)
    assert space.semantic.get(acme.memory_id or "").status == "superseded"
    assert space.semantic.get(boat.memory_id or "").status == "active"


def test_what_does_not_hold_now_is_no_fact(space: Memory, told: Told, clock: Clock, graph: Graph) -> None:
    """What has ended and what is still to begin, however facts are read."""
    day = timedelta(days=1)
    known: list[dict[str, Any]] = [
        {"content": told.say("had a visa", a=1), "valid_from": START - 9 * day, "valid_to": START - day},
        {"content": told.say("lives in Oslo", a=0.9), "valid_from": START + 30 * day},
    ]
    user = space.user("u1")
    user.upsert_fact(told.say("likes tea", b=1), id=calm())
    for one in known:
        space.semantic.remember(type="fact", subject_id="u1", user_id="u1", **one)
    settled(graph)
    told.say("a visa?", a=0.95, b=0.1)
    assert [row.fact for row in user.facts()] == [row.fact for row in user.search_facts("a visa?")] == ["likes tea"]
    clock.now = START + 31 * day
    assert {row.fact for row in user.facts()} == {"likes tea", "lives in Oslo"}


def test_facts_as_of_another_time(space: Memory, told: Told, clock: Clock, graph: Graph) -> None:
    day = timedelta(days=1)
    user = space.user("u1")
    old = user.upsert_fact(told.say("works at Acme", a=1), id=calm())
    clock.now = START + day
    told.say("his job at Acme", a=0.9)
    user.upsert_fact(told.say("works at Rivian", a=0.8, b=0.6), supersedes="his job at Acme", id=calm())
    settled(graph)
    before, later = (None, START), (None, START + day)
    told.say("job?", a=0.9, b=0.1)
    assert [row.fact for row in user.facts()] == [row.fact for row in user.facts(as_of=later)] == ["works at Rivian"]
    assert [row.fact for row in user.facts(as_of=before)] == ["works at Acme"]
    (found,) = user.search_facts("job?", as_of=before)
    assert (found.id, round(found.score or 0, 2)) == (old.memory_id, 0.9)
    assert user.build_context("job?", as_of=before).endswith("- works at Acme (confidence 1.00)")
    assert user.search_facts("job?", as_of=(START - day, None)) == []
    assert [row.fact for row in user.search_facts("job?", as_of=later)] == ["works at Rivian"]


def test_facts_are_found_by_meaning_and_told_in_a_block(space: Memory, told: Told, graph: Graph) -> None:
    user = space.user("u1")
    for text, axis in (("likes tea", "a"), ("owns a boat", "b"), ("has a dog", "c")):
        user.upsert_fact(told.say(text, **{axis: 1}), "about" if axis == "b" else None, id=calm())
    settled(graph)
    told.say("which boat?", b=0.9, a=0.3)
    rows = user.search_facts("which boat?", 2)
    assert [(row.fact, round(row.score or 0, 3)) for row in rows] == [("owns a boat", 0.9), ("likes tea", 0.3)]
    assert user.build_context("which boat?", 1) == "[User memory — 1 fact]\n- owns a boat (about, confidence 1.00)"
    by_vector = user.search_facts(embedding=told.embed("which boat?"), top_k=1)
    assert [row.fact for row in by_vector] == ["owns a boat"]
    for wrong in ({}, {"query": ""}, {"query": "x", "top_k": 0}, {"embedding": [1.0, 2.0]}):
        with pytest.raises(errors.InvalidInput):
            user.search_facts(**wrong)


def test_without_vectors_facts_are_found_by_their_words(world: Memory) -> None:
    user = world.user("user:42")
    for text in ("Likes green tea", "Owns a boat", "Drinks tea on the boat"):
        user.upsert_fact(text, id=calm())
    assert {row.fact for row in user.search_facts("TEA?")} == {"Likes green tea", "Drinks tea on the boat"}
    assert user.search_facts("boat tea", 1)[0].fact == "Drinks tea on the boat"
    assert [row.fact for row in user.search_facts("boat tea", 1, as_of=(START, START))] == ["Drinks tea on the boat"]
    assert user.search_facts("?!") == user.search_facts("zebra") == []
    assert user.build_context("zebra") == ""
    gone = user.upsert_fact("Owns a car", supersedes="owns a BOAT", id=calm())
    assert [world.semantic.get(id).content for id in gone.superseded] == ["Owns a boat"]
    assert user.upsert_fact("Owns a plane", supersedes="owns nothing", id=calm()).superseded == ()


def test_a_shared_fact_is_read_and_not_superseded(space: Memory, graph: Graph, told: Told) -> None:
    """Such as one that 0.1.0 stored of a user, when memories had no owners."""
    user = space.user("u1")
    own = user.upsert_fact(told.say("likes tea", a=1), id=calm())
    text = told.say("takes the tram", b=1)
    shared = space.semantic.remember(type="fact", subject_id=own.subject_id, content=text)
    settled(graph)
    new = user.upsert_fact(told.say("rides a bicycle", c=1), supersedes=text, id=calm())
    assert (new.outcome, new.superseded) == ("created", ())
    assert {row.fact for row in user.facts()} == {"likes tea", "takes the tram", "rides a bicycle"}
    assert space.semantic.get(str(shared.memory_id)).status == "active"


@pytest.mark.parametrize("reads", [True, False])
def test_a_fact_that_is_read_stays(space: Memory, told: Told, clock: Clock, reads: bool) -> None:
    """Two months of a decay each day: what is read each day keeps its confidence, what is not is pruned."""
    user = space.user("u1")
    user.upsert_fact(told.say("likes tea", a=1), id=calm())
    for _ in range(60):
        clock.pass_days(1)
        if reads:
            assert "likes tea" in user.build_context("likes tea")
            space.flush()
        user.decay_old_facts()
    assert confidence(space) == ([1.0] if reads else [])


def test_facts_fade_and_are_pruned(space: Memory, told: Told, clock: Clock) -> None:
    """Not confirmed for 7 days: × 0.95 each time; below 0.3 and older than 30 days: gone."""
    user, other = space.user("u1"), space.user("u2")
    id = user.upsert_fact(told.say("likes tea", a=1), id=calm()).memory_id or ""
    other.upsert_fact("likes tea", id=calm())
    clock.now = START + timedelta(days=6.9)
    assert user.decay_old_facts().decayed == 0
    clock.now = START + timedelta(days=7)
    assert user.decay_old_facts().decayed == 1
    assert user.decay_old_facts().decayed == 0
    assert (confidence(space), confidence(space, "u2")) == ([0.95], [1.0])
    said = f"Its confidence fell by decay, last on {clock.now.date()}, as nothing confirmed it"
    assert said in space.semantic.why(id).text
    user.upsert_fact("likes tea", id=calm())
    assert confidence(space) == [1.0]
    assert "by decay" not in space.semantic.why(id).text
    for _ in range(40):
        clock.pass_days(1)
        user.decay_old_facts()
    assert user.facts() == []
    assert confidence(space, "u2") == [1.0]
    assert "too low and nothing had confirmed it since 2026-05-08" in space.semantic.why(id).text
    assert space.user("nobody").decay_old_facts().pruned == 0


def test_one_statement_in_twenty_makes_old_facts_fade(space: Memory, told: Told, clock: Clock) -> None:
    user = space.user("u1")
    user.upsert_fact(told.say("likes tea", a=1), id=calm())
    clock.pass_days(8)
    fading = next(id for id in iter(new_id, None) if decays_after(id))
    user.upsert_fact(told.say("owns a boat", b=1), id=calm())
    assert sorted(confidence(space)) == [1.0, 1.0]
    user.upsert_fact(told.say("has a dog", c=1), id=fading)
    assert sorted(confidence(space)) == [0.95, 1.0, 1.0]


def test_deleting_by_a_piece_of_text(world: Memory) -> None:
    user = world.user("u1")
    for text in ("Works at Acme", "Left ACME in May", "Owns a boat"):
        user.upsert_fact(text, id=calm())
    assert user.delete_matching_facts("acme") == 2
    assert user.delete_matching_facts("acme") == 0
    assert [row.fact for row in user.facts()] == ["Owns a boat"]
    user.delete_fact(user.facts()[0].id)
    assert user.facts() == []
    with pytest.raises(errors.InvalidInput):
        user.facts(-1)
    for wrong in ("", "   "):
        with pytest.raises(errors.InvalidInput):
            user.delete_matching_facts(wrong)
    with pytest.raises(errors.NotFound):
        user.delete_fact(new_id())
    with pytest.raises(errors.InvalidInput):
        world.user("")


def test_preferences_count_as_facts_of_the_user(space: Memory, graph: Graph, told: Told) -> None:
    user = space.user("u-1")
    text = "the user works in Oslo"
    user.upsert_fact(told.say(text, a=1.0), id=calm())
    tea = told.say("the user prefers green tea", b=0.9)
    mine = space.as_user("u-1")
    subject = space.semantic.get(user.facts()[0].id).subject_id
    given: dict[str, Any] = {"subject_id": subject, "predicate": "prefers", "policy": "confidence"}
    preference = mine.semantic.remember(type="preference", content=tea, **given)
    settled(graph)
    assert {(one.fact, one.category) for one in user.facts()} == {(text, None), (tea, "preference")}
    (found,) = user.search_facts(told.say("what to drink?", b=0.8), top_k=1)
    assert (found.fact, found.category) == (tea, "preference")
    assert f"- {tea} (preference, confidence" in user.build_context("what to drink?")
    user.delete_fact(preference.id)
    assert [one.fact for one in user.facts()] == [text]
