"""The working set: there to the second, kept by reading, gone in one statement."""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, cypher, errors
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from oxgraph.passes.upkeep import Helpers, Upkeep
from tests.fixtures.client_samples import query
from tests.fixtures.samples import START, Clock
from tests.models.tiny_embedders import OLD

TALK = "talk-1"


def stored(graph: Graph, space: Memory) -> list[dict[str, Any]]:
    return graph.read(query("slots"), workspace_id=space.workspace_id)


@pytest.fixture
def other(server: Server, world: Memory, clock: Clock) -> Iterator[Memory]:
    """The same workspace through another connection, by an agent's token."""
    secret = world.tokens.create("agent", "other").secret
    with oxgraph.connect(server.uri, server.auth, token=secret, clock=clock) as memory:
        yield memory


@pytest.fixture
def after(clock: Clock) -> Any:
    """Moves the clock to so many seconds after the start."""

    def move(seconds: float) -> None:
        clock.now = START + timedelta(seconds=seconds)

    return move


@pytest.mark.parametrize(
    "value",
    [
        None, True, 0, -1.5, 10**30, "", "x", "Zoë\n\U0001f999 \x00 \u2028", [], {}, [1, [2, {"a": None}]],
        {"plan": ["search", "answer"], "n": 3, "deep": {"é": [{}]}}, "y" * 999_998,
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_a_value_comes_back_as_it_was(world: Memory, value: Any) -> None:
    world.working.set(TALK, "plan", value)
    assert world.working.get(TALK, "plan") == value
    assert world.working.get_many(TALK) == {"plan": value}


def test_it_is_there_to_the_second(world: Memory, after: Any) -> None:
    world.working.set(TALK, "plan", 1)
    world.working.set(TALK, "read", 2)
    after(3_599)
    assert world.working.get(TALK, "read") == 2
    after(3_600)
    assert world.working.get(TALK, "plan") is None
    assert world.working.get_many(TALK) == {"read": 2}
    after(3_600 + 3_600)
    assert world.working.get_many(TALK, ["plan", "read"]) == {}


def test_reading_refreshes_for_every_client_at_once(world: Memory, other: Memory, after: Any) -> None:
    world.working.set(TALK, "plan", 1, ttl=60)
    for step in range(1, 20):
        after(step * 59)
        assert (world if step % 2 else other).working.get(TALK, "plan") == 1
    after(19 * 59 + 59)
    assert other.working.get_many(TALK) == {"plan": 1}
    after(20 * 59 + 60)
    assert world.working.get(TALK, "plan") is None


def test_a_users_slot_is_read_without_extending_the_shared_one_that_it_hides(world: Memory, after: Any) -> None:
    world.working.set(TALK, "plan", "shared")
    world.working.set(TALK, "plan", "of ada", user_id="ada")
    after(3_000)
    assert world.working.get(TALK, "plan", user_id="ada") == "of ada"
    assert world.working.get_many(TALK, user_id="ada") == {"plan": "of ada"}
    after(3_600)
    assert world.working.get(TALK, "plan") is None
    assert world.working.get(TALK, "plan", user_id="ada") == "of ada"


def test_a_list_shows_what_is_there_and_keeps_nothing(world: Memory, after: Any) -> None:
    world.working.set(TALK, "plan", {"step": "x" * 3_000}, ttl=60)
    world.working.set("talk-2", "draft", "of ada", user_id="ada", ttl=90)
    shown = world.working.list_page()
    assert [(row.slot, row.user_id, row.length) for row in shown.items] == [("draft", "ada", 8), ("plan", None, 3_011)]
    assert (len(shown.items[1].text), shown.items[1].expires_at) == (2_000, START + timedelta(seconds=60))
    assert [row.slot for row in world.working.list_page(TALK).items] == ["plan"]
    assert [row.slot for row in world.working.list_page(user_id="ada").items] == ["draft"]
    first = world.working.list_page(limit=1)
    assert [row.slot for row in world.working.list_page(limit=1, cursor=first.next).items] == ["plan"]
    after(60)
    assert [row.slot for row in world.working.list_page().items] == ["draft"]
    assert world.working.get(TALK, "plan") is None


def test_a_second_later_the_refresh_is_in_the_graph(world: Memory, graph: Graph, after: Any) -> None:
    world.working.set(TALK, "plan", 1)
    after(1_800)
    world.working.get(TALK, "plan")
    until = time.monotonic() + 15
    while stored(graph, world)[0]["expires_at"] < START + timedelta(seconds=5_400) and time.monotonic() < until:
        time.sleep(0.1)
    assert stored(graph, world)[0]["expires_at"] == START + timedelta(seconds=5_400)


def test_setting_again_begins_anew(world: Memory, graph: Graph, after: Any) -> None:
    world.working.set(TALK, "plan", 1)
    after(3_000)
    assert world.working.get(TALK, "plan") == 1
    world.working.set(TALK, "plan", 2, ttl=timedelta(seconds=5))
    assert world.working.get(TALK, "plan") == 2
    after(3_005)
    assert world.working.get(TALK, "plan") is None
    (row,) = stored(graph, world)
    assert row["key"] == f"oxa:ws:{world.workspace_id}:{TALK}:plan"


def test_the_workspaces_own_time(world: Memory, after: Any) -> None:
    world.update_settings(slot_seconds=10)
    world.working.set(TALK, "plan", 1)
    after(9)
    assert world.working.get(TALK, "plan") == 1
    after(19)
    assert world.working.get(TALK, "plan") is None


def test_each_name_and_conversation_by_itself(world: Memory) -> None:
    world.working.set(TALK, "a", 1)
    world.working.set(TALK, "b", 2)
    world.working.set("talk-2", "a", 3)
    assert world.working.get_many(TALK, ["b", "c"]) == {"b": 2}
    assert world.working.get_many(TALK, "a") == {"a": 1}
    assert world.working.get_many(TALK, []) == {}
    assert world.working.get_many(TALK) == {"a": 1, "b": 2}
    assert world.working.get("talk-2", "b") is None


def test_deleting_and_clearing(world: Memory, graph: Graph, after: Any) -> None:
    for name in ("a", "b", "c"):
        world.working.set(TALK, name, name)
    world.working.set("talk-2", "a", 3)
    assert world.working.delete(TALK, "a") is True
    assert world.working.delete(TALK, "a") is False
    assert world.working.clear(TALK) == 2
    assert world.working.get_many(TALK) == {}
    assert world.working.clear(TALK) == 0
    assert [row["value"] for row in stored(graph, world)] == ["3"]
    after(3_600)
    assert world.working.delete("talk-2", "a") is False, "it had expired"
    assert stored(graph, world) == []


def test_it_works_with_memory_switched_off(world: Memory) -> None:
    world.disable()
    world.working.set(TALK, "plan", 1)
    assert world.working.get(TALK, "plan") == 1
    assert world.working.clear(TALK) == 1


@pytest.mark.parametrize(
    "value",
    [float("nan"), [float("inf")], "\ud800", {"a": "\ud800"}, {1: 2}, {"a": {None: 1}}, {1, 2}, b"x", object(),
     START, "x" * 999_999, [10**5_000]],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_is_no_json_is_refused(world: Memory, value: Any) -> None:
    with pytest.raises(errors.InvalidInput):
        world.working.set(TALK, "plan", value)
    assert world.working.get_many(TALK) == {}


def test_what_is_nested_too_deep_is_refused(world: Memory) -> None:
    value: Any = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(errors.InvalidInput):
        world.working.set(TALK, "plan", value)
    ring: list[Any] = []
    ring.append(ring)
    with pytest.raises(errors.InvalidInput):
        world.working.set(TALK, "plan", ring)


@pytest.mark.parametrize(
    "wrong",
    [{"slot": ""}, {"slot": "x" * 201}, {"slot": "a\x1fb"}, {"slot": 5}, {"conversation_id": ""},
     {"conversation_id": 5}, {"conversation_id": "x" * 513}, {"ttl": 0}, {"ttl": -1}, {"ttl": 0.5},
     {"ttl": 30 * 86_400 + 1}, {"ttl": True}, {"ttl": "60"}, {"ttl": float("nan")}, {"ttl": float("inf")},
     {"ttl": timedelta(milliseconds=1_500)}],
    ids=str,
)  # fmt: skip
def test_what_is_out_of_bounds_is_refused(world: Memory, wrong: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidInput):
        given: dict[str, Any] = {"conversation_id": TALK, "slot": "a", "value": 1} | wrong
        world.working.set(**given)
    if "ttl" not in wrong:
        with pytest.raises(errors.InvalidInput):
            world.working.get(**({"conversation_id": TALK, "slot": "a"} | wrong))


def test_what_is_just_within_bounds_goes(world: Memory, after: Any) -> None:
    world.working.set("c" * 512, "n" * 200, 1, ttl=30 * 86_400)
    world.working.set(TALK, "short", 1, ttl=timedelta(seconds=1))
    world.working.set(TALK, "whole", 1, ttl=2.0)
    after(1)
    assert world.working.get_many(TALK) == {"whole": 1}
    after(30 * 86_400 - 1)
    assert world.working.get("c" * 512, "n" * 200) == 1
    with pytest.raises(errors.InvalidInput):
        world.working.get_many(TALK, [str(number) for number in range(101)])
    with pytest.raises(errors.InvalidInput):
        world.working.get_many(TALK, 5)  # type: ignore[arg-type]


def test_who_may_not_sees_nothing(world: Memory, other: Memory) -> None:
    world.working.set(TALK, "plan", 1)
    world.tokens.revoke(next(row.id for row in world.tokens.list() if row.name == "other"))
    tries: list[Callable[[], object]] = [
        lambda: other.working.get(TALK, "plan"),
        lambda: other.working.set(TALK, "plan", 2),
        lambda: other.working.get_many(TALK),
        lambda: other.working.delete(TALK, "plan"),
        lambda: other.working.clear(TALK),
    ]
    for call in tries:
        with pytest.raises(errors.Unauthenticated):
            call()
    assert world.working.get(TALK, "plan") == 1


def test_a_deleted_workspace_has_none(world: Memory, server: Server) -> None:
    world.working.set(TALK, "plan", 1)
    world.delete()
    for call in (lambda: world.working.get(TALK, "plan"), lambda: world.working.set(TALK, "a", 1)):
        with pytest.raises(errors.WorkspaceDeleted):
            call()
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START) as client:
        client.restore_workspace(world.name)
    assert world.working.get(TALK, "plan") == 1
    world.delete(hard=True)


def test_the_worker_sweeps_what_has_expired(world: Memory, graph: Graph, clock: Clock, after: Any) -> None:
    given = {"workspace_id": world.workspace_id, "conversation_id": TALK, "now": START}
    graph.write(query("expired_slots"), count=2_500, **given)
    world.working.set(TALK, "plan", 1)
    assert Upkeep(graph, world.workspace_id, Helpers(), clock.now).is_due()
    run = run_pass(graph, world.workspace_id, "upkeep", now=clock.now)
    assert run.counters["slots"] == 2_500
    assert [row["name"] for row in stored(graph, world)] == ["plan"]
    after(3_599)
    assert world.working.get(TALK, "plan") == 1
    after(3_700)
    run_pass(graph, world.workspace_id, "upkeep", now=clock.now)
    assert world.working.get(TALK, "plan") == 1, "it was read, whether that is written or not"


def test_it_is_swept_a_minute_later(world: Memory, graph: Graph, clock: Clock, after: Any) -> None:
    world.working.set(TALK, "plan", 1, ttl=10)
    after(69)
    assert not Upkeep(graph, world.workspace_id, Helpers(), clock.now).is_due(), "a clock may be a little behind"
    run_pass(graph, world.workspace_id, "upkeep", now=clock.now)
    assert len(stored(graph, world)) == 1
    after(70)
    assert Upkeep(graph, world.workspace_id, Helpers(), clock.now).is_due()
    run_pass(graph, world.workspace_id, "upkeep", now=clock.now)
    assert stored(graph, world) == []


def test_a_slot_is_in_no_recall(world: Memory) -> None:
    world.working.set(TALK, "plan", "Ada keeps a zebrafinch")
    assert world.recall("Who keeps a zebrafinch?").results == ()
    assert world.episodic.conversations() == ()


@pytest.mark.parametrize(
    ("conversation", "slot", "value"),
    [
        (TALK, "plan", {"ask": ["Zora Quill"]}),
        (TALK, "plan", "Notes:\nZora Quill called"),
        (TALK, "plan", {"Zora\tQuill": 1}),
        (TALK, "zora quill", 1),
        ("with Zora Quill", "plan", 1),
    ],
)
def test_erasing_a_subject_deletes_the_slots_that_name_it(
    server: Server, graph: Graph, conversation: str, slot: str, value: Any
) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=OLD) as client:
        space = client.create_workspace(f"working {new_id()}")
        space.working.set(conversation, slot, value)
        space.working.get(conversation, slot)
        space.working.set(TALK, "other", "Zora's plan")
        receipt = space.semantic.erase_subject("Zora Quill")
        assert receipt.clean
        assert [row["name"] for row in stored(graph, space)] == ["other"]
        assert space.working.get_many(conversation) == ({"other": "Zora's plan"} if conversation == TALK else {})


async def test_without_blocking_too(server: Server) -> None:
    async with await oxgraph.connect_async(server.uri, server.auth, clock=lambda: START) as client:
        space = await client.create_workspace(f"working {new_id()}")
        await space.working.set(TALK, "plan", {"a": 1})
        assert await space.working.get(TALK, "plan") == {"a": 1}
        assert await space.working.get_many(TALK, ["plan"]) == {"plan": {"a": 1}}
        assert await space.working.delete(TALK, "plan")
        assert await space.working.clear(TALK) == 0


def test_one_round_trip_each(world: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    once = Graph.once

    def counted(self: Graph, file: cypher.CypherFile, **params: Any) -> Any:
        seen.append(file.name)
        return once(self, file, **params)

    for name in ("read", "write"):
        monkeypatch.setattr(Graph, name, lambda self, file, **params: pytest.fail(file.name))
    monkeypatch.setattr(Graph, "once", counted)
    world.working.set(TALK, "plan", 1)
    assert world.working.get(TALK, "plan") == 1
    assert world.working.get(TALK, "none") is None
    assert world.working.get_many(TALK) == {"plan": 1}
    assert world.working.clear(TALK) == 1
    assert seen == ["slot/set", "slot/get", "slot/get", "slot/get", "slot/delete"]


def test_another_workspace_has_its_own(world: Memory, memory: Client) -> None:
    stranger = memory.create_workspace(f"stranger {new_id()}")
    world.working.set(TALK, "plan", 1)
    assert stranger.working.get_many(TALK) == {}
    assert stranger.working.clear(TALK) == 0
    assert world.working.get(TALK, "plan") == 1


def test_statements_name_their_parameters() -> None:
    assert {statement(f"slot/{name}").name for name in ("set", "get", "delete", "sweep")}
