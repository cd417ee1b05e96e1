"""Processes are known by number and birth, and are ended gently before they are ended by force."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from oxgraph.local import process

Start = Callable[[str], tuple[int, float]]
STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('ready', flush=True); time.sleep(60)"
)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a Python program that prints 'ready', as a server is started; ends it after the test."""
    found: list[subprocess.Popen[bytes]] = []

    def run(code: str) -> tuple[int, float]:
        output = tmp_path / "output"
        child = process.spawn([sys.executable, "-c", code], folder=tmp_path, output=output)
        found.append(child)
        deadline = time.monotonic() + 20
        while "ready" not in output.read_text() and time.monotonic() < deadline:
            time.sleep(0.02)
        return child.pid, process.start_time(child.pid) or 0.0

    yield run
    for child in found:
        child.kill()
        child.wait()


def test_another_birth_is_another_process() -> None:
    birth = process.start_time(os.getpid())
    assert birth is not None
    assert process.is_alive(os.getpid(), birth)
    assert not process.is_alive(os.getpid(), birth - 60)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the time of a start does not move with the clock")
def test_a_clock_that_is_set_makes_no_other_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is set by an hour, Linux says that it booted, and that each process began, an hour later."""
    pid = os.getpid()
    birth, began = process.start_time(pid), psutil.Process(pid).create_time()
    said = Path("/proc/stat").read_text()
    (tmp_path / "stat").write_text(re.sub(r"btime (\d+)", lambda found: f"btime {int(found[1]) + 3_600}", said))
    (tmp_path / str(pid)).symlink_to(f"/proc/{pid}")
    monkeypatch.setattr(psutil, "PROCFS_PATH", str(tmp_path))
    assert psutil.Process(pid).create_time() == began + 3_600
    assert birth is not None and process.is_alive(pid, birth)
    assert process.start_time(pid) == birth


def test_the_record_of_an_earlier_version_is_known() -> None:
    assert process.is_alive(os.getpid(), psutil.Process().create_time())


def test_one_that_ends_when_asked(start: Start) -> None:
    pid, birth = start("import time; print('ready', flush=True); time.sleep(60)")
    assert process.is_alive(pid, birth)
    assert process.stop(pid, birth, gently=20, hard=5) is True
    assert not process.is_alive(pid, birth)


@pytest.mark.skipif(sys.platform == "win32", reason="nothing can refuse to end there")
def test_one_that_does_not(start: Start) -> None:
    pid, birth = start(STUBBORN)
    assert process.stop(pid, birth, gently=0.3, hard=20) is False
    assert not process.is_alive(pid, birth)


def test_one_that_is_gone_or_was_another() -> None:
    assert process.stop(os.getpid(), 1.0, gently=0, hard=0) is True


def test_a_process_is_found_by_its_words(start: Start) -> None:
    code = "import time; print('ready', flush=True); time.sleep(60) # 8c5e"
    pid, birth = start(code)
    assert [(number, round(born)) for number, born in process.with_words("-c", code)] == [(pid, round(birth))]
    assert process.with_words("-c", code, "--another-word") == []


def test_a_port_is_served_by_one_process(start: Start) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        other, _ = start("import time; print('ready', flush=True); time.sleep(60)")
        assert process.listens(os.getpid(), port)
        assert not process.listens(other, port)
    assert not process.listens(os.getpid(), port)
