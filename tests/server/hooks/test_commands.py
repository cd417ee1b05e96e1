"""`oxgraph hooks`: install, status, uninstall, with a token of the workspace."""

import json
from pathlib import Path

import pytest

from oxgraph.client import Client, Memory
from oxgraph.integrations.hooks import program
from tests.fixtures.cli import Cli
from tests.server.captures import captured
from tests.server.conftest import Site, Tokens
from tests.server.hooks.conftest import Hooks, payload


@pytest.fixture
def settings(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Settings of Claude Code that somebody has, and no other agent."""
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "claude" / "settings.json"
    path.parent.mkdir()
    path.write_text('{\n  "model": "opus"\n}\n')
    return path


def test_from_install_to_uninstall(settings: Path, home: Path, site: Site, workspace: Memory, cli: Cli) -> None:
    before = settings.read_text()
    given = ("install", "claude-code", "--workspace", workspace.name, "--server", site.url)
    shown = cli("hooks", *given, "--dry-run")
    assert "+++" in shown.out and "PreToolUse" in shown.out
    assert settings.read_text() == before and not home.exists()
    assert cli("hooks", *given, "--json").json["changed"]
    (token,) = [row for row in workspace.tokens.list() if row.name == "hooks of claude-code"]
    assert token.role == "agent"
    assert not cli("hooks", *given, "--json").json["changed"]
    assert len([row for row in workspace.tokens.list() if row.name == token.name]) == 1
    key = program.key_of("claude-code", workspace.name)
    assert program.connection_file(key).stat().st_mode & 0o777 == 0o600
    rows = {row["agent"]: row for row in cli("hooks", "status", "--json").json}
    own = rows["claude-code"]
    assert (own["installed"], own["workspace"], own["server"]) == (True, workspace.name, "answers")
    assert not rows["codex"]["installed"]
    hooks = Hooks(home, "claude-code", workspace.name, {"PATH": "/usr/bin:/bin"})
    command = json.loads(settings.read_text())["hooks"]["PostToolUse"][0]["hooks"][0]["command"]
    assert command == program.command(hooks.key, "PostToolUse", portable=False, block=False)
    for _ in range(20):  # on a busy machine a server may take longer than a hook waits; the same call is kept once
        hooks.run("PostToolUse", payload("claude-code", "PostToolUse"))
        if captured(workspace):
            break
    assert len(captured(workspace)) == 1
    assert cli("hooks", "uninstall", "claude-code", "--json").json["changed"]
    assert settings.read_text() == before
    assert program.connection(key) is None
    assert [row.revoked_at is None for row in workspace.tokens.list() if row.id == token.id] == [False]
    assert not cli("hooks", "uninstall", "claude-code", "--json").json["changed"]


def test_a_revoked_token_is_replaced(settings: Path, site: Site, workspace: Memory, cli: Cli) -> None:
    given = ("install", "claude-code", "--workspace", workspace.name, "--server", site.url)
    cli("hooks", *given)
    (token,) = [row for row in workspace.tokens.list() if row.name == "hooks of claude-code"]
    workspace.tokens.revoke(token.id)
    assert {row["server"] for row in cli("hooks", "status", "--json").json if row["installed"]} == {"unauthenticated"}
    cli("hooks", *given)
    assert {row["server"] for row in cli("hooks", "status", "--json").json if row["installed"]} == {"answers"}


def test_a_given_token_names_its_workspace_and_must_be_valid(
    settings: Path, site: Site, workspace: Memory, tokens: Tokens, cli: Cli
) -> None:
    before = settings.read_text()
    refused = cli("hooks", "install", "claude-code", "--token", "oxg_" + "0" * 64, "--server", site.url, ok=False)
    assert (refused.status, settings.read_text()) == (4, before)
    given = ("hooks", "install", "claude-code", "--token", tokens.agent, "--server", site.url)
    assert cli(*given, "--json").json["workspace"] == workspace.name
    assert program.connection(program.key_of("claude-code", workspace.name)) is not None


def test_another_workspace_takes_the_place_of_the_former_one(
    settings: Path, site: Site, workspace: Memory, memory: Client, cli: Cli
) -> None:
    """The settings name one installation; the token of the former one is of no use any more."""
    other = memory.create_workspace(f"{workspace.name} other")
    for one in (workspace, other):
        assert not cli("hooks", "install", "claude-code", "--workspace", one.name, "--server", site.url).status
    assert program.connection(program.key_of("claude-code", workspace.name)) is None
    assert program.connection(program.key_of("claude-code", other.name)) is not None
    assert [row.revoked_at is None for row in workspace.tokens.list() if row.name.startswith("hooks")] == [False]
    assert [row.revoked_at is None for row in other.tokens.list() if row.name.startswith("hooks")] == [True]


def test_a_repository_and_a_given_token(  # noqa: PLR0917 - fixtures
    settings: Path, home: Path, tmp_path: Path, site: Site, tokens: Tokens, cli: Cli
) -> None:
    """A repository's settings go to other machines: they name neither this one nor the token."""
    given = ("--project", "--token", tokens.agent, "--workspace", "team memory", "--server", site.url, "--block")
    cli("hooks", "install", "claude-code", *given)
    text = (tmp_path / ".claude" / "settings.json").read_text()
    assert str(home) not in text and tokens.agent not in text and "PreToolUse block" in text
    assert "hooks" not in settings.read_text()
    (row,) = [row for row in cli("hooks", "status", "--json").json if row["installed"]]
    assert (row["scope"], row["workspace"], row["server"]) == ("project", "team memory", "answers")
    cli("hooks", "uninstall", "claude-code", "--project")
    assert not (tmp_path / ".claude" / "settings.json").exists()


def test_hooks_in_both_places_are_named(settings: Path, tmp_path: Path, site: Site, tokens: Tokens, cli: Cli) -> None:
    """An agent runs the hooks of both."""
    given = ("claude-code", "--token", tokens.agent, "--server", site.url)
    assert cli("hooks", "install", *given, "--project").err == ""
    assert str(tmp_path / ".claude" / "settings.json") in cli("hooks", "install", *given).err
    assert str(settings) in cli("hooks", "install", *given, "--project").err
    cli("hooks", "uninstall", "claude-code")
    assert cli("hooks", "install", *given, "--project").err == ""
