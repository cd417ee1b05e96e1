"""The Pythons that have the other memories' packages, and the stores that they fill.

`OXGRAPH_PEERS` names a Python with `REQUIREMENTS`, `OXGRAPH_PEERS_LETTA` one with `LETTA`: each in an environment of
its own, as their dependencies are many. Without them these tests are skipped.
"""

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from oxgraph.local import Server

REQUIREMENTS = (
    *("mem0ai==2.2.1", "graphiti-core==0.31.1", "neo4j-agent-memory==0.8.0"),
    *("langgraph", "langgraph-checkpoint-sqlite", "langgraph-checkpoint-postgres", "psycopg[binary]"),
)
LETTA = ("letta==0.16.8", "asyncpg", "pgvector", "lxml[html-clean]")
STORES = Path(__file__).parent / "stores"

Fill: TypeAlias = Callable[..., Any]


def python(variable: str, packages: tuple[str, ...]) -> str:
    """The Python that a variable names; skips the test where it names none."""
    found = os.environ.get(variable)
    if not found:
        pytest.skip(f"{variable} names no Python with {' '.join(packages)}")
    return found


@pytest.fixture(scope="session")
def fill(tmp_path_factory: pytest.TempPathFactory) -> Fill:
    """Runs one of the programs; what it says that its store holds."""

    def run(program: str, *arguments: str) -> Any:
        of_letta = program == "letta_store"
        interpreter = python("OXGRAPH_PEERS_LETTA", LETTA) if of_letta else python("OXGRAPH_PEERS", REQUIREMENTS)
        home = tmp_path_factory.mktemp("home")
        done = subprocess.run(
            [interpreter, str(STORES / f"{program}.py"), *arguments],
            capture_output=True,
            text=True,
            cwd=home,
            env=os.environ | {"HOME": str(home)},
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout.strip().splitlines()[-1])

    return run


@pytest.fixture(scope="module")
def login(server: Server) -> Iterator[tuple[str, str, str]]:
    """Address and login of the very server that oxgraph uses too."""
    yield (server.uri, *server.auth)
