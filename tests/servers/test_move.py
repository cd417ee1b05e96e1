"""A workspace moves to another server and back: nothing of it changes, it is on one server, and calls find it."""

import dataclasses
import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, errors
from oxgraph.client._sync.directory import COPYING, FENCED
from oxgraph.client._sync.servers import FENCE_SECONDS, Servers
from oxgraph.client._sync.tokens import hashed
from oxgraph.client.server_logins import ServerLogin, ServerLogins
from oxgraph.clock import utc_now
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.moving.filled import Clock, fill, reads
from tests.server.conftest import Site
from tests.servers.conftest import SECOND, joined

pytestmark = pytest.mark.deep

NODES = "MATCH (n) WHERE n.workspace_id = $id RETURN count(n) AS n"


def count(graph: Graph, workspace_id: str) -> int:
    found = graph.driver.execute_query(NODES, id=workspace_id, database_=graph.database)
    return int(found.records[0]["n"])


def test_there_and_back_nothing_changes(client: Client, database: Graph, there: Graph, clock: Clock, name: str) -> None:
    memory = fill(client, database, clock, name)
    memory.working.set("c", "plan", {"step": 1})
    before, digest = reads(memory), client.digest_workspace(name).digest
    made = client.move_workspace(name, SECOND, grace_seconds=0)
    assert (made.moved, made.digest, made.source, made.target) == (True, digest, "main", SECOND)
    assert (count(database, memory.workspace_id), count(there, memory.workspace_id) > 100) == (0, True)
    assert reads(client.workspace(name)) == before
    assert client.workspace(name).working.get("c", "plan") is not None
    back = client.move_workspace(name, "main", grace_seconds=0)
    assert (back.digest, back.epoch) == (digest, made.epoch + 1)
    assert count(there, memory.workspace_id) == 0
    assert reads(client.workspace(name)) == before
    assert client.digest_workspace(name).digest == digest
    assert not client.move_workspace(name, "main").moved


def test_a_token_goes_with_its_workspace(client: Client, site: Site, name: str) -> None:
    memory = client.create_workspace(name)
    token = memory.tokens.create("agent", "one").secret
    with oxgraph.connect(site.url, token=token) as remote:
        remote.telemetry.capture(action_type="first", session_id="s", outcome="success")
        client.move_workspace(name, SECOND, grace_seconds=0)
        remote.telemetry.capture(action_type="second", session_id="s", outcome="success")
    with oxgraph.connect(site.url, token=token) as later:
        assert later.telemetry.coverage().first_action_at is not None
    assert len(actions(client, memory.workspace_id)) == 2


class Writers:
    """Threads that capture and remember by a token, and keep what was acknowledged."""

    def __init__(self, site: Site, token: str, many: int) -> None:
        self.acknowledged: list[str] = []
        self.failed: list[BaseException] = []
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=(site, token, n)) for n in range(many)]
        self.begun = threading.Semaphore(0)
        for thread in self._threads:
            thread.start()
        for _ in self._threads:
            self.begun.acquire()

    def _run(self, site: Site, token: str, n: int) -> None:
        try:
            with oxgraph.connect(site.url, token=token) as memory:
                self._write(memory, n)
        except BaseException as error:
            self.failed.append(error)
            self.begun.release()

    def _write(self, memory: Memory, n: int) -> None:
        step = 0
        while not self._stop.is_set():
            id_ = new_id()
            memory.telemetry.capture(action_type="step", session_id=f"w{n}", outcome="success", id=id_)
            self.acknowledged.append(id_)
            step += 1
            if step % 3 == 0:
                memory.semantic.remember(type="fact", subject=f"P{n}", predicate="rank", content=f"P{n} is at {step}")
            if step % 4 == 0:
                memory.recall(f"P{n}")
            if step == 3:
                self.begun.release()

    def end(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        assert not self.failed, self.failed


def actions(client: Client, workspace_id: str) -> list[str]:
    """The ids of the actions of a workspace, on the server that has it."""
    assert client.routing is not None
    graph = client.routing.refresh(workspace_id).graph
    cypher = "MATCH (a:_mem:action) WHERE a.workspace_id = $id RETURN a.id AS id"
    found = graph.driver.execute_query(cypher, id=workspace_id, database_=graph.database)
    return [row["id"] for row in found.records]


def test_nothing_is_lost_while_clients_write(client: Client, site: Site, name: str) -> None:
    memory = client.create_workspace(name)
    writers = Writers(site, memory.tokens.create("agent", "one").secret, 4)
    try:
        for to in (SECOND, "main", SECOND):
            assert client.move_workspace(name, to, grace_seconds=0.5).moved
    finally:
        writers.end()
    assert sorted(actions(client, memory.workspace_id)) == sorted(writers.acknowledged)


def test_a_fenced_workspace_takes_no_writes(client: Client, server: Server, database: Graph, name: str) -> None:
    memory = client.create_workspace(name)
    memory.telemetry.capture(action_type="first", session_id="s", outcome="success")
    database.write(statement("move/fence"), workspace_id=memory.workspace_id, fence="f", since=0, limit=1_000)
    cypher = "MATCH (s:_mem:session {workspace_id: $id}) SET s.intent = 'x'"
    with pytest.raises(Exception, match="workspace_moving"):
        database.driver.execute_query(cypher, id=memory.workspace_id, database_=database.database)
    with oxgraph.connect(database.uri, server.auth) as direct:
        fenced = direct.workspace(name)
        writes: dict[str, Callable[[], object]] = {
            "capture": lambda: fenced.telemetry.capture(action_type="x", session_id="s", outcome="success"),
            "remember": lambda: fenced.semantic.remember(type="fact", subject="Bo", content="Bo likes chess"),
            "slot": lambda: fenced.working.set("c", "plan", 1),
            "no slot": lambda: fenced.working.delete("c", "plan"),
            "setting": lambda: fenced.update_settings(recall_threshold=0.1),
            "token": lambda: fenced.tokens.create("agent", "one"),
        }
        for what, write in writes.items():
            try:
                write()
            except errors.WorkspaceMoving:
                continue
            pytest.fail(f"{what} was written")
        assert [one.action_type for one in fenced.telemetry.timeline()] == ["first"], "reads are answered"
        assert fenced.recall("x").results == ()
        assert closed(database, memory, "another") == 0
        assert len(fenced.telemetry.timeline()) == 1
        assert closed(database, memory, "f") == 1
        for read in (fenced.telemetry.timeline, lambda: fenced.recall("x")):
            with pytest.raises(errors.WorkspaceMoving):
                read()
        database.write(statement("move/release"), workspace_id=memory.workspace_id, fence="another")
        (row,) = database.read(statement("move/mark"), workspace_id=memory.workspace_id)
        assert row["mark"] == "f"
        database.write(statement("move/release"), workspace_id=memory.workspace_id, fence="f")
        assert closed(database, memory, "f") == 0
        assert len(fenced.telemetry.timeline()) == 1
    memory.telemetry.capture(action_type="second", session_id="s", outcome="success")


def closed(graph: Graph, memory: Memory, fence: str) -> int:
    """Closes a fenced workspace for reads; whether the fence was this one."""
    (row,) = graph.write(statement("move/close"), workspace_id=memory.workspace_id, fence=fence)
    return int(row["count"])


def test_logins_are_for_the_owner_alone(logins: ServerLogins, client: Client, database: Graph) -> None:
    assert stat.S_IMODE(logins.path.stat().st_mode) == 0o600
    rows: list[Any] = database.read(statement("directory/servers"))
    assert [row["name"] for row in rows] == [SECOND]
    assert logins.all()[SECOND].password not in str(rows)


def test_another_attempt_takes_over(client: Client, there: Graph, name: str) -> None:
    memory = client.create_workspace(name)
    given = {"name": name, "origin": memory.workspace_id, "now": client.clock()}
    there.write(statement("move/begin"), attempt="one", **given)
    there.write(statement("move/begin"), attempt="two", **given)
    rows = {"workspace_id": memory.workspace_id, "part": "gone", "rows": []}
    with pytest.raises(errors.WorkspaceImporting):
        there.write(statement("move/rows"), attempt="one", **rows)
    there.write(statement("move/rows"), attempt="two", **rows)
    assert client.move_workspace(name, SECOND, grace_seconds=0).moved


def test_a_read_on_the_former_server_is_run_again(
    client: Client, logins: ServerLogins, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call may have been authorized before the move, and read after the workspace was deleted there."""
    monkeypatch.setattr("oxgraph.client._sync.servers.TRUST_SECONDS", 0.0)
    memory = client.create_workspace(name)
    other = joined(client, logins).routing
    assert isinstance(other, Servers)
    graph, given = other.graph(memory.workspace_id), {"workspace_id": memory.workspace_id}
    assert len(graph.read(statement("workspace/settings"), **given)) == 1
    client.move_workspace(name, SECOND, grace_seconds=0)
    assert len(graph.read(statement("workspace/settings"), **given)) == 1


def test_a_call_does_not_ask_a_server_that_was_switched_off_after_the_move(
    client: Client, second: Server, tmp_path: Path, name: str
) -> None:
    """`serve` keeps where a workspace was; after a drain that server may be off before the next call."""
    logins = ServerLogins(tmp_path)
    logins.add(SECOND, ServerLogin(second.uri, *second.auth))
    memories = [client.create_workspace(f"{name} {n}", on=SECOND) for n in range(2)]
    other = joined(client, logins).routing
    assert isinstance(other, Servers)
    graphs = [other.graph(memory.workspace_id) for memory in memories]
    for graph, memory in zip(graphs, memories, strict=True):
        assert len(graph.read(statement("workspace/settings"), workspace_id=memory.workspace_id)) == 1
        client.move_workspace(memory.name, "main", grace_seconds=0)
    logins.add(SECOND, ServerLogin("bolt://127.0.0.1:1", *second.auth))
    for id_ in [memory.workspace_id for memory in memories]:
        other._routes[id_] = dataclasses.replace(other._routes[id_], graph=other.server(SECOND))
    for graph, memory in zip(graphs, memories, strict=True):
        assert len(graph.read(statement("workspace/settings"), workspace_id=memory.workspace_id)) == 1


def test_the_token_of_a_workspace_that_has_moved_is_known(client: Client, logins: ServerLogins, name: str) -> None:
    """`serve` looks a token up again after a minute, where the workspace was when it was asked last."""
    memory = client.create_workspace(name)
    token = memory.tokens.create("agent", "helper")
    given = {"token_hash": hashed(token.secret), "now": utc_now()}
    other = joined(client, logins).routing
    assert isinstance(other, Servers)
    graph = other.graph(memory.workspace_id)
    assert len(graph.write(statement("token/workspace_of_token"), **given)) == 1
    client.move_workspace(name, SECOND, grace_seconds=0)
    assert len(graph.write(statement("token/workspace_of_token"), **given)) == 1
    client.workspace(name).tokens.revoke(token.id)
    assert graph.write(statement("token/workspace_of_token"), **given) == []


def fenced(client: Client, memory: Memory) -> Servers:
    """What a mover leaves that ends during the fence."""
    routing = client.routing
    assert isinstance(routing, Servers)
    begun = {"step": COPYING, "attempt": "a", "target": SECOND}
    copying = routing.directory.change(client.servers.named(memory.name), ("",), begun)
    assert copying is not None
    assert routing.directory.change(copying, (COPYING,), {"step": FENCED, "fence": "f"})
    given = {"workspace_id": memory.workspace_id, "fence": "f"}
    client.graph.write(statement("move/fence"), since=0, limit=1_000, **given)
    assert closed(client.graph, memory, "f") == 1
    return routing


def test_a_fence_whose_mover_has_ended_is_set_back_at_once(client: Client, name: str) -> None:
    memory = client.create_workspace(name)
    routing = fenced(client, memory)
    assert not routing.directory.has_mover(memory.workspace_id)
    began = time.monotonic()
    memory.telemetry.capture(action_type="first", session_id="s", outcome="success")
    assert time.monotonic() - began < FENCE_SECONDS - 1, "nobody holds the lock of the move"
    assert [one.step for one in client.servers.status().moves if one.workspace == name] == [COPYING]
    assert client.move_workspace(name, SECOND, grace_seconds=0).moved


def test_a_fence_whose_mover_hangs_is_set_back_later(client: Client, name: str) -> None:
    memory = client.create_workspace(name)
    routing = fenced(client, memory)
    with routing.directory.moving(memory.workspace_id):
        assert routing.directory.has_mover(memory.workspace_id)
        began = time.monotonic()
        memory.telemetry.capture(action_type="first", session_id="s", outcome="success")
        assert time.monotonic() - began > FENCE_SECONDS
    assert not routing.directory.has_mover(memory.workspace_id)
    assert client.move_workspace(name, SECOND, grace_seconds=0).moved
