"""What was dropped by hand is made anew by init, without rows; the copier fills it and readers keep their logins."""

import threading

import pytest
from psycopg.conninfo import make_conninfo

from oxgraph import Memory
from oxgraph.errors import MirrorDenied
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
        "DROP VIEW agent_memory.current_memories",
        "DROP FUNCTION agent_memory.metric",
        "DROP TABLE app.workspaces CASCADE",
        "DROP OWNED BY oxgraph_writer",
        "DROP OWNED BY oxgraph_reader",
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
