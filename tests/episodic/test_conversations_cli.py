"""The commands about conversations do what the methods of their names do, for people and programs."""

import io
import uuid

import pytest

import oxgraph
from oxgraph.local import Server
from tests.fixtures.cli import Cli
from tests.turn.samples import PATIENCE


@pytest.fixture
def name(cli: Cli, server: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """A workspace with two conversations, named in the environment; no vectors."""
    found = f"conversations-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    with oxgraph.connect(server.uri, server.auth, embedder=None) as client:
        episodic = client.workspace(found).episodic
        day = {"said_at": "2026-05-01T12:00:00Z"}
        episodic.add_messages([{"text": "Hello", "speaker": "Ana"} | day, {"text": "Hi", "role": "assistant"}],
                              conversation_id="first", title="Greetings")  # fmt: skip
        episodic.add_messages([{"text": f"text {n}"} for n in range(120)], conversation_id="second")
    return found


def test_what_memory_showed_before_an_answer(cli: Cli, name: str, server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth, embedder=None) as client:
        space = client.workspace(name)
        known = space.semantic.remember(type="fact", subject="Ada", content="Ada works at Acme.").memory_id
        with space.turn("third", "Where does Ada work?", limits=PATIENCE) as turn:
            turn.reply("At Rivian.")
    asked, reply = turn.recorded.message_ids if turn.recorded else ("", "")
    (row,) = cli("conversations", "shown", reply, "--json").json
    assert (row["id"], row["kind"], row["status"], row["title"]) == (known, "memory", "active", "Ada works at Acme.")
    assert "Ada works at Acme." in cli("conversations", "shown", reply[:8]).out
    assert cli("conversations", "shown", asked).out.startswith("Memory showed nothing before it")
    assert cli("conversations", "shown", str(uuid.uuid4()), ok=False).status == 3
    for id in (reply, reply[:8]):
        refused = cli("why", id, ok=False)
        assert (refused.status, f"`oxgraph conversations shown {reply}`" in refused.err) == (3, True)


def test_list_and_show(cli: Cli, name: str) -> None:
    rows = cli("conversations", "list", "--json").json
    assert [(row["conversation_id"], row["title"], row["messages"]) for row in rows] == [
        ("second", None, 120),
        ("first", "Greetings", 2),
    ]
    assert "Greetings" in cli("conversations", "list", "--before", "2026-05-02T00:00:00Z").out
    assert cli("conversations", "list", "--before", "2026-05-01T00:00:00Z").out == "No conversations.\n"
    shown = cli("conversations", "show", "first").out
    assert shown.startswith("Greetings: 2 messages, 0 episodes.\n")
    assert "Ana" in shown
    latest = cli("conversations", "show", "second", "--json").json
    assert [one["text"] for one in latest["messages"]] == [f"text {n}" for n in range(20, 120)]
    last = cli("conversations", "show", "second", "--limit", "2", "--json").json["messages"]
    assert [one["text"] for one in last] == ["text 118", "text 119"]
    behind = cli(
        "conversations", "show", "second", "--after", latest["messages"][0]["id"], "--limit", "1", "--json"
    ).json
    assert [one["text"] for one in behind["messages"]] == ["text 21"]
    assert cli("conversations", "show", "third", ok=False).status == 3


def test_delete(cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert cli("conversations", "delete", "first", ok=False).status == 130, "nobody answers"
    assert cli("conversations", "show", "first").status == 0
    said = cli("conversations", "delete", "first", "--yes").out
    assert said.startswith("Conversation first is deleted: 2 messages, 0 episodes, 0 slots, 0 memories.")
    assert cli("conversations", "delete", "first", "--yes", ok=False).status == 3
    gone = cli("conversations", "delete", "second", "--yes", "--json").json
    assert (gone["conversation_id"], gone["messages"]) == ("second", 120)
    assert cli("conversations", "list").out == "No conversations.\n"
