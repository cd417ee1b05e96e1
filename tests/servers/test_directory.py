"""The directory of servers: the same, whether a graph or a Postgres has it."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import oxgraph
from oxgraph import errors
from oxgraph.client._sync.client import routing_of
from oxgraph.client._sync.directory import COPYING, ENDED, FENCED, NO_STEP, Directory, GraphDirectory
from oxgraph.client._sync.postgres_directory import PostgresDirectory
from oxgraph.clock import utc_now
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.fixtures.cli import Cli
from tests.fixtures.forks import in_a_fork


@pytest.fixture(params=["graph", "postgres"])
def directory(request: pytest.FixtureRequest, graph: Graph) -> Iterator[Directory]:
    if request.param == "graph":
        yield GraphDirectory(graph)
        return
    pytest.importorskip("psycopg")
    found = PostgresDirectory(request.getfixturevalue("mirror_dsn"), graph)
    yield found
    found.close()


def test_a_forked_process_does_not_read_its_parents_directory(directory: Directory) -> None:
    """Two processes that read one connection would get each other's answers. The parent's stays as it is."""
    entry = directory.place(new_id(), f"placed {new_id()}", "main", utc_now())
    refused = in_a_fork(directory.entries, getattr(directory, "close", lambda: None))
    assert refused.startswith("InvalidInput memory: was connected before this process was fork")
    assert directory.entry(entry.workspace_id) == entry


def test_an_entry_changes_in_single_steps(directory: Directory) -> None:
    id_, name = new_id(), f"placed {new_id()}"
    assert directory.entry(id_) is None
    entry = directory.place(id_, name, "main", utc_now())
    assert (entry.workspace, entry.server, entry.epoch, entry.step) == (name, "main", 1, None)
    assert directory.place(id_, name, "second", utc_now()) == entry
    assert [one for one in directory.entries() if one.workspace_id == id_] == [entry]
    now = utc_now().replace(microsecond=0)
    begun = {"step": COPYING, "target": "second", "attempt": "a", "fence": None, "step_at": now}
    assert directory.change(entry, (COPYING,), begun) is None
    copying = directory.change(entry, (NO_STEP,), begun)
    assert copying is not None
    assert (copying.step, copying.target, copying.step_at) == (COPYING, "second", now)
    assert directory.change(entry, (COPYING,), begun) is None, "another attempt"
    directory.remove(id_)
    assert directory.entry(id_) == copying, "it moves"
    fenced = directory.change(copying, (COPYING,), {"step": FENCED, "fence": "f"})
    assert fenced is not None
    assert directory.change(fenced, (FENCED,), {"epoch": 2}, fence="g") is None
    moved = directory.change(fenced, (FENCED,), ENDED | {"server": "second", "epoch": 2}, fence="f")
    assert moved is not None
    assert (moved.server, moved.epoch, moved.step, moved.fence) == ("second", 2, None, None)
    directory.remove(id_)
    assert directory.entry(id_) is None


def test_of_several_changes_at_once_one_succeeds(directory: Directory) -> None:
    entry = directory.place(new_id(), f"placed {new_id()}", "main", utc_now())
    with ThreadPoolExecutor(8) as pool:
        made = list(
            pool.map(lambda n: directory.change(entry, (NO_STEP,), {"step": COPYING, "attempt": str(n)}), range(8))
        )
    (won,) = [one for one in made if one is not None]
    assert directory.entry(entry.workspace_id) == won
    directory.change(won, (COPYING,), ENDED)
    directory.remove(entry.workspace_id)


def is_free(directory: Directory, workspace_id: str) -> bool:
    """Whether nobody moves it; a server that takes a tenth of a second for a free lock seems to have a mover."""
    return any(not directory.has_mover(workspace_id) for _ in range(50))


def test_one_moves_a_workspace_at_a_time(directory: Directory) -> None:
    id_ = new_id()
    order: list[str] = []
    asked = threading.Event()

    def second() -> None:
        asked.set()
        with directory.moving(id_):
            order.append("second")

    assert is_free(directory, id_)
    with directory.moving(id_):
        other = threading.Thread(target=second)
        other.start()
        asked.wait()
        assert directory.has_mover(id_)
        assert is_free(directory, new_id())
        with directory.moving(new_id()):
            order.append("first")
    other.join()
    assert order == ["first", "second"]
    assert is_free(directory, id_)


def test_servers_are_entered_and_drained(directory: Directory) -> None:
    name = f"s-{new_id()}"
    for address in ("bolt://127.0.0.1:1", "bolt://127.0.0.1:2"):
        directory.add_server(name, address, utc_now())
    directory.drain_server(name)
    found = [row for row in directory.servers() if row["name"] == name]
    assert found == [{"name": name, "address": "bolt://127.0.0.1:2", "draining": True}]


def test_a_directory_in_postgres_outlives_its_connections(graph: Graph, mirror_dsn: str) -> None:
    psycopg = pytest.importorskip("psycopg")
    directory = PostgresDirectory(mirror_dsn, graph)
    entry = directory.place(new_id(), "kept", "main", utc_now())
    with psycopg.connect(mirror_dsn, autocommit=True) as other:
        others = "FROM pg_stat_activity WHERE application_name = 'oxgraph directory' AND datname = current_database()"
        other.execute(f"SELECT pg_terminate_backend(pid) {others}")
        assert directory.entries() == [entry]
        other.execute("UPDATE oxgraph_directory.main SET database_id = 'another'")
    with pytest.raises(errors.InvalidInput, match="adopt-main"):
        PostgresDirectory(mirror_dsn, graph).entries()
    directory.close()


def test_a_replaced_main_server_is_adopted(
    cli: Cli, graph: Graph, mirror_dsn: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    psycopg = pytest.importorskip("psycopg")
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path))  # without logins of others
    assert cli("servers", "adopt-main", "--yes", ok=False).status == 2
    directory = PostgresDirectory(mirror_dsn, graph)
    lost = f"lost {new_id()}"
    directory.place(new_id(), lost, "main", utc_now())
    directory.close()
    with psycopg.connect(mirror_dsn, autocommit=True) as other:
        other.execute("UPDATE oxgraph_directory.main SET database_id = 'the former one'")
    monkeypatch.setenv("OXGRAPH_DIRECTORY_DSN", mirror_dsn)
    assert "adopt-main" in cli("servers", "status", ok=False).err
    assert lost in cli("servers", "adopt-main", "--yes", "--json").json["missing"]
    assert lost in cli("servers", "status", "--json").json["missing"]


def test_the_variable_names_it(server: Server, mirror_dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("psycopg")
    monkeypatch.setenv("OXGRAPH_DIRECTORY_DSN", mirror_dsn)
    with oxgraph.connect(server.uri, server.auth) as client:
        assert isinstance(routing_of(client.graph, utc_now).directory, PostgresDirectory)
        name = f"entered {new_id()}"
        client.create_workspace(name)
        assert name in client.servers.status().entered
        assert client.servers.named(name).server == "main"
