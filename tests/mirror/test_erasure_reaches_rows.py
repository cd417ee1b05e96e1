"""The search of an erasure goes through every text of a workspace's rows, by the rules of the graph; and vacuums."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg.types.json import Jsonb

from oxgraph.client.redaction_plan import Names
from oxgraph.ids import new_id
from oxgraph.mirror import erasure_scan, schema
from oxgraph.mirror.connection import Connection, connect
from oxgraph.mirror.sql import statement

MINE, OTHER = new_id(), new_id()
NAMES = Names.of(["Zora Quill"], [], ["customer-7"])


@pytest.fixture
def connection(mirror_dsn: str) -> Iterator[Connection]:
    with connect(mirror_dsn) as opened:
        schema.init(opened)
        opened.execute(statement("as_writer"))
        yield opened


def put(
    connection: Connection, table: str, of: str = MINE, *, values: dict[str, Any] | None = None, **columns: Any
) -> str:
    """A row of a table; its id."""
    values = {"workspace_id": of, "id": new_id(), "rev": 1} | columns | (values or {})
    names = psycopg.sql.SQL(", ").join(map(psycopg.sql.Identifier, values))
    text = psycopg.sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
        psycopg.sql.Identifier(*table.split(".")),
        names,
        psycopg.sql.SQL(", ").join(psycopg.sql.Placeholder() * len(values)),
    )
    connection.execute(text, list(values.values()))
    return str(values["id"])


def is_list(connection: Connection, table: str, column: str) -> bool:
    asked = "SELECT attndims > 0 AS list FROM pg_attribute WHERE attrelid = %s::regclass AND attname = %s"
    row = connection.execute(asked, (table, column)).fetchone()
    return bool(row and row["list"])


def found(connection: Connection) -> set[tuple[str, str, str]]:
    return {(one.table, one.id, one.column) for one in erasure_scan.Search(connection, MINE, NAMES).run().findings}


def test_every_column_that_holds_texts_is_searched(connection: Connection) -> None:
    tables = connection.execute(statement("scan_columns")).fetchall()
    kinds = {table["kind"] for table in tables}
    assert {"action", "sequence", "pattern", "metric", "memory", "transition", "episode", "workspace"} <= kinds
    expected = set()
    for table in tables:
        name = f"{table['schema_name']}.{table['table_name']}"
        for column in table["columns"]:
            if NAMES.seeks_in(table["kind"], column) and column != "settings":
                text = "Ask ZORA-quill."
                row = put(connection, name, values={column: ["-", text] if is_list(connection, name, column) else text})
                expected.add((name, row, column))
    assert len(expected) > 15
    assert found(connection) == expected


def test_only_this_workspace_and_only_what_names_it(connection: Connection) -> None:
    put(connection, "agent_memory.memories", OTHER, content="Zora Quill sings.")
    put(connection, "agent_memory.memories", content="Zora Quillon sings.", status="Zora Quill")
    put(connection, "agent_memory.agent_actions", target_node_ids=["customer-70"], action_type="zora_quill")
    assert found(connection) == set()
    row = put(connection, "agent_memory.agent_actions", target_node_ids=["x", "customer-7"])
    assert found(connection) == {("agent_memory.agent_actions", row, "target_node_ids")}


def test_settings_are_searched_by_their_names(connection: Connection) -> None:
    put(
        connection,
        "app.workspaces",
        settings=Jsonb({"raw_retention": "Zora Quill", "promote_samples": 5}),
    )
    assert found(connection) == set()
    row = put(connection, "app.workspaces", settings=Jsonb({"motto": "Zora Quill first"}))
    assert found(connection) == {("app.workspaces", row, "settings")}


def test_what_was_gone_through_is_counted(connection: Connection) -> None:
    for n in range(3):
        put(connection, "agent_memory.memories", content=f"{n}", keywords=["a", "b"])
    search = erasure_scan.Search(connection, MINE, NAMES).run()
    assert (search.scanned["rows"], search.scanned["texts"]) == (3, 9)


def versions(dsn: str, table: str) -> int:
    with psycopg.connect(dsn) as connection:
        row = connection.execute(
            "SELECT n_dead_tup FROM pg_stat_all_tables WHERE relid = %s::regclass", (table,)
        ).fetchone()
        return int(row[0]) if row else -1


def test_former_versions_go(connection: Connection, mirror_dsn: str) -> None:
    row = put(connection, "agent_memory.memories", content="Zora Quill sings.")
    connection.execute("UPDATE agent_memory.memories SET content = '-' WHERE id = %s", (row,))
    assert erasure_scan.vacuum(connection) == ()
    assert versions(mirror_dsn, "agent_memory.memories") == 0


def test_what_somebody_still_sees_is_told(connection: Connection, mirror_dsn: str) -> None:
    row = put(connection, "agent_memory.memories", content="Zora Quill sings.")
    with psycopg.connect(mirror_dsn) as reader:
        reader.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        reader.execute("SELECT count(*) FROM agent_memory.memories")
        connection.execute("DELETE FROM agent_memory.memories WHERE id = %s", (row,))
        assert erasure_scan.vacuum(connection) == ("agent_memory.memories",)


def test_a_login_that_may_not_vacuum_says_so(connection: Connection, mirror_dsn: str) -> None:
    name = f"copier_{new_id()[:8]}"
    connection.execute("RESET ROLE")
    connection.execute(
        psycopg.sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'x' IN ROLE oxgraph_writer").format(psycopg.sql.Identifier(name))
    )
    try:
        parts = psycopg.conninfo.conninfo_to_dict(mirror_dsn) | {"user": name, "password": "x"}
        with connect(psycopg.conninfo.make_conninfo("", **parts)) as copier:
            assert "agent_memory.memories" in erasure_scan.vacuum(copier)
    finally:
        connection.execute(psycopg.sql.SQL("DROP ROLE {}").format(psycopg.sql.Identifier(name)))
