"""Real coding agents from npm, against a scripted model on loopback, with hooks that the command installed.

They are found at OXGRAPH_TEST_AGENTS, a folder with `npm install --prefix FOLDER @openai/codex @google/gemini-cli
opencode-ai`, or installed by npm into a temporary one; without either the tests skip.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.types import TimelineRow
from tests.fixtures.cli import Cli
from tests.server.captures import captured
from tests.server.conftest import Site, Tokens
from tests.server.hooks.agents.model_server import DONE, Model, scripted
from tests.server.mcp.test_past_experience import later
from tests.server.queries import query

pytestmark = pytest.mark.deep

PACKAGES = {"codex": "@openai/codex", "gemini": "@google/gemini-cli", "opencode": "opencode-ai"}
PROMPT = "Run the checks. The passphrase is sesame."
FAILS, MISSING, WORKS = "pytest sesame_missing.py", "no_such_program --sesame", "echo fine"
COMMANDS = (FAILS, MISSING, WORKS)
SECONDS = 120
FIRST = 5
"""Number of sessions before the one that gets the warning. Codex runs all of them. Gemini and opencode take ten seconds
to start: without OXGRAPH_TEST_AGENTS they run the first, and the others are captured with the same actions."""


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """An agent's program; skips where npm cannot bring it."""
    given = os.environ.get("OXGRAPH_TEST_AGENTS")
    folder = Path(given) if given else tmp_path_factory.mktemp("agents")

    def find(agent: str) -> Path:
        found = folder / "node_modules" / ".bin" / agent
        if not found.exists() and not given and shutil.which("npm"):
            command = ["npm", "install", "--prefix", str(folder), "--no-audit", "--no-fund", PACKAGES[agent]]
            subprocess.run(command, capture_output=True, check=False, timeout=300)
        if not found.exists():
            pytest.skip(f"npm cannot install {PACKAGES[agent]}")
        return found

    return find


def again(workspace: Memory, rows: Sequence[TimelineRow], session_id: str) -> None:
    """One more session with what was captured of the first."""
    workspace.telemetry.capture_many(
        {
            "action_type": row.action_type,
            "session_id": session_id,
            "agent_id": row.agent_id,
            "outcome": row.outcome,
            "error_code": row.error_code,
            "target_node_type": row.node_type,
            "targets": row.target_node_ids,
        }
        for row in rows
    )


@dataclass
class Agent:
    """An agent in a home and a repository of its own."""

    name: str
    path: Path
    user: Path
    repository: Path

    @property
    def environment(self) -> dict[str, str]:
        """With a home of its own, and nothing of oxgraph but the place of the hooks."""
        kept = {name: os.environ[name] for name in ("PATH", "OXGRAPH_HOME")}
        own = {"CODEX_HOME": str(self.user / ".codex"), "GEMINI_API_KEY": "x", "GEMINI_CLI_TRUST_WORKSPACE": "true"}
        return {**kept, **own, "HOME": str(self.user), "PWD": str(self.repository)}

    def run(self, model: Model) -> str:
        """One session; what it printed."""
        ended = subprocess.run(
            [str(self.path), *self._arguments(model)],
            cwd=self.repository,
            env=self.environment | {"GOOGLE_GEMINI_BASE_URL": model.url},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr[-2_000:]
        return ended.stdout

    def _arguments(self, model: Model) -> Sequence[str]:
        if self.name == "codex":
            provider = f'{{name="s",base_url="{model.url}/v1",wire_api="responses",requires_openai_auth=false}}'
            given = ('model_provider="s"', 'model="gpt-5"', f"model_providers.s={provider}")
            options = [word for one in given for word in ("-c", one)]
            trusted = ["--dangerously-bypass-hook-trust", "--dangerously-bypass-approvals-and-sandbox"]
            return ["exec", *trusted, "-C", str(self.repository), *options, PROMPT]
        if self.name == "gemini":
            return ["-y", "-m", "gemini-2.5-flash", "--skip-trust", "-p", PROMPT]
        options_of = {"baseURL": f"{model.url}/v1", "apiKey": "x"}
        provider_of = {
            "npm": "@ai-sdk/openai-compatible",
            "name": "s",
            "options": options_of,
            "models": {"m": {"name": "m"}},
        }
        settings = {"provider": {"s": provider_of}, "model": "s/m", "autoupdate": False, "share": "disabled"}
        (self.repository / "opencode.json").write_text(json.dumps(settings))
        return ["run", "-m", "s/m", PROMPT]


GIVEN = "OXGRAPH_TEST_AGENTS" in os.environ
"""Without it the tests run the two agents that start fastest; opencode takes two minutes."""
SLOW = pytest.mark.skipif(not GIVEN, reason="runs where OXGRAPH_TEST_AGENTS is given")


@pytest.fixture(params=["codex", "gemini", pytest.param("opencode", marks=SLOW)])
def agent(
    request: pytest.FixtureRequest, tmp_path: Path, program: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> Agent:
    """Each agent, as on a new machine."""
    user, repository = tmp_path / "user", tmp_path / "shop"
    for folder in (user / ".codex", user / ".gemini", repository):
        folder.mkdir(parents=True)
    (user / ".gemini/settings.json").write_text('{"security": {"auth": {"selectedType": "gemini-api-key"}}}\n')
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    monkeypatch.setenv("HOME", str(user))
    for name in ("CODEX_HOME", "OPENCODE_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
    return Agent(request.param, program(request.param), user, repository)


def test_failures_are_captured_and_the_sixth_session_is_told(  # noqa: PLR0917 - fixtures
    agent: Agent, home: Path, site: Site, tokens: Tokens, workspace: Memory, graph: Graph, cli: Cli
) -> None:
    given = ("--server", site.url, "--token", tokens.agent, "--workspace", workspace.name)
    assert cli("hooks", "install", agent.name, *given).status == 0
    own = FIRST if GIVEN or agent.name == "codex" else 1
    for _ in range(own):
        with scripted(COMMANDS) as model:
            assert DONE in agent.run(model)
            assert not any("[Oxagen memory" in one for one in model.requests)
    for number in range(own, FIRST):
        again(workspace, captured(workspace)[: len(COMMANDS)], f"session {number}")
    rows = captured(workspace)
    assert len({row.session_id for row in rows}) == FIRST
    # On a busy machine the captures of two calls may overtake each other.
    assert {(row.action_type, row.outcome, row.error_code) for row in rows[:3]} >= {
        ("no_such_program", "failure", "CommandNotFound"),
        ("echo", "success", None),
    }
    assert {(row.action_type, row.outcome) for row in rows[:3]} >= {("pytest", "failure")}
    assert {(row.agent_id, row.target_node_ids) for row in rows} == {(agent.name, ("repository:shop",))}
    assert "sesame" not in str(graph.read(query("everything"), workspace_id=workspace.workspace_id))
    later(graph, workspace)
    with scripted(COMMANDS) as model:
        assert DONE in agent.run(model)
    asked = [one for one in model.requests if PROMPT.split(".", maxsplit=1)[0] in one and "tool" in one]
    first = next(place for place, one in enumerate(asked) if "[Oxagen memory" in one)
    assert asked[first].count("no_such_program --sesame") == 0  # told before the model has asked for the call
    assert cli("hooks", "uninstall", agent.name).status == 0
    count = len(captured(workspace))
    with scripted(COMMANDS) as model:
        assert DONE in agent.run(model)
    assert len(captured(workspace)) == count
    assert not any("[Oxagen memory" in one for one in model.requests)


def test_an_agent_whose_server_is_away_works_as_without(agent: Agent, home: Path, cli: Cli) -> None:
    given = ("--server", "http://127.0.0.1:9", "--token", "oxg_" + "0" * 64)
    assert cli("hooks", "install", agent.name, *given).status == 0
    with scripted(COMMANDS) as model:
        assert DONE in agent.run(model)
    assert any("fine" in one for one in model.requests)
