"""The command line against the run's server, in this process."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from oxgraph.cli import run
from oxgraph.local import Server


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)


Cli = Callable[..., Outcome]


@pytest.fixture
def cli(server: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command; `ok=False` where it may fail."""
    for name in ("OXGRAPH_WORKSPACE", "OXGRAPH_TOKEN", "OXGRAPH_EMBEDDER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OXGRAPH_URI", server.uri)
    monkeypatch.setenv("OXGRAPH_USER", server.user)
    monkeypatch.setenv("OXGRAPH_PASSWORD", server.password)

    def call(*arguments: str, ok: bool = True) -> Outcome:
        capsys.readouterr()
        status = run(arguments)
        printed = capsys.readouterr()
        assert status == 0 or not ok, printed.err
        return Outcome(status, printed.out, printed.err)

    return call
