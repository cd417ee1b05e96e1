"""A rebuild corrects the rows while readers use them; when it is killed, the rows stay as they were."""

import threading
from typing import Any

import psycopg
import pytest

from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.mirror import Mirror
from tests.mirror.copier_samples import differences
from tests.mirror.rows import counts

pytestmark = pytest.mark.deep

SECONDS = 60.0


def sql(dsn: str, text: str, *values: Any) -> list[Any]:
    with psycopg.connect(dsn, autocommit=True) as connection:
        cursor = connection.execute(text, values)
        return cursor.fetchall() if cursor.description else []


def spoilt(mirror: Mirror, workspace_id: str) -> None:
    """Takes rows out, changes some, and adds one."""
    sql(mirror.dsn, "DELETE FROM agent_memory.transitions WHERE workspace_id = %s", workspace_id)
    sql(mirror.dsn, "UPDATE agent_memory.agent_actions SET outcome = 'lost', rev = rev + 1000000")
    sql(mirror.dsn, "INSERT INTO agent_memory.memories (workspace_id, id, rev) VALUES (%s, gen_random_uuid(), 1)",
        workspace_id)  # fmt: skip


def test_all_is_as_in_the_graph_again(graph: Graph, full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    before = counts(mirror.dsn, full.workspace_id)
    spoilt(mirror, full.workspace_id)
    seen: list[tuple[int, int]] = []
    copied = mirror.rebuild(lambda done, total: seen.append((done, total)))
    assert (copied.rows >= before["transition"] + before["action"], copied.deleted) == (True, 1)
    assert seen[-1][0] == seen[-1][1] > 20
    assert differences(graph, mirror.dsn, full.workspace_id) == []
    assert mirror.check().ok
    assert mirror.status().rebuilt_at
    assert mirror.rebuild().rows == 0


def test_readers_read_on_and_what_hangs_on_the_tables_stands(full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    reader = mirror.reader(full.workspace_id)
    sql(mirror.dsn, "CREATE VIEW public.mine AS SELECT id, outcome FROM agent_memory.agent_actions")
    sql(
        mirror.dsn,
        f"CREATE INDEX mine ON agent_memory.agent_actions (outcome); GRANT SELECT ON public.mine TO {reader.role}",
    )
    spoilt(mirror, full.workspace_id)
    stop, has_read, seen, failed = threading.Event(), threading.Event(), set(), []

    def read() -> None:
        try:
            with psycopg.connect(reader.dsn, autocommit=True) as connection:
                while not stop.is_set():
                    row = connection.execute(
                        "SELECT (SELECT count(*) FROM agent_memory.transitions),"
                        " (SELECT count(*) FROM agent_memory.agent_actions WHERE outcome = 'lost')"
                    ).fetchone()
                    seen.add(row)
                    has_read.set()
        except psycopg.Error as error:
            failed.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    assert has_read.wait(SECONDS)
    mirror.rebuild()
    for _ in range(2):  # the first may have begun before
        has_read.clear()
        assert has_read.wait(SECONDS)
    stop.set()
    thread.join()
    assert failed == []
    right = counts(mirror.dsn, full.workspace_id)
    assert seen == {(0, right["action"]), (right["transition"], 0)}
    through_view = sql(mirror.dsn, "SELECT outcome FROM public.mine JOIN agent_memory.agent_actions USING (id, outcome)"
                                   " WHERE workspace_id = %s", full.workspace_id)  # fmt: skip
    assert {row[0] for row in through_view} == {"success", "failure"}
    assert len(through_view) == right["action"]
    mirror.drop_reader(reader.role)


def test_killed_it_leaves_all_as_it_was(graph: Graph, full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    spoilt(mirror, full.workspace_id)
    before = sql(mirror.dsn, "SELECT * FROM app.mirror"), counts(mirror.dsn, full.workspace_id)
    sql(mirror.dsn, "CREATE FUNCTION public.broken() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS "
                    "$$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN new; END $$")  # fmt: skip
    sql(mirror.dsn, "CREATE TRIGGER broken BEFORE UPDATE ON app.mirror FOR EACH ROW WHEN (new.last_error IS NULL)"
                    " EXECUTE FUNCTION public.broken()")  # fmt: skip
    with pytest.raises(errors.MirrorFailed):
        mirror.rebuild()
    sql(mirror.dsn, "DROP FUNCTION public.broken() CASCADE")
    assert counts(mirror.dsn, full.workspace_id) == before[1]
    assert sql(mirror.dsn, "SELECT position, rebuilt_at FROM app.mirror") == [(mirror.status().position, None)]
    mirror.rebuild()
    assert differences(graph, mirror.dsn, full.workspace_id) == []


def test_a_workspace_that_is_another_by_now_loses_its_readers(full: Memory, mirror: Mirror) -> None:
    mirror.run_once()
    reader = mirror.reader(full.workspace_id)
    mirror.rebuild()
    assert [login.role for login in mirror.readers()] == [reader.role]
    sql(mirror.dsn, "UPDATE app.workspaces SET created_at = created_at - interval '1 day' WHERE workspace_id = %s",
        full.workspace_id)  # fmt: skip
    mirror.rebuild()
    assert mirror.readers() == []
    mirror.drop_reader(reader.role)
