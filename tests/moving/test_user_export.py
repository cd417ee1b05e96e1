"""All that is held about a person, in a file."""

import json
from pathlib import Path

import pytest

from oxgraph import Client, errors
from oxgraph.graph import Graph
from tests.fixtures.cli import Cli
from tests.moving.conftest import Exported


@pytest.mark.deep
def test_what_is_held_about_a_user(client: Client, exported: Exported, tmp_path: Path) -> None:
    made = client.export_user(exported.memory.name, "u-1", tmp_path / "u-1.json")
    found = json.loads((tmp_path / "u-1.json").read_text(encoding="utf-8"))
    assert (found["user_id"], found["workspace"]) == ("u-1", exported.memory.name)
    contents = " ".join(memory["content"] for memory in found["memories"])
    assert "tea" in contents
    assert "Lisbon" in contents
    assert any(memory.get("evidence_messages") for memory in found["memories"])
    (conversation,) = found["conversations"]
    assert [message["text"] for message in conversation["messages"]] == ["I live in Lisbon and I prefer tea."]
    assert [slot["value"] for slot in found["working_set"]] == [{"step": 2}]
    assert made.counts["memories"] == len(found["memories"])
    text = json.dumps(found)
    assert "kettle" not in text
    assert "embedding" not in text
    assert "token_hash" not in text


def test_it_is_what_an_erasure_removes(
    client: Client, database: Graph, exported: Exported, name: str, tmp_path: Path
) -> None:
    client.import_workspace(exported.file, name)
    memory = client.workspace(name)
    client.export_user(name, "u-1", tmp_path / "before.json")
    before = json.loads((tmp_path / "before.json").read_text(encoding="utf-8"))
    assert before["memories"]
    assert memory.semantic.erase_subject("u-1").clean
    client.export_user(name, "u-1", tmp_path / "after.json")
    after = json.loads((tmp_path / "after.json").read_text(encoding="utf-8"))
    for part in ("memories", "conversations", "working_set", "entities", "mentions"):
        assert after[part] == [], part


def test_nothing_is_held_about_a_stranger(cli: Cli, exported: Exported, tmp_path: Path) -> None:
    out = cli(
        "user", "export", "nobody-known", "--workspace", exported.memory.name, "--out", str(tmp_path / "x.json")
    ).out
    assert "nothing is held" in out


def test_a_file_that_cannot_be_written(client: Client, exported: Exported, tmp_path: Path) -> None:
    with pytest.raises(errors.InvalidInput, match="out"):
        client.export_user(exported.memory.name, "u-1", tmp_path / "none" / "x.json")
    with pytest.raises(errors.InvalidInput, match="out"):
        client.export_workspace(exported.memory.name, tmp_path / "none" / "x.zip")
