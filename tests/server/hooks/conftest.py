"""What the tests of hooks share: an installation in a home of its own, and the program as an agent runs it."""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import Memory
from oxgraph.integrations.hooks import program
from tests.server.conftest import Site, Tokens

PAYLOADS = Path(__file__).with_name("payloads")


def payload(agent: str, name: str, **changes: Any) -> dict[str, Any]:
    """An example payload, with other members."""
    found = json.loads((PAYLOADS / agent / f"{name}.json").read_text(encoding="utf-8"))
    return {**found, **changes}


@dataclass
class Printed:
    """What a run of the hook came to."""

    text: str
    status: int
    errors: str
    seconds: float

    @property
    def output(self) -> dict[str, Any]:
        """`hookSpecificOutput`."""
        return dict(json.loads(self.text)["hookSpecificOutput"])


@dataclass
class Hooks:
    """An installation of one agent's hooks."""

    home: Path
    agent: str
    workspace: str
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Its name in the home."""
        return program.key_of(self.agent, self.workspace)

    def run(self, event: str, given: Any, *, block: bool = False) -> Printed:
        """Run the hook as the agent does: the command in a shell, the payload on standard input."""
        command = program.command(self.key, event, portable=False, block=block)
        data = given if isinstance(given, bytes) else json.dumps(given).encode()
        began = time.perf_counter()
        ended = subprocess.run(
            ["sh", "-c", command], input=data, capture_output=True, timeout=60, check=False, env=self.environment
        )
        seconds = time.perf_counter() - began
        return Printed(ended.stdout.decode(), ended.returncode, ended.stderr.decode(), seconds)

    def says(self, name: str, event: str = "", **changes: Any) -> str:
        """The context that the agent gets for an example payload; '' for nothing."""
        found = self.run(event or name.partition("-")[0], payload(self.agent, name, **changes))
        assert (found.status, found.errors) == (0, "")
        return str(found.output["additionalContext"]) if found.text else ""


def connect(home: Path, agent: str, workspace: str, address: str, token: str, *, patient: bool = True) -> Hooks:
    """An installation's files in a home, without an agent's settings.

    A `patient` one waits for a loaded machine, so that a test of what the server does is none of its speed.
    """
    hooks = Hooks(home, agent, workspace, {"PATH": os.environ["PATH"]})
    program.write(hooks.key, program.Connection(address, token, "", workspace))
    if patient:
        path = program.folder() / "hook_program.py"
        text = path.read_text(encoding="utf-8")
        assert "DEADLINE = 0.28" in text
        path.write_text(text.replace("DEADLINE = 0.28", "DEADLINE = 30.0"), encoding="utf-8")
    return hooks


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty home."""
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path / "home"))
    yield tmp_path / "home"


@pytest.fixture
def claude_code(home: Path, site: Site, tokens: Tokens, workspace: Memory) -> Hooks:
    """Hooks of Claude Code that reach the running server."""
    return connect(home, "claude-code", workspace.name, site.url, tokens.agent)
