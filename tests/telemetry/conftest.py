"""A client whose clock stands, and a workspace of each test over every transport."""

from collections.abc import Iterator

import pytest

import oxgraph
from oxgraph import Client, Memory
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.fixtures.client_samples import NOON
from tests.fixtures.remote import Over


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON) as opened:
        yield opened


@pytest.fixture
def space(client: Client, over: Over) -> Iterator[Memory]:
    with over(client.create_workspace(f"test {new_id()}")) as found:
        yield found
