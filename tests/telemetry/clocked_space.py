"""A fresh workspace, through a client whose clock a test sets."""

from collections.abc import Iterator
from datetime import datetime

import pytest

import oxgraph
from oxgraph import Client, Memory
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.fixtures.client_samples import NOON


class Clock:
    """Shows the time that it was set to."""

    at: datetime = NOON

    def __call__(self) -> datetime:
        """The time shown."""
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def client(server: Server, clock: Clock) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=clock) as opened:
        yield opened


@pytest.fixture
def space(client: Client) -> Memory:
    return client.create_workspace(f"test {new_id()}")
