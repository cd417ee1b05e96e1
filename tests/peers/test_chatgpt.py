"""ChatGPT's memories: its export of conversations, a list in JSON, and the text of its settings.

No package writes these; the shapes are those of its exports.
"""

import json
from pathlib import Path
from typing import Any

from oxgraph import Memory
from oxgraph.imports.memories import import_memories
from tests.fixtures.cli import Cli


def message(id: str, parent: str | None, role: str, text: str, **more: Any) -> dict[str, Any]:
    content = {"content_type": "text", "parts": [text]}
    told = {"id": id, "author": {"role": role}, "create_time": 1_735_732_800.0, "content": content, **more}
    return {"id": id, "parent": parent, "children": [], "message": told}


def conversation() -> dict[str, Any]:
    given = {
        "content_type": "model_editable_context",
        "model_set_context": "1. [2024-05-01]. User works at Acme.\n\n2. [2024-06-02]. User lives in Berlin.",
    }
    nodes = [
        message("m0", None, "system", "", content=given),
        message("m1", "m0", "user", "Please remember that I prefer tea."),
        message("m2", "m1", "assistant", "User prefers tea.", recipient="bio"),
        message("m3", "m2", "tool", "Model set context updated."),
        message("m4", "m3", "assistant", "I will."),
    ]
    mapping = {node["id"]: node for node in nodes}
    return {"id": "c1", "conversation_id": "c1", "title": "Tea", "mapping": mapping, "current_node": "m4"}


def test_memories_of_an_export_have_their_message_as_evidence(workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "conversations.json"
    file.write_text(json.dumps([conversation()]), encoding="utf-8")
    made = import_memories(workspace, [str(file)], user_id="ada")
    assert (made.memories, made.created, made.messages, made.unreadable) == (3, 3, 1, 0)
    rows = {row.content: row for row in workspace.as_user("ada").semantic.list(limit=10)}
    assert set(rows) == {"User works at Acme.", "User lives in Berlin.", "User prefers tea."}
    tea = rows["User prefers tea."]
    assert (tea.type, tea.subject, len(tea.evidence)) == ("preference", "ada", 1)
    assert str(rows["User works at Acme."].valid_from).startswith("2024-05-01")
    chats = workspace.as_user("ada").episodic.import_chats(file)
    assert chats.known == 1  # the message that is evidence
    again = import_memories(workspace, [str(file)], user_id="ada")
    assert (again.created, again.messages_written) == (0, 0)


def test_a_list_and_a_text_are_read(workspace: Memory, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(
        json.dumps({"memories": [{"content": "Is learning Greek", "created_at": "2025-02-03T04:05:06Z"}]}), "utf-8"
    )
    (tmp_path / "b.txt").write_text("- Likes long walks.\n\n* Has two sisters.\n", "utf-8")
    made = import_memories(workspace, [str(tmp_path)], user_id="ada")
    assert (made.sources, made.created) == ({"list": 1, "chatgpt": 1}, 3)
    assert made.by_type == {"fact": 2, "preference": 1}
    assert import_memories(workspace, [str(tmp_path)], user_id="ada").unchanged == 3


def test_a_list_that_names_users_and_ends_keeps_both(workspace: Memory, tmp_path: Path) -> None:
    """Rows as Hindsight lists them, and an export of OpenMemory."""
    rows = [
        {"text": "Works at Acme", "user_id": "ada", "state": "invalidated", "invalidated_at": "2026-02-01T00:00:00Z"},
        {"text": "Works at Rivian", "user_id": "ada", "state": "valid"},
        {"text": "Works at Rivian", "user_id": "bob", "state": "valid"},
    ]
    (tmp_path / "list.json").write_text(json.dumps(rows), "utf-8")
    held = {"user_id": "0b9c", "created_at": "2025-02-03T04:05:06Z", "archived_at": None, "deleted_at": None}
    export = {
        "user": {"id": "0b9c", "user_id": "carl", "name": None},
        "memories": [
            {**held, "id": "1", "content": "Likes long walks", "state": "active"},
            {**held, "id": "2", "content": "Likes tea", "state": "deleted", "deleted_at": "2025-03-01T00:00:00Z"},
            {**held, "id": "3", "content": "Likes rain", "state": "archived"},
        ],
    }
    (tmp_path / "memories.json").write_text(json.dumps(export), "utf-8")
    made = import_memories(workspace, [str(tmp_path)])
    assert (made.created, made.users, made.left_out["deleted memory"]) == (3, 3, 3)
    texts = {user: {row.content for row in workspace.as_user(user).semantic.list()} for user in ("ada", "bob", "carl")}
    assert texts == {"ada": {"Works at Rivian"}, "bob": {"Works at Rivian"}, "carl": {"Likes long walks"}}
    assert workspace.as_user("eve").semantic.list() == []


def test_pages_of_hindsight(workspace: Memory, tmp_path: Path) -> None:
    """What its client's `list_memories` and `recall` return."""
    unit = {"id": "1", "text": "Ada works at Rivian", "fact_type": "world", "mentioned_at": "2024-03-02T10:00:00Z"}
    ended = {"id": "2", "text": "Ada works at Acme", "state": "invalidated", "invalidated_at": "2024-03-02T10:00:00Z"}
    (tmp_path / "a.json").write_text(json.dumps({"items": [unit, ended], "total": 2, "limit": 9, "offset": 0}), "utf-8")
    (tmp_path / "b.json").write_text(json.dumps({"results": [{"id": "3", "text": "Ada likes tea"}]}), "utf-8")
    made = import_memories(workspace, [str(tmp_path)])
    assert (made.created, made.left_out["deleted memory"], made.unreadable) == (2, 1, 0)
    rows = {row.content: row for row in workspace.semantic.list()}
    assert str(rows["Ada works at Rivian"].valid_from).startswith("2024-03-02")


def test_what_is_nothing_known_is_named(workspace: Memory, tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"a": 1}', "utf-8")
    (tmp_path / "y.bin").write_bytes(b"\x89PNG\x00\xff")
    made = import_memories(workspace, [str(tmp_path)])
    assert (made.memories, made.unreadable) == (0, 2)
    assert all("is no store or export" in refusal for refusal in made.refusals)


def test_the_command_tells_what_was_taken_over(cli: Cli, workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memories.txt"
    file.write_text("Likes tea\nHas two sisters\n", "utf-8")
    said = cli("import", "memories", str(file), "--of-user", "ada", "--workspace", workspace.name).out
    assert "2 memories read: 2 created" in said
    assert "Sources: chatgpt 1." in said
    told = cli("import", "memories", str(file), "--of-user", "ada", "--workspace", workspace.name, "--json").json
    assert (told["unchanged"], told["users"]) == (2, 1)
