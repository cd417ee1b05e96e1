"""Lines out of files, gzipped or not, or out of the standard input, with the bytes that have been taken in so far."""

import gzip
import io
import sys
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from oxgraph.errors import InvalidInput
from oxgraph.types.fields import CONTROL

GZIP_MAGIC = b"\x1f\x8b"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""With one of these begins a text in UTF-16, as some programs on Windows save it."""

NOT_UTF_8 = "is not text in UTF-8; save it as UTF-8"
STANDARD_INPUT = "-"
LONGEST_LINE = 64 * 1024 * 1024
"""Bytes. A line beyond it is refused, so that a file without line ends cannot fill the memory."""

SHOWN = 80
"""Characters of a name that are shown."""


class Line(NamedTuple):
    """One line and where it stands; `number` counts from 1."""

    file: str
    number: int
    text: bytes

    def refusal(self, field: str, reason: str) -> InvalidInput:
        """The error that names file, line and field."""
        place = f"{self.file}, line {self.number}"
        return InvalidInput(field=f"{place}, {field}" if field else place, reason=reason)


class LineFiles:
    """Several files as one run of lines. `-` is the standard input.

    Whether a file is gzipped is seen from its first bytes, not from its name. `total` is the size of all files in
    bytes (0 when the standard input is among them), `done` how much of it has been read.
    """

    def __init__(self, names: list[str], standard_input: BinaryIO | None = None) -> None:
        self.names = names
        self.total = 0 if STANDARD_INPUT in names else sum(_size(name) for name in names)
        self.done = 0
        self._standard_input = standard_input

    def __iter__(self) -> Iterator[Line]:
        """The lines that are not empty. Raises InvalidInput for what cannot be read."""
        for name in self.names:
            before = self.done
            with ExitStack() as stack:
                raw = self._open(name, stack)
                yield from self._lines(name, raw, before)

    def _open(self, name: str, stack: ExitStack) -> io.BufferedReader:
        if name == STANDARD_INPUT:
            return io.BufferedReader(cast(io.RawIOBase, self._standard_input or sys.stdin.buffer))
        try:
            return stack.enter_context(Path(name).open("rb"))
        except (OSError, ValueError) as error:
            raise unreadable(name, error) from error

    def _lines(self, name: str, raw: io.BufferedReader, before: int) -> Iterator[Line]:
        shown = "standard input" if name == STANDARD_INPUT else name
        number = 0
        try:
            start = raw.peek(2)[:2]
            if start in UTF_16:
                raise InvalidInput(field=shown, reason=NOT_UTF_8)
            packed = start == GZIP_MAGIC
            source = gzip.GzipFile(fileobj=raw) if packed else raw
            while text := source.readline(LONGEST_LINE):
                number += 1
                line = Line(shown, number, text.removeprefix(BYTE_ORDER_MARK) if number == 1 else text)
                if len(text) == LONGEST_LINE:
                    raise line.refusal("", f"is longer than {LONGEST_LINE // 2**20} MB")
                self.done = before + (raw.tell() if name != STANDARD_INPUT else 0)
                if not line.text.isspace():
                    yield line
        except (EOFError, zlib.error, OSError) as error:
            raise InvalidInput(field=f"{shown}, after line {number}", reason=f"cannot be read: {error}") from error


def _size(name: str) -> int:
    try:
        with Path(name).open("rb") as file:
            return file.seek(0, io.SEEK_END)
    except (OSError, ValueError) as error:
        raise unreadable(name, error) from error


def shown(text: str, most: int = SHOWN) -> str:
    """A name from a file in one line that any output takes: without what cannot be printed or encoded, and cut."""
    found = CONTROL.sub(" ", text.encode("utf-8", "replace").decode())
    return found if len(found) <= most else f"{found[:most]}…"


def unreadable(name: str, error: Exception) -> InvalidInput:
    """The error of a file that cannot be opened; one that is no OSError says that its name is none."""
    shown = name.encode("utf-8", "replace").decode()
    return InvalidInput(field=shown, reason=f"cannot be read: {getattr(error, 'strerror', None) or error}")
