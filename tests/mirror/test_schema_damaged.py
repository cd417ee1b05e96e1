"""What was dropped by hand is made anew by init, without rows; the copier fills it and readers keep their logins."""

import threading

import pytest
from psycopg.conninfo import make_conninfo

from oxgraph import Memory
from oxgraph.errors import MirrorDenied, MirrorFailed, MirrorOutdated
from oxgraph.graph import Graph
from oxgraph.mirror import Mirror, schema, sql
from oxgraph.mirror.connection import connect
from tests.mirror.reader_worlds import relations, run
from tests.mirror.test_schema import catalog

ALL = [path.stem for path in sql.migrations()]
COUNT = "SELECT count(*) AS rows FROM agent_memory.agent_actions"


@pytest.mark.parametrize(
    "taken",
    [
        "DROP SCHEMA agent_memory CASCADE",
        "DROP SCHEMA app CASCADE",
        "DROP TABLE agent_memory.memories CASCADE",
        "DROP TABLE app.copier",
        "DROP FUNCTION agent_memory.metric",
        "DROP TABLE app.workspaces CASCADE",
        "DROP OWNED BY oxgraph_writer",
        "DROP OWNED BY oxgraph_reader",
        "ALTER TABLE agent_memory.memories DISABLE ROW LEVEL SECURITY",
        "ALTER TABLE agent_memory.memories NO FORCE ROW LEVEL SECURITY",
        "ALTER TABLE agent_memory.memories RENAME COLUMN category TO kind",
        "ALTER TABLE agent_memory.agent_actions DROP CONSTRAINT agent_actions_pkey",
    ],
)
def test_what_was_taken_away_is_made_anew_and_filled(mirror: Mirror, full: Memory, graph: Graph, taken: str) -> None:
    mirror.run_once()
    with connect(mirror.dsn) as admin:
        before = catalog(admin)
        run(admin, taken)
        assert mirror.init() == ALL
        assert catalog(admin) == before
        assert mirror.init() == []
        mirror.run_once()
        assert run(admin, COUNT)[0]["rows"] > 0
    assert mirror.check().ok


VIEWS = ("current_memories", "benchmark_trend", "situational_patterns", "outcome_patterns", "warnings_and_their_effect")


@pytest.mark.parametrize("partitions", [None, 2])
def test_views_that_were_dropped_are_made_again_beside_the_rows(
    mirror: Mirror, full: Memory, partitions: int | None
) -> None:
    """All tables had been emptied for it. They are those of several migrations, which replaced some."""
    mirror.init(partitions)
    mirror.run_once()
    with connect(mirror.dsn) as admin:
        before, rows = catalog(admin), run(admin, COUNT)
        for view in VIEWS:
            run(admin, f"DROP VIEW agent_memory.{view}")
        assert set(mirror.init()) == {f"agent_memory.{view}" for view in VIEWS}
        assert catalog(admin) == before
        assert run(admin, COUNT) == rows
        assert mirror.init() == []


TAKEN = (
    "TABLE agent_memory.memories",
    "VIEW agent_memory.freshness",
    "FUNCTION app.current_workspace",
    "TABLE app.readers",
)


@pytest.mark.parametrize("partitions", [None, 2])
@pytest.mark.parametrize("taken", TAKEN)
def test_what_another_role_was_made_the_owner_of_is_the_mirrors_again(
    mirror: Mirror, full: Memory, taken: str, partitions: int | None
) -> None:
    """Row-level security could be switched off by that role, and `check` had called it well."""
    mirror.init(partitions)
    mirror.run_once()
    with connect(mirror.dsn) as admin:
        before, rows = catalog(admin), run(admin, COUNT)
        run(admin, f"ALTER {taken} OWNER TO CURRENT_USER")
        with pytest.raises(MirrorOutdated, match=f"taken away the owner of {taken.split()[1]}.*oxgraph mirror init"):
            mirror.check()
        assert mirror.init() == []
        assert catalog(admin) == before
        assert run(admin, COUNT) == rows
    assert mirror.check().ok


@pytest.mark.parametrize(
    ("taken", "named"),
    [
        ("ALTER TABLE agent_memory.memories DISABLE ROW LEVEL SECURITY", "the row-level security of agent_memory.mem"),
        ("ALTER TABLE agent_memory.memories RENAME COLUMN category TO kind", "the column category of agent_memory.mem"),
        ("ALTER TABLE agent_memory.memories DROP CONSTRAINT memories_pkey", "the primary key of agent_memory.memories"),
    ],
)
def test_what_would_show_or_lose_rows_is_named(mirror: Mirror, taken: str, named: str) -> None:
    mirror.run_once()
    with connect(mirror.dsn) as admin:
        run(admin, "ALTER TABLE agent_memory.memories ADD COLUMN note text")
        mirror.run_once()
        run(admin, taken)
    for call in (mirror.run_once, mirror.check, mirror.status):
        with pytest.raises(MirrorOutdated, match=f"taken away {named}.*oxgraph mirror init"):
            call()


@pytest.mark.parametrize(
    "setting",
    [
        "statement_timeout = 200",
        "idle_in_transaction_session_timeout = 1",
        "row_security = off",
        "datestyle = 'SQL, DMY'",
    ],
)
def test_what_a_database_sets_for_its_programs_does_not_stop_it(mirror: Mirror, full: Memory, setting: str) -> None:
    with connect(mirror.dsn) as admin:
        body = "'BEGIN PERFORM pg_sleep(0.3); RETURN NULL; END'"
        run(admin, f"CREATE FUNCTION public.slow() RETURNS trigger LANGUAGE plpgsql AS {body}")
        run(admin, "CREATE TRIGGER slow AFTER INSERT ON agent_memory.memories EXECUTE FUNCTION public.slow()")
        run(admin, f"ALTER DATABASE {mirror.dsn.rpartition('/')[2]} SET {setting}")
    mirror.run_once()
    assert mirror.check().ok
    mirror.rebuild()
    assert mirror.status().last_error is None
    assert mirror.init() == []
    mirror.drop_reader(mirror.reader(full.workspace_id).role)


def test_tables_that_were_restored_without_their_owners_are_told_apart(mirror: Mirror) -> None:
    with connect(mirror.dsn) as admin:
        run(admin, "ALTER TABLE app.mirror_checksums OWNER TO CURRENT_USER")
        run(admin, "REVOKE ALL ON app.mirror_checksums FROM oxgraph_owner")
    with pytest.raises(MirrorDenied, match="--no-owner"):
        mirror.init()


def test_a_standby_is_told_apart(mirror: Mirror) -> None:
    with connect(mirror.dsn) as admin:
        run(admin, f"ALTER DATABASE {mirror.dsn.rpartition('/')[2]} SET default_transaction_read_only = on")
    with pytest.raises(MirrorFailed, match=r"takes no writes.*target_session_attrs"):
        mirror.run_once()
    assert "target_session_attrs" in mirror.status().unavailable[0]


def test_a_readers_login_reads_its_workspace_again(mirror: Mirror, full: Memory) -> None:
    mirror.run_once()
    reader = mirror.reader(full.workspace_id)
    with connect(reader.dsn) as asker:
        before = run(asker, COUNT)
    listed = mirror.readers()
    with connect(mirror.dsn) as admin:
        run(admin, "DROP SCHEMA agent_memory CASCADE")
    mirror.init()
    mirror.run_once()
    assert mirror.readers() == listed
    with connect(reader.dsn) as asker:
        assert run(asker, COUNT) == before
    mirror.drop_reader(reader.role)


def test_partitions_can_be_asked_for_at_once(mirror: Mirror) -> None:
    with connect(mirror.dsn) as admin:
        run(admin, "DROP TABLE agent_memory.transitions CASCADE")
        assert mirror.init(partitions=2) == ALL
        assert "agent_memory.transitions" in relations(admin, "p")


def test_a_view_of_somebody_else_stays_and_is_named(mirror: Mirror) -> None:
    with connect(mirror.dsn) as admin:
        run(admin, "CREATE VIEW public.ours AS SELECT id FROM agent_memory.agent_actions")
        run(admin, "DROP TABLE agent_memory.transitions CASCADE")
        with pytest.raises(MirrorDenied, match=r"view ours depends on.*make those anew afterwards"):
            mirror.init()
        run(admin, "DROP VIEW public.ours")
        assert schema.init(admin) == ALL


def test_a_copier_without_its_rights_is_told_what_gives_them(mirror: Mirror) -> None:
    with connect(mirror.dsn) as admin:
        run(admin, "DROP OWNED BY oxgraph_writer")
    with pytest.raises(MirrorDenied, match=r"permission denied.*`oxgraph mirror init` gives that role"):
        mirror.status()
    mirror.init()
    assert mirror.status().version == ALL[-1]


def test_a_copier_whose_login_is_gone_ends_and_is_told_what_makes_it(mirror: Mirror, graph: Graph) -> None:
    gone = Mirror(make_conninfo(mirror.dsn, user="dropped", password="of no one"), graph)
    told = "login dropped of the mirror.*no such login.*`oxgraph up --mirror` makes the login"
    with pytest.raises(MirrorDenied, match=told):
        gone.status()
    with pytest.raises(MirrorDenied, match=told):
        gone.run(threading.Event())
