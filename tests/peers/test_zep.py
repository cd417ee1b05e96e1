"""Zep's edges and nodes, as the objects of its client are written as JSON; graphiti's are the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.imports.memories import import_memories
from tests.fixtures.cli import Cli

ADA, BOB = "5b1c", "77e0"


def edge(id: str, fact: str, employer: str, **more: Any) -> dict[str, Any]:
    ends = {"source_node_uuid": "n1", "source_node_name": "Ada", "target_node_uuid": id, "target_node_name": employer}
    return {"uuid": id, "fact": fact, "name": "WORKS_AT", "user_uuid": ADA, "episode_uuids": ["ep1"], **ends, **more}


ACME = edge(
    "e1",
    "Ada works at Acme",
    "Acme",
    source_node_labels=["Entity", "Person"],
    created_at="2024-03-01T10:00:00Z",
    valid_at="2020-01-01T00:00:00Z",
    invalid_at="2024-02-01T00:00:00Z",
)
RIVIAN = edge("e2", "Ada works at Rivian", "Rivian", created_at="2024-03-02T10:00:00Z", valid_at="2024-02-01T00:00:00Z")
NODE = {"uuid": "n1", "name": "Ada", "summary": "Ada builds cars.", "labels": ["Person"], "user_uuid": ADA}


@pytest.mark.parametrize("list_of", ["items", "edges", "facts", None])
def test_facts_keep_their_validity_and_their_user(workspace: Memory, tmp_path: Path, list_of: str | None) -> None:
    file = tmp_path / "edges.json"
    file.write_text(json.dumps([RIVIAN, ACME] if list_of is None else {list_of: [RIVIAN, ACME]}), "utf-8")
    made = import_memories(workspace, [str(file)])
    assert (made.sources, made.created, made.ended, made.users) == ({"zep": 1}, 2, 1, 1)
    former, now = workspace.as_user(ADA).semantic.history(subject="Ada", predicate="works_at")
    assert (former.object, str(former.valid_from)[:10], str(former.valid_to)[:10]) == (
        "Acme",
        "2020-01-01",
        "2024-02-01",
    )
    assert (now.object, now.valid_to, now.type) == ("Rivian", None, "relation")
    assert workspace.as_user(BOB).semantic.list() == []
    again = import_memories(workspace, [str(file)])
    assert (again.created, again.unchanged) == (0, 2)


def test_objects_of_graphiti_as_json_lines(workspace: Memory, tmp_path: Path) -> None:
    """Its edges name no ends, but the nodes beside them do; its default group is nobody's."""
    named = {"uuid": "e1", "fact": "Ada works at Acme", "name": "WORKS_AT", "group_id": "", "created_at": None}
    ends = {"source_node_uuid": "n1", "target_node_uuid": "n2"}
    nodes = [{"uuid": f"n{n}", "name": name, "summary": "", "group_id": ""} for n, name in ((1, "Ada"), (2, "Acme"))]
    loose = {**named, "uuid": "e2", "fact": "Bo likes tea", "source_node_uuid": "n8", "target_node_uuid": "n9"}
    file = tmp_path / "graph.jsonl"
    file.write_text("\n".join(json.dumps(one) for one in [named | ends, loose, *nodes]), "utf-8")
    made = import_memories(workspace, [str(file)])
    assert (made.created, made.users, made.left_out) == (2, 0, {"entity without summary": 2})
    rows = {row.content: row for row in workspace.semantic.list()}
    assert (rows["Ada works at Acme"].subject, rows["Ada works at Acme"].object) == ("Ada", "Acme")
    assert (rows["Bo likes tea"].subject, rows["Bo likes tea"].type) == (None, "preference")


def test_episodes_beside_the_facts_are_their_evidence(workspace: Memory, tmp_path: Path) -> None:
    said = {"uuid": "ep1", "content": "I moved to Rivian.", "role": "user", "thread_uuid": "t1", "user_uuid": ADA}
    noted = {**said, "uuid": "ep2", "content": "{}", "role": "tool"}
    document = {
        "episodes": [{**said, "created_at": "2024-03-02T10:00:00Z"}, noted],
        "entities": [NODE],
        "facts": [RIVIAN],
    }
    file = tmp_path / "zep.json"
    file.write_text(json.dumps(document), "utf-8")
    made = import_memories(workspace, [str(file)])
    assert (made.created, made.messages_written, made.left_out) == (2, 1, {"message of a system or tool, or empty": 1})
    rows = {row.type: row for row in workspace.as_user(ADA).semantic.list()}
    assert len(rows["relation"].evidence) == 1
    (message,) = workspace.as_user(ADA).episodic.history("zep:t1")
    assert message.text == "I moved to Rivian."


def test_a_user_may_be_named_in_each_row(workspace: Memory, tmp_path: Path) -> None:
    (tmp_path / "nodes.json").write_text(json.dumps([{**NODE, "user_id": "ada"}]), "utf-8")
    assert import_memories(workspace, [str(tmp_path)]).created == 1
    (row,) = workspace.as_user("ada").semantic.list()
    assert (row.content, row.subject, row.type) == ("Ada builds cars.", "Ada", "entity")


def test_conversations_of_claude_are_no_nodes(cli: Cli, workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([{"uuid": "c1", "name": "Tea", "summary": "", "chat_messages": []}]), "utf-8")
    ended = cli("import", "memories", str(file), "--workspace", workspace.name, ok=False)
    assert "oxgraph chat import" in ended.err


def test_a_page_of_episodes_alone_is_messages(workspace: Memory, tmp_path: Path) -> None:
    """As the client's EpisodePage has them, of version 4 and of before."""
    told = {"created_at": "2025-01-02T03:04:05Z", "processed": True, "user_id": "ada"}
    rows = [
        {"uuid": "e1", "content": "I live in Oslo.", "role": "user", "role_name": "Ada", **told},
        {"uuid": "e2", "content": "Noted.", "role_type": "assistant", "role": "Clerk", **told},
        {"uuid": "e3", "content": "{}", "role_type": "tool", "role": "search", **told},
    ]
    file = tmp_path / "episodes.json"
    file.write_text(json.dumps({"episodes": rows, "row_count": 3, "total_count": 3}), encoding="utf-8")
    made = import_memories(workspace, [str(file)])
    assert (made.sources, made.messages_written, made.unreadable) == ({"zep": 1}, 2, 0)
    assert sum(made.left_out.values()) == 1
    said = workspace.as_user("ada").episodic.history("zep:")
    assert [(row.role, row.speaker, row.text) for row in said] == [
        ("user", "Ada", "I live in Oslo."),
        ("assistant", "Clerk", "Noted."),
    ]
