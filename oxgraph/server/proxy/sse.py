"""Decode server-sent events (SSE) as bytes (WHATWG HTML, "Server-sent events").

httpx2's EventSource decodes to text, and delivers an event that ends with CR only when more data arrives.
"""

import re
from collections.abc import AsyncIterable, AsyncIterator, Iterator
from dataclasses import dataclass

LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass
class Event:
    """One event; `data` is None where it has only an id or a reconnection time."""

    data: bytes | None
    id: str | None
    retry_ms: int | None


class EventDecoder:
    """Assembles events from the chunks of a stream."""

    def __init__(self) -> None:
        self._tail: list[bytes] = []
        self._after_cr = False
        self._data: list[bytes] = []
        self._kind = b""
        self._id: str | None = None
        self._retry_ms: int | None = None

    async def decode(self, chunks: AsyncIterable[bytes]) -> AsyncIterator[Event]:
        """The complete events of a stream."""
        async for chunk in chunks:
            for line in self._lines(chunk):
                event = self._line(line)
                if event:
                    yield event

    def _lines(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that end within a chunk; CR and LF end one line even in two chunks."""
        if self._after_cr and chunk.startswith(b"\n"):
            chunk = chunk[1:]
        if chunk:
            self._after_cr = chunk.endswith(b"\r")
        start = 0
        for end in LINE_END.finditer(chunk):
            yield b"".join([*self._tail, chunk[start : end.start()]])
            self._tail, start = [], end.end()
        if start < len(chunk):
            self._tail.append(chunk[start:])

    def _line(self, line: bytes) -> Event | None:
        if not line:
            return self._dispatch()
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

    def _dispatch(self) -> Event | None:
        data = b"\n".join(self._data) if self._kind in (b"", b"message") else b""
        event = Event(data or None, self._id, self._retry_ms)
        self._data, self._kind, self._id, self._retry_ms = [], b"", None, None
        return event if event.data or event.id is not None or event.retry_ms is not None else None
