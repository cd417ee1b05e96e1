"""Messages on a byte stream: each is a line."""

from collections.abc import Iterator
from dataclasses import dataclass

MOST = 64 * 2**20
"""A longer line is passed on piece by piece and not looked at."""


@dataclass(frozen=True)
class Piece:
    """Bytes to pass on. `whole` is false for a part of a line that is too long; `last` where a line ends with it."""

    data: bytes
    whole: bool = True
    last: bool = True


class Lines:
    """Cuts a stream into lines, their ends included; what is put together again is what came, byte for byte."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._parts: list[bytes] = []
        self._held = 0
        self._long = False

    def fed(self, data: bytes) -> Iterator[Piece]:
        """The lines that end within `data`."""
        start = 0
        while (end := data.find(b"\n", start) + 1) > 0:
            yield self._ended(data[start:end])
            start = end
        if start < len(data):
            yield from self._kept(data[start:])

    def rest(self) -> Piece | None:
        """What has come since the last line's end, at the end of the stream."""
        return self._ended(b"") if self._parts or self._long else None

    def _ended(self, tail: bytes) -> Piece:
        data, long = b"".join([*self._parts, tail]), self._long
        self._parts, self._held, self._long = [], 0, False
        return Piece(data, whole=not long)

    def _kept(self, data: bytes) -> Iterator[Piece]:
        self._parts.append(data)
        self._held += len(data)
        if self._long or self._held > self._most:
            held = b"".join(self._parts)
            self._parts, self._held, self._long = [], 0, True
            yield Piece(held, whole=False, last=False)
