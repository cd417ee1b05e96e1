"""Two servers: that of the run, which holds the directory, and one of this session; a client that knows both."""

import dataclasses
from collections.abc import Iterator

import pytest

import oxgraph
from oxgraph import Client, local
from oxgraph.client._sync.directory import GraphDirectory
from oxgraph.client._sync.servers import Servers
from oxgraph.client.server_logins import ServerLogins
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.fixtures.neo4j import own_home
from tests.moving.filled import Clock
from tests.server.conftest import PATIENT, Site

HEAP = "512m"
SECOND = "second"


@pytest.fixture(scope="session")
def second() -> Iterator[Server]:
    with own_home("second") as home:
        yield local.up(home, heap=HEAP)  # not a prepared one: a move is between two databases


@pytest.fixture(scope="module")
def logins(tmp_path_factory: pytest.TempPathFactory) -> ServerLogins:
    return ServerLogins(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


def joined(client: Client, logins: ServerLogins) -> Client:
    """The client with the servers of these logins."""
    return dataclasses.replace(client, routing=Servers(GraphDirectory(client.graph), client.graph, logins))


@pytest.fixture(scope="module")
def client(server: Server, second: Server, logins: ServerLogins, clock: Clock) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=clock, embedder=embedder("minilm")) as opened:
        found = joined(opened, logins)
        found.servers.add(SECOND, second.uri, *second.auth)
        yield found


@pytest.fixture(scope="module")
def database(server: Server) -> Iterator[Graph]:
    with Graph.open(server.uri, server.auth) as opened:
        yield opened


@pytest.fixture(scope="module")
def there(second: Server) -> Iterator[Graph]:
    with Graph.open(second.uri, second.auth) as opened:
        yield opened


@pytest.fixture(scope="module")
def site(server: Server, client: Client, logins: ServerLogins) -> Iterator[Site]:
    found = Site(server.uri, server.auth, PATIENT, logins=logins)
    yield found
    found.close()


@pytest.fixture
def name() -> str:
    return f"moved {new_id()}"
