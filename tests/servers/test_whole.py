"""Works on the whole of a workspace, and of a home, where there are several servers: they reach the right one."""

import dataclasses
from pathlib import Path

import pytest

import oxgraph
from oxgraph import Client, errors
from oxgraph.client._sync.postgres_directory import PostgresDirectory
from oxgraph.client._sync.servers import Servers
from oxgraph.client.server_logins import ServerLogins
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.local import Server
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
    assert client.import_workspace(tmp_path / "one.zip", copy, on=SECOND).complete
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
