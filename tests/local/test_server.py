"""The run's own server, as every other test finds it."""

from pathlib import Path

import pytest

from oxgraph import local
from oxgraph.errors import InvalidInput
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


def test_other_settings_are_named(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(server.home)
    assert local.up(home, heap=HEAP).notes == ()
    own = tmp_path / "neo4j.conf"
    own.write_text("db.tx_log.rotation.size=128m\n")
    monkeypatch.setenv("OXGRAPH_NEO4J_CONF", str(own))
    (note,) = local.up(home, heap=HEAP).notes
    assert "other settings of Neo4j (OXGRAPH_NEO4J_CONF); `oxgraph down` and up again" in note


def test_settings_that_cannot_be_read_are_refused(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OXGRAPH_NEO4J_CONF", str(tmp_path / "none"))
    with pytest.raises(InvalidInput, match=r"^OXGRAPH_NEO4J_CONF: .* cannot be read"):
        local.up(Home(server.home), heap=HEAP)
    assert local.status(Home(server.home)).pid == server.pid
