"""A turn with each layer broken, by what really breaks it: it answers, the rest is there, and the log tells the gap."""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, migrations
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from oxgraph.types.turn import Limited
from tests.campaign.faults import Proxy
from tests.fixtures.samples import START
from tests.turn.samples import QUESTION, furnish, shown, texts, turn

pytestmark = pytest.mark.deep

SPEAKING = ("instructions", "episodes", "entities", "memories", "patterns", "slots")
"""The parts of the prompt."""


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as found:
        yield found


@pytest.fixture
def space(client: oxgraph.Client) -> Memory:
    found = client.create_workspace(f"broken {new_id()}")
    furnish(found)
    return found


def run(graph: Graph, text: str, **params: Any) -> None:
    graph.driver.execute_query(text, parameters_=params, database_=graph.database)


@contextmanager
def broken(graph: Graph, space: Memory, name: str, value: Any) -> Iterator[None]:
    """Gives the workspace's node a property that no rule can read; takes it off again, as audits read all of them.

    Without `created_at`, since the guard of a test's server looks at no such node.
    """
    text = f"MATCH (w:workspace {{workspace_id: $w, id: $w}}) SET w.created_at = $at, w.{name} = $value"
    run(graph, text, w=space.workspace_id, value=value, at=None)
    try:
        yield
    finally:
        run(graph, text, w=space.workspace_id, value=None, at=None)


def rest_is_there(found: Any, *but: str) -> None:
    """Every part has something to say but these, of which nothing is in the prompt."""
    assert {name for name, part in found.parts.items() if part.reason} == set(but)
    speaking = [found.parts[name].text for name in SPEAKING if name not in but]
    assert all(text and text in found.prompt for text in speaking)
    assert len(found.prompt) == sum(map(len, speaking)) + 2 * (len(speaking) - 1)
    assert found.messages[-1] == {"role": "user", "content": QUESTION}
    assert bool(found.history) is ("history" not in but)


@pytest.mark.parametrize(
    ("setting", "parts"),
    [
        ("history_messages", ("history",)),
        ("recent_episodes", ("episodes",)),
        ("embedding_slot", ("entities", "memories")),
        ("inject_limit", ("patterns", "slots")),
    ],
)
def test_a_statement_or_procedure_that_raises(
    space: Memory, graph: Graph, caplog: pytest.LogCaptureFixture, setting: str, parts: tuple[str, ...]
) -> None:
    with broken(graph, space, setting, 7.5 if setting == "embedding_slot" else "many"), turn(space) as found:
        rest_is_there(found, *parts)
        assert found.left_out.keys() == set(parts)
        assert all(why.startswith("failed: ") for why in found.left_out.values())
        found.reply("At Acme.")
    assert found.recorded.failed == ()
    told = [(one.levelname, one.getMessage().split(":")[0]) for one in caplog.records if one.name == "oxgraph"]
    assert told == [("WARNING", f"the part {part} of a turn is left out") for part in parts]


def test_a_slot_that_cannot_be_read(space: Memory, graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
    run(graph, "MATCH (s:slot {workspace_id: $w}) SET s.value = '{'", w=space.workspace_id)
    with turn(space) as found:
        rest_is_there(found, "slots")
    assert "the part slots of a turn is left out: " in caplog.text


@pytest.mark.parametrize("part", ["history", *SPEAKING])
def test_a_part_that_has_no_time(space: Memory, caplog: pytest.LogCaptureFixture, part: Limited) -> None:
    with turn(space, limits={part: 0.0}) as found:
        missing = {part, "entities"} if part == "memories" else {part}
        rest_is_there(found, *missing)
        assert found.left_out == dict.fromkeys(missing, "timeout: took longer than 0 s")
    assert f"the part {part} of a turn is left out: took longer than 0 s" in caplog.text


def test_what_cannot_be_kept_in_time(space: Memory, caplog: pytest.LogCaptureFixture) -> None:
    with turn(space, limits={"exchange": 0.0}) as found:
        found.action("get", "success")
    assert found.recorded.failed == ("exchange", "actions")
    assert (found.recorded.message_ids, found.recorded.actions) == ((), 0)
    assert "the part exchange of a turn could not be kept: took longer than 0 s" in caplog.text


def test_what_is_kept_after_its_time(space: Memory, graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
    """Another transaction holds the conversation, so that the write waits; then it ends, and is not lost."""
    caplog.set_level(logging.INFO, logger="oxgraph")
    with graph.driver.session(database=graph.database) as session, session.begin_transaction() as holding:
        held = "MATCH (c:conversation {workspace_id: $w}) SET c.locked = 1 RETURN count(c) AS n"
        assert holding.run(held, w=space.workspace_id).single(strict=True)["n"] > 0
        with turn(space, limits={"exchange": 0.3}) as found:
            found.action("get", "success")
            found.reply("At Acme.")
        record = found.recorded
        assert (record.failed, record.unconfirmed, record.message_ids) == ((), ("exchange", "actions"), ())
        assert "was not confirmed within 0.3 s; it may have been kept" in caplog.text
        assert "could not be kept" not in caplog.text
        holding.rollback()
    space._access.background.close()  # waits for the write
    assert (len(found.recorded.message_ids), found.recorded.actions, found.recorded.unconfirmed) == (2, 1, ())
    assert "was kept after its time" in caplog.text
    before = texts(space)
    assert before[-1] == ("assistant", "At Acme.")
    found.finish()
    assert texts(space) == before


def test_a_dropped_index(space: Memory, graph: Graph) -> None:
    """History and writing go by this one; without it they are slower, and no worse."""
    run(graph, "DROP INDEX oxgraph_message_place")
    try:
        with turn(space) as found:
            rest_is_there(found)
            found.action("get", "success")
            found.reply("At Acme.")
        assert (found.recorded.failed, found.recorded.actions) == ((), 1)
    finally:
        migrations.migrate(graph, START)
    assert texts(space)[-1] == ("assistant", "At Acme.")


class Raising:
    """An embedder whose model is gone."""

    name, dimension = embedder("minilm").name, 384

    def embed(self, text: str) -> list[float]:
        raise RuntimeError("no model")

    def embed_many(self, texts: Sequence[str], progress: Any = None) -> list[list[float]]:
        raise RuntimeError("no model")


class Waiting(Raising):
    """An embedder that does not come to an end before it is told to."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def embed(self, text: str) -> list[float]:
        self.go.wait(60)
        return embedder("minilm").embed(text)


def test_an_embedder_that_raises(space: Memory, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=Raising()) as other:
        with turn(other.workspace(space.name)) as found:
            assert found.left_out == {}
            assert "Ada works at Acme" in found.parts["memories"].text
            found.reply("At Acme.")
        assert found.recorded.failed == ()
    assert "the part embedding of a turn is left out: no model" in caplog.text


def test_an_embedder_that_takes_too_long(space: Memory, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    slow = Waiting()
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=slow) as other:
        began = time.monotonic()
        with turn(other.workspace(space.name), limits={"embedding": 0.1}) as found:
            assert "Ada works at Acme" in found.parts["memories"].text
        assert time.monotonic() - began < 50
        slow.go.set()
    assert "the part embedding of a turn is left out: took longer than 0.1 s" in caplog.text


def test_a_language_model_that_is_down_is_not_asked(
    space: Memory, server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    down = OpenAICompatibleModel("gone", "http://127.0.0.1:9/v1", "key")
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, model=down) as other:
        with turn(other.workspace(space.name), "anything new?") as found:
            assert found.left_out == {}
            found.reply("Nothing.")
        assert found.recorded.failed == ()
    assert [one for one in caplog.records if one.name == "oxgraph"] == []


def test_memory_off(space: Memory, graph: Graph) -> None:
    before = texts(space)
    space.disable()
    with turn(space) as found:
        rest_is_there(found, "patterns")
        assert found.left_out == {"patterns": "disabled: memory_disabled"}
        found.action("get", "success")
        found.reply("At Acme.")
    assert (found.recorded.message_ids, found.recorded.actions, found.recorded.failed) == ((), 0, ())
    assert found.recorded.reason == "memory_disabled"
    space.enable()
    assert (texts(space), shown(graph, space)) == (before, [])


def test_injection_off(space: Memory) -> None:
    space.update_settings(injection_enabled=False)
    with turn(space) as found:
        rest_is_there(found, "patterns")
        assert found.left_out == {"patterns": "disabled: injection_disabled"}
    assert len(found.recorded.message_ids) == 1


def test_a_conversation_that_is_being_deleted(space: Memory, graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
    run(graph, "MATCH (c:conversation {workspace_id: $w}) SET c.deleted_at = datetime()", w=space.workspace_id)
    with turn(space) as found:
        found.reply("At Acme.")
        assert (found.history, found.parts["episodes"].reason) == ((), "empty")
    assert (found.recorded.failed, found.recorded.message_ids) == (("exchange",), ())
    assert "the part exchange of a turn could not be kept" in caplog.text


def test_nothing_answers_at_all(server: Server, silenced: Proxy, caplog: pytest.LogCaptureFixture) -> None:
    with oxgraph.connect(f"bolt://127.0.0.1:{silenced.port}", server.auth) as other:
        space = other.create_workspace(f"gone {new_id()}")
        silenced.targets = []
        silenced.cut()
        with turn(space, system="You are a clerk.") as found:
            found.action("get", "success")
            found.reply("I do not know.")
            assert [one["content"] for one in found.messages] == ["You are a clerk.", QUESTION]
            assert {part.reason for part in found.parts.values()} <= {"failed", "timeout"}
        assert (found.recorded.failed or found.recorded.unconfirmed) == ("exchange", "actions")
    for name in ("history", "episodes", "entities", "memories", "patterns", "exchange"):
        assert f"the part {name} of a turn" in caplog.text


async def test_without_blocking(server: Server, space: Memory, graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
    connected = oxgraph.connect_async(server.uri, server.auth, clock=lambda: START, embedder=Raising())
    with broken(graph, space, "recent_episodes", "many"):
        async with await connected as client, turn(await client.workspace(space.name), limits={"slots": 0.0}) as found:
            rest_is_there(found, "episodes", "slots")
            found.reply("At Acme.")
        assert found.recorded.failed == ()
    assert texts(space)[-1] == ("assistant", "At Acme.")
    for part in ("episodes", "slots", "embedding"):
        assert f"the part {part} of a turn is left out: " in caplog.text
