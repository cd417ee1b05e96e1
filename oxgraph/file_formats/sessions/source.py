"""Opens a file of sessions: plain or gzip, JSON lines or one JSON document, with bounds on all of it."""

import gzip
import io
import json
import re
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.lines import BYTE_ORDER_MARK, GZIP_MAGIC, LONGEST_LINE, NOT_UTF_8, UTF_16, unreadable
from oxgraph.file_formats.sessions.records import Place, Unreadable
from oxgraph.surrogates import whole_values

LONGEST_DOCUMENT = 256 * 1024 * 1024
"""Bytes of a file that is one JSON document, which is read as a whole."""

RATIO = 400
"""How many times larger than packed a file may become; JSON stays far below it."""

FREE = 64 * 1024 * 1024
"""Bytes up to which the ratio does not matter."""

SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]")

SUFFIXES = (".gz", ".json", ".jsonl", ".ndjson", ".traj", ".output")


class SessionFile:
    """One file. Iterating gives its JSON objects with their lines, and what could not be read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.packed_at: float = 0

    @property
    def name(self) -> str:
        """The file's name without its extensions."""
        name = self.path.name
        while suffix := next((one for one in SUFFIXES if name.endswith(one) and name != one), None):
            name = name.removesuffix(suffix)
        return name

    def written_at(self, now: datetime) -> datetime:
        """When the file was written: as gzip says, else the file system; never later than now."""
        try:
            stamp = self.packed_at or self.path.stat().st_mtime
        except OSError:
            stamp = 0
        return min(datetime.fromtimestamp(stamp, UTC).replace(microsecond=0), now)

    def __iter__(self) -> Iterator[Place | Unreadable]:
        """The objects. Raises InvalidInput for a file that cannot be opened or that goes beyond the bounds."""
        with ExitStack() as stack:
            try:
                raw = stack.enter_context(self.path.open("rb"))
            except (OSError, ValueError) as error:
                raise unreadable(str(self.path), error) from error
            try:
                yield from self._objects(raw)
            except (EOFError, zlib.error, OSError) as error:
                raise InvalidInput(field=str(self.path), reason=f"cannot be read: {error}") from error

    def _objects(self, raw: io.BufferedReader) -> Iterator[Place | Unreadable]:
        start = raw.peek(2)[:2]
        if start in UTF_16:
            yield Unreadable(0, NOT_UTF_8)
            return
        packed = start == GZIP_MAGIC
        source: Any = gzip.GzipFile(fileobj=raw) if packed else raw
        first = source.readline(LONGEST_LINE).removeprefix(BYTE_ORDER_MARK)
        if isinstance(source, gzip.GzipFile):
            self.packed_at = source.mtime or 0
        guard = _Guard(self.path, raw if packed else None)
        guard.add(len(first))
        head = _parsed(first)
        if isinstance(head, dict):
            yield Place(1, head)
            yield from _lines(source.readline(LONGEST_LINE), source, guard)
            return
        second = source.readline(LONGEST_LINE)
        if first.strip() and isinstance(_parsed(second), dict):
            yield Unreadable(1, _reason(head))
            yield from _lines(second, source, guard)
        else:
            yield from _document(first + second, source, guard)


class _Guard:
    """Counts unpacked bytes, and refuses what grows beyond the ratio."""

    def __init__(self, path: Path, packed: IO[bytes] | None) -> None:
        self.path = path
        self.packed = packed
        self.seen = 0

    def add(self, size: int) -> None:
        """Raises InvalidInput."""
        if size >= LONGEST_LINE:
            raise InvalidInput(
                field=str(self.path), reason=f"has a line longer than {LONGEST_LINE // 2**20} MB, which no session has"
            )
        self.seen += size
        if self.packed is not None and self.seen > FREE and self.seen > RATIO * max(self.packed.tell(), 1):
            raise InvalidInput(
                field=str(self.path), reason=f"becomes more than {RATIO} times larger when unpacked, as no session does"
            )


def _lines(first: bytes, source: IO[bytes], guard: _Guard) -> Iterator[Place | Unreadable]:
    """The objects of lines, from the second on."""
    line, number = first, 2
    while line:
        guard.add(len(line))
        if not line.isspace():
            value = _parsed(line)
            yield Place(number, value) if isinstance(value, dict) else Unreadable(number, _reason(value))
        line, number = source.readline(LONGEST_LINE), number + 1


def _document(start: bytes, source: IO[bytes], guard: _Guard) -> Iterator[Place | Unreadable]:
    """The objects of one document: itself, or those of its list."""
    parts, size = [start], len(start)
    while chunk := source.read(2**20):
        size += len(chunk)
        guard.add(len(chunk))
        if size > LONGEST_DOCUMENT:
            raise InvalidInput(
                field=str(guard.path), reason=f"is one document of more than {LONGEST_DOCUMENT // 2**20} MB"
            )
        parts.append(chunk)
    value = _parsed(b"".join(parts))
    if isinstance(value, dict):
        yield Place(1, value)
    elif isinstance(value, list) and value and isinstance(value[0], dict) and "role" in value[0]:
        yield Place(1, {"messages": value})
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            yield Place(number, one) if isinstance(one, dict) else _nested(number, one)
    elif size and b"".join(parts).strip():
        yield Unreadable(0, _reason(value))


def _nested(number: int, value: object) -> Place | Unreadable:
    if isinstance(value, list) and value and isinstance(value[0], dict) and "role" in value[0]:
        return Place(number, {"messages": value})
    return Unreadable(number, "is no JSON object")


def _parsed(text: bytes) -> object:
    """The JSON value, its texts `whole`; an exception where it is none."""
    try:
        value = json.loads(text)
        return whole_values(value) if SURROGATE.search(text) else value
    except (ValueError, RecursionError) as error:
        return error


def _reason(value: object) -> str:
    if isinstance(value, RecursionError):
        return "is nested too deeply"
    if isinstance(value, UnicodeDecodeError):
        return "is not UTF-8"
    return "is not JSON" if isinstance(value, ValueError) else "is no JSON object"
