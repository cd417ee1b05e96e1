"""Jars are fetched into the local Maven repository and are used only when they are the pinned ones."""

import hashlib
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from oxgraph.errors import ChecksumMismatch, DownloadFailed
from oxgraph.local import jars
from oxgraph.local.jars import JarStore, Pin

BODY = b"a jar" * 1000
GOOD = Pin("org.example:thing:1.0:linux-x86_64", hashlib.sha256(BODY).hexdigest())
PATH = "/org/example/thing/1.0/thing-1.0-linux-x86_64.jar"
Serve = Callable[[list[bytes | int]], None]


def test_the_list_is_whole_and_well_formed() -> None:
    found = jars.pins()
    names = [pin.coordinate for pin in found]
    assert len(set(names)) == len(names) > 200
    assert all(re.fullmatch(r"[\w.-]+:[\w.-]+:[\w.-]+(:[\w-]+)?", name) for name in names)
    assert all(re.fullmatch(r"[0-9a-f]{64}", pin.sha256) for pin in found)
    assert set(jars.ROOTS) <= set(names)


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, asked: list[str]) -> Iterator[Serve]:
    """A Maven repository on this machine that gives the answers it is told to, one after the other.

    An answer is a status, or a body; a body that starts with b'!' is cut off in the middle.
    """
    answers: list[bytes | int] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != PATH:
                self.send_error(404)
                return
            asked.append(self.path)
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            if isinstance(answer, int):
                self.send_error(answer)
                return
            self.send_response(200)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer[: len(answer) // 2] if answer.startswith(b"!") else answer)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings = tmp_path / "jgo.conf"
    settings.write_text(f"[repositories]\ncentral = http://127.0.0.1:{server.server_port}\n")
    monkeypatch.setenv("JGO_CONFIG_FILE", str(settings))
    monkeypatch.setattr("oxgraph.local.jars.time.sleep", lambda _: None)
    yield answers.extend
    server.shutdown()
    server.server_close()


@pytest.fixture
def store(tmp_path: Path, serve: Serve) -> Callable[[], JarStore]:
    return lambda: JarStore(tmp_path / "jars.json", tmp_path / "repository")


def test_a_jar_is_fetched_once(store: Callable[[], JarStore], serve: Serve, asked: list[str]) -> None:
    serve([BODY])
    steps: list[tuple[int, int]] = []
    (path,) = store().ensure([GOOD], lambda _, done, total: steps.append((done, total)))
    assert path.read_bytes() == BODY
    assert steps == [(0, 1), (1, 1)]
    store().ensure([GOOD])
    assert asked == [PATH]


def test_a_checked_jar_is_not_read_again_until_it_changes(store: Callable[[], JarStore], serve: Serve) -> None:
    serve([BODY])
    (path,) = store().ensure([GOOD])
    assert store().seen[str(path)][2] == GOOD.sha256
    path.write_bytes(b"changed")
    assert not store().is_good(GOOD)
    store().ensure([GOOD])
    assert path.read_bytes() == BODY


def test_another_jar_than_the_pinned_one_is_thrown_away(
    store: Callable[[], JarStore], serve: Serve, tmp_path: Path
) -> None:
    serve([b"another jar"])
    with pytest.raises(ChecksumMismatch, match=r"org.example:thing.*is pinned"):
        store().ensure([GOOD])
    assert not list((tmp_path / "repository").rglob("*.jar"))


def test_a_broken_download_is_tried_again(store: Callable[[], JarStore], serve: Serve) -> None:
    serve([503, b"!" + BODY, BODY])
    (path,) = store().ensure([GOOD])
    assert path.read_bytes() == BODY


def test_a_download_that_stays_broken_leaves_nothing(
    store: Callable[[], JarStore], serve: Serve, asked: list[str], tmp_path: Path
) -> None:
    serve([b"!" + BODY])
    with pytest.raises(DownloadFailed, match="Check the network"):
        store().ensure([GOOD])
    assert len(asked) == jars.TRIES
    assert not list((tmp_path / "repository").rglob("*.jar"))


def test_no_network(store: Callable[[], JarStore], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "jgo.conf").write_text("[repositories]\ncentral = http://127.0.0.1:1\n")
    with pytest.raises(DownloadFailed, match="could not be fetched"):
        store().ensure([GOOD])


@pytest.mark.parametrize("text", ["", "[]", "{"])
def test_a_damaged_memory_is_forgotten(store: Callable[[], JarStore], serve: Serve, tmp_path: Path, text: str) -> None:
    (tmp_path / "jars.json").write_text(text)
    serve([BODY])
    assert store().ensure([GOOD])
