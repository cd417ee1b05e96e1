"""The examples of docs/mirror.md work as printed, in their order."""

import shlex
from pathlib import Path
from typing import Any

import psycopg
import pytest

from oxgraph.graph import Graph
from oxgraph.mirror import Mirror
from tests.docs.test_readme import BLOCK, STARTING
from tests.fixtures.cli import Cli, cli

__all__ = ["cli"]
PAGE = Path(__file__).parents[2] / "docs" / "mirror.md"


def test_examples(cli: Cli, graph: Graph, mirror_dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", mirror_dsn)
    Mirror(mirror_dsn, graph).init()
    printed: dict[str, str] = {}
    names: dict[str, Any] = {"__name__": "page"}
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        if kind == "sh":
            for line in text.splitlines():
                if not line.startswith(STARTING):
                    printed[line] = cli(*shlex.split(line)[1:]).out
        elif kind == "python":
            exec(compile(text, str(PAGE), "exec"), names)
    (told,) = (out for line, out in printed.items() if "mirror reader" in line)
    dsn = next(line.split()[1] for line in told.splitlines() if line.startswith("dsn"))
    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT action_type, outcome FROM agent_actions").fetchall() == [
            ("charge", "success")
        ]
    by_cypher, by_sql = (out for line, out in printed.items() if "metrics preview" in line)
    assert by_cypher == by_sql
