"""The run's own server, as every other test finds it."""

from oxgraph import local
from oxgraph.graph import Graph
from oxgraph.local import Home, Server


def test_the_server_answers_and_has_the_schema(server: Server, graph: Graph) -> None:
    assert graph.check_plugin()
    assert local.status(Home(server.home)).state == "running"


def test_up_twice_is_once(server: Server) -> None:
    again = local.up(Home(server.home))
    assert (again.pid, again.started, again.uri) == (server.pid, False, server.uri)
