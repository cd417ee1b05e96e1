"""Server-sent events, as bytes (WHATWG HTML, "Server-sent events")."""

import re
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from dataclasses import dataclass

END = re.compile(rb"\r\n|\n|\r")


@dataclass
class Event:
    """One event; `data` is None where it only carries an id or the pause before the next connection."""

    data: bytes | None
    id: str | None
    retry_ms: int | None


class Events:
    """Puts events together from what a stream brings."""

    def __init__(self) -> None:
        self._tail: list[bytes] = []
        self._after_return = False
        self._data: list[bytes] = []
        self._kind = b""
        self._id: str | None = None
        self._retry_ms: int | None = None

    async def of(self, chunks: AsyncIterable[bytes]) -> AsyncIterator[Event]:
        """The events of a stream; one that was broken off is none."""
        async for chunk in chunks:
            for line in self._lines(chunk):
                event = self._line(line)
                if event:
                    yield event

    def _lines(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that end within a chunk; CR and LF may come in two chunks, and are one end."""
        if self._after_return and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        if chunk:
            self._after_return = chunk.endswith(b"\r")
        start = 0
        for end in END.finditer(chunk):
            yield b"".join([*self._tail, chunk[start : end.start()]])
            self._tail, start = [], end.end()
        if start < len(chunk):
            self._tail.append(chunk[start:])

    def _line(self, line: bytes) -> Event | None:
        if not line:
            return self._dispatched()
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name in (b"data", b"\xef\xbb\xbfdata"):
            self._data.append(value)
        elif name == b"event":
            self._kind = value
        elif name == b"id" and b"\0" not in value:
            self._id = value.decode("utf-8", "replace")
        elif name == b"retry" and value.isdigit() and len(value) < 9:
            self._retry_ms = int(value)
        return None

    def _dispatched(self) -> Event | None:
        data = b"\n".join(self._data) if self._kind in (b"", b"message") else b""
        event = Event(data or None, self._id, self._retry_ms)
        self._data, self._kind, self._id, self._retry_ms = [], b"", None, None
        return event if event.data or event.id is not None or event.retry_ms is not None else None
