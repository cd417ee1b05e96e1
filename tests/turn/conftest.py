"""A client without an embedder whose clock stands, and the memory of a fresh workspace."""

from collections.abc import Iterator

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.fixtures.remote import Over
from tests.fixtures.samples import START


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START) as found:
        yield found


@pytest.fixture
def whole(client: oxgraph.Client) -> Memory:
    """The same memory as `space` with the login, for what no token may do."""
    return client.create_workspace(f"turn {new_id()}")


@pytest.fixture
def space(whole: Memory, over: Over) -> Iterator[Memory]:
    """The memory over the transport of the test."""
    with over(whole) as found:
        yield found
