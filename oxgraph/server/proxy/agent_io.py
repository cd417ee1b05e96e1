"""The agent's end of the proxy: lines from standard input, lines to standard output.

A message is a line. What is put together from the pieces is what came, byte for byte.
"""

import asyncio
import contextlib
import os
import threading
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass

CHUNK = 2**16
MAX_LINE = 64 * 2**20
"""A longer line is passed on in pieces and not parsed."""

ANSWER_SECONDS = 600.0
"""How long the answers to what the agent has asked are waited for, once it has left. SIGTERM ends the wait."""


@dataclass(frozen=True)
class Piece:
    """Bytes to pass on. `whole` is false for a part of a line that is too long; `last` where a line ends with it."""

    data: bytes
    whole: bool = True
    last: bool = True


class LineSplitter:
    """Splits a byte stream into lines, including their line breaks."""

    def __init__(self, max_line: int = MAX_LINE) -> None:
        self._max_line = max_line
        self._parts: list[bytes] = []
        self._size = 0
        self._too_long = False

    def feed(self, data: bytes) -> Iterator[Piece]:
        """The lines that end within `data`."""
        start = 0
        while (end := data.find(b"\n", start) + 1) > 0:
            yield self._end_line(data[start:end])
            start = end
        if start < len(data):
            yield from self._keep(data[start:])

    def rest(self) -> Piece | None:
        """The unfinished line at the end of the stream."""
        return self._end_line(b"") if self._parts or self._too_long else None

    def _end_line(self, tail: bytes) -> Piece:
        data, too_long = b"".join([*self._parts, tail]), self._too_long
        self._parts, self._size, self._too_long = [], 0, False
        return Piece(data, whole=not too_long)

    def _keep(self, data: bytes) -> Iterator[Piece]:
        self._parts.append(data)
        self._size += len(data)
        if self._too_long or self._size > self._max_line:
            kept = b"".join(self._parts)
            self._parts, self._size, self._too_long = [], 0, True
            yield Piece(kept, whole=False, last=False)


class Output:
    """The agent's input: whole lines from several threads."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._lock = threading.RLock()

    def write(self, data: bytes) -> None:
        """Write all of it. Raises OSError where the reader is gone."""
        with self._lock:
            view = memoryview(data)
            while view:
                view = view[os.write(self._fd, view) :]

    def send(self, line: bytes) -> None:
        """Write a line of our own between two lines of the server; nothing where the reader is gone."""
        with contextlib.suppress(OSError):
            self.write(line)

    def piece(self, piece: Piece) -> None:
        """Write a piece of a long line; other threads wait until its last piece. Raises OSError, like `write`."""
        self._lock.acquire()
        ends = True
        try:
            self.write(piece.data)
            ends = piece.last
        finally:  # Where the reader is gone no piece will be the last.
            while ends and self._lock._is_owned():  # type: ignore[attr-defined]
                self._lock.release()

    def close(self) -> None:
        """Close it, so that the agent sees the end. Once: another file may have the same number afterwards."""
        fd, self._fd = self._fd, -1
        with contextlib.suppress(OSError):
            os.close(fd)


async def input_lines() -> AsyncIterator[bytes]:
    """The agent's lines, read by a thread that is at most a few lines ahead."""
    loop, queue = asyncio.get_running_loop(), asyncio.Queue[bytes | None](16)

    def put(line: bytes | None) -> None:
        asyncio.run_coroutine_threadsafe(queue.put(line), loop).result()

    def read() -> None:
        lines, parts = LineSplitter(), []
        with contextlib.suppress(OSError, RuntimeError):
            while data := os.read(0, CHUNK):
                for piece in lines.feed(data):
                    parts.append(piece.data)
                    if piece.last:
                        put(b"".join(parts))
                        parts = []
        with contextlib.suppress(RuntimeError):
            rest = lines.rest()
            if parts or rest:
                put(b"".join([*parts, rest.data if rest else b""]))
            put(None)

    threading.Thread(target=read, daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line
