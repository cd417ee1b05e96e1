"""Stands before a command that speaks MCP on its standard input and output."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence

from oxgraph.server.proxy.lines import Lines, Piece
from oxgraph.server.proxy.watcher import Watcher

CHUNK = 2**16
AFTERWARDS = 2.0
"""Seconds for which a server's output is still passed on when it has ended and a process of its own holds it open."""

SECRETS = ("OXGRAPH_TOKEN", "OXGRAPH_PASSWORD")
"""What the server behind has no business with."""


class Output:
    """The agent's end: lines from two threads, each in one piece."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._lock = threading.RLock()

    def write(self, data: bytes) -> None:
        """Writes all of it. Raises OSError where nobody reads any more."""
        with self._lock:
            view = memoryview(data)
            while view:
                view = view[os.write(self._fd, view) :]

    def send(self, line: bytes) -> None:
        """Writes a line of ours, between two lines of the server's; nothing where nobody reads any more."""
        with contextlib.suppress(OSError):
            self.write(line)

    def piece(self, piece: Piece) -> None:
        """Writes a piece of a long line; until its last one, nobody else writes."""
        self._lock.acquire()
        self.write(piece.data)
        if piece.last:
            while self._lock._is_owned():  # type: ignore[attr-defined]
                self._lock.release()

    def close(self) -> None:
        """The agent sees the end."""
        with contextlib.suppress(OSError):
            os.close(self._fd)


def started(words: Sequence[str]) -> "subprocess.Popen[bytes]":
    """The server's process. To be called before there are threads. Raises OSError where it cannot be started."""
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, env=environment(), preexec_fn=_end_with_us())  # noqa: PLW1509


class Command:
    """A server that is run as a process, and the passing on of its messages."""

    def __init__(self, watcher: Watcher, output: Output) -> None:
        self._watcher = watcher
        self._output = output
        self._client_left = False

    def run(self, child: "subprocess.Popen[bytes]") -> int:
        """Passes everything on until the process ends; its exit status, negative for a signal."""
        assert child.stdin
        assert child.stdout
        up = threading.Thread(target=self._up, args=(child.stdin.fileno(),), daemon=True)
        down = threading.Thread(target=self._down, args=(child.stdout.fileno(),), daemon=True)
        with signals_to(child.pid):
            up.start()
            down.start()
            status = child.wait()
        down.join(AFTERWARDS)
        self._output.close()
        self._watcher.closed(by_client=self._client_left)
        return status

    def _up(self, target: int) -> None:
        """From the agent to the server."""

        def passed(piece: Piece) -> None:
            if piece.whole:
                self._watcher.from_client(piece.data)
            _write(target, piece.data)

        with contextlib.suppress(OSError):
            _pump(0, passed)
            self._client_left = True
        for fd in (target, 0):
            with contextlib.suppress(OSError):
                os.close(fd)

    def _down(self, source: int) -> None:
        """From the server to the agent."""

        def passed(piece: Piece) -> None:
            if piece.whole:
                self._watcher.from_server(piece.data, self._output.write)
            else:
                self._output.piece(piece)
                self._watcher.unseen()

        with contextlib.suppress(OSError):
            _pump(source, passed)
        with contextlib.suppress(OSError):
            os.close(source)
        self._output.close()


def environment(given: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of the server: ours without the secrets of the memory."""
    return {name: value for name, value in (os.environ if given is None else given).items() if name not in SECRETS}


def end_as(status: int) -> int:
    """The exit status that says what the server's said; where a signal ended it, we end by the same one."""
    if status >= 0:
        return status
    with contextlib.suppress(Exception):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
    return 128 - status


@contextlib.contextmanager
def signals_to(pid: int) -> Iterator[None]:
    """Signals that are meant for the server go to it. Ctrl-C on a terminal reaches it by itself."""
    names = ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"] + ([] if os.isatty(0) else ["SIGINT"])
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]

    def passed_on(signum: int, frame: object) -> None:
        with contextlib.suppress(OSError):
            os.kill(pid, signum)

    before = {number: signal.signal(number, passed_on) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _pump(source: int, passed: Callable[[Piece], None]) -> None:
    """Cuts what comes into lines and passes each on, to the end."""
    lines = Lines()
    while data := os.read(source, CHUNK):
        for piece in lines.fed(data):
            passed(piece)
    if rest := lines.rest():
        passed(rest)


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _end_with_us() -> Callable[[], None] | None:
    """Where the kernel can: whoever kills the proxy (kill -9) ends the server too, as it would without it."""
    if sys.platform != "linux":
        return None
    try:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
    except (OSError, AttributeError):
        return None
    set_death_signal = 1
    return lambda: prctl(set_death_signal, int(signal.SIGTERM))
