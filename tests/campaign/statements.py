"""The campaign's own statements."""

from pathlib import Path

from oxgraph import cypher
from oxgraph.cypher import CypherFile


def query(name: str) -> CypherFile:
    """The statement of a name, from tests/cypher/campaign."""
    return cypher.load(Path(__file__).parents[1] / "cypher" / "campaign" / f"{name}.cypher", "query")
