"""Two users who know the same in the same words: no line of one in a prompt of the other, by any surface."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.fixtures.samples import START
from tests.turn.samples import PATIENCE

FACTS = int(os.environ.get("OXGRAPH_USER_FACTS", "200"))
PROMPTS = int(os.environ.get("OXGRAPH_USER_PROMPTS", "50"))
"""500 take two minutes on two cores."""
USERS = {"ada": "amber", "bob": "birch"}
"""Each user, and the word that stands in all that the user knows and nowhere else."""
THINGS = ("locker", "laptop", "badge", "parking space", "bicycle", "desk", "printer", "locker key", "cup", "chair")
SHARED = "The canteen opens at noon"


@dataclass(frozen=True)
class World:
    """A workspace with two users, and a token bound to each."""

    space: Memory
    bound: dict[str, Memory]


def facts(user: str, count: int) -> list[dict[str, Any]]:
    """What a user knows: in the other's words but for the user's own word."""
    return [
        {
            "type": "fact",
            "content": f"My {THINGS[n % len(THINGS)]} number {n} is {USERS[user]}",
            "subject": "user",
            "predicate": f"thing_{n}",
            "object": f"{USERS[user]} {n}",
            "topic_key": f"thing {n}",
            "user_id": user,
        }
        for n in range(count)
    ]


def fill(space: Memory, count: int) -> None:
    space.semantic.remember(type="fact", content=SHARED, subject="Canteen")
    for user, word in USERS.items():
        space.semantic.remember_many(facts(user, count))
        said = [f"My {THINGS[n % len(THINGS)]} is the {word} one, number {n}." for n in range(count // 4)]
        space.episodic.add_messages(said, conversation_id="c", speaker=word.title(), user_id=user)
        space.episodic.add_messages(
            [{"text": f"Long ago my {thing} was {word}.", "said_at": START.replace(year=2024)} for thing in THINGS],
            conversation_id="old",
            user_id=user,
        )
        space.episodic.summarize_old_turns("old", retain_last=0, user_id=user)
        space.working.set("c", "plan", f"paint it {word}", user_id=user)
        space.user(user).upsert_fact(f"paints everything {word}")


@pytest.fixture(scope="module")
def world(server: Server) -> Iterator[World]:
    model = embedder("minilm")
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=model) as client:
        space = client.create_workspace(f"users {new_id()}")
        fill(space, FACTS)
        bound = {}
        for user in USERS:
            token = space.tokens.create("agent", user, user_id=user).secret
            bound[user] = oxgraph.connect(server.uri, server.auth, token=token, clock=lambda: START, embedder=model)
        yield World(space, bound)
        for memory in bound.values():
            memory.close()


def prompts(memory: Memory, user: str | None, text: str) -> Iterator[str]:
    """All that a user is shown for a text: context, notes, results, prompt, history, search."""
    found = memory.recall(text, user_id=user, k=50, without="threshold")
    yield found.model_dump_json()
    with memory.turn("c", text, user_id=user, slots=["plan"], learn=False, limits=PATIENCE) as turn:
        yield turn.prompt + str(turn.messages) + str(turn.parts)
    yield str(memory.episodic.search(text, user_id=user, k=20, minimum=0))


QUESTIONS = [f"What is my {thing} number {n}?" for n, thing in enumerate(THINGS)]


@pytest.mark.parametrize("user", USERS)
def test_no_line_of_one_user_is_in_a_prompt_of_the_other(world: World, user: str) -> None:
    own = USERS[user]
    (other,) = set(USERS.values()) - {own}
    for memory, named in ((world.space, user), (world.bound[user], None), (world.space.as_user(user), None)):
        for question in QUESTIONS[:: 1 if named else 3]:
            shown = "".join(prompts(memory, named, question)).lower()
            assert own in shown
            assert other not in shown


def test_without_a_user_only_the_shared_is_shown(world: World) -> None:
    for question in (*QUESTIONS[::3], "When does the canteen open?"):
        shown = "".join(prompts(world.space, None, question)).lower()
        assert all(word not in shown for word in USERS.values())
    assert SHARED in world.space.recall("When does the canteen open?").context


def test_a_bound_token_finds_nothing_of_another_user(world: World, graph: Graph) -> None:
    memory, (own, other) = world.bound["ada"], USERS.values()
    foreign = world.space.semantic.list(user_id="bob", limit=5)
    assert [row.user_id for row in foreign] == ["bob"] * 5
    for row in foreign:
        for call in (memory.semantic.get, memory.semantic.history, memory.semantic.why, memory.graph.node):
            with pytest.raises(errors.NotFound):
                call(row.id)
        with pytest.raises(errors.NotFound):
            memory.semantic.forget(row.id)
        with pytest.raises(errors.NotFound):
            memory.semantic.supersede(row.id, content="no")
    for message in world.space.episodic.history("c", user_id="bob"):
        assert not memory.episodic.delete_message(message.id)
    for name in ("bob", "eve"):
        with pytest.raises(errors.PermissionDenied):
            memory.recall("x", user_id=name)
        with pytest.raises(errors.PermissionDenied):
            memory.user(name)
        with pytest.raises(errors.PermissionDenied):
            memory.semantic.remember(type="fact", content="x y z", user_id=name)
    shown = [
        memory.semantic.list(limit=1_000),
        memory.semantic.list("user", limit=1_000),
        memory.semantic.list(object=f"{other} 1"),
        memory.episodic.conversations(),
        memory.episodic.episodes(),
        memory.episodic.messages("c"),
        memory.working.get_many("c"),
        memory.user("ada").facts(),
        memory.semantic.entities.list(limit=1_000),
        memory.semantic.entities.search(f"{other} 1"),
        memory.graph.find(other),
        memory.graph.find(),
        memory.semantic.review.list(),
    ]
    assert other not in str(shown).lower()
    assert "bob" not in str(shown).lower()
    assert own in str(shown).lower()


def test_a_token_of_an_operator_cannot_be_bound(world: World) -> None:
    with pytest.raises(errors.InvalidInput, match="user_id"):
        world.space.tokens.create("operator", "x", user_id="ada")
    assert {row.user_id for row in world.space.tokens.list()} >= set(USERS)


@pytest.mark.deep
def test_a_thousand_facts_each_and_many_prompts(server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as client:
        space = client.create_workspace(f"many users {new_id()}")
        fill(space, 1_000)
        for user, own in USERS.items():
            (other,) = set(USERS.values()) - {own}
            for n in range(0, 250, 500 // PROMPTS):
                shown = "".join(prompts(space, user, f"What is my {THINGS[n % 10]} number {n * 4}?")).lower()
                assert own in shown
                assert other not in shown
