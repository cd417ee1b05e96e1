"""The tables: made once whatever happens, told of, and nothing else touched."""

import re
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from oxgraph.errors import MigrationChanged, MirrorDenied, MirrorFailed, MirrorOutdated, SchemaNewer
from oxgraph.mirror import schema, sql
from oxgraph.mirror.connection import Connection, connect
from tests.mirror.reader_worlds import SCHEMAS, relations, run

CATALOG = """
SELECT 'column', c.oid::regclass::text, a.attname, format_type(a.atttypid, a.atttypmod) || a.attnotnull
       || coalesce(col_description(c.oid, a.attnum), '') || a.attcollation
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
WHERE c.relnamespace::regnamespace::text = ANY (%(schemas)s) AND c.relkind IN ('r', 'v')
UNION ALL SELECT 'relation', oid::regclass::text, relkind::text,
  coalesce(reloptions::text, '') || coalesce(relacl::text, '') || relrowsecurity || coalesce(pg_get_viewdef(oid), '')
FROM pg_class WHERE relnamespace::regnamespace::text = ANY (%(schemas)s) AND relkind IN ('r', 'v')
UNION ALL SELECT 'index', indexrelid::regclass::text, '', pg_get_indexdef(indexrelid)
FROM pg_index JOIN pg_class c ON c.oid = indrelid WHERE relnamespace::regnamespace::text = ANY (%(schemas)s)
UNION ALL SELECT 'policy', schemaname || '.' || tablename, policyname, coalesce(qual, '') || roles::text
FROM pg_policies WHERE schemaname = ANY (%(schemas)s)
UNION ALL SELECT 'function', oid::regprocedure::text, '', pg_get_functiondef(oid) || coalesce(proacl::text, '')
FROM pg_proc WHERE pronamespace::regnamespace::text = ANY (%(schemas)s)
UNION ALL SELECT 'schema', nspname, '', coalesce(nspacl::text, '') || coalesce(obj_description(oid, 'pg_namespace'), '')
FROM pg_namespace WHERE nspname = ANY (%(schemas)s)
UNION ALL SELECT 'migration', name, '', checksum FROM app.mirror_checksums
ORDER BY 1, 2, 3
"""


def catalog(connection: Connection) -> str:
    rows = connection.execute(CATALOG, {"schemas": SCHEMAS}).fetchall()
    return "\n".join(re.sub(r"(pg_temp|pg_toast_temp)_\d+", "", str(tuple(row.values()))) for row in rows)


@pytest.fixture
def admin(mirror_dsn: str) -> Iterator[Connection]:
    with connect(mirror_dsn) as connection:
        yield connection


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the SQL files that a test may change."""
    shutil.copytree(sql.root(), tmp_path / "sql")
    monkeypatch.setattr(sql, "root", lambda: tmp_path / "sql")
    return tmp_path / "sql" / "migrations"


def test_init_twice_is_init_once(admin: Connection) -> None:
    assert schema.init(admin) == [path.stem for path in sql.migrations()]
    before = catalog(admin)
    assert schema.init(admin) == []
    assert catalog(admin) == before
    schema.require_current(admin)


def test_migrations_one_by_one_are_the_same_schema(admin: Connection, folder: Path) -> None:
    files = sorted(folder.glob("*.sql"))
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    for path in files[1:]:
        path.unlink()
    for path in files:
        path.write_text(texts[path], encoding="utf-8")
        assert schema.init(admin) == [path.stem]
    one_by_one = catalog(admin)
    for name in SCHEMAS:
        run(admin, f"DROP SCHEMA {name} CASCADE")
    schema.init(admin)
    assert catalog(admin) == one_by_one


def test_many_at_once_make_one_schema(admin: Connection, mirror_dsn: str) -> None:
    done: list[list[str]] = []

    def begin() -> None:
        with connect(mirror_dsn) as connection:
            done.append(schema.init(connection))

    threads = [threading.Thread(target=begin) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [[], [], [], [path.stem for path in sql.migrations()]]


def test_one_that_is_killed_leaves_nothing_and_the_next_ends_it(
    admin: Connection, mirror_dsn: str, folder: Path
) -> None:
    """Cut off in its last migration, as by kill -9 of either side."""
    last = sorted(folder.glob("*.sql"))[-1]
    whole = last.read_text(encoding="utf-8")
    last.write_text(whole + "\nDO $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); END $$;", encoding="utf-8")
    with connect(mirror_dsn) as connection, pytest.raises(Exception, match="terminat"):
        schema.init(connection)
    assert relations(admin, "rv") == []
    with pytest.raises(MirrorOutdated):
        schema.require_current(admin)
    last.write_text(whole, encoding="utf-8")
    schema.init(admin)
    schema.require_current(admin)


def test_a_released_file_that_changed_is_refused(admin: Connection, folder: Path) -> None:
    schema.init(admin)
    first = sorted(folder.glob("*.sql"))[0]
    first.write_text(first.read_text(encoding="utf-8") + "-- more", encoding="utf-8")
    for refused in (schema.init, schema.require_current):
        with pytest.raises(MigrationChanged, match=first.stem):
            refused(admin)


def test_a_new_migration_is_asked_for(admin: Connection, folder: Path) -> None:
    schema.init(admin)
    (folder / "9999_more.sql").write_text("CREATE VIEW app.more AS SELECT 1 AS one;", encoding="utf-8")
    with pytest.raises(MirrorOutdated, match="9999_more"):
        schema.require_current(admin)
    assert schema.init(admin) == ["9999_more"]


def test_a_former_version_is_refused_and_changes_nothing(admin: Connection, folder: Path) -> None:
    more = folder / "9999_more.sql"
    more.write_text("DROP VIEW agent_memory.success_by_week;", encoding="utf-8")
    schema.init(admin)
    more.unlink()
    before = catalog(admin)
    for refused in (schema.init, schema.require_current):
        with pytest.raises(SchemaNewer, match=f"The mirror is at 9999_more, .* knows no more than {schema.version()}"):
            refused(admin)
    assert catalog(admin) == before


def test_migrations_are_named_in_order() -> None:
    names = [path.stem for path in sql.migrations()]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
    assert all(re.fullmatch(r"\d{4}_[a-z_]+", name) for name in names)


def test_everything_is_told_of(admin: Connection) -> None:
    """Every schema, table, view, column and function has a comment."""
    schema.init(admin)
    silent = run(
        admin,
        "SELECT nspname AS name FROM pg_namespace"
        " WHERE nspname = ANY (%s) AND obj_description(oid, 'pg_namespace') IS NULL"
        " UNION ALL SELECT oid::regclass::text FROM pg_class WHERE relnamespace::regnamespace::text = ANY (%s)"
        " AND relkind IN ('r', 'v') AND obj_description(oid, 'pg_class') IS NULL"
        " UNION ALL SELECT c.oid::regclass::text || '.' || attname FROM pg_class c JOIN pg_attribute a"
        " ON attrelid = c.oid AND attnum > 0 AND NOT attisdropped WHERE relnamespace::regnamespace::text = ANY (%s)"
        " AND relkind IN ('r', 'v') AND col_description(c.oid, attnum) IS NULL"
        " UNION ALL SELECT oid::regprocedure::text FROM pg_proc"
        " WHERE pronamespace::regnamespace::text = ANY (%s) AND obj_description(oid, 'pg_proc') IS NULL",
        SCHEMAS,
        SCHEMAS,
        SCHEMAS,
        SCHEMAS,
    )
    assert silent == []


def test_what_else_is_in_the_database_stays_as_it_is(admin: Connection) -> None:
    run(admin, "CREATE SCHEMA app; CREATE TABLE app.orders (id int); CREATE TABLE public.yoyo_lock (id int)")
    run(admin, "CREATE TABLE app._yoyo_migration (id int); GRANT SELECT ON app.orders TO PUBLIC")
    asked = (
        "SELECT oid, relname, relowner, relacl::text, relrowsecurity FROM pg_class"
        " WHERE relname IN ('orders', 'yoyo_lock', '_yoyo_migration') ORDER BY 1"
    )
    before = run(admin, asked), run(admin, "SELECT nspowner FROM pg_namespace WHERE nspname = 'app'")
    schema.init(admin)
    assert (run(admin, asked), run(admin, "SELECT nspowner FROM pg_namespace WHERE nspname = 'app'")) == before
    foreign = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace"
    assert run(admin, foreign) == [{"relname": "yoyo_lock"}]


def test_a_table_of_somebody_else_is_not_taken_over(admin: Connection) -> None:
    run(admin, "CREATE SCHEMA app; CREATE TABLE app.workspaces (id int)")
    with pytest.raises(MirrorDenied, match=r"already exists.*not the mirror's"):
        schema.init(admin)
    assert relations(admin, "rv") == ["app.workspaces"]


@pytest.fixture
def plain(admin: Connection) -> Iterator[Connection]:
    """A login without rights of its own."""
    run(admin, "CREATE ROLE test_plain LOGIN PASSWORD 'plain'")
    info = admin.info
    with connect(f"postgresql://test_plain:plain@{info.host}:{info.port}/{info.dbname}") as connection:
        yield connection
    run(admin, "REASSIGN OWNED BY test_plain TO CURRENT_USER")
    run(admin, "DROP OWNED BY test_plain")
    run(admin, "DROP ROLE test_plain")


def test_a_login_that_may_not_is_told_what_to_grant(admin: Connection, plain: Connection) -> None:
    with pytest.raises(MirrorDenied) as raised:
        schema.init(plain)
    assert re.search(r'CREATEROLE|GRANT oxgraph_owner, oxgraph_writer TO "test_plain"', str(raised.value))
    schema.init(admin)
    for name in SCHEMAS:
        run(admin, f"DROP SCHEMA {name} CASCADE")
    run(admin, "GRANT oxgraph_owner, oxgraph_writer TO test_plain")
    with pytest.raises(MirrorDenied, match=r'GRANT CREATE ON DATABASE .* TO "test_plain"'):
        schema.init(plain)
    run(admin, f'GRANT CREATE ON DATABASE "{admin.info.dbname}" TO test_plain')
    assert schema.init(plain) == [path.stem for path in sql.migrations()]


def test_a_role_that_can_do_more_is_refused(admin: Connection) -> None:
    schema.init(admin)
    with admin.transaction(force_rollback=True):
        run(admin, "ALTER ROLE oxgraph_reader BYPASSRLS")
        with pytest.raises(MirrorDenied, match="oxgraph_reader"):
            schema.init(admin)


def test_a_database_that_cannot_hold_every_text_is_refused(admin: Connection, mirror_dsn: str) -> None:
    run(admin, "CREATE DATABASE test_latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
    try:
        latin = mirror_dsn.rpartition("/")[0] + "/test_latin"
        with connect(latin) as connection, pytest.raises(MirrorFailed, match="LATIN1"):
            schema.init(connection)
    finally:
        run(admin, "DROP DATABASE test_latin WITH (FORCE)")
