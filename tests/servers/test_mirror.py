"""One mirror of two servers: a workspace that moves between them is there once, whoever copies first."""

import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from oxgraph import Client, Memory, errors
from oxgraph.client._sync.directory import GraphDirectory
from oxgraph.client._sync.servers import Servers
from oxgraph.client.server_logins import ServerLogins
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.mirror import Mirror
from oxgraph.mirror.connection import connect
from oxgraph.types.mirror import MirrorStatus
from tests.fixtures.cli import Cli
from tests.mirror.test_cli_mirror import waits
from tests.server.conftest import PATIENT, Site
from tests.servers.conftest import SECOND
from tests.servers.test_whole import fleet_cli, routing

__all__ = ["fleet_cli"]
pytestmark = pytest.mark.deep


def rows(dsn: str, query: str, *given: Any) -> list[Any]:
    with connect(dsn) as connection:
        return [tuple(row.values()) for row in connection.execute(query, given).fetchall()]


@pytest.fixture
def both(client: Client, mirror_dsn: str) -> dict[str, Mirror]:
    from oxgraph.cli.mirrored import mirror_of

    found = {name: mirror_of(mirror_dsn, routing(client), name) for name in ("main", SECOND)}
    found["main"].init()
    return found


def steps(mirror: Mirror, memory: Memory) -> list[str]:
    query = "SELECT action_type FROM agent_memory.agent_actions WHERE workspace_id = %s ORDER BY 1"
    return [name for (name,) in rows(mirror.dsn, query, memory.workspace_id)]


def capture(memory: Memory, step: str) -> None:
    memory.telemetry.capture(action_type=step, session_id="s", outcome="success")


def clean(both: dict[str, Mirror]) -> None:
    for mirror in both.values():
        result = mirror.check()
        assert result.ok, (mirror.source, result.drift[:5])


@pytest.mark.parametrize("first", ["main", SECOND])
@pytest.mark.parametrize("partitions", [None, 3])
def test_a_workspace_that_moves_is_there_once(
    client: Client, both: dict[str, Mirror], name: str, first: str, partitions: int | None
) -> None:
    if partitions:
        both["main"].init(partitions)
    other = SECOND if first == "main" else "main"
    near, far = client.create_workspace(name), client.create_workspace(f"{name} far", on=SECOND)
    for memory in (near, far):
        capture(memory, "a")
    for mirror in both.values():
        mirror.run_once()
    reader = both["main"].reader(near.workspace_id)
    assert (steps(both["main"], near), steps(both["main"], far)) == (["a"], ["a"])
    client.move_workspace(name, SECOND, grace_seconds=0)
    capture(near, "b")
    both[first].run_once()
    assert rows(reader.dsn, "SELECT count(*) FROM agent_actions")[0][0] >= 1, "it never disappears"
    both[other].run_once()
    assert steps(both["main"], near) == ["a", "b"]
    assert rows(reader.dsn, "SELECT count(*) FROM agent_actions") == [(2,)]
    clean(both)
    client.move_workspace(name, "main", grace_seconds=0)
    capture(near, "c")
    both[first].run_once()
    both[other].run_once()
    assert rows(reader.dsn, "SELECT count(*) FROM agent_actions") == [(3,)]
    clean(both)
    for mirror in both.values():
        mirror.rebuild()
    assert (steps(both["main"], near), steps(both["main"], far)) == (["a", "b", "c"], ["a"])
    clean(both)
    client.delete_workspace(name, hard=True)
    client.delete_workspace(f"{name} far", hard=True)
    for mirror in both.values():
        mirror.run_once()
    assert (steps(both["main"], near), steps(both["main"], far)) == ([], [])
    gone = "SELECT * FROM app.placements WHERE workspace_id IN (%s, %s)"
    assert rows(both["main"].dsn, gone, near.workspace_id, far.workspace_id) == []
    clean(both)


def test_a_copy_under_way_is_not_shown(client: Client, both: dict[str, Mirror], name: str) -> None:
    memory = client.create_workspace(name)
    capture(memory, "a")
    seen: list[list[str]] = []

    def step(what: str, count: int) -> None:
        if what in ("writing", "fencing", "switched", "deleting"):
            both[SECOND].run_once()
            both["main"].run_once()
            seen.append(steps(both["main"], memory))

    client.move_workspace(name, SECOND, grace_seconds=0, step=step)
    assert seen
    assert all(one == ["a"] for one in seen)
    for mirror in both.values():
        mirror.run_once()
    assert steps(both["main"], memory) == ["a"]
    clean(both)


def test_a_rebuild_leaves_the_rows_of_others(client: Client, both: dict[str, Mirror], name: str) -> None:
    """Of a workspace that has moved, the former server's rebuild leaves the rows to the new one."""
    memory = client.create_workspace(name)
    capture(memory, "a")
    both["main"].run_once()
    client.move_workspace(name, SECOND, grace_seconds=0)
    both["main"].rebuild()
    both[SECOND].run_once()
    assert steps(both["main"], memory) == ["a"]
    clean(both)


def test_rows_of_a_server_that_was_removed_go(
    client: Client, second: Server, both: dict[str, Mirror], name: str, tmp_path: Path
) -> None:
    """Its workspace was deleted there for good, and the server switched off before that was copied."""
    moved, gone = client.create_workspace(name, on=SECOND), client.create_workspace(f"{name} gone", on=SECOND)
    for memory in (moved, gone):
        capture(memory, "a")
    both[SECOND].run_once()
    reader = both["main"].reader(moved.workspace_id)
    client.move_workspace(name, "main", grace_seconds=0)
    client.delete_workspace(gone.name, hard=True)
    left = Servers(GraphDirectory(client.graph), client.graph, ServerLogins(tmp_path))
    left.directory.remove_server(SECOND)
    try:
        from oxgraph.cli.mirrored import mirror_of

        alone = mirror_of(both["main"].dsn, left, "main")
        alone.run_once()
        assert steps(alone, moved) == ["a"]
        found = alone.check()
        assert {(drift.workspace_id, drift.how) for drift in found.drift} >= {(gone.workspace_id, "surplus")}
        assert not {moved.workspace_id} & {drift.workspace_id for drift in found.drift}
        alone.rebuild()
        assert (steps(alone, moved), steps(alone, gone)) == (["a"], [])
        assert rows(reader.dsn, "SELECT count(*) FROM agent_actions") == [(1,)]
        assert alone.check().ok
    finally:
        client.servers.add(SECOND, second.uri, *second.auth)


def test_a_graph_that_was_mirrored_alone_joins_another(
    client: Client, there: Graph, mirror_dsn: str, name: str
) -> None:
    from oxgraph.cli.mirrored import mirror_of

    near, far = client.create_workspace(name), client.create_workspace(f"{name} far", on=SECOND)
    for memory in (near, far):
        capture(memory, "a")
    alone = Mirror(mirror_dsn, there)
    alone.init()
    alone.run_once()
    reader = alone.reader(far.workspace_id)
    both = {one: mirror_of(mirror_dsn, routing(client), one) for one in ("main", SECOND)}
    with pytest.raises(errors.MirrorOfAnotherGraph):
        both["main"].run_once()
    both[SECOND].rebuild()
    for mirror in both.values():
        mirror.rebuild()
    assert (steps(alone, near), steps(alone, far)) == (["a"], ["a"])
    assert rows(reader.dsn, "SELECT count(*) FROM agent_actions") == [(1,)]
    clean(both)


@pytest.fixture
def refused(there: Graph, mirror_dsn: str, monkeypatch: pytest.MonkeyPatch) -> Mirror:
    """A mirror whose rows of main are those of another graph, as after main was restored."""
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", mirror_dsn)
    alone = Mirror(mirror_dsn, there)
    alone.init()
    alone.run_once()
    return alone


def test_commands_come_to_the_servers_beside_one_that_is_refused(
    client: Client, refused: Mirror, name: str, fleet_cli: Cli
) -> None:
    far = client.create_workspace(name, on=SECOND)
    capture(far, "a")
    once = fleet_cli("mirror", "run", "--once", ok=False)
    assert (once.status, once.out.count("written")) == (6, 1)
    assert "main: The mirror at" in once.err
    assert steps(refused, far) == ["a"]
    checked = fleet_cli("mirror", "check", "--json", ok=False)
    assert (checked.status, checked.json["ok"], list(checked.json["servers"])) == (6, False, [SECOND])


def test_a_server_that_is_refused_does_not_end_the_copiers_of_others(
    client: Client, refused: Mirror, name: str, fleet_cli: Cli, caplog: pytest.LogCaptureFixture
) -> None:
    from oxgraph.cli.mirror import keep

    far, stop = client.create_workspace(name, on=SECOND), threading.Event()
    copying = threading.Thread(target=keep, args=(routing(client), refused.dsn, stop, 0.2))
    copying.start()
    try:
        assert waits(lambda: "main: The mirror at" in caplog.text)
        capture(far, "a")
        assert waits(lambda: steps(refused, far) == ["a"])
        assert copying.is_alive()
    finally:
        stop.set()
        copying.join()
    assert fleet_cli("mirror", "rebuild").status == 0


def test_a_mirror_without_a_directory_leaves_them_alone(client: Client, both: dict[str, Mirror], name: str) -> None:
    memory = client.create_workspace(name, on=SECOND)
    capture(memory, "a")
    both[SECOND].run_once()
    alone = Mirror(both["main"].dsn, client.graph)
    alone.run_once()
    client.move_workspace(name, "main", grace_seconds=0)
    alone.run_once()
    assert steps(alone, memory) == ["a"]
    both[SECOND].run_once()
    assert steps(alone, memory) == ["a"], "it has moved, so its rows are left for main"


def test_a_workspace_is_told_of_the_mirror_of_its_server(
    server: Server, client: Client, logins: ServerLogins, both: dict[str, Mirror], name: str
) -> None:
    near, far = client.create_workspace(name), client.create_workspace(f"{name} far", on=SECOND)
    secrets = [memory.tokens.create("agent", "reader").secret for memory in (near, far)]
    both["main"].run_once()
    both[SECOND].run_once()
    for step in "abcde":
        capture(far, step)

    def status(of: str) -> MirrorStatus:
        return both[of].status()

    with closing(Site(server.uri, server.auth, PATIENT, logins=logins, read_mirror=status)) as site:
        found = [site.client(secret).get("/v1/mirror").json() for secret in secrets]
    assert [one["available"] for one in found] == [True, True]
    assert found[0]["lag_changes"] < 5 <= found[1]["lag_changes"]


def test_the_commands_reach_all_servers(
    fleet_cli: Cli, client: Client, both: dict[str, Mirror], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", both["main"].dsn)
    memory = client.create_workspace(name, on=SECOND)
    memory.as_user("ada").semantic.remember(type="fact", subject="Ada", content="Ada Byron likes engines")
    assert set(fleet_cli("mirror", "run", "--once", "--json").json["servers"]) == {"main", SECOND}
    of_it = "SELECT content FROM agent_memory.memories WHERE workspace_id = %s"
    assert rows(both["main"].dsn, of_it, memory.workspace_id) == [("Ada Byron likes engines",)]
    found = fleet_cli("mirror", "status", "--json").json["servers"]
    assert {one: found[one]["source"] for one in found} == {"main": "main", SECOND: SECOND}
    assert fleet_cli("mirror", "status", "--on", SECOND, "--json").json["source"] == SECOND
    fleet_cli("mirror", "status")
    assert fleet_cli("mirror", "check", "--json").json["ok"] is True
    fleet_cli("mirror", "check")
    fleet_cli("mirror", "rebuild", "--on", SECOND)
    login = fleet_cli("mirror", "reader", name, "--json").json
    assert rows(login["dsn"], "SELECT count(*) FROM memories") == [(1,)]
    condition = ("--condition", "outcome == 'success'", "--engine", "sql", "--workspace", name)
    fleet_cli("metrics", "preview", *condition)
    receipt = fleet_cli("erase", "ada", "--workspace", name, "--yes", "--json").json
    assert (receipt["clean"], receipt["mirror"]["clean"]) == (True, True)
    assert rows(login["dsn"], "SELECT count(*) FROM memories") == [(0,)]
