"""`check` names every row that is not as the graph has it, and none that a writer is changing meanwhile."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.mirror import Mirror, compare
from oxgraph.mirror.feed import Feed
from oxgraph.types.mirror import Drift
from tests.fixtures.client_samples import write
from tests.mirror.copier_samples import differences
from tests.mirror.rows import TABLES, counts, rows

pytestmark = pytest.mark.deep


def sql(mirror: Mirror, text: str, *values: Any) -> None:
    with psycopg.connect(mirror.dsn, autocommit=True) as connection:
        connection.execute(text, values)


def test_nothing_differs(full: Memory, mirror: Mirror) -> None:
    """It copies first, so also of a mirror that is empty."""
    result = mirror.check()
    assert (result.ok, result.drifted, result.drift) == (True, 0, ())
    found = {table.table: table for table in result.tables if table.workspace_id == full.workspace_id}
    assert {name: table.found for name, table in found.items()} == {
        TABLES[kind]: count for kind, count in counts(mirror.dsn, full.workspace_id).items()
    }
    for table in found.values():
        assert (table.expected, table.expected_checksum) == (table.found, table.found_checksum)
    assert result.position == mirror.status().position


@pytest.mark.parametrize(
    ("table", "change", "columns"),
    [
        ("agent_memory.agent_actions", "outcome = 'lost'", ("outcome",)),
        ("agent_memory.agent_actions", "rev = rev + 1", ("rev",)),
        ("agent_memory.agent_actions", "rev = rev - 1", ("rev",)),
        ("agent_memory.agent_sequences", "action_ids = '{}', action_count = 99", ("action_count", "action_ids")),
        ("agent_memory.agent_patterns", "confidence = -confidence", ("confidence",)),
        ("agent_memory.memories", "content = content || ' '", ("content",)),
        ("app.memory_episodes", "deleted_at = now()", ("deleted_at",)),
        ("app.workspaces", "settings = settings || '{\"inject_limit\": 9}'", ("settings",)),
    ],
)  # fmt: skip
def test_a_row_that_was_tampered_with(
    full: Memory, mirror: Mirror, table: str, change: str, columns: tuple[str, ...]
) -> None:
    mirror.run_once()
    kind = {name: kind for kind, name in TABLES.items()}[table]
    chosen = sorted(rows(mirror.dsn, kind, full.workspace_id))[0]
    sql(mirror, f"UPDATE {table} SET {change} WHERE id = %s", chosen)
    result = mirror.check()
    drift = Drift(table=table, workspace_id=full.workspace_id, id=chosen, how="different", columns=columns)
    assert (result.ok, result.drifted, result.drift) == (False, 1, (drift,))
    [checked] = [one for one in result.tables if (one.table, one.workspace_id) == (table, full.workspace_id)]
    assert checked.expected == checked.found
    assert checked.expected_checksum != checked.found_checksum


def test_rows_that_are_missing_and_rows_too_many(graph: Graph, full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    missing, moved = sorted(rows(mirror.dsn, "transition", full.workspace_id))[:2]
    surplus = "00000000-0000-4000-8000-000000000000"
    sql(mirror, "DELETE FROM agent_memory.transitions WHERE id = %s", missing)
    sql(mirror, "UPDATE agent_memory.transitions SET id = %s WHERE id = %s", surplus, moved)
    sql(mirror, "INSERT INTO app.workspaces (workspace_id, id, rev) VALUES ('nobody', %s, 1)", surplus)
    result = mirror.check()
    assert {(drift.workspace_id, drift.id, drift.how) for drift in result.drift} == {
        (full.workspace_id, missing, "missing"),
        (full.workspace_id, moved, "missing"),
        (full.workspace_id, surplus, "surplus"),
        ("nobody", surplus, "surplus"),
    }
    assert result.drifted == 4
    mirror.rebuild()
    assert mirror.check().ok
    assert differences(graph, mirror.dsn, full.workspace_id) == []


def test_no_more_rows_are_named_than_it_says(full: Memory, mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compare, "NAMED_LIMIT", 2)
    mirror.run_once()
    sql(mirror, "DELETE FROM agent_memory.agent_actions WHERE workspace_id = %s", full.workspace_id)
    result = mirror.check()
    assert (len(result.drift), result.drifted) == (2, 4)


@contextmanager
def writing(graph: Graph, server: Server) -> Iterator[Memory]:
    """A workspace in which actions are captured, changed and deleted all the time."""
    client = oxgraph.connect(server.uri, server.auth)
    space = client.create_workspace(f"busy {threading.get_ident()}")
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            space.telemetry.capture(session_id="s", action_type="get", outcome="success")
            write(graph, "MATCH (n:_mem:action {workspace_id: $w}) WITH n LIMIT 5 SET n.seq = coalesce(n.seq, 0) + 1",
                  w=space.workspace_id)  # fmt: skip
            write(graph, "MATCH (n:_mem:action {workspace_id: $w}) WITH n ORDER BY n.id LIMIT 1 DETACH DELETE n",
                  w=space.workspace_id)  # fmt: skip

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield space
    finally:
        stop.set()
        thread.join()
        client.delete_workspace(space.name, hard=True)


def test_a_node_that_is_deleted_during_the_look_is_not_lost(
    full: Memory, mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror.run_once()
    real, missed = Feed._read, [[{"lost": 1}], [{"lost": 2}]]

    def read(self: Feed, name: str, **params: Any) -> Any:
        return missed.pop() if name == "mirror/lost" and missed else real(self, name, **params)

    monkeypatch.setattr(Feed, "_read", read)
    assert mirror.check().ok
    assert missed == []


def test_writers_are_no_drift(graph: Graph, full: Memory, server: Server, mirror: Mirror) -> None:
    with writing(graph, server) as space:
        for _ in range(3):
            assert mirror.check().drift == ()
        sql(mirror, "DELETE FROM agent_memory.agent_actions WHERE workspace_id = %s AND session_id <> 's'",
            full.workspace_id)  # fmt: skip
        drift = mirror.check().drift
        assert {(one.workspace_id, one.how) for one in drift} == {(full.workspace_id, "missing")}
        assert space.workspace_id not in {one.workspace_id for one in drift}
