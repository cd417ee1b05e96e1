"""Updates in other words, from a message to what recall shows: by the rules, and by a language model's answers."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.ids import new_id
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from oxgraph.types.ingest import IngestReport
from tests.fixtures.chat_server import ChatServer
from tests.fixtures.samples import START, Clock

Take = Callable[[str, dict[str, Any]], IngestReport]


def memory(text: str, predicate: str, value: str, kind: str = "fact", **more: Any) -> dict[str, Any]:
    """What a model says of a turn."""
    given = {
        "turn": "t1",
        "type": kind,
        "content": text.replace("I ", "Mara ").replace("My ", "Mara's "),
        "subject": "Mara",
    }
    return given | {"predicate": predicate, "object": value, "quote": text, "source": 1.0, "grounding": 1.0} | more


UPDATES = [
    (
        "I work at Volkswagen in Wolfsburg.",
        memory("I work at Volkswagen in Wolfsburg.", "works_at", "Volkswagen"),
        "I work for Rivian since this spring.",
        memory("I work for Rivian since this spring.", "employed_by", "Rivian", source=0.9),
        "works_at",
    ),
    (
        "I live in Bonn with my cat.",
        memory("I live in Bonn with my cat.", "lives_in", "Bonn"),
        "I live in Graz now, near the river.",
        memory("I live in Graz now, near the river.", "home_city", "Graz", source=0.99),
        "resides_in",
    ),
    (
        "My favourite colour is teal, by the way.",
        memory("My favourite colour is teal, by the way.", "favourite_colour", "teal", "preference"),
        "My favorite color is crimson now.",
        memory("My favorite color is crimson now.", "favorite_color", "crimson", "preference", source=0.99),
        "favorite",
    ),
    (
        "I prefer dark mode in every editor.",
        memory("I prefer dark mode in every editor.", "prefers", "dark mode", "preference"),
        "I prefer light mode in every editor.",
        memory("I prefer light mode in every editor.", "preference", "light mode", "preference", source=0.99),
        "prefers",
    ),
]  # fmt: skip
NO_UPDATES = [
    ("I like green tea a lot.", memory("I like green tea a lot.", "likes", "green tea", "preference"),
     "I like black tea a lot.", memory("I like black tea a lot.", "enjoys", "black tea", "preference")),
    ("I visited Oslo last summer.", memory("I visited Oslo last summer.", "visited", "Oslo", "event"),
     "I visited Rome last winter.", memory("I visited Rome last winter.", "visited", "Rome", "event")),
    ("I have a dog called Rex.", memory("I have a dog called Rex.", "has_pet", "Rex"),
     "I have a cat called Tom.", memory("I have a cat called Tom.", "has_pet", "Tom")),
]  # fmt: skip


@pytest.fixture(params=["rules", "model"])
def take(request: pytest.FixtureRequest, world: Memory, chat: ChatServer, clock: Clock) -> Take:
    """Ingests one turn of Mara's, by the rules or by a model that answers with this memory."""

    def ingest(text: str, answer: dict[str, Any]) -> IngestReport:
        chat.answer({"memories": [answer]})
        model = OpenAICompatibleModel("test", chat.url, "key") if request.param == "model" else None
        message = {"text": text, "said_at": clock()}
        return world.semantic.ingest([message], conversation_id=new_id(), speaker="Mara", model=model)

    return ingest


@pytest.mark.parametrize(("first", "answer", "second", "update", "asked"), UPDATES, ids=[row[-1] for row in UPDATES])
def test_an_update_a_month_later_replaces(
    take: Take, world: Memory, clock: Clock, *, first: str, answer: Any, second: str, update: Any, asked: str
) -> None:
    (old,) = (one.memory_id for one in take(first, answer).memories)
    clock.pass_days(30)
    (new,) = (one.memory_id for one in take(second, update).memories)
    assert [row.id for row in world.semantic.list("Mara")] == [new]
    assert world.semantic.get(old or "").superseded_by == new
    history = world.semantic.history(subject="Mara")
    assert [row.id for row in history] == [old, new]


@pytest.mark.parametrize(("first", "answer", "second", "other"), NO_UPDATES)
def test_what_can_be_true_of_both_stands(
    take: Take, world: Memory, clock: Clock, *, first: str, answer: Any, second: str, other: Any
) -> None:
    take(first, answer)
    clock.pass_days(30)
    take(second, other)
    assert len(world.semantic.list("Mara")) == 2


def test_what_a_user_says_feeds_the_users_memory(world: Memory, clock: Clock) -> None:
    user = world.user("u-1")
    user.upsert_fact("Has a folding bicycle")

    def say(text: str, conversation: str) -> tuple[str, ...]:
        report = world.semantic.ingest(
            [{"text": text, "said_at": clock()}], conversation_id=conversation, user_id="u-1"
        )
        return tuple(one.memory_id or "" for one in report.memories)

    (acme,) = say("Maybe I work at Acme.", "c-1") or say("I think I work at Acme.", "c-1")
    before = world.semantic.get(acme)
    assert before.policy == "confidence"
    assert {row.fact for row in user.facts()} == {"Has a folding bicycle", before.content}
    clock.pass_days(1)
    assert say("As I said, I work at Acme.", "c-2") == (acme,)
    assert world.semantic.get(acme).confidence == min(1.0, before.confidence + 0.1)
    clock.pass_days(30)
    (rivian,) = say("I work for Rivian now.", "c-3")
    assert world.semantic.get(acme).superseded_by == rivian
    assert [row.id for row in world.semantic.history(subject="u-1", predicate="employer")] == [acme, rivian]
    (trip,) = say("I visited Oslo with my sister yesterday.", "c-4")
    assert world.semantic.get(trip).policy == "freshness"


def test_only_what_users_say_of_themselves_follows_their_policy(world: Memory) -> None:
    world.user("u-1").upsert_fact("Has a folding bicycle")
    given: dict[str, Any] = {"type": "fact", "subject_id": "u-1", "content": "Owns a kite", "predicate": "owns"}
    by_caller = world.semantic.remember(**given).memory_id or ""
    assert world.semantic.get(by_caller).policy == "freshness"
    said = {"text": "I work at Acme these days.", "said_at": START - timedelta(days=1)}
    world.semantic.ingest([said], speaker="Mara")
    assert [row.policy for row in world.semantic.list("Mara")] == ["freshness"]


def test_about_a_twentieth_of_a_users_turns_decays_old_facts(world: Memory, clock: Clock) -> None:
    """Small talk too: a turn counts whether or not something is extracted from it."""
    present, away = world.user("u-1"), world.user("u-2")
    present.upsert_fact("Has a folding bicycle")
    away.upsert_fact("Has a canoe")
    clock.pass_days(8)
    turns = [{"text": f"thanks {number}", "said_at": clock()} for number in range(800)]
    world.semantic.ingest(turns[:400], conversation_id="c-1", user_id="u-1")
    clock.pass_days(1)
    world.semantic.ingest(turns[400:], conversation_id="c-1", user_id="u-1")
    assert [row.confidence for row in present.facts()] == [pytest.approx(0.95**2)]
    assert [row.confidence for row in away.facts()] == [1.0]
