"""An agent file of Letta, exported by its own manager."""

from pathlib import Path

import pytest

from oxgraph import Memory
from oxgraph.imports.memories import import_memories
from tests.peers.conftest import Fill

pytestmark = pytest.mark.deep


def test_blocks_and_talk_of_an_agent_are_imported_once(
    fill: Fill, tmp_path: Path, workspace: Memory, mirror_dsn: str
) -> None:
    fill("letta_store", str(tmp_path), mirror_dsn + ("&" if "?" in mirror_dsn else "?") + "sslmode=disable")
    file = str(tmp_path / "clippy.af")
    made = import_memories(workspace, [file], user_id="ada")
    assert (made.sources, made.unreadable) == ({"letta": 1}, 0)
    assert (made.memories, made.created, made.messages) == (8, 8, 3)
    mine = workspace.as_user("ada")
    rows = {row.content: row for row in mine.semantic.list(limit=100)}
    assert rows["Prefers tea to coffee"].type == "preference"
    assert rows["Works at Acme as an engineer"].subject == "ada"
    assert rows["I answer in short sentences."].type == "instruction"
    assert (rows["Bob reviews the plugin."].category, rows["Bob reviews the plugin."].agent_id) == ("project", "Clippy")
    talk = mine.episodic.messages("letta:Clippy", user_id="ada")
    assert (talk[0].role, talk[0].text) == ("user", "I moved from Hamburg to Berlin.")
    again = import_memories(workspace, [file], user_id="ada")
    assert (again.created, again.unchanged, again.messages_written) == (0, 8, 0)
