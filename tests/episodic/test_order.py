"""A conversation's messages stand in the order in which they were said, however they come."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.episodic.samples import TALK, chain, connected, messages
from tests.fixtures.client_samples import NOON, at
from tests.passes.test_runner import audits

Said = dict[str, Any]


@pytest.fixture(scope="module")
def plain(server: Server) -> Iterator[Client]:
    with connected(server) as client:
        yield client


@pytest.fixture
def space(plain: Client) -> Memory:
    return plain.create_workspace(f"test {new_id()}")


def said(name: str, hours: float | None = None, **more: Any) -> Said:
    return {"text": name} | ({"said_at": at(hours=hours)} if hours is not None else {}) | more


def order(graph: Graph, space: Memory, conversation_id: str = "c") -> str:
    """The texts in the order of positions, which the chain confirms."""
    found = messages(graph, space, conversation_id)
    assert chain(graph, space, conversation_id) == [row["position"] for row in found] == list(range(len(found)))
    return "".join(row["text"] for row in found)


def test_late_messages_are_put_in_their_place(space: Memory, graph: Graph) -> None:
    add = space.episodic.add_messages
    add([said("c", 5), said("f", 3)], conversation_id="c")
    assert (add([said("e", 4)], conversation_id="c").written, order(graph, space)) == (1, "cef")
    add([said("g", 3), said("d", 4.5), said("a", 9), said("b", 8), said("h", 1)], conversation_id="c")
    assert order(graph, space) == "abcdefgh", "of one time: in the order of writing"
    row = space.episodic.conversation("c")
    assert (row.started_at, row.last_message_at, row.messages) == (at(hours=9), at(hours=1), 8)
    assert audits(graph, space.workspace_id, NOON) == []


def test_without_a_time_a_message_stays_beside_its_neighbours(space: Memory, graph: Graph) -> None:
    add = space.episodic.add_messages
    add([said("a"), said("b", 5), said("c"), said("d", 3), said("e")], conversation_id="c")
    assert order(graph, space) == "abcde"
    assert [row["said_at"] for row in messages(graph, space)] == [at(hours=n) for n in (5, 5, 5, 3, 3)]
    mixed = [said("x", 7, conversation_id="x"), said("y", conversation_id="y"), said("z", conversation_id="x")]
    add(mixed)
    assert [row["said_at"] for row in messages(graph, space, "y")] == [NOON], "another conversation's time is not its"
    assert [row["said_at"] for row in messages(graph, space, "x")] == [at(hours=7)] * 2


def test_what_was_summed_up_is_not_written_again(space: Memory, graph: Graph) -> None:
    add = space.episodic.add_messages
    old = [said(name, 24 * 60 - place) for place, name in enumerate("abcdef")]
    add(old, conversation_id="c")
    space.episodic.summarize_old_turns("c", retain_last=2)
    assert [row["text"] for row in messages(graph, space)] == ["e", "f"]
    again = add([*old, said("g", 1)], conversation_id="c")
    assert (again.written, again.known) == (1, 6)
    add([said("o", 24 * 61)], conversation_id="c")
    found = messages(graph, space)
    assert [row["text"] for row in found] == ["o", "e", "f", "g"], "a late one before what is left"
    assert chain(graph, space, "c") == [row["position"] for row in found]
    assert audits(graph, space.workspace_id, NOON) == []


@st.composite
def calls(draw: st.DrawFn) -> tuple[list[list[Said]], str]:
    """Calls with messages of a few different times, some of them more than once; and the order that comes of it."""
    hours = draw(st.lists(st.integers(1, 6), min_size=1, max_size=12))
    talk = [said(chr(ord("a") + place), hour, id=str(place)) for place, hour in enumerate(hours)]
    draws = st.lists(st.lists(st.sampled_from(talk), min_size=1, max_size=6), min_size=1, max_size=6)
    sent = draw(draws)
    kept: list[Said] = []
    for call in sent:
        for one in sorted(call, key=lambda one: one["said_at"]):
            if one not in kept:
                later = [place for place, other in enumerate(kept) if other["said_at"] > one["said_at"]]
                kept.insert(min(later, default=len(kept)), one)
    return sent, "".join(one["text"] for one in kept)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(calls())
def test_however_they_come(space: Memory, graph: Graph, sent: tuple[list[list[Said]], str]) -> None:
    name = new_id()
    for call in sent[0]:
        space.episodic.add_messages(call, conversation_id=name)
    assert order(graph, space, name) == sent[1]


def test_pieces_in_parallel_in_any_order(space: Memory, server: Server, graph: Graph) -> None:
    """Several send pieces of the same talk at once; the times say in which order it was."""
    talk = [said(f"<{n}>", said_at=NOON - timedelta(minutes=600 - n)) for n in range(300)]

    def send(seed: int) -> None:
        chosen = random.Random(seed)
        cuts = sorted(chosen.sample(range(1, 300), 9))
        pieces = [talk[start:end] for start, end in zip([0, *cuts], [*cuts, 300], strict=True)]
        with connected(server) as client:
            memory = client.workspace(space.name)
            for piece in chosen.sample(pieces, len(pieces)):
                memory.episodic.add_messages(piece, conversation_id="c")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(send, range(4)))
    assert order(graph, space) == "".join(one["text"] for one in talk)
    assert space.episodic.conversation("c").messages == 300
    assert audits(graph, space.workspace_id, NOON) == []


def test_the_same_transcript_sent_twice_in_pieces_in_parallel_and_extended(
    space: Memory, server: Server, graph: Graph
) -> None:
    """Without any conversation named and with few times: one session, each message once."""
    talk = [*TALK, *(said(f"more {n}", role="assistant") for n in range(60))]

    def send(length: int) -> tuple[str, ...]:
        with connected(server) as client:
            return client.workspace(space.name).episodic.add_messages(talk[:length]).conversations

    with ThreadPoolExecutor(4) as pool:
        names = set(pool.map(send, (5, 65, 40, 65)))
    assert len(names) == 1
    ((name,),) = names
    assert [row["text"] for row in messages(graph, space, name)] == [one["text"] for one in talk]
    assert chain(graph, space, name) == list(range(65))
    assert len(space.episodic.conversations()) == 1


def test_a_late_message_moves_only_what_is_behind_it(space: Memory, graph: Graph) -> None:
    space.episodic.add_messages([said(f"{n}", 100 - n) for n in range(50)], conversation_id="c")
    before = {row["id"]: row for row in messages(graph, space)}
    space.episodic.add_messages([said("late", 60.5)], conversation_id="c")
    moved = [row["position"] for row in messages(graph, space) if before.get(row["id"]) not in (None, row)]
    assert moved == list(range(41, 51)), "not a property of the others is touched"


def test_the_time_of_the_call_is_the_last_resort(space: Memory, graph: Graph, server: Server) -> None:
    import oxgraph

    times = iter([NOON, NOON + timedelta(minutes=5)])
    now: list[datetime] = []
    with oxgraph.connect(server.uri, server.auth, clock=lambda: now[0]) as client:
        memory = client.workspace(space.name)
        for name in "ab":
            now[:] = [next(times)]
            memory.episodic.add_messages([said(name)], conversation_id="c")
    assert [row["said_at"] for row in messages(graph, space)] == [NOON, NOON + timedelta(minutes=5)]
