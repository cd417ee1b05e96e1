"""Two workspaces whose rows look alike, and a reader of each: what the tests of row-level security try to read."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest
from psycopg import sql
from psycopg.rows import dict_row

from oxgraph.ids import stable_id
from oxgraph.local.postgres import Postgres
from oxgraph.mirror import readers, schema
from oxgraph.mirror.connection import Connection, connect
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import Reader

SCHEMAS = ["agent_memory", "app"]
PAST, FAR = "2026-01-05T10:00:00Z", "9999-12-31T00:00:00Z"
COPIES = 3
"""Rows of each table in each workspace."""


@dataclass
class Side:
    """A workspace: `marker` stands in every text, `number` is every number of its rows, and nothing else's."""

    name: str
    number: int
    workspace_id: str = ""
    ids: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.workspace_id = stable_id("system", "workspace", [self.name])

    @property
    def marker(self) -> str:
        return f"only-of-{self.name}"

    def told_in(self, text: str) -> list[str]:
        """What of this side stands in a text."""
        signs = [self.marker, self.workspace_id, str(self.number), *self.ids]
        return [sign for sign in signs if sign in text]


@dataclass
class World:
    """The database, its superuser, and both sides with their readers."""

    dsn: str
    admin: Connection
    ours: Side
    theirs: Side
    reader: Reader
    other: Reader

    def asker(self) -> Connection:
        """A session of the reader of our side."""
        return connect(self.reader.dsn)


def relations(connection: Connection, kinds: str) -> list[str]:
    """The names of our schemas' tables (r), views (v) and so on, as the catalog has them."""
    rows = connection.execute(
        "SELECT format('%%I.%%I', relnamespace::regnamespace, relname) AS name FROM pg_class"
        " WHERE relnamespace::regnamespace::text = ANY (%s) AND relkind::text = ANY (%s) ORDER BY 1",
        (SCHEMAS, list(kinds)),
    )
    return [row["name"] for row in rows]


def columns(connection: Connection, table: str) -> dict[str, str]:
    """The columns of a table and their types."""
    rows = connection.execute(
        "SELECT attname, format_type(atttypid, NULL) AS kind FROM pg_attribute"
        " WHERE attrelid = %s::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum",
        (table,),
    )
    return {row["attname"]: row["kind"] for row in rows}


def readable(connection: Connection) -> list[str]:
    """The relations that readers may ask."""
    rows = connection.execute(
        "SELECT format('%%I.%%I', relnamespace::regnamespace, relname) AS name FROM pg_class"
        " WHERE relnamespace::regnamespace::text = ANY (%s) AND relkind IN ('r', 'v', 'm', 'p', 'f')"
        " AND has_table_privilege('oxgraph_reader', oid, 'SELECT') ORDER BY 1",
        (SCHEMAS,),
    )
    return [row["name"] for row in rows]


def run(connection: Connection, text: str, *values: Any) -> list[dict[str, Any]]:
    """A statement that a test has put together."""
    cursor = connection.execute(text, values or None)
    return [] if cursor.description is None else cursor.fetchall()


def attempt(connection: Connection, text: str) -> str:
    """All that comes of a statement, as text: its rows, or what its error says."""
    try:
        return repr(run(connection, text))
    except psycopg.Error as error:
        said = error.diag  # without the excerpt of the statement, which quotes what the asker wrote
        parts = (said.message_primary, said.message_detail, said.message_hint, said.context)
        return " ".join(part for part in parts if part)


def _value(side: Side, kind: str, name: str) -> Any:
    by_type = {
        "text": f"{side.marker} {name}",
        "bigint": side.number,
        "double precision": float(side.number),
        "boolean": False,
        "timestamp with time zone": PAST,
        "date": "2026-01-05",
        "jsonb": {"baseline_sequences": 50, "name": side.marker},
    }
    known = {"valid_to": FAR, "status": "active", "kind": "sequences", "outcome": "failure", "better": "lower"}
    if name in known:
        return known[name]
    if kind.endswith("[]"):
        return [_value(side, kind[:-2], name)]
    return str(uuid.uuid4()) if kind == "uuid" else by_type[kind]


def _ids(side: Side, kind: str) -> list[str]:
    return [stable_id(side.workspace_id, kind, [str(copy)]) for copy in range(COPIES)]


def _document(connection: Connection, side: Side, table: str) -> dict[str, Any]:
    document = {name: _value(side, kind, name) for name, kind in columns(connection, table).items()}
    document["injected_pattern_ids"] = _ids(side, "pattern")
    document["action_ids"] = _ids(side, "action")
    document["metric_id"] = _ids(side, "metric")[0]
    document["aggregation"] = "average"
    document["window_days"] = 400_000
    document["action_types"] = document["node_types"] = []
    document["condition_outcome"] = document["condition_action_count_below"] = document["deleted_at"] = None
    return document


def changes(connection: Connection, side: Side, rev: int) -> list[tuple[Any, ...]]:
    """A page with a few rows of every table."""
    page: list[tuple[Any, ...]] = []
    for table in connection.execute(statement("tables")).fetchall():
        document = _document(connection, side, f"{table['schema_name']}.{table['table_name']}")
        of_rows = [side.workspace_id] if table["kind"] == "workspace" else _ids(side, table["kind"])
        for copy, of_row in enumerate(of_rows):
            rev += 1
            if "context" in document and copy:  # Views of situations, of how runs end, and of neither have rows, each.
                document["context"] = f"outcome={side.marker}" if copy == 1 else None
            side.ids.append(of_row)
            page.append((rev, side.workspace_id, of_row, table["kind"], False, json.dumps(document)))
    return page


def apply(connection: Connection, page: list[tuple[Any, ...]], schema_name: str | None = None) -> dict[str, Any]:
    """Writes a page as the copier does; what was written and removed."""
    with connection.transaction():
        connection.execute(statement("as_writer"))
        connection.execute(statement("apply_incoming"))
        with connection.cursor() as cursor, cursor.copy(statement("apply_copy")) as copy:
            for row in page:
                copy.write_row(row)
        found = connection.execute(statement("apply_page"), {"schema": schema_name}).fetchone()
        connection.execute(statement("as_login"))
    assert found is not None
    return dict(found)


def fresh_database(postgres: Postgres) -> str:
    """The superuser's DSN of a new database; `drop_database` takes it away."""
    name = f"test_{uuid.uuid4().hex}"
    with psycopg.connect(postgres.dsn, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return postgres.dsn.rpartition("/")[0] + f"/{name}"


def drop_database(postgres: Postgres, dsn: str) -> None:
    name = sql.Identifier(dsn.rpartition("/")[2])
    with psycopg.connect(postgres.dsn, autocommit=True, row_factory=dict_row) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))


@pytest.fixture(scope="module")
def world(postgres: Postgres) -> Iterator[World]:
    """The mirror with both sides in it; nothing in a module may change it for good."""
    dsn = fresh_database(postgres)
    try:
        with connect(dsn) as admin:
            schema.init(admin)
            ours, theirs = Side("ours", 71_000_001), Side("theirs", 82_000_002)
            for side, rev in ((ours, 1_000), (theirs, 2_000)):
                apply(admin, changes(admin, side, rev))
            reader, other = (readers.create(admin, side.workspace_id) for side in (ours, theirs))
            # Attacks by temporary tables and views are tried too, as in a database where init may not forbid them.
            database = sql.Identifier(admin.info.dbname)
            admin.execute(sql.SQL("GRANT TEMP ON DATABASE {} TO oxgraph_reader").format(database))
            admin.execute("ANALYZE")
            yield World(dsn, admin, ours, theirs, reader, other)
            for role in (reader.role, other.role):
                readers.drop(admin, role)
    finally:
        drop_database(postgres, dsn)
