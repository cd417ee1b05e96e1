"""What a reader's login cannot do to others: stop copiers and migrations, or fill the server's disk."""

import logging
from collections.abc import Iterator

import psycopg
import pytest

from oxgraph import Memory
from oxgraph.errors import MirrorBusy
from oxgraph.mirror import Mirror, copier, readers, schema
from oxgraph.mirror.connection import Connection, connect
from oxgraph.mirror.copier import copier_lock
from tests.mirror.reader_worlds import run

pytestmark = pytest.mark.deep

ADVISORY = ("hashtextextended('oxgraph mirror', 0)", "6085495048964952037")
"""The keys of the advisory locks of earlier versions."""

FILLING = (
    "CREATE TEMP TABLE filler AS SELECT repeat('x', 1000)",
    "SELECT lo_create(0)",
    "SELECT lo_creat(-1)",
    "SELECT lo_from_bytea(0, 'x')",
    "CREATE TABLE public.filler (x text)",
)


@pytest.fixture
def admin(mirror: Mirror) -> Iterator[Connection]:
    with connect(mirror.dsn) as connection:
        yield connection


@pytest.fixture
def reader(mirror: Mirror, full: Memory) -> Iterator[Connection]:
    """A session of a reader, without the defaults that a reader may change."""
    made = mirror.reader(full.workspace_id)
    with connect(made.dsn) as connection:
        run(connection, "SET default_transaction_read_only = off")
        yield connection
    mirror.drop_reader(made.role)


def refused(connection: Connection, statement: str) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute(statement)


def test_a_reader_stops_neither_copier_nor_erasure_nor_migration(
    mirror: Mirror, reader: Connection, admin: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copier, "LOCK_WAIT_SECONDS", 0.2)
    run(admin, "SET lock_timeout = '2s'")
    for key in ADVISORY:
        reader.execute(f"SELECT pg_advisory_lock({key})")
    for table in ("app.copier", "app.mirror", "app.mirror_checksums", "app.witnesses"):
        for mode in ("ACCESS SHARE", "ROW SHARE", "EXCLUSIVE"):
            refused(reader, f"BEGIN; LOCK TABLE {table} IN {mode} MODE")
            reader.execute("ROLLBACK")
    mirror.run_once()
    mirror.check()
    mirror.ready()
    assert schema.init(admin) == []


def test_a_reader_fills_no_disk(reader: Connection) -> None:
    for statement in FILLING:
        refused(reader, statement)
    refused(reader, "SET temp_file_limit = -1")
    assert run(reader, "SHOW temp_file_limit") == [{"temp_file_limit": "1GB"}]


def test_readers_of_earlier_versions_get_the_limits(mirror: Mirror, reader: Connection, admin: Connection) -> None:
    [database] = run(admin, "SELECT quote_ident(current_database()) AS name")
    run(admin, f"GRANT TEMP ON DATABASE {database['name']} TO PUBLIC")
    run(admin, "GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC")
    run(admin, f'ALTER ROLE "{reader.info.user}" RESET temp_file_limit')
    schema.init(admin)
    for statement in FILLING:
        refused(reader, statement)
    [settings] = run(admin, "SELECT setconfig FROM pg_db_role_setting WHERE setrole = %s::regrole", reader.info.user)
    assert "temp_file_limit=1GB" in settings["setconfig"]


def test_a_database_of_others_keeps_its_rights(mirror_dsn: str, caplog: pytest.LogCaptureFixture) -> None:
    with connect(mirror_dsn) as admin:
        run(admin, "CREATE TABLE public.theirs (id integer)")
        schema.init(admin)
        [may] = run(admin, "SELECT has_database_privilege('oxgraph_reader', current_database(), 'TEMP') AS temp")
        assert may["temp"]
        caplog.set_level(logging.WARNING)
        readers._warn(admin)
        assert "temporary tables and large objects" in caplog.text


def test_a_copier_that_loses_its_lock_holds_no_other_up(mirror: Mirror, admin: Connection) -> None:
    lock = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'oxgraph mirror lock'"
    with mirror._copier() as first, copier_lock(first.connection):
        run(admin, f"{lock} AND datname = current_database()")
        with mirror._copier() as second, copier_lock(second.connection):
            second.copy()


def test_the_lock_holds_no_vacuum_back(mirror: Mirror, admin: Connection) -> None:
    with mirror._copier() as found, copier_lock(found.connection):
        [held] = run(
            admin,
            "SELECT backend_xid, backend_xmin FROM pg_stat_activity WHERE application_name = 'oxgraph mirror lock'"
            " AND datname = current_database()",
        )
    assert held == {"backend_xid": None, "backend_xmin": None}


def test_two_copiers_exclude_each_other(mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copier, "LOCK_WAIT_SECONDS", 0.2)
    with (
        mirror._copier() as first,
        copier_lock(first.connection),
        mirror._copier() as second,
        pytest.raises(MirrorBusy),
        copier_lock(second.connection),
    ):
        pass
