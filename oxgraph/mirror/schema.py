"""Brings the mirror's tables up to date from sql/migrations, by yoyo.

All of `init` is one transaction under one lock: two processes that start at once, or one that is killed, end with
the same schema. yoyo knows migrations by name; a table of checksums lets `init` refuse a released file that was edited.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, LiteralString

import psycopg
from psycopg.rows import tuple_row
from psycopg.sql import SQL, Composed, Identifier
from yoyo import internalmigrations, read_migrations
from yoyo.backends.core.postgresql import PostgresqlPsycopgBackend

from oxgraph import tables
from oxgraph.errors import MigrationChanged, MirrorDenied, MirrorFailed, MirrorOutdated
from oxgraph.migrations import require_known
from oxgraph.mirror import sql
from oxgraph.mirror.connection import Row, Rows, errors, server_of

MIGRATION_TABLE = "mirror_migrations"
NOT_OWNED = (
    "The tables there do not belong to oxgraph_owner, as after `pg_restore --no-owner`: restore them with owners, "
    "or name an empty database, which the copier fills"
)
MAKES = re.compile(r"^CREATE (TABLE|VIEW|FUNCTION) ([\w.]+)", re.MULTILINE)
ATTEMPTS = 3
SHOWN = 3
"""Maximum number of lost parts that an error names."""
CONCURRENT_CREATION = (
    psycopg.errors.InternalError_,
    psycopg.errors.UniqueViolation,
    psycopg.errors.DuplicateObject,
    psycopg.errors.DuplicateSchema,
)
"""Errors of two processes that create roles, schemas or the first table at once; a retry finds them."""
BASE = {
    "init_roles": 'An admin of the cluster runs: ALTER ROLE "{login}" CREATEROLE',
    "init_membership": 'A superuser runs: GRANT oxgraph_owner, oxgraph_writer TO "{login}"',
    "init_schemas": 'The owner of the database runs: GRANT CREATE ON DATABASE "{database}" TO "{login}"',
}
"""Statements run before the migrations with the login's rights, and the advice for a login that lacks them."""


class _Backend(PostgresqlPsycopgBackend):  # type: ignore[misc]
    """yoyo on a connection of ours and in a transaction that we began, so that a migration and its note are one.

    Its tables have names of ours, as the schema `app` may hold somebody's own yoyo.
    """

    log_table = "mirror_migrations_log"
    version_table = "mirror_migrations_tool"

    def __init__(self, connection: Rows) -> None:
        self.uri = None
        self.DatabaseError = psycopg.DatabaseError
        self._connection = connection
        self.migration_table = MIGRATION_TABLE
        self.has_transactional_ddl = True
        self._in_transaction = True
        connection.execute("SET LOCAL search_path = app")

    def copy(self) -> "_Backend":
        return self

    def __exit__(self, *_: object) -> None:
        """The connection is the caller's."""

    def cursor(self) -> Any:
        return self.connection.cursor(row_factory=tuple_row)

    def list_tables(self, **_: Any) -> list[str]:
        return [row[0] for row in self.execute(self.list_tables_sql, {"schema": "app"})]

    def ensure_internal_schema_updated(self) -> None:
        """Without yoyo's own lock: ours is held."""
        if internalmigrations.needs_upgrading(self):
            internalmigrations.upgrade(self)

    def get_log_data(self, migration: Any = None, operation: str = "apply") -> dict[str, Any]:
        """No names of people or machines."""
        return {**super().get_log_data(migration, operation), "username": None, "hostname": None}


def _checksum(name: str) -> str:
    return hashlib.sha256((sql.root() / "migrations" / f"{name}.sql").read_bytes()).hexdigest()


def _outstanding(applied: dict[str, str]) -> list[str]:
    """Names of what is not applied, in order. Raises MigrationChanged."""
    names = [path.stem for path in sql.migrations()]
    for name in names:
        if applied.get(name, _checksum(name)) != _checksum(name):
            raise MigrationChanged(version=name)
    return [name for name in names if name not in applied]


def _applied(connection: Rows) -> dict[str, str]:
    """Names and checksums of what is applied. Raises SchemaNewer where a later version has migrated the tables."""
    rows = connection.execute(sql.statement("applied_migrations"))
    applied = {row["name"]: row["checksum"] for row in rows}
    require_known("The mirror", applied, [path.stem for path in sql.migrations()])
    return applied


def version() -> str:
    """The newest migration that this version of oxgraph ships, such as '0005_metrics'."""
    return sql.migrations()[-1].stem


def _made(applied: dict[str, str]) -> dict[str, list[str]]:
    """The tables, views and functions that these migrations make; of all migrations where none is given."""
    files = [path for path in sql.migrations() if not applied or path.stem in applied]
    found = [pair for path in files for pair in MAKES.findall(path.read_text(encoding="utf-8"))]
    kinds = ("TABLE", "VIEW", "FUNCTION")
    return {f"{kind.lower()}s": [name for made, name in found if made == kind] for kind in kinds}


def require_current(connection: Rows) -> None:
    """Raises MirrorOutdated where the tables are not those of this version yet or lack a part, SchemaNewer where they
    are of a later one, MigrationChanged where a file changed."""
    with errors(connection):
        present = connection.execute(sql.statement("migrations_present")).fetchone()
        applied = _applied(connection) if present and present["present"] else {}
        if _outstanding(applied):
            raise MirrorOutdated(found=max(applied, default="nothing"), needed=version())
        if lost := _lost_parts(connection):
            found = f"{version()}, but somebody has taken away {', '.join(lost[:SHOWN])}"
            raise MirrorOutdated(found=found, needed="all of its parts")


def _lost_parts(connection: Rows) -> list[str]:
    """What was taken from tables of this version without which rows are lost, or shown to others."""
    columns = [
        {name: row[name] for name in ("kind", "property")} for row in tables.read("properties") if row["mirrored"]
    ]
    rows = connection.execute(sql.statement("lost_parts"), {"columns": json.dumps(columns)})
    others = _of_other_owners(connection, {})
    return [*(row["part"] for row in rows), *(f"the owner of {row['schema']}.{row['name']}" for row in others)]


def _of_other_owners(connection: Rows, applied: dict[str, str]) -> list[Row]:
    """The tables, views and functions of these migrations, or of all, that are another role's."""
    made = _made(applied)
    given = {"relations": made["tables"] + made["views"], "functions": made["functions"]}
    return connection.execute(sql.statement("other_owners"), given).fetchall()


def init(connection: Rows, partitions: int | None = None) -> list[str]:
    """Makes the roles, the schemas and the tables, or brings them up to date; the migrations applied.

    Touches nothing but the schemas agent_memory and app (of it, only tables of ours), and the roles
    oxgraph_owner, oxgraph_writer and oxgraph_reader; in a database of the mirror's own also the rights of all logins to
    make temporary tables and large objects, which are taken away. With `partitions` the tables are spread over so many.
    Views that were dropped are made again, and named in the result; what another role was made the owner of is again
    that of the mirror's owner. Where tables, columns, keys or functions of the mirror were dropped, row-level security,
    or its roles with their rights, all of it is made anew without rows, and the readers' logins keep their workspaces.
    All or nothing.
    Raises MirrorDenied with what the login needs, MigrationChanged, SchemaNewer, MirrorFailed.
    """
    _require_unicode(connection)
    with errors(connection):
        for _ in range(ATTEMPTS - 1):
            with suppress(*CONCURRENT_CREATION):
                return _init(connection, partitions)
        return _init(connection, partitions)


def _require_unicode(connection: Rows) -> None:
    with errors(connection):
        row = connection.execute(sql.statement("encoding")).fetchone()
    if row and row["encoding"] != "UTF8":
        reason = f"its encoding is {row['encoding']}; make a database with ENCODING 'UTF8'"
        raise MirrorFailed(server=server_of(connection), reason=reason)


def _init(connection: Rows, partitions: int | None) -> list[str]:
    with connection.transaction():
        _begin(connection)
        _own(connection)
        readers = _drop_damaged(connection)
        applied = [*_make_views(connection), *_migrate(connection, _outstanding(_applied(connection)))]
        for reader in readers:
            connection.execute(sql.statement("reader_restore"), reader)
        if partitions is not None:
            _partition(connection, partitions)
        connection.execute(sql.statement("as_login"))
        for name in ("init_restrict", "init_readers"):
            connection.execute(sql.statement(name))
        return applied


def _begin(connection: Rows) -> None:
    """Goes on as the owner of the tables, with the roles, the schemas and the lock of migrations."""
    for name, needs in BASE.items():
        _step(connection, sql.statement(name), needs)
    connection.execute(sql.statement("as_owner"))
    connection.execute(sql.statement("migrations_table"))
    _step(connection, sql.statement("init_lock"), NOT_OWNED)


def _own(connection: Rows) -> None:
    """Makes what the applied migrations made the owner's again, with the login's rights. Raises MirrorDenied."""
    applied = _applied(connection)
    others = _of_other_owners(connection, applied) if applied else []
    if not others:
        return
    connection.execute(sql.statement("as_login"))
    for row in others:
        text = sql.statement("own_function" if row["is_function"] else "own_relation")
        names = {name: Identifier(row[name]) for name in ("schema", "name")}
        command = SQL(text).format(**names)
        _step(connection, command, f"A superuser runs: {command.as_string(connection).splitlines()[-1]}")
    connection.execute(sql.statement("as_owner"))


def _make_views(connection: Rows) -> list[str]:
    """Makes the views that were dropped as the applied migrations made them; their names."""
    applied = _applied(connection)
    views = list(dict.fromkeys(_made(applied)["views"])) if applied else []
    missing = [row["name"] for row in connection.execute(sql.statement("missing_views"), {"views": views})]
    for view in missing:
        for text in sql.statements_about_view(view, applied):
            connection.execute(text)
        connection.execute(sql.statement("restrict_view"), {"view": view})
    return missing


def _drop_damaged(connection: Rows) -> list[Row]:
    """Takes away the remains of a mirror that lacks a part or rights, all of which come from the graph; its readers."""
    applied = _applied(connection)
    found = connection.execute(sql.statement("damaged"), _made(applied)).fetchone()
    if not (found and found["damaged"]) and (_outstanding(applied) or not _lost_parts(connection)):
        return []
    listed = connection.execute(sql.statement("readers_present")).fetchone()
    readers = connection.execute(sql.statement("readers_kept")).fetchall() if listed and listed["present"] else []
    with _without_dependants(connection):
        connection.execute(sql.statement("drop_remains"))
    connection.execute(sql.statement("as_login"))
    _begin(connection)
    return readers


def _partition(connection: Rows, partitions: int) -> None:
    with _without_dependants(connection):
        connection.execute(sql.statement("partition_tables"), {"partitions": partitions})


@contextmanager
def _without_dependants(connection: Rows) -> Iterator[None]:
    """Raises MirrorDenied, with their names, where objects of somebody else stand on the tables."""
    try:
        yield
    except psycopg.errors.DependentObjectsStillExist as error:
        reason = f"{error.diag.message_primary} ({error.diag.message_detail}); make those anew afterwards"
        raise MirrorDenied(login=connection.info.user, reason=reason) from error


def _step(connection: Rows, command: LiteralString | Composed, needs: str) -> None:
    try:
        connection.execute(command)
    except psycopg.errors.InsufficientPrivilege as error:
        info = connection.info
        reason = f"{error.diag.message_primary}. {needs.format(login=info.user, database=info.dbname)}"
        raise MirrorDenied(login=info.user, reason=reason) from error


def _migrate(connection: Rows, todo: list[str]) -> list[str]:
    backend = _Backend(connection)
    known = read_migrations(str(sql.root() / "migrations"))
    try:
        backend.apply_migrations(known.filter(lambda migration: migration.id in todo))
    except (psycopg.errors.DuplicateTable, psycopg.errors.DuplicateFunction) as error:
        reason = f"{error.diag.message_primary}, and it is not the mirror's; choose another database"
        raise MirrorDenied(login=connection.info.user, reason=reason) from error
    for name in todo:
        connection.execute(sql.statement("record_migration"), {"name": name, "checksum": _checksum(name)})
    return todo
