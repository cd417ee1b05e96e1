"""A server of its own: killed, started twice at once, on ports that are taken, with another plugin, stopped."""

import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph import local, migrations
from oxgraph.clock import utc_now
from oxgraph.cypher import CypherFile, all_files
from oxgraph.errors import ConnectionFailed, HomeUnusable, InvalidInput, NotRunning, StartFailed
from oxgraph.graph import Graph
from oxgraph.local import Home, Server, health_checks, launch, plugin, ports, process
from oxgraph.local.health_checks import Check
from oxgraph.local.home import Record
from oxgraph.local.server import ended, up_again
from oxgraph.mirror import Mirror
from oxgraph.types.mirror import MirrorStatus
from tests.fixtures.neo4j import port

GONE = "The plugin's jar was gone from under the running server; it was put back."
HEAP = "512m"
SINCE = datetime(2026, 3, 1, 12, tzinfo=UTC)
UP = """
import sys
from pathlib import Path
from oxgraph import local
print(local.up(local.Home(Path(sys.argv[1]))).pid)
"""
WRITE = CypherFile("statement", "test/write", 0, "", {}, {}, "MERGE (:kept_by_a_test {name: 'data'})")
TOO_LONG = CypherFile(
    "statement", "test/long", 0, "", {"text": "STRING"}, {}, "CREATE (:oxgraph_test_long {text: $text})"
)
READ = CypherFile("statement", "test/read", 0, "", {}, {}, "MATCH (n:kept_by_a_test) RETURN n.name AS name")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A home of this module's own; its server is stopped at the end."""
    home = Home(tmp_path_factory.mktemp("own") / "a home with blanks")
    before = os.environ.get("OXGRAPH_HEAP")
    os.environ["OXGRAPH_HEAP"] = HEAP
    try:
        yield home
    finally:
        local.down(home)
        shutil.rmtree(home.path)
        if before is None:
            del os.environ["OXGRAPH_HEAP"]
        else:
            os.environ["OXGRAPH_HEAP"] = before


@contextlib.contextmanager
def taken(port: int) -> Iterator[None]:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen()
        yield


def problems(home: Home) -> dict[str, str]:
    return {check.name: f"{check.detail} {check.remedy}" for check in local.doctor(home) if check.ok is False}


def kill(home: Home) -> int:
    """Ends the server as a power cut would, and waits until its port is free; its pid."""
    record = home.record()
    assert record is not None
    os.kill(record.pid, signal.SIGKILL)
    deadline = time.monotonic() + 20
    # A process counts as ended when its first thread has; the last one gives the port back.
    while process.is_alive(record.pid, record.started) or not ports.is_free(record.bolt):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return record.pid


def after_a_failed_start(home: Home) -> tuple[str, tuple[int, str] | None]:
    """The state after a start with too small a heap; process and heap of the server that is to be started again."""
    with pytest.raises(StartFailed, match="heap"):
        local.up(home, heap="1k")
    record = ended(home)
    return local.status(home).state, (record.pid, record.heap) if record else None


def up_from_two_processes(home: Home) -> set[int]:
    command = [sys.executable, "-c", UP, str(home.path)]
    children = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    return {int(child.communicate(timeout=240)[0]) for child in children}


def copied(jar: Path, folder: Path) -> Path:
    folder.mkdir()
    return Path(shutil.copy(jar, folder))


@contextlib.contextmanager
def put_aside(file: Path) -> Iterator[None]:
    """The file is away, or another stands there; then it is back."""
    aside = file.rename(file.with_name(f"{file.name}.aside"))
    try:
        yield
    finally:
        aside.replace(file)


@contextlib.contextmanager
def killed_when_asked() -> Iterator[None]:
    """The server ends when it is first asked whether it answers."""
    with pytest.MonkeyPatch.context() as patched:

        def ends(home: Home, record: Record) -> bool:
            patched.undo()
            kill(home)
            return False

        patched.setattr(launch, "answers", ends)
        yield


@contextlib.contextmanager
def taken_once_chosen() -> Iterator[None]:
    """Another server is faster: it has the first port for HTTP that is chosen, when Neo4j comes to take it."""
    with contextlib.ExitStack() as held, pytest.MonkeyPatch.context() as patched:
        chosen: list[int] = []
        choose = ports.choose

        def chosen_and_taken(preferred: int, *, but: int | None = None) -> int:
            port = choose(preferred, but=but)
            if but is not None and not chosen:
                held.enter_context(taken(port))
                chosen.append(port)
            return port

        patched.setattr(ports, "choose", chosen_and_taken)
        yield


def name_what_is_lost(home: Home) -> None:
    """Of a server that runs, its plugin's jar and its record."""
    assert problems(home) == {}
    with put_aside(next(home.folder("plugins").glob("oxgraph*.jar"))):
        assert "gone from" in problems(home)["installed plugin"]
    with put_aside(home.record_file):
        home.record_file.write_text("{", encoding="utf-8")
        assert "server.json is damaged" in problems(home)["server process"]
    assert problems(home) == {}


def put_a_lost_jar_back(home: Home, running: Server) -> None:
    """Under the running server, which goes on; one that was overwritten there has lost its classes and is restarted."""
    jar = next(home.folder("plugins").glob("oxgraph*.jar"))
    text = jar.read_bytes()
    jar.unlink()
    again = local.up(home)
    assert (again.started, again.pid, again.notes[0]) == (False, running.pid, GONE)
    assert (jar.read_bytes() == text, problems(home)) == (True, {})
    jar.write_bytes(b"")
    assert "is not this version's plugin" in problems(home)["installed plugin"]
    anew = local.up(home)
    assert (anew.started, anew.pid != running.pid) == (True, True)
    assert (jar.read_bytes() == text, problems(home)) == (True, {})


@pytest.mark.deep
def test_the_life_of_a_server(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A copy, so that sources edited meanwhile change nothing here.
    jar = copied(plugin.find(), tmp_path / "one")
    monkeypatch.setenv("OXGRAPH_PLUGIN_JAR", str(jar))

    # Never started.
    assert local.status(home).state == "absent"
    assert "oxgraph up" in problems(home)["server process"]
    with pytest.raises(NotRunning, match="oxgraph up"):
        local.running(home)

    # A start that fails says why, with the end of the log, and leaves nothing running.
    assert after_a_failed_start(home) == ("stopped", None)

    # The first start, in which Bolt's port can be had and HTTP's, in the end, cannot: one server, which has both.
    with taken_once_chosen():
        server = local.up(home)
    assert server.started
    assert local.status(home).state == "running"
    assert server.password not in repr(server)
    with Graph.open(server.uri, server.auth) as graph:
        graph.write(WRITE)
    name_what_is_lost(home)
    put_a_lost_jar_back(home, server)

    # Killed: seen, and named.
    killed = kill(home)
    assert local.status(home).state == "killed"
    assert str(killed) in problems(home)["server process"]
    assert after_a_failed_start(home) == ("killed", (killed, HEAP))

    # Two at once, while the port is taken: one server, on another port, with the data.
    with taken(port(server)):
        assert len(pids := up_from_two_processes(home)) == 1
        again = local.running(home)
    assert pids == {again.pid}
    assert port(again) != port(server)
    with Graph.open(again.uri, again.auth) as graph:
        assert graph.read(READ) == [{"name": "data"}]

    # Another build of the plugin: named, then replaced, with a restart.
    other = copied(jar, tmp_path / "other")
    with other.open("ab") as file:
        file.write(b"\0")
    monkeypatch.setenv("OXGRAPH_PLUGIN_JAR", str(other))
    assert set(problems(home)) == {"installed plugin"}
    third = local.up(home)
    assert third.started
    assert any("plugin" in note for note in third.notes)
    assert third.uri == again.uri
    assert problems(home) == {}

    # One that ends while it is waited for, as after a kill a moment ago: it is started anew.
    with killed_when_asked():
        fourth = local.up(home)
    assert (fourth.started, "had ended" in fourth.notes[0]) == (True, True)

    # A server whose folder was moved away from under it is found and ended all the same.
    record = home.record()
    assert record is not None
    away = home.path.rename(tmp_path / "away")
    assert local.down(home) != "not running"
    assert not process.is_alive(record.pid, record.started)
    away.rename(home.path)

    # A stale pid: the number of a process that is not the server (this one), which is left alone.
    home.keep(replace(record, pid=os.getpid()))
    assert local.status(home).state == "killed"
    assert local.down(home) == "not running"
    assert local.status(home).state == "stopped"


@pytest.mark.deep
def test_a_transaction_that_a_client_has_open_does_not_hold_up_the_end(home: Home) -> None:
    server = local.up(home)
    with Graph.open(server.uri, server.auth) as graph, contextlib.suppress(ConnectionFailed), graph.exclusive("w", "a"):
        began = time.monotonic()
        assert local.down(home) == "stopped"
    assert time.monotonic() - began < 30  # where it waits, a minute


def test_what_was_stopped_meanwhile_is_not_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`oxgraph down` says that it stops the server before the process ends: nobody takes that for a crash."""
    home = Home(tmp_path / "home")
    home.prepare()
    sleeper = subprocess.Popen(["sleep", "600"])
    started = process.start_time(sleeper.pid)
    assert started is not None
    record = Record(sleeper.pid, started, 1, 2, "neo4j", "oxgraph", "plugin", "java", "1g")
    home.keep(record)
    seen: list[bool] = []

    def stop(pid: int, began: float, **grace: float) -> bool:
        found = home.record()
        seen.append(found is not None and found.stopped)
        sleeper.kill()
        sleeper.wait()
        return True

    monkeypatch.setattr(process, "stop", stop)
    assert local.down(home) == "stopped"
    assert seen == [True]
    assert ended(home) is None
    assert up_again(home) is None
    home.keep(record)
    assert ended(home) == record


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.path.write_text("in the way")
    with pytest.raises(HomeUnusable):
        local.up(home)
    assert "OXGRAPH_HOME" in problems(home)["home"]
    assert local.down(home) == "not running"


def test_a_wrong_offset_of_the_ports_starts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    home.keep(Record(0, 1.0, 1, 2, "neo4j", "oxgraph", "plugin", "java", "1g", stopped=True))
    monkeypatch.setenv(ports.OFFSET, "abc")
    try:
        with pytest.raises(InvalidInput, match=ports.OFFSET):
            local.up(home)
        assert not home.password_file.exists()
    finally:
        local.down(home)


def test_data_without_its_password(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    (home.folder("data") / "databases").mkdir()
    with pytest.raises(HomeUnusable, match="password"):
        local.up(home)
    assert "password" in problems(home)["password file"]


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
def test_a_password_that_others_can_read(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    home.prepare()
    home.make_password()
    home.password_file.chmod(0o644)
    assert "chmod 600" in problems(home)["password file"]


@pytest.mark.deep
def test_doctor_of_a_server_that_the_person_has(server: Server) -> None:
    checks = local.doctor(uri=server.uri, auth=server.auth)
    basic = checks[:4]  # what the audits find depends on the other tests' data
    assert local.healthy(basic)
    assert [check.name for check in basic] == ["connection", "plugin version", "migrations", "indexes"]
    assert {"LOAD CSV", *(f"audit {file.name}" for file in all_files("audit"))} == {check.name for check in checks[4:]}
    wrong = local.doctor(uri=server.uri, auth=("neo4j", "not the password"))
    assert not local.healthy(wrong)
    assert [check.ok for check in wrong] == [False, *[None] * 5]
    for check in checks[5:]:
        assert check.detail.startswith("none found (") if check.ok else check.remedy, check


def test_doctor_audits_no_data_that_await_an_upgrade(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    later = migrations.Migration("V9998", "later", "0", [])
    known = migrations.available()
    monkeypatch.setattr(migrations, "available", lambda: [*known, later])
    *_, schema, _, _, audits = local.doctor(uri=server.uri, auth=server.auth)
    assert (schema.name, schema.ok) == ("migrations", False)
    assert (audits.name, audits.ok) == ("audits", None)


def test_doctor_names_the_file_of_a_wrong_password(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "password"
    wrong, *_ = health_checks._remote(server.uri, ("neo4j", "not the password"), utc_now, file)
    assert f"refused the password in {file}" in wrong.detail
    assert "into it" in wrong.remedy


@pytest.mark.parametrize(
    ("state", "detail", "remedy"),
    [
        ({"last_error": "It broke.", "last_error_at": SINCE}, "stopped by an error at 2026-03-01T12:00:00Z", "says"),
        ({"lag_seconds": 4000.0, "lag_changes": 3}, "3 changes behind, the oldest of 4,000 s ago", "oxgraph worker"),
        ({"lag_seconds": 900.0, "lag_changes": 1, "waiting_since": SINCE}, "open since 2026-03-01", "TRANSACTIONS"),
        ({"unavailable": ("Postgres does not answer.",)}, "does not answer", ""),
    ],
)
def test_doctor_names_a_mirror_that_is_stopped_or_behind(state: dict[str, Any], detail: str, remedy: str) -> None:
    found = health_checks.run_check("mirror copy", lambda: health_checks.copy_state(MirrorStatus(server="s", **state)))
    assert found.ok is False
    assert detail in found.detail
    assert remedy in found.remedy


def test_doctor_of_a_mirror_that_is_as_the_graph() -> None:
    assert health_checks.copy_state(MirrorStatus(server="s", lag_seconds=2.0, lag_changes=1)) == "1 change behind"


def test_doctor_names_an_index_that_is_not_online(server: Server, graph: Graph) -> None:
    # A text of this length does not fit into a range index, so that its population fails.
    graph.write(TOO_LONG, text="x" * 20_000)
    try:
        graph.run_all(["CREATE RANGE INDEX oxgraph_test_unfit FOR (n:oxgraph_test_long) ON (n.text)"])
        found = {check.name: check for check in local.doctor(uri=server.uri, auth=server.auth)}
        assert found["indexes"].ok is False
        assert "oxgraph_test_unfit" in found["indexes"].detail
        assert "oxgraph migrate" in found["indexes"].remedy
    finally:
        graph.run_all(["DROP INDEX oxgraph_test_unfit IF EXISTS", "MATCH (n:oxgraph_test_long) DELETE n"])


def test_the_record_tells_the_versions(server: Server) -> None:
    record = json.loads((server.home / "server.json").read_text())
    assert record["neo4j"] == "2026.08.1"
    assert server.password not in json.dumps(record)


def test_the_log_can_be_read(server: Server) -> None:
    assert any("Started." in line for line in local.logs(Home(server.home)))


@pytest.mark.deep
def test_doctor_of_a_server_that_the_person_has_checks_its_mirror(
    server: Server, graph: Graph, mirror_dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OXGRAPH_MIRROR_DSN", mirror_dsn)

    def copy(password: str = server.password) -> Check:
        found = local.doctor(uri=server.uri, auth=(server.user, password))[-1]
        assert found.name == "mirror copy"
        return found

    assert "run `oxgraph mirror init`" in copy().detail
    mirror = Mirror(mirror_dsn, graph)
    mirror.init()
    mirror.run_once()
    assert copy().detail.endswith(" behind"), "with how many changes, as others write meanwhile"
    assert copy("not the password").ok is None


def test_without_the_extra_a_command_says_which_one() -> None:
    code = "import sys; sys.modules['psutil'] = None; from oxgraph.cli import run; sys.exit(run(['status']))"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "pip install 'oxgraph[local]'" in ended.stderr
