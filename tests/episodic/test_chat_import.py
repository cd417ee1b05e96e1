"""Chats of other assistants, kept: once each, in order, under their ids and titles, and nothing besides."""

import json
from pathlib import Path

import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.episodic.chat_samples import CHATGPT, CLAUDE, PLAIN, spoke, write, zipped
from tests.fixtures.client_samples import NOON


@pytest.fixture
def client(server: Server) -> Client:
    return oxgraph.connect(server.uri, server.auth, clock=lambda: NOON)


@pytest.fixture
def space(client: Client) -> Memory:
    return client.create_workspace(f"test {new_id()}")


def said(space: Memory, conversation_id: str) -> list[tuple[str, str]]:
    return [(message.role, message.text) for message in space.episodic.history(conversation_id)]


def everything(graph: Graph, space: Memory) -> str:
    """Every property of every node of a workspace."""
    text = "MATCH (n:_mem {workspace_id: $w}) RETURN collect(properties(n)) AS found"
    (row,) = graph.driver.execute_query(text, w=space.workspace_id).records
    return repr(row["found"])


def test_exports(space: Memory, graph: Graph, tmp_path: Path) -> None:
    files = [zipped(tmp_path, "export.zip", conversations=[CHATGPT], user={}), write(tmp_path, "c.json", [CLAUDE])]
    report = space.episodic.import_chats(files)
    assert (report.conversations, report.read, report.written, report.known, report.invalid) == (2, 7, 7, 0, 0)
    assert report.left_out == {"tool": 3, "system": 2, "reasoning": 1, "other branch": 1, "attachment": 1}
    rows = {row.conversation_id: (row.title, row.messages) for row in space.episodic.conversations()}
    assert rows == {"c-1": ("Bread", 3), "g-1": ("A trip to Porto", 4)}
    assert said(space, "g-1") == [
        ("user", "I am going to Porto in May."),
        ("assistant", "Lovely!"),
        ("user", "What is this?"),
        ("assistant", "The Ribeira."),
    ]
    assert said(space, "c-1")[1] == ("assistant", "A day in the cold.")
    stored = everything(graph, space)
    assert not [word for word in ("SECRET", "DOCUMENT", "thinking it over", "not supported") if word in stored]


def test_the_same_again_and_a_later_export(space: Memory, tmp_path: Path) -> None:
    name = write(tmp_path, "c.json", [CLAUDE])
    space.episodic.import_chats(name)
    again = space.episodic.import_chats(Path(name))
    assert (again.written, again.known) == (0, 3)
    longer = CLAUDE | {"chat_messages": [*CLAUDE["chat_messages"], spoke("m5", "human", "Thanks", 9)]}
    later = space.episodic.import_chats([write(tmp_path, "later.json", [CHATGPT, longer])])
    assert (later.written, later.known) == (5, 3)
    assert [text for _, text in said(space, "c-1")] == [
        "How long must dough rest?",
        "A day in the cold.",
        "Thanks",
        "Thanks",
    ]


def test_rows_land_where_add_messages_puts_them(space: Memory, tmp_path: Path) -> None:
    """A plain list has no ids: the same messages handed over by a program, before or after, are the same ones."""
    report = space.episodic.import_chats(write(tmp_path, "chat.json", PLAIN))
    assert (report.written, report.left_out) == (2, {"tool": 2, "system": 1})
    added = space.episodic.add_messages(["Hello", {"text": "Hi,\nyou.", "role": "assistant"}, "And now?"])
    assert (added.written, added.known) == (1, 2)


def test_what_was_said_twice_in_a_long_file(space: Memory, tmp_path: Path) -> None:
    """Two conversations, line by line in turn, longer than what is written at once; the same words come often."""
    lines = [{"text": "ok" if n % 4 < 2 else f"{n}", "conversation_id": "ab"[n % 2]} for n in range(2_600)]
    name = write(tmp_path, "c.jsonl", "\n".join(map(json.dumps, lines)))
    report = space.episodic.import_chats(name)
    assert (report.conversations, report.written, report.known) == (2, 2_600, 0)
    assert space.episodic.import_chats(name).written == 0
    assert [row.messages for row in space.episodic.conversations()] == [1_300, 1_300]


def test_rows_that_name_no_conversation_stay_together(space: Memory, tmp_path: Path) -> None:
    name = write(tmp_path, "c.jsonl", "\n".join(json.dumps({"text": f"Line {n}."}) for n in range(1_500)))
    assert space.episodic.import_chats(name).conversations == 1
    assert space.episodic.import_chats(name, conversation_id="mine").written == 1_500
    assert space.episodic.conversation("mine").messages == 1_500


def test_what_they_state_is_remembered_where_asked_for(space: Memory, tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    chat = CLAUDE | {"chat_messages": [spoke("m1", "human", "I moved to Lisbon and I live in Lisbon now.", 0)]}
    name = write(tmp_path, "c.json", [chat])
    assert space.episodic.import_chats(name).ingested is None
    assert space.semantic.list() == []
    report = space.episodic.import_chats(name, ingest=True, speaker="Mia")
    assert report.ingested is not None
    assert report.written == 0
    assert any("Lisbon" in memory.content for memory in report.ingested.memories)


def test_a_broken_file_leaves_whole_chats_before_it(space: Memory, tmp_path: Path) -> None:
    name = write(tmp_path, "c.json", json.dumps([CLAUDE, CHATGPT])[:-200])
    with pytest.raises(errors.InvalidInput, match="entry 2: is not JSON"):
        space.episodic.import_chats(name)
    assert [row.conversation_id for row in space.episodic.conversations()] == ["c-1"]
    assert space.episodic.import_chats(write(tmp_path, "whole.json", [CLAUDE, CHATGPT])).written == 4


def test_a_time_ahead_names_the_chat_and_writes_nothing_of_it(space: Memory, tmp_path: Path) -> None:
    late = CLAUDE | {
        "chat_messages": [spoke("1", "human", "Hi", 0), spoke("2", "human", "Ho", 1, created_at="2999-01-01")]
    }
    name = write(tmp_path, "c.json", [late])
    with pytest.raises(errors.InvalidInput, match=r"c\.json, entry 1, messages\[1\]\.said_at: lies more than a day"):
        space.episodic.import_chats(name)
    assert space.episodic.conversations() == ()


def test_memory_off(space: Memory, tmp_path: Path) -> None:
    space.disable()
    with pytest.raises(errors.MemoryDisabled):
        space.episodic.import_chats(write(tmp_path, "c.json", [CLAUDE]))


def test_progress_is_told_in_bytes(space: Memory, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    space.episodic.import_chats(
        write(tmp_path, "c.json", [CLAUDE, CHATGPT]), progress=lambda done, total: told.append((done, total))
    )
    assert told[-1][0] == told[-1][1] == (tmp_path / "c.json").stat().st_size


async def test_without_blocking(server: Server, space: Memory, tmp_path: Path) -> None:
    async with await oxgraph.connect_async(server.uri, server.auth, clock=lambda: NOON) as client:
        memory = await client.workspace(space.name)
        assert (await memory.episodic.import_chats(write(tmp_path, "c.json", [CLAUDE]))).written == 3
