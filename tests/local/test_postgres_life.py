"""A Postgres of its own: killed, started twice at once, on a port that is taken, moved, copied, half made."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest

from oxgraph.errors import NotRunning, PostgresFailed
from oxgraph.local import Home, ports, postgres, process
from oxgraph.local.postgres import Postgres, launch, layout

pytestmark = pytest.mark.deep

UP = """
import sys
from pathlib import Path
from oxgraph.local import Home, postgres
print(postgres.up(Home(Path(sys.argv[1]))).pid)
"""
AS_ANOTHER = """
import os, sys
from pathlib import Path
from oxgraph.local import Home, postgres
from oxgraph.local.postgres import binaries, layout

def live(home):
    server = postgres.up(home)
    assert postgres.up(home).pid == server.pid
    assert postgres.state(home) == "running"
    assert postgres.down(home) == "stopped"
    postgres.remove(home)

folder = Path(sys.argv[1])
live(Home(folder / "of root"))  # all is imported then, as Python itself may be closed to the other user
binaries._copy(binaries._installed(), folder / "programs")
binaries._installed = lambda: folder / "programs"
os.chown(folder, 65_534, 65_534)
os.setgroups([])
os.setgid(65_534)
os.setuid(65_534)
home = Home(folder / "home")
assert layout.of(home).data == home.postgres / "data", layout.of(home)
live(home)
"""


@contextlib.contextmanager
def ended(home: Home) -> Iterator[Home]:
    """Stops the home's server at the end, and removes what it kept."""
    try:
        yield home
    finally:
        postgres.down(home)
        postgres.remove(home)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    with ended(Home(tmp_path_factory.mktemp("own") / "a home with blanks")) as home:
        yield home


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Home]:
    """A home that was never used."""
    with ended(Home(tmp_path / "other")) as home:
        yield home


@contextlib.contextmanager
def taken(port: int) -> Iterator[None]:
    """Listens there: on IPv6, where that is to be had, so that a server might get half of what it needs."""
    try:
        listener = socket.create_server(("::1", port), family=socket.AF_INET6)
    except OSError:
        listener = socket.create_server(("127.0.0.1", port))
    with listener:
        yield


def kill(server: Postgres) -> None:
    """Ends the server as a power cut would; its children may still be ending when this returns."""
    running = psutil.Process(server.pid)
    running.kill()
    assert process.ends_within(running, 20)


def rows(server: Postgres) -> list[tuple[str]]:
    with psycopg.connect(server.dsn) as connection:
        return connection.execute("SELECT name FROM kept_by_a_test").fetchall()


def processes_in(folder: Path) -> list[int]:
    return [one.pid for one in psutil.process_iter(["cwd"]) if one.info["cwd"] == str(folder.resolve())]


def test_the_life_of_a_server(home: Home) -> None:
    # Never started.
    assert postgres.state(home) == "absent"
    assert postgres.down(home) == "not running"
    with pytest.raises(NotRunning):
        postgres.running(home)

    # The first start.
    first = postgres.up(home)
    assert (first.started, first.notes, postgres.state(home)) == (True, (), "running")
    with psycopg.connect(first.dsn) as connection:
        connection.execute("CREATE TABLE kept_by_a_test AS SELECT 'data' AS name")

    # Stopped, with a client that is still there; nothing is left.
    data = layout.of(home).data
    with psycopg.connect(first.dsn):
        assert postgres.down(home) == "stopped"
    assert postgres.state(home) == "stopped"
    assert processes_in(data) == []

    # Its port was taken since, on either address: another one, also in the DSN, which is kept from then on.
    with taken(first.port):
        second = postgres.up(home)
    assert second.port != first.port
    assert rows(second) == [("data",)]

    # Killed, and up again at once from two processes: seen, named, recovered, and one server.
    kill(second)
    assert postgres.state(home) == "killed"
    command = [sys.executable, "-c", UP, str(home.path)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    pids = {int(child.communicate(timeout=120)[0]) for child in children}
    third = postgres.running(home)
    assert pids == {third.pid}
    assert (rows(third), third.port) == ([("data",)], second.port)

    # Killed, and its number is another process' by now (this one), which is left alone.
    kill(third)
    lock = data / "postmaster.pid"
    while processes_in(data):
        time.sleep(0.05)
    lock.write_text("\n".join([str(os.getpid()), *lock.read_text().splitlines()[1:]]) + "\n")
    fourth = postgres.up(home)
    assert "recovered" in fourth.notes[0]
    assert rows(fourth) == [("data",)]

    # Without its record it is found all the same.
    layout.of(home).record.unlink()
    assert postgres.down(home) == "stopped"
    assert processes_in(data) == []


def test_a_home_that_was_moved_and_one_that_was_copied(other: Home, tmp_path: Path) -> None:
    first = postgres.up(other)
    with psycopg.connect(first.dsn) as connection:
        connection.execute("CREATE TABLE kept_by_a_test AS SELECT 'data' AS name")
    postgres.down(other)
    moved = Home(other.path.rename(tmp_path / "moved"))
    with ended(moved):
        assert rows(postgres.up(moved)) == [("data",)]
        copy = Home(Path(shutil.copytree(moved.path, tmp_path / "copy", symlinks=True)))
        with ended(copy):
            assert postgres.state(copy) == "killed"
            assert postgres.down(copy) == "not running"
            assert postgres.up(copy).port != postgres.running(moved).port
        assert rows(postgres.running(moved)) == [("data",)]


def test_a_home_that_was_removed_and_made_anew(other: Home) -> None:
    first = postgres.up(other)
    former = layout.of(other)
    shutil.rmtree(other.path)
    assert postgres.down(other) != "not running"
    assert not psutil.pid_exists(first.pid)
    second = postgres.up(other)
    if former.account is not None:
        assert str(former.root) in second.notes[0]
        shutil.rmtree(former.root)
    assert psycopg.connect(second.dsn).execute("SELECT 1").fetchone() == (1,)


def test_a_start_that_was_killed_while_it_made_the_data(other: Home) -> None:
    root = layout.prepare(other).root
    child = subprocess.Popen([sys.executable, "-c", UP, str(other.path)], stdout=subprocess.DEVNULL)
    while not list(root.glob("making-*/data")):
        assert child.poll() is None
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    assert not layout.of(other).is_initialised()
    assert postgres.up(other).started
    postgres.down(other)
    assert postgres.up(other).started
    assert list(root.glob("making-*")) == []


def test_data_that_cannot_be_used(other: Home) -> None:
    kept = layout.prepare(other)
    kept.data.mkdir()
    with pytest.raises(PostgresFailed, match="is gone"):
        postgres.up(other)
    kept.admin_dsn.write_text("postgresql://postgres:x@127.0.0.1:1/postgres\n")
    (kept.data / "PG_VERSION").write_text("16\n")
    with pytest.raises(PostgresFailed, match="of Postgres 16"):
        postgres.up(other)


def test_a_start_that_fails_says_why(other: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxgraph.local.postgres.cluster.CONF", "shared_buffers = much\n")
    with pytest.raises(PostgresFailed, match="shared_buffers"):
        postgres.up(other)
    assert postgres.state(other) == "killed"


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "postgres").write_text("in the way")
    with pytest.raises(PostgresFailed, match="postgres"):
        postgres.up(Home(tmp_path))


def test_a_password_that_is_not_its_own(other: Home) -> None:
    server = postgres.up(other)
    file = layout.of(other).admin_dsn
    file.write_text(server.dsn.replace(server.dsn.split(":")[2].split("@")[0], "another"))
    with pytest.raises(PostgresFailed, match="not its own"):
        postgres.up(other)
    assert postgres.down(other) == "stopped"


def test_the_copiers_login_is_made_anew_where_it_or_its_rights_are_gone(other: Home) -> None:
    server = postgres.up_with_mirror(other)
    for taken_away in (
        "DROP OWNED BY oxgraph_mirror; DROP ROLE oxgraph_mirror",
        "DROP OWNED BY oxgraph_writer; DROP ROLE oxgraph_writer",
    ):
        with psycopg.connect(server.dsn, autocommit=True) as connection:
            connection.execute(taken_away)
        postgres.up_with_mirror(other)
        with psycopg.connect(layout.of(other).mirror_dsn.read_text().strip()) as connection:
            connection.execute("SET ROLE oxgraph_writer")
            assert connection.execute("SELECT count(*) FROM app.workspaces").fetchall() == [(0,)]
    kept = layout.of(other).mirror_dsn.read_text()
    postgres.up_with_mirror(other)
    assert layout.of(other).mirror_dsn.read_text() == kept
    assert postgres.down(other) == "stopped"


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.deep
def test_as_an_ordinary_user() -> None:
    folder = Path(tempfile.mkdtemp(prefix="oxgraph-tests-", dir="/tmp"))  # pytest's own are closed to others
    try:
        lived = subprocess.run(
            [sys.executable, "-c", AS_ANOTHER, str(folder)], capture_output=True, text=True, check=False
        )
        assert lived.returncode == 0, lived.stderr
    finally:
        shutil.rmtree(folder)


def test_the_record_of_another_process_is_not_taken_for_the_server(other: Home) -> None:
    kept = layout.prepare(other)
    born = process.start_time(os.getpid())
    assert born is not None
    launch.keep(kept, launch.Record(os.getpid(), born, ports.POSTGRES, "18"))
    assert postgres.state(other) == "killed"
    assert postgres.down(other) == "not running"
