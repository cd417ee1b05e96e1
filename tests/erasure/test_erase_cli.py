"""`oxgraph erase` and `oxgraph reembed`."""

import uuid

import pytest

from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A fresh workspace, named in the environment."""
    found = f"erase-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    return found


def test_erase(cli: Cli, name: str) -> None:
    cli("capture", "call", "n-1", "--session", "s", "--outcome", "success")
    session = cli("session", "start", "--intent", "Call Zora Quill back").out.strip()
    cli("capture", "call", "n-1", "--session", session, "--outcome", "success")
    receipt = cli("erase", "Zora Quill", "--yes", "--json").json
    assert receipt["clean"] is True
    assert receipt["findings"] == []
    assert receipt["removed"] == {"redacted": 1}
    assert receipt["scanned"]["nodes"] > 5
    told = cli("erase", "user", "--yes").out
    assert "Not searched: user (it is a common word)" in told
    assert "nothing is left" in told


def test_a_mirror_that_is_away(cli: Cli, name: str) -> None:
    failed = cli("erase", "Zora Quill", "--yes", "--dsn", "postgresql://127.0.0.1:1/none", ok=False)
    assert failed.status == 5
    assert "Nothing was erased. With --no-mirror it is erased now" in failed.err


def test_reembed(cli: Cli, name: str) -> None:
    assert cli("reembed", "minilm", "--json").json["outcome"] == "named"
    assert cli("reembed", "other").out == (
        "Changing the vectors from all-MiniLM-L6-v2 to other: the worker, or `oxgraph passes run`, makes them with an "
        "--embedder of that model. Until then recall reads the old ones.\n"
        "other is none of minilm, onnx:FOLDER, sentence-transformers:NAME_OR_FOLDER, none. Unless it is a model's own "
        "name, nothing makes them, and `oxgraph reembed all-MiniLM-L6-v2` cancels the change.\n"
    )
    assert cli("reembed", "minilm", "--json").json["outcome"] == "called_off"
    assert "own name" not in cli("reembed", "sentence-transformers:other").out
    assert cli("reembed", "minilm", "--json").json["outcome"] == "called_off"
    assert cli("reembed", "none", ok=False).status == 2
