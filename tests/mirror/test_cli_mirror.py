"""`oxgraph mirror …` does what the methods do, for people and programs; the worker copies too."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest

from oxgraph.local import Server
from tests.fixtures.cli import Cli, Outcome, cli

pytestmark = pytest.mark.deep

__all__ = ["cli"]


@pytest.fixture
def dsn(mirror_dsn: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database without the mirror's tables, named in the environment."""
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", mirror_dsn)
    return mirror_dsn


@pytest.fixture
def name(cli: Cli) -> str:
    found = f"mirror-{uuid.uuid4()}"
    cli("workspace", "create", found)
    cli("capture", "get", "--session", "s", "--outcome", "success", "--workspace", found)
    return found


def count(dsn: str, workspace: str) -> int:
    text = """SELECT count(*) FROM agent_memory.agent_actions a JOIN app.workspaces w USING (workspace_id)
              WHERE w.name = %s"""
    with psycopg.connect(dsn) as connection:
        row = connection.execute(text, (workspace,)).fetchone()
    return int(row[0]) if row else 0


def test_from_nothing_to_rows(cli: Cli, dsn: str, name: str) -> None:
    early = cli("mirror", "run", "--once", ok=False)
    assert (early.status, early.err.count("\n")) == (5, 1)
    assert "run `oxgraph mirror init`" in early.err
    assert cli("mirror", "init").out.startswith("Applied 0001_")
    assert cli("mirror", "init").out == "The tables are up to date already.\n"
    assert cli("mirror", "init", "--json").json["applied"] == []
    assert cli("mirror", "init", "--partitions", "3").out.endswith("up to date already. Each has 3 partitions now.\n")
    assert "rows written" in cli("mirror", "run", "--once").out
    assert count(dsn, name) == 1
    assert cli("mirror", "run", "--once", "--json").json["rows"] == 0
    status = cli("mirror", "status", "--json").json
    assert (status["lag_changes"], status["unavailable"], status["last_error"]) == (0, [], None)
    assert "app.memory_episodes" in {table["table"] for table in status["tables"]}
    shown = cli("mirror", "status").out
    assert "lag_seconds" in shown
    assert "agent_memory.agent_actions" in shown


def test_check_exits_with_one_and_names_the_row(cli: Cli, dsn: str, name: str) -> None:
    cli("mirror", "init")
    assert cli("mirror", "check").status == 0
    with psycopg.connect(dsn) as connection:
        text = """DELETE FROM agent_memory.agent_actions WHERE workspace_id =
                  (SELECT workspace_id FROM app.workspaces WHERE name = %s) RETURNING id::text"""
        row = connection.execute(text, (name,)).fetchone()
    assert row is not None
    drifted: Outcome = cli("mirror", "check", ok=False)
    assert drifted.status == 1
    assert row[0] in drifted.out
    assert "missing" in drifted.out
    found = cli("mirror", "check", "--json", ok=False)
    assert (found.status, found.json["ok"], [one["id"] for one in found.json["drift"]]) == (1, False, [row[0]])
    assert cli("mirror", "rebuild").out.startswith("1 row was written")
    assert cli("mirror", "check").status == 0


def test_readers(cli: Cli, dsn: str, name: str) -> None:
    cli("mirror", "init")
    reader = cli("mirror", "reader", name, "--json").json  # copies what it needs
    with psycopg.connect(reader["dsn"]) as connection:
        assert connection.execute("SELECT action_type FROM agent_memory.agent_actions").fetchall() == [("get",)]
    assert [row["role"] for row in cli("mirror", "readers", "--json").json] == [reader["role"]]
    assert name in cli("mirror", "readers").out
    other = cli("mirror", "reader", "another", "--drop", reader["role"], ok=False)
    assert other.status == 3
    cli("mirror", "reader", name, "--drop", reader["role"])
    assert cli("mirror", "readers").out == "No reader yet.\n"
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(reader["dsn"])
    assert cli("mirror", "reader", f"nowhere-{name}", ok=False).status == 3


def test_no_password_is_told(cli: Cli, dsn: str) -> None:
    secret = "s3cr3t-of-the-mirror"
    host = dsn.rpartition("@")[2]
    for given in (
        f"postgresql://nobody:{secret}@{host}",
        f"postgresql://nobody:{secret}@127.0.0.1:1/x",
        f"host={secret}:",
    ):
        found = cli("mirror", "run", "--once", "--dsn", given, ok=False)
        assert found.status in (4, 5)
        assert secret not in found.err or given.startswith("host=")
        assert found.err.count("\n") == 1


def test_servers_that_are_away(cli: Cli, dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    cli("mirror", "init")
    away = cli("mirror", "status", "--uri", "bolt://127.0.0.1:1", "--json", ok=False)
    assert away.status == 5
    assert "127.0.0.1:1" in away.json["unavailable"][0]
    assert away.json["position"] == 0
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", "postgresql://u@127.0.0.1:1/x")
    away = cli("mirror", "status", ok=False)
    assert away.status == 5
    assert "127.0.0.1:1/x" in away.out
    monkeypatch.delenv("OXGRAPH_MIRROR_DSN")
    monkeypatch.setenv("OXGRAPH_HOME", "/nowhere")
    unnamed = cli("mirror", "status", ok=False)
    assert unnamed.status == 2
    assert "OXGRAPH_MIRROR_DSN" in unnamed.err


def waits(condition: Callable[[], bool], seconds: float = 60) -> bool:
    """Whether it comes true in time."""
    until = time.monotonic() + seconds
    while not condition() and time.monotonic() < until:
        time.sleep(0.1)
    return condition()


@pytest.fixture
def process(server: Server, dsn: str) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Runs a command in a process of its own, which is gone at the end."""
    started = []

    def start(*words: str) -> "subprocess.Popen[str]":
        environment = {**os.environ, "OXGRAPH_URI": server.uri, "OXGRAPH_MIRROR_DSN": dsn}
        environment |= {"OXGRAPH_USER": server.user, "OXGRAPH_PASSWORD": server.password}
        command = [str(Path(sys.executable).with_name("oxgraph")), *words]
        started.append(subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True))
        return started[-1]

    yield start
    for one in started:
        one.kill()
        one.wait()


@pytest.mark.parametrize("words", [("mirror", "run", "--every", "0.2"), ("worker", "--embedder", "none")])
def test_what_runs_copies_until_it_is_told_to_end(
    cli: Cli, dsn: str, name: str, process: Callable[..., "subprocess.Popen[str]"], words: tuple[str, ...]
) -> None:
    cli("mirror", "init")
    running = process(*words)
    assert waits(lambda: count(dsn, name) == 1)
    cli("capture", "get", "--session", "s", "--outcome", "success", "--workspace", name)
    assert waits(lambda: count(dsn, name) == 2)
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0


def test_a_worker_lives_without_its_mirror(
    cli: Cli, dsn: str, name: str, process: Callable[..., "subprocess.Popen[str]"]
) -> None:
    """The tables are not there: the passes run all the same."""
    running = process("worker", "--embedder", "none")
    text = cli("evaluate", "--workspace", name, "--pass", "1").out
    assert "1 sequence was written" in text
    assert running.stderr is not None
    lines = iter(running.stderr.readline, "")
    assert any("oxgraph mirror init" in line for line in lines)
    assert running.poll() is None
    running.send_signal(signal.SIGTERM)
    assert running.wait(60) == 0
