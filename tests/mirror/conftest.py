"""A mirror with its tables, and a workspace with something of everything in it."""

import pytest

from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.mirror import Mirror
from tests.mirror.copier_samples import everything


@pytest.fixture
def mirror(graph: Graph, mirror_dsn: str) -> Mirror:
    """Tables without rows."""
    found = Mirror(mirror_dsn, graph)
    found.init()
    return found


@pytest.fixture(scope="module")
def full(graph: Graph, server: Server) -> Memory:
    """One for each module."""
    return everything(graph, server)
