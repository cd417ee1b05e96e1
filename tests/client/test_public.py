"""The public surface: what is exported, that each call has a role, that the two clients are one."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

import oxgraph
from oxgraph import AsyncMemory, Memory, errors
from oxgraph.client._sync.connections import Connections
from oxgraph.client._sync.entities import Entities
from oxgraph.client._sync.episodic import Episodic
from oxgraph.client._sync.evaluations import Evaluations
from oxgraph.client._sync.graph_view import GraphView
from oxgraph.client._sync.metrics import Benchmarks, Metrics
from oxgraph.client._sync.ontology import Predicates, Types
from oxgraph.client._sync.remember import Review
from oxgraph.client._sync.semantic import Semantic
from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.client._sync.tokens import Tokens
from oxgraph.client._sync.user_facts import User
from oxgraph.client.roles import RANK, REQUIRED_ROLES, require
from oxgraph.errors import PermissionDenied
from oxgraph.types import Role

ROOT = Path(__file__).parents[2]
PARTS: dict[str, type] = {
    "": Memory,
    "telemetry": Telemetry,
    "metrics.": Metrics,
    "benchmarks.": Benchmarks,
    "tokens.": Tokens,
    "semantic.": Semantic,
    "semantic.review.": Review,
    "semantic.predicates.": Predicates,
    "semantic.types.": Types,
    "semantic.entities.": Entities,
    "semantic.connections.": Connections,
    "user.": User,
    "episodic.": Episodic,
    "evaluations.": Evaluations,
    "graph.": GraphView,
}
WITHOUT_A_CALL = {"close", "now", "user", "as_user"}


def calls(cls: type) -> set[str]:
    """The public methods of a class."""
    return {name for name, _ in inspect.getmembers(cls, inspect.isfunction) if not name.startswith("_")}


def test_what_is_visible_is_what_is_exported() -> None:
    imported: dict[str, object] = {}
    exec("from oxgraph import *", imported)
    stub = ast.parse((ROOT / "oxgraph" / "__init__.pyi").read_text(encoding="utf-8"))
    named = {alias.name for node in stub.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert set(oxgraph.__all__) == named | {"__version__"} == set(imported) - {"__builtins__"}


def test_every_error_is_exported() -> None:
    tree = {n for n, v in vars(errors).items() if isinstance(v, type) and issubclass(v, errors.OxgraphError)}
    assert tree <= set(oxgraph.__all__)


def test_every_call_has_a_least_role() -> None:
    for prefix, cls in PARTS.items():
        names = {prefix.replace("telemetry", "") + name for name in calls(cls) - WITHOUT_A_CALL}
        assert names <= set(REQUIRED_ROLES), names - set(REQUIRED_ROLES)


@pytest.mark.parametrize("call", REQUIRED_ROLES)
@pytest.mark.parametrize("role", get_args(Role))
def test_a_role_reaches_for_what_is_at_or_below_it(role: Role, call: str) -> None:
    if RANK[role] >= RANK[REQUIRED_ROLES[call]]:
        require(role, call)
    else:
        with pytest.raises(
            PermissionDenied, match=f"{call} needs the role {REQUIRED_ROLES[call]}, the token has {role}"
        ):
            require(role, call)


def test_both_clients_have_the_same_calls() -> None:
    assert calls(Memory) == calls(AsyncMemory)
    assert calls(oxgraph.Client) == calls(oxgraph.AsyncClient)


def test_the_synchronous_twin_is_fresh() -> None:
    command = [sys.executable, str(ROOT / "tools/generate_sync.py"), "--check"]
    found = subprocess.run(command, check=False, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("cls", [oxgraph.Client, oxgraph.AsyncClient, *PARTS.values()])
def test_everything_public_is_documented(cls: Any) -> None:
    assert cls.__doc__
    for name in calls(cls):
        assert getattr(cls, name).__doc__, name
