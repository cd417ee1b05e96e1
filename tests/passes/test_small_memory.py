"""Passes on a Neo4j whose transactions may take little memory: in smaller batches, with the same result."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.passes import evaluate
from tests.fixtures.neo4j import HEAP, own_home, started
from tests.passes.support import action, at, capture, snapshot, workspace_of

pytestmark = pytest.mark.deep

CONF = Path(__file__).parents[1] / "fixtures" / "neo4j.conf"
LIMIT = "db.memory.transaction.max=6m\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Graph]:
    conf = tmp_path / "neo4j.conf"
    conf.write_text(CONF.read_text() + LIMIT)
    monkeypatch.setenv("OXGRAPH_NEO4J_CONF", str(conf))
    with own_home("small") as home:
        server = started(home, HEAP)
        # What one transaction may take does not change while it is tried again.
        with Graph.at(server.uri, server.auth, retry_seconds=0.1) as graph:
            yield graph


def fill(graph: Graph, sessions: int = 600) -> str:
    workspace_id = workspace_of(graph)
    for start in range(0, sessions, 100):
        acts = [
            action(
                f"s{n}", at(minutes=10 * n + step), "failure", action_type=f"act{n % 50}", error_code=f"E{n % 7}{step}"
            )
            for n in range(start, start + 100)
            for step in range(4)
        ]
        capture(graph, workspace_id, acts)
    return workspace_id


def change(graph: Graph, workspace_id: str, **changes: Any) -> None:
    """Changes settings of a workspace."""
    told = {"changes": changes, "rule": "changed", "inputs": "{}", "transition_id": new_id(), "by": None, "by_id": None}
    graph.write(statement("workspace/update"), workspace_id=workspace_id, now=at(9), **told)


def counts(graph: Graph, workspace_id: str) -> list[Any]:
    keys = [row["properties"] for row in snapshot(graph, workspace_id)["keys"]]
    names = ("action_type", "error_code", "context", "sample_count", "action_count", "total_count", "status", "version")
    return sorted([str(key.get(name)) for name in names] for key in keys)


def test_a_batch_that_is_too_large_is_tried_again_in_parts(small: Graph, graph: Graph, caplog: Any) -> None:
    workspace_id, same = fill(small), fill(graph)
    with caplog.at_level(logging.WARNING, "oxgraph.passes.runner"):
        evaluate(small, workspace_id, passes=[1, 2], now=at(9))
    assert "goes on in batches of 1250 rows" in caplog.text
    evaluate(graph, same, passes=[1, 2], now=at(9))
    assert counts(small, workspace_id) == counts(graph, same) != []
    # A changed setting has all pairs judged anew.
    for database, its_id in ((small, workspace_id), (graph, same)):
        change(database, its_id, promote_confidence=0.5)
        evaluate(database, its_id, passes=[1, 2], now=at(10))
    assert counts(small, workspace_id) == counts(graph, same) != []
