"""chat import: exports of other assistants, from the command line."""

import io
import json
import uuid
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.episodic.chat_samples import CHATGPT, CLAUDE, spoke, write, zipped
from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A fresh workspace, named in the environment; no vectors."""
    found = f"chats-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    monkeypatch.setenv("OXGRAPH_EMBEDDER", "none")
    return found


def test_an_export(cli: Cli, name: str, tmp_path: Path) -> None:
    export = zipped(tmp_path, "export.zip", conversations=[CHATGPT, CLAUDE])
    printed = cli("chat", "import", export).out
    assert printed.startswith("2 conversations: 7 messages written, 0 known before.")
    assert "Left out: tool 3, system 2, other branch 1, reasoning 1, attachment 1.\n" in printed
    again = cli("chat", "import", export, "--json").json
    assert (again["written"], again["known"], again["ingested"]) == (0, 7, None)
    listed = cli("conversations", "list", "--json").json
    assert {row["title"] for row in listed} == {"A trip to Porto", "Bread"}
    assert "The Ribeira." in cli("conversations", "show", "g-1").out


def test_lines_from_the_standard_input(cli: Cli, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [{"content": "Hello", "timestamp": "2025-01-01T00:00:00"}, {"content": "Hi", "role": "ai"}, {"content": 3}]
    given = "\n".join(map(json.dumps, lines)).encode()
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(given)))
    refused = cli("chat", "import", "-", "--conversation", "mine", ok=False)
    assert (refused.status, refused.err.count("\n")) == (2, 1)
    assert "standard input, line 3, one of text, content" in refused.err
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(given)))
    printed = cli("chat", "import", "-", "--conversation", "mine", "--skip-invalid").out
    assert printed.startswith("1 conversation: 2 messages written")
    assert "1 time had no zone and was read as UTC.\n" in printed
    assert "1 message did not fit and was left out, such as:\n  standard input, line 3" in printed


def test_what_they_state(cli: Cli, name: str, tmp_path: Path) -> None:
    pytest.importorskip("spacy")
    chat = CLAUDE | {"chat_messages": [spoke("m1", "human", "My sister Ana lives in Lisbon now.", 0)]}
    printed = cli("chat", "import", write(tmp_path, "c.json", [chat]), "--ingest").out
    assert "pre_filter" in printed
    assert "Lisbon" in cli("memories", "list").out


def test_a_token_will_do(cli: Cli, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    token = cli("token", "create", "importer", "--role", "agent", "--workspace", name, "--json").json["secret"]
    monkeypatch.delenv("OXGRAPH_WORKSPACE")
    assert "3 messages written" in cli("chat", "import", write(tmp_path, "c.json", [CLAUDE]), "--token", token).out


def test_a_broken_file(cli: Cli, name: str, tmp_path: Path) -> None:
    broken = write(tmp_path, "broken.json", "<html>")
    refused = cli("chat", "import", broken, "--json", ok=False)
    assert refused.status == 2
    assert json.loads(refused.err)["error"]["code"] == "invalid_input"
    assert broken in refused.err
