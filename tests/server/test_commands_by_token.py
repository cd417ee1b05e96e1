"""Commands by a token, in a process that has the address of `oxgraph serve` and no login of the database."""

import json
import os
from pathlib import Path

import pytest

from oxgraph import __version__
from oxgraph.cli import run
from oxgraph.client import Memory
from oxgraph.local import Server
from tests.fixtures.cli import Cli, Outcome
from tests.server.conftest import Site, Tokens


@pytest.fixture
def agents_cli(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command with nothing but the server's address; the first argument is the token."""
    for name in ("URI", "USER", "PASSWORD", "WORKSPACE", "MIRROR_DSN", "EMBEDDER"):
        monkeypatch.delenv(f"OXGRAPH_{name}", raising=False)
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OXGRAPH_SERVER", site.url)

    def call(token: str, *arguments: str) -> Outcome:
        monkeypatch.setenv("OXGRAPH_TOKEN", token)
        capsys.readouterr()
        status = run(arguments)
        return Outcome(status, *capsys.readouterr())

    return call


def test_insights_start_no_database_where_the_memory_is_elsewhere(
    agents_cli: Cli, tokens: Tokens, tmp_path: Path
) -> None:
    (tmp_path / "run.traj").write_text("{}")
    ended = agents_cli(tokens.admin, "insights", str(tmp_path / "run.traj"))
    assert ended.status == 5
    assert "no server runs from" in ended.err
    assert "`oxgraph up` starts one" in ended.err
    assert not (tmp_path / "home").exists()


def test_what_needs_the_database_says_that_a_token_does_not_do(agents_cli: Cli, tokens: Tokens) -> None:
    for command in (
        ("workspace", "list"),
        ("token", "create", "x", "--workspace", "w"),
        ("passes", "status", "--workspace", "w"),
    ):
        ended = agents_cli(tokens.admin, *command)
        assert ended.status == 5
        assert "needs the database and its login, where OXGRAPH_SERVER and a token do not do" in ended.err


def test_a_database_of_this_machine_is_not_taken_silently_for_the_server(
    agents_cli: Cli, tokens: Tokens, workspace: Memory, server: Server, tmp_path: Path
) -> None:
    url, home, out = os.environ["OXGRAPH_SERVER"], tmp_path / "home", tmp_path / "ada.json"
    home.mkdir()
    bolt = int(server.uri.rpartition(":")[2])
    (home / "server.json").write_text(json.dumps({"bolt": bolt, "stopped": False}))
    (home / "password").write_text(server.password)
    export = ("user", "export", "ada", "--workspace", workspace.name, "--out", str(out))
    ended = agents_cli(tokens.admin, *export)
    assert (ended.status, out.exists()) == (0, True)
    said = f"not by OXGRAPH_SERVER ({url})"
    assert said in ended.err and f"bolt://127.0.0.1:{bolt}" in ended.err
    (home / "serve.json").write_text(json.dumps({"url": url, "oxgraph": __version__}))
    assert said not in agents_cli(tokens.admin, *export).err, "its own server"


def test_a_token_may_come_with_the_end_of_its_line(agents_cli: Cli, tokens: Tokens) -> None:
    assert agents_cli(f"{tokens.agent}\n", "memories", "list", "--json").out == "[]\n"


def test_an_erasure_needs_no_login(agents_cli: Cli, tokens: Tokens, workspace: Memory) -> None:
    workspace.semantic.remember(type="fact", subject="Zora Quill", content="Zora Quill sings.")
    for options in ((), ("--no-mirror",), ("--dsn", "postgresql://127.0.0.1:1/none")):
        refused = agents_cli(tokens.agent, "erase", "Zora Quill", *options)
        assert refused.status == 4
        assert "needs the role admin" in refused.err
        assert "permanently?" not in refused.err
    refused = agents_cli(tokens.admin, "erase", "Zora Quill", "--yes", "--dsn", "postgresql://127.0.0.1:1/none")
    assert refused.status == 2
    assert "Nothing was erased" in refused.err
    assert "--no-mirror" in refused.err
    erased = agents_cli(tokens.admin, "erase", "Zora Quill", "--yes")
    assert erased.status == 0, erased.err
    assert "nothing is left" in erased.out
    assert "No mirror was searched." in erased.out
    assert "Zora" not in repr(workspace.semantic.list())
