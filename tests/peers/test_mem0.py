"""mem0's store, its history and its list, as mem0 itself wrote them."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.imports.memories import import_memories
from tests.peers.conftest import Fill

pytestmark = pytest.mark.deep


@pytest.fixture(scope="module")
def store(fill: Fill, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    folder = tmp_path_factory.mktemp("mem0")
    return folder, fill("mem0_store", str(folder))["results"]


def test_all_that_it_holds_is_imported_once(store: tuple[Path, list[dict[str, Any]]], workspace: Memory) -> None:
    folder, held = store
    expired = [row for row in held if row.get("expiration_date")]
    made = import_memories(workspace, [str(folder)])
    assert made.sources == {"mem0": 1}
    assert made.created == made.memories == len(held) - len(expired) + 1  # one of them has a former version
    assert made.left_out["deleted memory"] == 1
    assert made.left_out["memory that had expired when it was written"] == len(expired)
    assert (made.unreadable, made.users) == (0, 2)
    assert made.messages == made.messages_written > 0
    texts = {row.content for row in workspace.semantic.list(limit=100)}
    assert texts == {row["memory"] for row in held if row not in expired}
    again = import_memories(workspace, [str(folder)])
    assert (again.created, again.merged, again.messages_written) == (0, 0, 0)
    assert again.unchanged == made.memories


def test_memories_keep_owner_subject_time_and_former_version(
    store: tuple[Path, list[dict[str, Any]]], workspace: Memory
) -> None:
    folder, held = store
    import_memories(workspace, [str(folder)])
    by_text = {row["memory"]: row for row in held}
    rows = {row.content: row for row in workspace.semantic.list(limit=100)}
    tea = rows["Prefers tea to coffee"]
    assert (tea.type, tea.subject, tea.user_id) == ("preference", "ada", "ada")
    assert tea.valid_from is not None
    assert tea.valid_from.isoformat()[:19] == by_text[tea.content]["created_at"][:19]
    assert rows["Answer in short sentences."].agent_id == "writer"
    before, now = workspace.semantic.history(rows["Lives in Berlin"].id)
    assert (before.content, before.status) == ("Lives in Hamburg", "superseded")
    assert before.valid_to == now.valid_from
    assert (
        workspace.as_user("bob").recall("What instrument is played?").results[0].content.startswith("Plays the cello")
    )


def test_what_was_deleted_there_since_ends_here(
    store: tuple[Path, list[dict[str, Any]]], fill: Fill, workspace: Memory, tmp_path: Path
) -> None:
    for name in ("qdrant", "history.db"):
        copied = shutil.copytree if (store[0] / name).is_dir() else shutil.copy
        copied(store[0] / name, tmp_path / name)
    import_memories(workspace, [str(tmp_path)])
    before = {user: {row.content for row in workspace.as_user(user).semantic.list()} for user in ("ada", "bob")}
    fill("mem0_store", str(tmp_path), "delete")
    made = import_memories(workspace, [str(tmp_path)])
    now = {user: {row.content for row in workspace.as_user(user).semantic.list()} for user in ("ada", "bob")}
    assert before["ada"] - now["ada"] == {"Is allergic to peanuts", "Works at Acme as an engineer"}
    assert before["bob"] - now["bob"] == {"Plays the cello in an orchestra", "Dislikes early meetings"}
    assert "Moved to Oslo in 2024" in now["bob"]
    assert made.left_out["deleted memory"] == 6
    again = import_memories(workspace, [str(tmp_path)])
    assert (again.created, again.merged, again.unchanged) == (0, 0, again.memories)
    assert {row.content for row in workspace.as_user("bob").semantic.list()} == now["bob"]


def test_its_list_alone_gives_the_same_memories(store: tuple[Path, list[dict[str, Any]]], workspace: Memory) -> None:
    folder, _ = store
    made = import_memories(workspace, [str(folder / "get_all.json")])
    assert made.unreadable == 0
    whole = import_memories(workspace, [str(folder)])
    assert (whole.created, whole.unchanged) == (1, made.created)  # the former version


def test_a_history_alone_names_what_is_missing(store: tuple[Path, list[dict[str, Any]]], workspace: Memory) -> None:
    folder, held = store
    made = import_memories(workspace, [str(folder / "history.db")])
    assert made.memories == 0
    assert made.left_out["history of a memory that no store here holds"] == len(held)


def test_shared_memories_keep_the_name_of_the_user(store: tuple[Path, list[dict[str, Any]]], workspace: Memory) -> None:
    folder, _ = store
    made = import_memories(workspace, [str(folder / "get_all.json")], shared=True)
    assert made.users == 0
    assert {row.content for row in workspace.semantic.list("bob")} >= {"Dislikes early meetings"}
