"""What the tests of semantic memory share."""

from collections.abc import Iterator

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.integration.adoption_samples import Shop
from tests.integration.semantic_samples import Clock


@pytest.fixture
def clock() -> Clock:
    """The time, as the test has it."""
    return Clock()


@pytest.fixture
def world(server: Server, clock: Clock) -> Iterator[Memory]:
    """A fresh workspace, without an embedder, whose time is `clock`."""
    with oxgraph.connect(server.uri, server.auth, clock=clock) as client:
        yield client.create_workspace(f"semantic {new_id()}")


@pytest.fixture
def shop(graph: Graph) -> Shop:
    """A graph of somebody's own."""
    return Shop(graph)
