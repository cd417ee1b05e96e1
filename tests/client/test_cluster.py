"""What a client asks of a cluster's members: always the leader, also when another one becomes it."""

from collections.abc import Iterator

import pytest

from oxgraph.cypher import CypherFile, statement
from oxgraph.errors import ConnectionFailed
from oxgraph.graph import Graph
from tests.client.bolt_members import Members, members

READ = statement("mirror/position")
WRITE = statement("directory/add_server")


@pytest.fixture
def cluster() -> Iterator[Members]:
    with members() as found:
        yield found


@pytest.fixture
def graph(cluster: Members) -> Iterator[Graph]:
    with Graph.open(cluster.uri, ("neo4j", "x"), check=False) as opened:
        yield opened


def asked(graph: Graph, how: str, file: CypherFile) -> str:
    (row,) = getattr(graph, how)(file)
    return str(row["member"])


def test_reads_ask_the_leader_and_name_what_was_written(graph: Graph, cluster: Members) -> None:
    assert asked(graph, "write", WRITE) == "one"
    assert asked(graph, "read", READ) == "one"
    assert [row["member"] for row in graph.stream(READ)] == ["one"]
    assert asked(graph, "once", READ) == "one"
    marks = [marks for _, _, marks in cluster.asked]
    assert marks[0] == []
    assert all(marks[1:])


@pytest.mark.parametrize("how", ["write", "once"])
def test_a_new_leader_is_found(graph: Graph, cluster: Members, how: str) -> None:
    assert asked(graph, how, WRITE) == "one"
    cluster.leader = "two"
    assert asked(graph, how, WRITE) == "two"
    assert [name for name, _, _ in cluster.asked] == ["one", "two"]
    assert asked(graph, "read", READ) == "two"


@pytest.mark.parametrize("how", ["write", "once"])
def test_a_connection_that_is_cut_is_made_again(graph: Graph, cluster: Members, how: str) -> None:
    cluster.cut_next = "one"
    assert asked(graph, how, WRITE) == "one"
    assert len(cluster.asked) == 1


def test_without_members_there_is_an_error(graph: Graph, cluster: Members) -> None:
    with members() as gone:
        pass
    with pytest.raises(ConnectionFailed):
        Graph.open(gone.uri, ("neo4j", "x"), check=False)
