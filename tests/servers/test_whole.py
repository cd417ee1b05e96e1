"""Works on the whole of a workspace, and of a home, where there are several servers: they reach the right one."""

import dataclasses
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

import oxgraph
from oxgraph import Client, errors
from oxgraph.cli.passes import on_demand
from oxgraph.client._sync.postgres_directory import PostgresDirectory
from oxgraph.client._sync.servers import Servers
from oxgraph.client.server_logins import ServerLogins
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import PassRun, Worker, Workers
from tests.fixtures.cli import Cli
from tests.moving.filled import Clock, fill
from tests.servers.conftest import SECOND, joined
from tests.servers.test_move import actions

pytestmark = pytest.mark.deep


def names(graph: Graph) -> set[str]:
    return {row["name"] for row in graph.read(statement("workspace/list"))}


def routing(client: Client) -> Servers:
    assert isinstance(client.routing, Servers)
    return client.routing


def test_a_workspace_is_made_where_it_is_wanted(client: Client, database: Graph, there: Graph, name: str) -> None:
    memory = client.create_workspace(name, on=SECOND, recall_threshold=0.1)
    assert (name in names(database), name in names(there)) == (False, True)
    memory.semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
    assert [row.content for row in client.workspace(name).semantic.list()] == ["Bo likes chess"]
    for on in ("main", SECOND):
        with pytest.raises(errors.WorkspaceExists):
            client.create_workspace(name.upper(), on=on)
    with pytest.raises(errors.ServerUnknown):
        client.create_workspace(f"{name} x", on="nowhere")
    client.delete_workspace(name)
    client.restore_workspace(name)
    client.delete_workspace(name, hard=True)
    assert name not in names(there)
    assert routing(client).named(name) is None


@pytest.fixture
def filled(client: Client, database: Graph, clock: Clock, name: str) -> str:
    fill(client, database, clock, name)
    return name


def test_what_is_elsewhere_is_exported_and_imported(client: Client, there: Graph, filled: str, tmp_path: Path) -> None:
    name = filled
    digest = client.digest_workspace(name).digest
    client.move_workspace(name, SECOND, grace_seconds=0)
    assert client.digest_workspace(name).digest == digest
    assert client.export_workspace(name, tmp_path / "one.zip").digest == digest
    copy = f"{name} copy"
    assert client.import_workspace(tmp_path / "one.zip", copy, on=SECOND).digest == digest
    assert client.import_workspace(tmp_path / "one.zip", copy, on=SECOND).already_imported
    assert (copy in names(there), client.digest_workspace(copy).digest) == (True, digest)
    with pytest.raises(errors.WorkspaceExists):
        client.import_workspace(tmp_path / "one.zip", copy)


@pytest.fixture
def fleet_cli(cli: Cli, client: Client, logins: ServerLogins, monkeypatch: pytest.MonkeyPatch) -> Cli:
    monkeypatch.setenv("OXGRAPH_HOME", str(logins.path.parent))
    return cli


def test_the_commands(fleet_cli: Cli, client: Client, name: str, tmp_path: Path) -> None:
    fleet_cli("workspace", "create", name, "--on", SECOND)
    client.workspace(name).telemetry.capture(action_type="step", session_id="s", outcome="success")
    ran = fleet_cli("passes", "run", "--workspace", name, "--pass", "1", "--json").json
    assert [one["name"] for one in ran] == ["sequences"]
    fleet_cli("passes", "status", "--workspace", name)
    fleet_cli("workspace", "export", name, "--out", str(tmp_path / "x.zip"))


def test_workspaces_of_all_servers_are_listed(
    fleet_cli: Cli, client: Client, database: Graph, there: Graph, name: str
) -> None:
    memory = client.create_workspace(name)
    assert {row.name: row.server for row in client.workspaces()}[name] == "main"
    client.move_workspace(name, SECOND, grace_seconds=0)
    far = client.create_workspace(f"{name} far", on=SECOND)
    rows = fleet_cli("workspace", "list", "--json").json
    assert [row["server"] for row in rows if row["workspace_id"] == memory.workspace_id] == [SECOND]
    assert {row["name"] for row in rows} >= names(database) | names(there)
    only = fleet_cli("workspace", "list", "--on", SECOND, "--json").json
    assert {row["name"] for row in only} == names(there) >= {far.name}
    assert fleet_cli("workspace", "list", "--on", "nowhere", ok=False).status == 3


def test_tokens_of_all_servers_are_listed_rotated_and_revoked(fleet_cli: Cli, client: Client, name: str) -> None:
    memory = client.create_workspace(name, on=SECOND)
    made = client.tokens.create(name, "agent", "helper")
    assert made.id in {row.id for row in client.tokens.list()}
    assert [row.id for row in client.tokens.list(name)] == [made.id]
    fleet_cli("token", "rotate", made.id)
    (first, second) = memory.tokens.list()
    assert first.expires_at is not None
    fleet_cli("token", "revoke", second.id)
    assert [row.revoked_at is not None for row in memory.tokens.list()] == [False, True]
    assert fleet_cli("token", "revoke", new_id(), ok=False).status == 3
    client.move_workspace(name, "main", grace_seconds=0)
    client.tokens.revoke(first.id)
    assert all(row.revoked_at for row in memory.tokens.list())


def test_a_person_is_erased_where_the_workspace_is(fleet_cli: Cli, client: Client, there: Graph, name: str) -> None:
    memory = client.create_workspace(name, on=SECOND)
    memory.as_user("ada").semantic.remember(type="fact", subject="Ada", content="Ada Byron likes engines")
    receipt = fleet_cli("erase", "ada", "--workspace", name, "--yes", "--no-mirror", "--json").json
    assert (receipt["clean"], receipt["removed"]["memories"]) == (True, 1)
    given = {"workspace_id": memory.workspace_id, "users": ["ada"]}
    assert there.read(statement("erasure/owned_remains"), **given) == []


def test_a_lock_is_on_the_server_that_has_the_workspace(
    client: Client, logins: ServerLogins, there: Graph, name: str
) -> None:
    """A caller that learns only with the lock that the workspace has moved holds it where it is now."""
    id_ = client.create_workspace(name).workspace_id
    other = joined(client, logins)
    graph = routing(other).graph(id_)
    assert routing(other).route(id_).server == "main"
    client.move_workspace(name, SECOND, grace_seconds=0)
    with graph.exclusive(id_, "passes"):
        assert routing(other).route(id_).server == SECOND
        held = threading.Event()
        waiting = threading.Thread(target=_hold, args=(there, id_, held))
        waiting.start()
        assert not held.wait(0.5)
    waiting.join(60)
    assert held.is_set()


def _hold(graph: Graph, workspace_id: str, held: threading.Event) -> None:
    with graph.exclusive(workspace_id, "passes"):
        held.set()


def test_one_worker_serves_all_servers(client: Client, name: str) -> None:
    near, far = client.create_workspace(f"{name} near"), client.create_workspace(f"{name} far", on=SECOND)
    for memory in (near, far):
        memory.telemetry.capture(action_type="step", session_id="s", outcome="success")
    looked: dict[str, threading.Event] = {"main": threading.Event(), SECOND: threading.Event()}

    class Watched(Worker):
        """Says when it has gone through its workspaces."""

        def run_upkeep(self) -> list[PassRun]:
            done = super().run_upkeep()
            looked[next(one for one in looked if graphs[one] is self.graph)].set()
            return done

    graphs = {one: routing(client).server(one) for one in looked}
    work = Workers(routing(client), lambda _, graph: Watched(graph))
    thread = threading.Thread(target=work.serve)
    thread.start()
    try:
        assert all(event.wait(300) for event in looked.values())
    finally:
        work.stopping.set()
        thread.join(60)
    assert not thread.is_alive()
    for memory in (near, far):
        assert len(memory.telemetry.sequences()) == 1
    with pytest.raises(errors.ServerUnknown):
        Workers(routing(client), lambda _, graph: Watched(graph), on="nowhere").serve()


def test_a_pass_is_run_on_demand_where_the_workspace_is(
    fleet_cli: Cli, client: Client, server: Server, name: str
) -> None:
    memory = client.create_workspace(name, on=SECOND)
    memory.telemetry.capture(action_type="step", session_id="s", outcome="success")
    assert on_demand(server.uri, server.auth, None, None)(memory.workspace_id, 1, datetime.now(UTC)).status == "done"


def test_a_backup_holds_all_servers_and_the_directory(
    client: Client, database: Graph, there: Graph, name: str, tmp_path: Path
) -> None:
    near, far = f"{name} near", f"{name} far"
    client.create_workspace(near)
    memory = client.create_workspace(far, on=SECOND)
    memory.semantic.remember(type="fact", subject="Bo", content="Bo likes chess")
    token = memory.tokens.create("agent", "helper").secret
    made = client.backup(tmp_path, workspaces=[near, far])
    assert (made.workspaces, made.written, made.tokens) == (2, 2, 1)
    assert client.backup(tmp_path, workspaces=[near, far]).written == 0
    client.move_workspace(near, SECOND, grace_seconds=0)
    assert client.backup(tmp_path, workspaces=[near, far]).written == 1
    for one in (near, far):
        client.delete_workspace(one, hard=True)
    back = client.restore(tmp_path)
    assert (back.written, back.tokens, back.elsewhere) == (2, 1, ())
    assert {one: client.digest_workspace(one).digest for one in (near, far)} == made.digests
    assert {near, far} <= names(there)
    assert not {near, far} & names(database)
    assert [routing(client).named(one).server for one in (near, far)] == [SECOND, SECOND]  # type: ignore[union-attr]
    login = routing(client).login(SECOND)
    assert login is not None
    with oxgraph.connect(there.uri, login.auth, token=token) as found:
        assert [row.content for row in found.semantic.list()] == ["Bo likes chess"]
    for one in (near, far):
        client.delete_workspace(one, hard=True)
    alone = joined(client, ServerLogins(tmp_path))  # The logins are not in a backup.
    assert sorted(alone.restore(tmp_path).elsewhere) == sorted([near, far])
    assert {near, far} <= names(database)


def test_a_move_with_the_directory_in_postgres(
    client: Client, second: Server, logins: ServerLogins, mirror_dsn: str, name: str
) -> None:
    directory = PostgresDirectory(mirror_dsn, client.graph)
    routed = dataclasses.replace(client, routing=Servers(directory, client.graph, logins))
    routed.servers.add(SECOND, second.uri, *second.auth)
    memory = routed.create_workspace(name)
    memory.telemetry.capture(action_type="first", session_id="s", outcome="success")
    assert routed.move_workspace(name, SECOND, grace_seconds=0).moved
    memory.telemetry.capture(action_type="second", session_id="s", outcome="success")
    assert [entry.server for entry in directory.entries() if entry.workspace == name] == [SECOND]
    assert len(actions(routed, memory.workspace_id)) == 2
    assert routed.move_workspace(name, "main", grace_seconds=0).epoch == 3
    directory.close()
