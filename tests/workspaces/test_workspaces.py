"""Workspaces, their settings and tokens, on a real server."""

import asyncio
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import fields
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, errors, migrations
from oxgraph.client._sync.access import Access
from oxgraph.cypher import statement
from oxgraph.graph import Graph, Row
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.client.test_in_flight import await_blocked
from tests.fixtures.cli import Cli
from tests.fixtures.client_samples import NOON, at, pattern, sequence, write


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON) as opened:
        yield opened


@pytest.fixture
def name() -> str:
    return f"test {uuid.uuid4()}"


@pytest.fixture
def space(client: Client, name: str) -> Memory:
    return client.create_workspace(name)


def count(graph: Graph, workspace_id: str) -> int:
    found = graph.driver.execute_query(
        "MATCH (n {workspace_id: $id}) RETURN count(n) AS n", id=workspace_id, database_=graph.database
    )
    return int(found.records[0]["n"])


def transitions(graph: Graph, workspace_id: str) -> list[str]:
    found = graph.driver.execute_query(
        "MATCH (t:_mem:transition {workspace_id: $id}) RETURN t.rule AS rule ORDER BY rule",
        id=workspace_id,
        database_=graph.database,
    )
    return [record["rule"] for record in found.records]


def test_wrong_passwords_one_after_another_are_all_told_as_such(server: Server, client: Client) -> None:
    """Neo4j refuses every login of a user for some seconds after a few wrong ones, with a code of its own."""
    name = f"user{uuid.uuid4().hex[:8]}"
    driver = client.graph.driver
    driver.execute_query("CREATE USER $name SET PASSWORD 'right-enough' CHANGE NOT REQUIRED", name=name)
    try:
        for _ in range(5):
            with pytest.raises(errors.AuthenticationFailed) as refused:
                oxgraph.connect(server.uri, (name, "wrong"))
        assert "any for some seconds" in str(refused.value)
    finally:
        driver.execute_query("DROP USER $name", name=name)


def test_a_password_that_must_be_changed_is_told_with_the_command(server: Server, client: Client, cli: Cli) -> None:
    """As that of a new Neo4j of one's own."""
    name = f"user{uuid.uuid4().hex[:8]}"
    driver = client.graph.driver
    driver.execute_query("CREATE USER $name SET PASSWORD 'right-enough' CHANGE REQUIRED", name=name)
    login = ("--uri", server.uri, "--user", name, "--password", "right-enough")
    try:
        with pytest.raises(errors.PasswordExpired, match=f"cypher-shell --address {server.uri} --change-password"):
            oxgraph.connect(server.uri, (name, "right-enough"))
        for command in (("migrate",), ("workspace", "list")):
            assert "--change-password" in cli(*login, *command, ok=False).err
        assert cli(*login, "doctor", ok=False).out.count("--change-password") == 1
    finally:
        driver.execute_query("DROP USER $name", name=name)


def test_a_closed_port_a_wrong_password_and_an_old_schema_are_told_apart(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for address in ("bolt://127.0.0.1:1", "neo4j://127.0.0.1:1"):
        with pytest.raises(errors.ConnectionFailed, match=f"answers at {address}: Connection refused. `oxgraph up`"):
            oxgraph.connect(address, ("neo4j", "x"))
    with pytest.raises(errors.InvalidInput, match=r"uri: .*xolt"):
        oxgraph.connect("xolt://127.0.0.1:1", ("neo4j", "x"))
    for port in ("bar", "-1", "99999"):
        with pytest.raises(errors.InvalidInput, match="is no address of a Neo4j"):
            oxgraph.connect(f"bolt://127.0.0.1:{port}", ("neo4j", "x"))
    with pytest.raises(errors.AuthenticationFailed):
        oxgraph.connect(server.uri, ("neo4j", "wrong"))
    with monkeypatch.context() as older:
        older.setattr("oxgraph.graph._sync.graph.version", lambda: "0.0.9")
        advice = rf"plugin is version {oxgraph.__version__}, this client is 0\.0\.9; .* `oxgraph up` brings the plugin"
        with pytest.raises(errors.PluginVersionMismatch, match=advice):
            oxgraph.connect(server.uri, server.auth)
    future = migrations.Migration("V9999", "later", "0", [])
    known = migrations.available()
    monkeypatch.setattr(migrations, "available", lambda: [*known, future])
    with pytest.raises(errors.SchemaOutdated, match="needs V9999; run `oxgraph migrate`, which waits for one"):
        oxgraph.connect(server.uri, server.auth)


def test_a_new_workspace_has_defaults_and_the_three_metrics(space: Memory, name: str) -> None:
    assert (space.name, space.role) == (name, "admin")
    assert space.settings() == oxgraph.WorkspaceSettings()
    assert [metric.name for metric in space.telemetry.metrics.list()] == [
        "Efficiency delta",
        "Pattern utilization",
        "Task success rate",
    ]


def test_a_name_is_one_whatever_its_case(client: Client, space: Memory, name: str) -> None:
    with pytest.raises(errors.WorkspaceExists):
        client.create_workspace(name.upper())
    assert client.workspace(f" {name.upper()} ").workspace_id == space.workspace_id
    assert client.workspace(name.upper()).workspace_id == space.workspace_id
    assert name in [row.name for row in client.workspaces()]


@pytest.mark.parametrize("wrong", [" a", "a  ", "\u00a0a"])
def test_blanks_around_a_new_name_are_refused(client: Client, wrong: str) -> None:
    with pytest.raises(errors.InvalidInput, match="name: must not begin or end with a blank"):
        client.create_workspace(wrong)


@pytest.mark.parametrize("wrong", ["", " ", "x" * 201, "a\nb", None, 5])
def test_a_name_is_a_line_of_text(client: Client, wrong: Any) -> None:
    with pytest.raises(errors.InvalidInput, match="name"):
        client.create_workspace(wrong)
    with pytest.raises(errors.InvalidInput, match="name"):
        client.workspace(wrong)


def test_two_that_create_one_name_at_once_are_told_apart(server: Server, name: str) -> None:
    async def race() -> list[Any]:
        async with await oxgraph.connect_async(server.uri, server.auth) as client:
            return await asyncio.gather(*(client.create_workspace(name) for _ in range(5)), return_exceptions=True)

    found = asyncio.run(race())
    assert sum(isinstance(one, errors.WorkspaceExists) for one in found) == 4


def test_a_name_that_is_deleted_at_the_moment_is_tried_again(
    client: Client, space: Memory, graph: Graph, name: str
) -> None:
    """The id of the deleted workspace is seen as taken for a moment, when its node is seen no longer."""
    client.delete_workspace(name, hard=True)
    given = {"name": name, "settings": {"holdout_rate": 0.0}, "metrics": [], "transition_id": new_id(), "now": NOON}
    with ThreadPoolExecutor(1) as other, graph.driver.session(database=graph.database) as session:
        with session.begin_transaction() as transaction:
            transaction.run(statement("workspace/create").text, given).consume()
            made = other.submit(client.create_workspace, name)
            await_blocked(graph)
            transaction.commit()
        with pytest.raises(errors.WorkspaceExists):
            made.result(timeout=30)


def test_settings_at_creation_and_later(client: Client, graph: Graph, name: str) -> None:
    space = client.create_workspace(name, promote_confidence=0.3)
    assert space.settings().promote_confidence == 0.3
    assert space.update_settings(promote_samples=9).promote_samples == 9
    assert (space.settings().promote_confidence, space.settings().promote_samples) == (0.3, 9)
    space.update_settings(promote_samples=9)
    assert transitions(graph, space.workspace_id) == ["create", "update_settings"]


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"promote_confidence": 2},
        {"promote_samples": 0},
        {"promote_samples": True},
        {"inject_confidence": False},
        {"colour": "red"},
        {"raw_retention": "x"},
        {"name": "x"},
    ],
)
def test_settings_that_are_none_are_refused(space: Memory, change: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidInput):
        space.update_settings(**change)
    assert space.settings() == oxgraph.WorkspaceSettings()


def test_an_unknown_setting_is_told_the_near_ones_or_where_all_are(client: Client, space: Memory) -> None:
    with pytest.raises(errors.InvalidInput, match="Did you mean inject_confidence"):
        space.update_settings(inject_confidenc=0.4)
    with pytest.raises(errors.InvalidInput, match="colour: is not a setting; `oxgraph workspace settings` shows"):
        space.update_settings(colour="red")
    with pytest.raises(errors.InvalidInput, match="colour: is not a setting"):
        client.create_workspace("other", colour="red")


def test_off_captures_and_injects_nothing_and_stays_readable(space: Memory, graph: Graph) -> None:
    pattern(graph, space.workspace_id)
    capture = {"action_type": "get", "session_id": "s", "outcome": "success"}
    assert space.telemetry.capture(**capture).captured  # type: ignore[arg-type]
    assert space.telemetry.inject(action_type="get").block
    space.disable()
    before = count(graph, space.workspace_id)
    found = space.telemetry.capture(**capture)  # type: ignore[arg-type]
    assert (found.captured, found.reason) == (False, "memory_disabled")
    assert space.telemetry.capture_many([capture]).reason == "memory_disabled"
    assert space.telemetry.inject(action_type="get") == oxgraph.Injection(reason="memory_disabled")
    assert count(graph, space.workspace_id) == before
    assert len(space.telemetry.timeline()) == 1
    space.enable()
    assert space.telemetry.capture(**capture).captured  # type: ignore[arg-type]


def test_soft_deletion_serves_nothing_and_restores_everything(
    client: Client, server: Server, space: Memory, name: str
) -> None:
    space.telemetry.capture(action_type="get", session_id="s", outcome="success")
    secret = client.tokens.create(name, "agent", "t").secret
    agent = oxgraph.connect(server.uri, server.auth, token=secret, clock=lambda: NOON)
    client.delete_workspace(name)
    for call in (space.telemetry.timeline, agent.telemetry.timeline, space.settings, agent.telemetry.inject):
        with pytest.raises(errors.WorkspaceDeleted):
            call()
    with pytest.raises(errors.WorkspaceDeleted):
        agent.telemetry.capture(action_type="get", session_id="s", outcome="success")
    with pytest.raises(errors.WorkspaceDeleted):
        oxgraph.connect(server.uri, server.auth, token=secret)
    with pytest.raises(errors.WorkspaceDeleted, match="restore"):
        client.workspace(name)
    with pytest.raises(errors.WorkspaceExists):
        client.create_workspace(name)
    assert len(client.restore_workspace(name).telemetry.timeline()) == 1
    assert len(agent.telemetry.timeline()) == 1
    agent.close()


def test_who_writes_while_it_is_deleted_and_restored_is_told_so(client: Client, name: str, space: Memory) -> None:
    """Never that there is no such workspace; what was written is there."""
    rounds = 40

    def delete_and_restore() -> None:
        for _ in range(rounds):
            client.delete_workspace(name)
            client.restore_workspace(name)

    def write_on(session: str) -> list[str]:
        written = []
        while not changing.done():
            try:
                written.append(space.semantic.remember(type="fact", content=f"{session} {new_id()}").memory_id or "")
            except errors.WorkspaceDeleted:
                continue
        return written

    with ThreadPoolExecutor(5) as pool:
        changing = pool.submit(delete_and_restore)
        writers = [pool.submit(write_on, f"writer {number}") for number in range(4)]
        written = {id for writer in writers for id in writer.result()}
        changing.result()
    assert written == {row.id for row in space.semantic.list(limit=10_000)}


def fill(space: Memory, graph: Graph) -> None:
    """A bit of each layer, with domain nodes that reach beyond the workspace's own."""
    w = space.workspace_id
    write(
        graph,
        "CREATE (:Person:_mem:entity {workspace_id: $w, id: 'p', node_id: 'p', email: 'e'})-[:KNOWS]->(:Person {w: $w})"
        " CREATE (:_mem:entity {workspace_id: $w, id: 'q', node_id: 'q'})",
        w=w,
    )
    for number in range(30):
        space.telemetry.capture(action_type="get", session_id=f"s{number}", outcome="success", targets=["p", "q"])
    sequence(graph, w, at(days=1))
    pattern(graph, w)
    space.tokens.create("agent", "t")


def test_a_call_that_met_a_deletion_that_was_undone_is_performed(client: Client, space: Memory, name: str) -> None:
    class Restored(Access):
        """Its workspace is restored after a statement found it deleted, and before it is asked why."""

        def authorize(self, call: str) -> Row:
            """Restores it first."""
            client.restore_workspace(name)
            return super().authorize(call)

    access = space._access
    late = Memory(Restored(*(getattr(access, one.name) for one in fields(access))))
    client.delete_workspace(name)
    late.working.set("c", "plan", {"step": 1})
    assert space.working.get("c", "plan") == {"step": 1}


def test_hard_deletion_takes_all_but_the_domain(client: Client, space: Memory, graph: Graph, name: str) -> None:
    fill(space, graph)
    seen: list[int] = []
    client.delete_workspace(name, hard=True, progress=seen.append)
    assert count(graph, space.workspace_id) == 0
    assert seen == sorted(seen)
    found = graph.driver.execute_query(
        "MATCH (p:Person)-[:KNOWS]->(:Person {w: $w}) RETURN p.email AS email, labels(p) AS labels",
        w=space.workspace_id,
        database_=graph.database,
    )
    assert [tuple(record.values()) for record in found.records] == [("e", ["Person"])]
    with pytest.raises(errors.WorkspaceNotFound):
        client.workspace(name)
    assert client.create_workspace(name).telemetry.timeline() == []


def test_a_hard_deletion_that_was_interrupted_goes_on(
    client: Client, space: Memory, graph: Graph, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(space, graph)
    monkeypatch.setattr("oxgraph.client._sync.workspaces.BATCH", 10)

    def killed(removed: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        client.delete_workspace(name, hard=True, progress=killed)
    assert count(graph, space.workspace_id) > 10
    (row,) = [row for row in client.workspaces() if row.workspace_id == space.workspace_id]
    assert row.purging
    with pytest.raises(errors.WorkspaceDeleted):
        space.telemetry.timeline()
    with pytest.raises(errors.InvalidInput, match="deleted for good"):
        client.restore_workspace(name)
    client.delete_workspace(name, hard=True)
    assert count(graph, space.workspace_id) == 0


def test_a_deletion_leaves_the_neighbour_alone(client: Client, space: Memory, graph: Graph, name: str) -> None:
    neighbour = client.create_workspace(f"neighbour {name}")
    fill(neighbour, graph)
    before = count(graph, neighbour.workspace_id)
    fill(space, graph)
    client.delete_workspace(name, hard=True)
    assert count(graph, neighbour.workspace_id) == before


def test_a_token_opens_its_workspace_in_its_role(client: Client, server: Server, space: Memory, name: str) -> None:
    made = client.tokens.create(name, "operator", "dashboards")
    assert made.secret not in repr(made)
    with oxgraph.connect(server.uri, server.auth, token=made.secret, clock=lambda: NOON) as memory:
        assert (memory.workspace_id, memory.name, memory.role) == (space.workspace_id, name, "operator")
        assert memory.telemetry.patterns() == []
        for refused in (memory.enable, memory.disable, memory.delete, memory.tokens.list):
            with pytest.raises(errors.PermissionDenied, match="needs the role admin, the token has operator"):
                refused()
    (row,) = client.tokens.list(name)
    assert (row.name, row.role, row.last_used_at, row.revoked_at) == ("dashboards", "operator", NOON, None)
    assert not hasattr(row, "secret")


def test_what_is_stored_of_a_token_is_no_token(client: Client, graph: Graph, space: Memory, name: str) -> None:
    made = client.tokens.create(name, "agent", "t")
    found = graph.driver.execute_query(
        "MATCH (n {workspace_id: $id}) RETURN collect(properties(n)) AS all",
        id=space.workspace_id,
        database_=graph.database,
    )
    assert made.secret not in str(found.records[0]["all"])


def test_a_revoked_token_ends_at_once(client: Client, server: Server, space: Memory, name: str) -> None:
    made = client.tokens.create(name, "agent", "t")
    memory = oxgraph.connect(server.uri, server.auth, token=made.secret)
    memory.telemetry.capture(action_type="get", session_id="s", outcome="success")
    client.tokens.revoke(made.id)
    client.tokens.revoke(made.id)
    for call in (memory.telemetry.timeline, memory.telemetry.inject, memory.telemetry.start_session, memory.settings):
        with pytest.raises(errors.Unauthenticated):
            call()
    with pytest.raises(errors.Unauthenticated):
        memory.telemetry.capture(action_type="get", session_id="s", outcome="success")
    with pytest.raises(errors.Unauthenticated):
        oxgraph.connect(server.uri, server.auth, token=made.secret)
    assert len(space.telemetry.timeline()) == 1
    memory.close()


def test_a_token_can_be_revoked_while_its_workspace_is_deleted(
    client: Client, server: Server, space: Memory, name: str
) -> None:
    made = client.tokens.create(name, "agent", "t")
    client.delete_workspace(name)
    client.tokens.revoke(made.id)
    client.restore_workspace(name)
    with pytest.raises(errors.Unauthenticated):
        oxgraph.connect(server.uri, server.auth, token=made.secret)


def test_an_unknown_token_is_refused(server: Server) -> None:
    with pytest.raises(errors.Unauthenticated):
        oxgraph.connect(server.uri, server.auth, token="oxg_" + "0" * 64)


@pytest.mark.parametrize("change", [{"role": "root"}, {"role": ""}, {"name": ""}, {"name": "x" * 201}])
def test_a_token_has_a_known_role_and_a_name(space: Memory, change: dict[str, Any]) -> None:
    with pytest.raises(errors.InvalidInput):
        space.tokens.create(**{"role": "agent", "name": "t"} | change)
    assert space.tokens.list() == []


def test_tokens_that_are_not_there(client: Client, space: Memory) -> None:
    with pytest.raises(errors.NotFound):
        client.tokens.revoke(str(uuid.uuid4()))
    with pytest.raises(errors.NotFound):
        space.tokens.revoke(str(uuid.uuid4()))
    with pytest.raises(errors.InvalidInput):
        space.tokens.revoke("x")
    with pytest.raises(errors.WorkspaceNotFound):
        client.tokens.create("no such workspace", "agent", "t")


def test_a_clock_has_a_zone(server: Server, name: str) -> None:
    with (
        oxgraph.connect(server.uri, server.auth, clock=lambda: NOON.replace(tzinfo=None)) as client,
        pytest.raises(errors.InvalidInput, match="clock"),
    ):
        client.create_workspace(name)
    assert timedelta(0) == NOON.utcoffset()
