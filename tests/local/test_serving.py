"""The `oxgraph serve` of this machine: started once when an agent needs it, listed, ended with the database."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import oxgraph
from oxgraph import environment, errors, local
from oxgraph.ids import new_id
from oxgraph.local import Home, Server, process, serving

CODE = """
import sys, oxgraph
with oxgraph.connect(token=sys.argv[1]) as memory:
    print(memory._access.server.address, memory.name)
"""


@pytest.fixture
def home(killable: Server, killable_home: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    """The home of a running database, where no server runs."""
    for name in ("URI", "USER", "PASSWORD", "SERVER", "TOKEN"):
        monkeypatch.delenv(f"OXGRAPH_{name}", raising=False)
    monkeypatch.setenv("OXGRAPH_HOME", str(killable_home.path))
    yield killable_home
    serving.stop(killable_home)


@pytest.fixture
def token(killable: Server, home: Home) -> str:
    """An agent's token."""
    with oxgraph.connect(killable.uri, killable.auth) as client:
        return client.create_workspace(f"serving {new_id()}").tokens.create("agent", "agent").secret


def test_ten_processes_start_one(home: Home, token: str) -> None:
    command = [sys.executable, "-c", CODE, token]

    def run(number: int) -> str:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[0]

    with ThreadPoolExecutor(10) as pool:
        addresses = set(pool.map(run, range(10)))
    found = serving.running(home)
    assert found and addresses == {found.url}
    assert (
        len([pid for pid, _ in process.with_words("serve", "--as-detached") if process.works_in(pid, home.path)]) == 1
    )
    assert (local.status(home).serve, local.status(home).serve_url) == ("running", found.url)
    assert serving.record_file(home).stat().st_mode & 0o077 == 0
    assert serving.log_file(home).stat().st_mode & 0o077 == 0
    assert found.url.startswith("http://127.0.0.1:")


def test_one_that_was_killed_is_started_again(home: Home, token: str) -> None:
    with oxgraph.connect(token=token) as memory:
        first = serving.running(home)
        assert first
        assert process.stop(first.pid, first.started, gently=0, hard=30) is not None
        serving.record_file(home).write_text(json.dumps(vars(first)))
        assert local.status(home).serve == "killed"
        assert memory.telemetry.start_session("s") == "s"
        second = serving.running(home)
        assert second and second.pid != first.pid


def test_one_of_another_version_is_replaced(home: Home, token: str) -> None:
    first = serving.ensure(home)
    serving.record_file(home).write_text(json.dumps(vars(first) | {"oxgraph": "0.0.1"}))
    assert environment.local_serve() is None
    second = serving.ensure(home)
    assert second.pid != first.pid
    assert not process.is_alive(first.pid, first.started)


def test_down_ends_it_and_connect_says_what_to_do(home: Home, token: str) -> None:
    found = serving.ensure(home)
    assert local.down(home) == "stopped"
    assert not process.is_alive(found.pid, found.started)
    assert local.status(home).serve is None
    with pytest.raises(errors.ConnectionFailed, match="OXGRAPH_SERVER"):
        oxgraph.connect(token=token)


def test_where_no_database_is_none_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URI", "PASSWORD", "SERVER"):
        monkeypatch.delenv(f"OXGRAPH_{name}", raising=False)
    monkeypatch.setenv("OXGRAPH_HOME", str(tmp_path / "home"))
    with pytest.raises(errors.ConnectionFailed, match="set OXGRAPH_SERVER"):
        oxgraph.connect(token="oxg_" + "0" * 64)
    assert not (tmp_path / "home").exists()
    with pytest.raises(errors.NotRunning):
        serving.ensure(Home(tmp_path / "home"))
    assert not (tmp_path / "home").exists()


def test_the_process_of_an_agent_reads_no_password(home: Home, token: str) -> None:
    """The server is started by a command of its own; what the agent's process opens is not the password's file."""
    code = (
        "import sys\nopened = []\n"
        "sys.addaudithook(lambda name, given: opened.append(str(given[0])) if name == 'open' else None)\n"
        + CODE
        + "print([name for name in opened if name.endswith('password')])"
    )
    done = subprocess.run([sys.executable, "-c", code, token], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert "OXGRAPH_PASSWORD" not in os.environ
