"""A server that the proxy runs as a child process, and that speaks MCP on its standard input and output."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from oxgraph.server.proxy.agent_io import ANSWER_SECONDS, CHUNK, LineSplitter, Output, Piece
from oxgraph.server.proxy.observer import MessageObserver

DRAIN_SECONDS = 2.0
"""How long a server's output is passed on after its end, where a process that it started still holds it open and
nothing is left to be answered. It may be the server itself (`npx`, `sh -c`): answers are waited for longer."""

POLL_SECONDS = 0.05

SECRETS = ("OXGRAPH_TOKEN", "OXGRAPH_PASSWORD")
"""Environment variables that the server does not get."""


def start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    """Start the server's process, before any thread is started. Raises OSError where it cannot be started."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment(), preexec_fn=_end_with_parent())  # noqa: PLW1509


class ChildProcess:
    """Passes messages between the agent and a server that runs as a process."""

    def __init__(self, observer: MessageObserver, output: Output) -> None:
        self._observer = observer
        self._output = output
        self._agent_left = False
        self._unreadable_since: float | None = None

    def run(self, process: "subprocess.Popen[bytes]") -> int:
        """Pass messages on until the process ends; returns its exit status, negative for a signal."""
        assert process.stdin
        assert process.stdout
        to_server = threading.Thread(target=self._to_server, args=(process.stdin.fileno(),), daemon=True)
        to_agent = threading.Thread(target=self._to_agent, args=(process.stdout.fileno(),), daemon=True)
        with forward_signals(process) as told_to_end:
            to_server.start()
            to_agent.start()
            status = process.wait()
            self._drain(to_agent, told_to_end)
        self._output.close()
        self._observer.closed(by_agent=self._agent_left or told_to_end.is_set())
        return status

    def _drain(self, to_agent: threading.Thread, told_to_end: threading.Event) -> None:
        """Pass on the output that still comes: up to ANSWER_SECONDS while a request is not answered.

        Otherwise, and after a signal, up to DRAIN_SECONDS.
        """
        began = waited = time.monotonic()
        while to_agent.is_alive() and (now := time.monotonic()) - waited <= DRAIN_SECONDS:
            if self._observer.is_waiting and not told_to_end.is_set() and now - began <= ANSWER_SECONDS:
                waited = now
            to_agent.join(POLL_SECONDS)

    def _to_server(self, target: int) -> None:
        def handle(piece: Piece) -> None:
            if piece.whole:
                self._observer.from_agent(piece.data)
            _write(target, piece.data)

        with contextlib.suppress(OSError):
            _read_lines(0, handle)
            self._agent_left = True
        for fd in (target, 0):
            with contextlib.suppress(OSError):
                os.close(fd)

    def _to_agent(self, source: int) -> None:
        def handle(piece: Piece) -> None:
            try:
                if piece.whole:
                    self._observer.from_server(piece.data, self._output.write)
                else:
                    self._observer.unparsed()
                    self._output.piece(piece)
            except OSError:
                self._require_waiting()

        with contextlib.suppress(OSError):
            _read_lines(source, handle)
        with contextlib.suppress(OSError):
            os.close(source)
        self._output.close()

    def _require_waiting(self) -> None:
        """Raises OSError, like the output that nobody reads any more, once no outcome of a call is to come."""
        self._agent_left = True
        now = time.monotonic()
        self._unreadable_since = self._unreadable_since or now
        if not self._observer.is_waiting or now - self._unreadable_since > ANSWER_SECONDS:
            raise BrokenPipeError


def environment(given: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of the server: ours without the secrets of the memory."""
    return {name: value for name, value in (os.environ if given is None else given).items() if name not in SECRETS}


def end_as(status: int) -> int:
    """The exit status for a server's status; where a signal ended the server, end this process by the same signal."""
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
def forward_signals(process: "subprocess.Popen[bytes]") -> Iterator[threading.Event]:
    """Forward signals to the server; the event is set by those that end it. On a terminal Ctrl-C reaches it anyway."""
    told_to_end = threading.Event()
    names = ["SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2"] + ([] if os.isatty(0) else ["SIGINT"])
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]

    def forward(signum: int, frame: object) -> None:
        if signal.Signals(signum).name not in ("SIGUSR1", "SIGUSR2"):
            told_to_end.set()
        with contextlib.suppress(OSError):
            process.send_signal(signum)

    before = {number: signal.signal(number, forward) for number in numbers}
    try:
        yield told_to_end
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _read_lines(source: int, handle: Callable[[Piece], None]) -> None:
    """Split a stream into lines and handle each, to the end of the stream."""
    lines = LineSplitter()
    while data := os.read(source, CHUNK):
        for piece in lines.feed(data):
            handle(piece)
    if rest := lines.rest():
        handle(rest)


def _write(fd: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]


def _end_with_parent() -> Callable[[], None] | None:
    """On Linux: end the server where the proxy is killed (kill -9), as it would end without the proxy."""
    if sys.platform != "linux":
        return None
    try:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
    except (OSError, AttributeError):
        return None
    set_death_signal = 1
    return lambda: prctl(set_death_signal, int(signal.SIGTERM))
