"""A server that was drained and switched off is taken out: what asks all servers answers again."""

import json
import logging
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import oxgraph
from oxgraph import errors
from oxgraph.cli.mirror import keep
from oxgraph.client._sync.client import routing_of
from oxgraph.client.server_logins import ServerLogin, ServerLogins
from oxgraph.clock import utc_now
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import Worker, Workers
from tests.fixtures.cli import Cli

OFF = "bolt://127.0.0.1:1"
"""Where no server answers."""


@pytest.fixture
def off(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, graph: Graph) -> str:
    """A server that was added and is switched off now; the directory is that of the environment."""
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path))
    name = f"off-{new_id()}"
    ServerLogins().add(name, ServerLogin(OFF, "neo4j", "p"))
    routing_of(graph, utc_now).directory.add_server(name, OFF, utc_now())
    request.addfinalizer(lambda: routing_of(graph, utc_now).directory.remove_server(name))
    return name


@pytest.fixture
def in_postgres(mirror_dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A directory of the test's own; that in the graph is shared by the run."""
    pytest.importorskip("psycopg")
    monkeypatch.setenv("OXGRAPH_DIRECTORY_DSN", mirror_dsn)


@pytest.fixture(params=["graph", "postgres"])
def kept_in(request: pytest.FixtureRequest) -> None:
    if request.param == "postgres":
        request.getfixturevalue("in_postgres")


def test_what_asks_all_servers_answers_again(
    in_postgres: None, off: str, cli: Cli, server: Server, tmp_path: Path
) -> None:
    assert cli("workspace", "list", ok=False).status == 5
    assert cli("token", "list", ok=False).status == 5
    assert f"{off} is removed" in cli("servers", "remove", off).out
    assert off not in cli("servers", "status").out
    assert json.loads((tmp_path / "servers.json").read_text()) == {}
    cli("workspace", "list")
    cli("token", "list")
    again = cli("servers", "remove", off)
    assert f"No server is named {off}" in again.out
    assert cli("servers", "remove", off, "--json").json == {"removed": False}


@pytest.mark.parametrize("command", [("servers", "status"), ("workspace", "list"), ("token", "list")])
def test_one_line_says_that_a_server_is_off(in_postgres: None, off: str, cli: Cli, command: tuple[str, ...]) -> None:
    """Not the driver's log of each try; `cli` has set the login for the process."""
    asked = [sys.executable, "-m", "oxgraph.cli", *command]
    ended = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=False)
    assert "retried" not in ended.stderr
    assert len(ended.stderr.splitlines()) <= 1
    assert off in ended.stdout + ended.stderr


def test_a_server_with_workspaces_stays(kept_in: None, off: str, cli: Cli, graph: Graph) -> None:
    directory = routing_of(graph, utc_now).directory
    there, coming = (
        directory.place(new_id(), f"{word} {new_id()}", server, utc_now())
        for word, server in (("there", off), ("coming", "main"))
    )
    begun = directory.change(coming, ("",), {"step": "copying", "target": off, "attempt": "a"})
    assert begun is not None
    refused = cli("servers", "remove", off, ok=False)
    assert refused.status == 2
    for word in (there.workspace, coming.workspace, f"oxgraph servers drain {off}"):
        assert word in refused.err
    assert off in cli("servers", "list").out
    directory.change(begun, ("copying",), {"step": None, "target": None, "attempt": None})
    for one in (there, coming):
        directory.remove(one.workspace_id)
    cli("servers", "remove", off)


@pytest.mark.usefixtures("in_postgres")
def test_a_server_without_a_login_here_says_what_to_do(off: str, mirror_dsn: str, cli: Cli, graph: Graph) -> None:
    """As on another machine, whose servers.json is older."""
    ServerLogins().remove(off)
    ServerLogins().add("other", ServerLogin(graph.uri, "neo4j", "p"))
    for command in (("workspace", "list"), ("servers", "drain", off), ("mirror", "check", "--dsn", mirror_dsn)):
        refused = cli(*command, ok=False)
        assert refused.status == 3
        assert f"no login of a server named {off}" in refused.err
        assert f"oxgraph servers add {off} ADDRESS" in refused.err
    ServerLogins().remove("other")


def test_a_token_may_be_that_of_a_server_without_a_login_here(
    in_postgres: None, off: str, server: Server, graph: Graph
) -> None:
    ServerLogins().add("third", ServerLogin(server.uri, *server.auth))
    assert routing_of(graph, utc_now).directory.servers()
    ServerLogins().remove(off)
    found, failed = routing_of(graph, utc_now).places(["no token of main"])
    assert found == {}
    assert isinstance(failed, errors.ServerUnknown)
    assert off in str(failed)


def test_doctor_names_a_server_that_is_off(off: str, server: Server, cli: Cli, tmp_path: Path) -> None:
    """Also one whose password is another, and a file that cannot be read."""
    ServerLogins().add("other", ServerLogin(server.uri, "neo4j", "p"))
    ServerLogins().add("well", ServerLogin(server.uri, *server.auth))
    found = cli("doctor", ok=False)
    assert found.status == 1
    for words in (f"oxgraph servers remove {off}", f"oxgraph servers add other {server.uri}", "ok       server well"):
        assert words in found.out
    (tmp_path / "servers.json").write_text("{")
    assert f"servers: {tmp_path / 'servers.json'} cannot be read" in cli("doctor", ok=False).out
    (tmp_path / "servers.json").write_text('{"other": {"uri": "bolt://127.0.0.1:7687"}}')
    assert "an object with address, user and password for each server" in cli("doctor", ok=False).out


def test_an_empty_server_that_is_off_is_drained(in_postgres: None, off: str, cli: Cli, graph: Graph) -> None:
    assert f"oxgraph servers remove {off}" in cli("servers", "drain", off).out
    directory = routing_of(graph, utc_now).directory
    id = new_id()
    directory.place(id, f"gone {id}", off, utc_now())
    assert cli("servers", "drain", off, ok=False).status == 5
    directory.remove(id)


def test_main_stays(cli: Cli) -> None:
    assert "main holds the directory" in cli("servers", "remove", "main", ok=False).err


def test_its_passes_end(off: str, server: Server, graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that runs no longer serves a server that was removed."""
    monkeypatch.setattr(sys.modules[Workers.__module__], "LOOK_SECONDS", 0.1)

    class Watched(Worker):
        """Runs nothing; that of the server removes it, and ends all once it is stopped."""

        def serve(self) -> None:
            if self.graph is graph:
                return
            with oxgraph.connect(server.uri, server.auth) as client:
                client.servers.remove(off)
            if self.stopping.wait(60):
                work.stopping.set()

    work = Workers(routing_of(graph, utc_now), lambda _, of: Watched(of))
    work.serve()
    assert list(work._running) == ["main"]


@pytest.mark.usefixtures("in_postgres")
def test_its_copier_ends(off: str, mirror_dsn: str, cli: Cli, graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a `mirror run` that goes on."""
    monkeypatch.setattr(sys.modules[Workers.__module__], "LOOK_SECONDS", 0.1)
    cli("mirror", "init", "--dsn", mirror_dsn)
    tried = threading.Event()

    class Log(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if OFF in record.getMessage():
                tried.set()

    log, handler, stop = logging.getLogger("oxgraph.mirror.copier"), Log(), threading.Event()
    log.addHandler(handler)
    running = threading.Thread(target=keep, args=(routing_of(graph, utc_now), mirror_dsn, stop, 0.1), daemon=True)
    running.start()
    try:
        assert tried.wait(60)
        copier, *_ = (one for one in threading.enumerate() if one.name == f"worker of {off}")
        cli("servers", "remove", off)
        copier.join(60)
        assert not copier.is_alive()
        assert running.is_alive()
    finally:
        stop.set()
        running.join(60)
        log.removeHandler(handler)
