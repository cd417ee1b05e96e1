"""What a reader sees while its workspace is deleted, after it is purged, and when it is made anew."""

from collections.abc import Iterator

import pytest

from oxgraph.errors import MirrorDenied, NotFound, WorkspaceNotFound
from oxgraph.local.postgres import Postgres
from oxgraph.mirror import readers, schema
from oxgraph.mirror.connection import Connection, connect
from tests.mirror.reader_worlds import Side, apply, changes, drop_database, fresh_database, run

FIRST = "SELECT * FROM agent_memory.memories"


@pytest.fixture
def admin(postgres: Postgres) -> Iterator[Connection]:
    dsn = fresh_database(postgres)
    with connect(dsn) as connection:
        schema.init(connection)
        yield connection
    drop_database(postgres, dsn)


@pytest.fixture
def side(admin: Connection) -> Side:
    made = Side("life", 93_000_003)
    apply(admin, changes(admin, made, 1_000))
    return made


def test_a_deleted_workspace_shows_nothing_until_it_is_restored(admin: Connection, side: Side) -> None:
    made = readers.create(admin, side.workspace_id)
    with connect(made.dsn) as session:
        assert run(session, FIRST) != []
        for deleted_at, rev in (('"2026-02-01T00:00:00Z"', 5_000), ("null", 5_001)):
            document = f'{{"name": "life", "deleted_at": {deleted_at}}}'
            apply(admin, [(rev, side.workspace_id, side.workspace_id, "workspace", False, document)])
            assert (run(session, FIRST) == []) == (deleted_at != "null")
    readers.drop(admin, made.role)


def test_a_purged_workspace_takes_its_readers_with_it(admin: Connection, side: Side) -> None:
    """Also one of the same name, which has the same id, is not theirs."""
    made = readers.create(admin, side.workspace_id)
    with connect(made.dsn) as session:
        apply(admin, [(6_000, "system", side.workspace_id, "workspace", True, None)])
        assert run(admin, "SELECT count(*) AS n FROM app.readers") == [{"n": 0}]
        apply(admin, changes(admin, side, 7_000))
        assert run(session, FIRST) == []
        assert run(session, "SELECT app.current_workspace() AS w") == [{"w": None}]
    readers.drop(admin, made.role)


def test_a_reader_whose_workspace_is_not_there_sees_nothing(admin: Connection, side: Side) -> None:
    made = readers.create(admin, side.workspace_id)
    run(admin, "DELETE FROM app.workspaces")
    with connect(made.dsn) as session:
        assert run(session, FIRST) == []
    readers.drop(admin, made.role)


def test_a_reader_is_made_of_chance_and_its_password_is_kept_nowhere(admin: Connection, side: Side) -> None:
    one, two = (readers.create(admin, side.workspace_id) for _ in range(2))
    assert one.role != two.role and one.password != two.password and len(one.password) >= 32
    [row] = run(admin, "SELECT rolpassword FROM pg_authid WHERE rolname = %s", one.role)
    assert row["rolpassword"].startswith("SCRAM-SHA-256$") and one.password not in row["rolpassword"]
    with connect(one.dsn) as session:
        assert run(session, "SHOW statement_timeout") == [{"statement_timeout": "1min"}]
        assert run(session, "SHOW transaction_read_only") == [{"transaction_read_only": "on"}]
        assert len(run(session, "SELECT * FROM memories")) == 3
    with pytest.raises(MirrorDenied) as raised:
        connect(one.dsn.replace(one.password, "mistaken"))
    assert one.password not in str(raised.value) and "mistaken" not in str(raised.value)
    for made in (one, two):
        readers.drop(admin, made.role)
    with pytest.raises(NotFound):
        readers.drop(admin, one.role)


def test_dropping_ends_open_sessions(admin: Connection, side: Side) -> None:
    made = readers.create(admin, side.workspace_id)
    with connect(made.dsn) as session:
        run(session, "SET default_transaction_read_only = off")
        readers.drop(admin, made.role)
        with pytest.raises(Exception, match=r"terminat|closed|lost"):
            run(session, FIRST)


@pytest.mark.parametrize("role", ["postgres", "oxgraph_writer", "pg_monitor", "nobody", "oxgraph_reader"])
def test_only_readers_are_dropped(admin: Connection, role: str) -> None:
    with pytest.raises(NotFound):
        readers.drop(admin, role)


def test_there_is_no_reader_of_what_is_not_there(admin: Connection, side: Side) -> None:
    with pytest.raises(WorkspaceNotFound):
        readers.create(admin, "00000000-0000-5000-8000-000000000000")
    document = '{"name": "life", "deleted_at": "2026-02-01T00:00:00Z"}'
    apply(admin, [(5_000, side.workspace_id, side.workspace_id, "workspace", False, document)])
    with pytest.raises(WorkspaceNotFound):
        readers.create(admin, side.workspace_id)
    assert run(admin, "SELECT current_user = session_user AS back") == [{"back": True}]
