"""What breaks while a page is written leaves the rows and the position as they were, and the next run goes on there."""

import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest

from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.mirror import Mirror, copier, feed
from oxgraph.mirror.copier import copier_lock
from tests.mirror.copier_samples import differences
from tests.mirror.rows import counts

pytestmark = pytest.mark.deep

NOWHERE = "postgresql://nobody@127.0.0.1:1/nothing"
STEPS = [
    ("app.workspaces", "BEFORE INSERT"),
    ("agent_memory.agent_actions", "BEFORE INSERT"),
    ("agent_memory.agent_actions", "AFTER INSERT"),
    ("app.memory_episodes", "AFTER INSERT"),
    ("app.mirror", "BEFORE UPDATE"),
    ("app.mirror", "AFTER UPDATE"),
]
ENDS = {
    "killed": "PERFORM pg_terminate_backend(pg_backend_pid())",
    "failed": "RAISE 'broken by a test'",
    "full": "RAISE disk_full USING MESSAGE = 'no space left'",
}


def sql(mirror: Mirror, text: str) -> list[Any]:
    with psycopg.connect(mirror.dsn, autocommit=True) as connection:
        cursor = connection.execute(text)
        return cursor.fetchall() if cursor.description else []


def broken(mirror: Mirror, table: str, moment: str, how: str) -> None:
    """Lets the writing of a page end at this step."""
    sql(mirror, f"CREATE FUNCTION public.broken() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS "
                f"$$ BEGIN {ENDS[how]}; RETURN new; END $$")  # fmt: skip
    sql(mirror, f"CREATE TRIGGER broken {moment} ON {table} FOR EACH ROW EXECUTE FUNCTION public.broken()")


@pytest.mark.parametrize("step", STEPS, ids=" ".join)
@pytest.mark.parametrize("how", ENDS)
def test_ended_at_any_step(graph: Graph, full: Memory, mirror: Mirror, step: tuple[str, str], how: str) -> None:
    table, moment = step
    broken(mirror, table, moment, how)
    with pytest.raises(errors.MirrorFailed):
        mirror.run_once()
    assert sql(mirror, "SELECT position, database_id, rows_copied FROM app.mirror") == [(0, None, 0)]
    assert set(counts(mirror.dsn, full.workspace_id).values()) == {0}
    noted = mirror.status().last_error
    assert (noted is None) == (table == "app.mirror")  # the note itself is an update
    sql(mirror, "DROP FUNCTION public.broken() CASCADE")
    mirror.run_once()
    assert mirror.status().last_error is None
    assert differences(graph, mirror.dsn, full.workspace_id) == []


def test_a_run_is_ended_in_the_middle_and_goes_on(
    graph: Graph, full: Memory, mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "READ_ROWS", 5)
    monkeypatch.setattr(feed, "PAGE_ROWS", 5)
    stop = threading.Event()
    stop.set()
    for expected in range(1, 4):
        assert mirror.run_once(stop).pages == 1, expected
    positions = {mirror.run_once(stop).position for _ in range(3)}
    assert len(positions) == 3
    mirror.run_once()
    assert differences(graph, mirror.dsn, full.workspace_id) == []


def test_a_full_disk_says_what_to_do_and_the_copier_goes_on(full: Memory, mirror: Mirror) -> None:
    broken(mirror, "agent_memory.memories", "BEFORE INSERT", "full")
    with pytest.raises(errors.MirrorFailed, match=r"its disk is full \(no space left\); make room there"):
        mirror.run_once()
    assert "make room there" in str(mirror.status().last_error)
    sql(mirror, "DROP FUNCTION public.broken() CASCADE")
    mirror.run_once()
    assert mirror.status().last_error is None
    assert mirror.check().ok


def test_two_at_once_take_turns(graph: Graph, full: Memory, mirror: Mirror) -> None:
    threads = [threading.Thread(target=mirror.run_once) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert differences(graph, mirror.dsn, full.workspace_id) == []
    [(copied,)] = sql(mirror, "SELECT rows_copied FROM app.mirror")
    assert copied == sum(table.rows for table in mirror.status().tables)  # nothing was written twice


def test_who_waits_too_long_is_told(mirror: Mirror, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copier, "LOCK_WAIT_SECONDS", 0.2)
    with mirror._copier() as other, copier_lock(other.connection):
        with pytest.raises(errors.MirrorBusy):
            mirror.run_once()
        for method in (mirror.check, mirror.rebuild):
            with pytest.raises(errors.MirrorBusy):
                method()
    mirror.run_once()


def test_without_the_lock_the_position_keeps_them_apart(
    graph: Graph, full: Memory, mirror: Mirror, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "READ_ROWS", 7)
    monkeypatch.setattr(feed, "PAGE_ROWS", 7)
    busy = []

    def copy() -> None:
        try:
            with mirror._copier() as copier:
                copier.copy()
        except errors.MirrorBusy as error:
            busy.append(error)

    threads = [threading.Thread(target=copy) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(busy) == 3
    assert differences(graph, mirror.dsn, full.workspace_id) == []
    [(copied,)] = sql(mirror, "SELECT rows_copied FROM app.mirror")
    assert copied == sum(table.rows for table in mirror.status().tables)


@pytest.mark.parametrize("change", ["database_id = 'another'", "position = position + 2^61::bigint"])
def test_another_graph_is_refused_until_a_rebuild(graph: Graph, full: Memory, mirror: Mirror, change: str) -> None:
    mirror.run_once()
    sql(mirror, f"UPDATE app.mirror SET {change}")
    with pytest.raises(errors.MirrorOfAnotherGraph):
        mirror.run_once()
    with pytest.raises(errors.MirrorOfAnotherGraph):
        mirror.check()
    status = mirror.status()
    assert "mirror rebuild" in str(status.last_error)
    with pytest.raises(errors.MirrorOfAnotherGraph):
        mirror.run(threading.Event())
    mirror.rebuild()
    mirror.run_once()
    assert mirror.status().last_error is None
    assert mirror.status().rebuilt_at
    assert differences(graph, mirror.dsn, full.workspace_id) == []


def test_tables_that_are_not_there(graph: Graph, mirror_dsn: str) -> None:
    mirror = Mirror(mirror_dsn, graph)
    for method in (mirror.run_once, mirror.check, mirror.rebuild, mirror.status, mirror.readers):
        with pytest.raises(errors.MirrorOutdated, match="mirror init"):
            method()


def waits(condition: Callable[[], bool], seconds: float = 20) -> bool:
    """Whether it comes true in time."""
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    return condition()


def test_a_graph_that_is_away_is_waited_for(full: Memory, mirror: Mirror) -> None:
    stop = threading.Event()
    away = Mirror(mirror.dsn, Graph.at("bolt://127.0.0.1:1", ("neo4j", "x")))
    thread = threading.Thread(target=away.run, args=(stop,))
    thread.start()
    assert waits(lambda: "127.0.0.1:1" in str(mirror.status().last_error))
    assert thread.is_alive()
    status = away.status()
    assert (status.lag_seconds, status.position) == (None, 0)
    assert len(status.tables) == 9
    assert "127.0.0.1:1" in status.unavailable[0]
    stop.set()
    thread.join(10)
    assert not thread.is_alive()
    mirror.run_once()
    assert mirror.status().last_error is None


def test_a_postgres_that_is_away_is_waited_for(graph: Graph, mirror: Mirror, caplog: pytest.LogCaptureFixture) -> None:
    stop = threading.Event()
    away = Mirror(NOWHERE, graph)
    thread = threading.Thread(target=away.run, args=(stop,))
    thread.start()
    assert waits(lambda: "trying again" in caplog.text)
    status = away.status()
    assert (status.position, status.tables) == (None, ())
    assert "127.0.0.1:1/nothing" in status.unavailable[0]
    stop.set()
    thread.join(10)
    assert not thread.is_alive()


def test_status_tells_how_far_it_is_behind(graph: Graph, full: Memory, mirror: Mirror) -> None:
    assert (mirror.status().lag_changes or 0) > 20
    assert (mirror.status().lag_seconds or 0) > 0
    mirror.run_once()
    status = mirror.status()
    assert (status.lag_changes, status.lag_seconds, status.unavailable) == (0, 0, ())
    assert status.copied_at
    full.telemetry.capture(session_id="s", action_type="get", outcome="success")
    time.sleep(0.1)
    status = mirror.status()
    assert status.lag_changes == 2  # the action and its session
    assert 0.1 <= (status.lag_seconds or 0) < 60
