"""LangGraph's stores, in memory, in SQLite and in Postgres."""

from pathlib import Path

import pytest

from oxgraph import Memory
from oxgraph.imports.memories import import_memories
from tests.peers.conftest import Fill

pytestmark = pytest.mark.deep

CONTENTS = {
    ("Ada prefers tea to coffee", "ada"),
    ("Ada works at Acme", "ada"),
    ("Ada is allergic to peanuts", "ada"),
    ("Ada lives in Berlin", "ada"),
    ("name: Ada", "ada"),
    ("city: Berlin", "ada"),
    ("languages: English, German", "ada"),
    ("Bob plays the cello in an orchestra", "bob"),
    ("Answer in short sentences.", ""),
}


@pytest.mark.parametrize("kind", ["store.json", "store.db", "postgres"])
def test_its_items_become_memories(fill: Fill, tmp_path: Path, workspace: Memory, mirror_dsn: str, kind: str) -> None:
    fill("langgraph_store", str(tmp_path), mirror_dsn)
    source = mirror_dsn if kind == "postgres" else str(tmp_path / kind)
    made = import_memories(workspace, [source])
    assert made.sources == {"langgraph": 1}
    assert (made.created, made.unreadable, made.left_out) == (9, 0, {"item without a text": 1})
    rows = workspace.semantic.list(limit=100)
    assert {(row.content, row.user_id or "") for row in rows} == CONTENTS
    by_text = {row.content: row for row in rows}
    assert by_text["Answer in short sentences."].agent_id == "writer"
    assert by_text["Answer in short sentences."].type == "instruction"
    assert by_text["Ada prefers tea to coffee"].type == "preference"
    assert all(row.valid_from is not None for row in rows)
    again = import_memories(workspace, [source])
    assert (again.created, again.unchanged) == (0, 9)
