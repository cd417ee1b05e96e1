"""The run's own server, as every other test finds it."""

from oxgraph import local
from oxgraph.graph import Graph
from oxgraph.local import Home, Server
from tests.fixtures.neo4j import HEAP


def test_the_server_answers_and_has_the_schema(server: Server, graph: Graph) -> None:
    assert graph.check_plugin()
    assert local.status(Home(server.home)).state == "running"


def test_up_twice_is_once(server: Server) -> None:
    again = local.up(Home(server.home), heap=HEAP)
    assert (again.pid, again.started, again.uri) == (server.pid, False, server.uri)


def test_another_heap_is_named(server: Server) -> None:
    assert "oxgraph down" in local.up(Home(server.home), heap="700m").notes[0]
