"""Statements of the server's tests."""

from pathlib import Path

from oxgraph import cypher
from oxgraph.cypher import CypherFile


def query(name: str) -> CypherFile:
    """A statement of these tests."""
    return cypher.load(Path(__file__).parents[1] / "cypher" / "server" / f"{name}.cypher", "query")
