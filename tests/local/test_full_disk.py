"""A disk that is full for a while: which error callers get, and that the server is back once there is room."""

import contextlib
import shutil
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import oxgraph
from oxgraph import local
from oxgraph.errors import DatabaseUnavailable, HomeUnusable, OxgraphError
from oxgraph.local import Home, Server
from oxgraph.local.supervision import supervise

pytestmark = pytest.mark.deep

SIZE = "1500m"
PIECE = 64 * 2**20
DEADLINE = 90.0
TEXT = "x" * 9_000


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Home]:
    """A home on a file system of its own, which a test may fill."""
    place = tmp_path / "small"
    place.mkdir()
    mount = shutil.which("mount")
    command = [mount or "mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    if mount is None or subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("no file system can be mounted here")
    home = Home(place / "home")
    try:
        yield home
    finally:
        (place / "ballast").unlink(missing_ok=True)
        local.down(home)
        subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(home: Home) -> Path:
    """A file that fills the disk."""
    ballast = home.path.parent / "ballast"
    with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(PIECE))
    with ballast.open("ab", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    return ballast


def write_until_refused(server: Server, name: str) -> tuple[list[str], OxgraphError]:
    """Remembers until the database stops; the ids that were acknowledged, and the last error."""
    kept: list[str] = []
    with oxgraph.connect(server.uri, server.auth) as client:
        space, until = client.workspace(name), time.monotonic() + DEADLINE
        while time.monotonic() < until:
            rows = [{"type": "fact", "content": f"{uuid.uuid4()} {TEXT}"} for _ in range(200)]
            try:
                kept += [row.memory_id or "" for row in space.semantic.remember_many(rows)]
            except OxgraphError as error:
                return kept, error
    raise AssertionError("the database took everything")


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.2)


def test_a_disk_that_is_full_and_has_room_again(small: Home) -> None:
    server = local.up(small, heap="512m")
    with oxgraph.connect(server.uri, server.auth) as client:
        client.create_workspace("full")
    ballast = fill(small)
    kept, error = write_until_refused(server, "full")
    assert isinstance(error, DatabaseUnavailable)
    assert "oxgraph up" in str(error)
    assert local.status(small).state == "unavailable"
    found = {check.name: check for check in local.doctor(small)}
    assert "oxgraph up" in found["plugin version"].detail
    assert found["disk space"].ok is False
    assert [found[name].ok for name in ("migrations", "indexes", "LOAD CSV", "audits")] == [None] * 4
    with pytest.raises(HomeUnusable, match="space"):
        local.up(small)
    stopping = threading.Event()
    watch = threading.Thread(target=supervise, args=(stopping, small))
    watch.start()
    try:
        ballast.unlink()
        wait_for(lambda: (local.status(small).state, local.status(small).pid) != ("unavailable", server.pid))
        wait_for(lambda: local.status(small).state == "running" and local.status(small).pid != server.pid)
    finally:
        stopping.set()
        watch.join()
    again = local.up(small, heap="512m")
    with oxgraph.connect(again.uri, again.auth) as client:
        semantic = client.workspace("full").semantic
        assert all(semantic.get(id).status == "active" for id in kept)
