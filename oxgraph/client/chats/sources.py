"""Files of chats opened: as they are, gzipped, inside the zip that an assistant's export comes in, or handed in."""

import gzip
import io
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from oxgraph.errors import InvalidInput
from oxgraph.lines import GZIP_MAGIC, STANDARD_INPUT, unreadable

ZIP_MAGIC = b"PK"
CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:[-_]\d+)?\.json", re.IGNORECASE)
"""The files of an export that hold its chats; large exports are cut into numbered ones."""

Read = Callable[[int], bytes]
"""Gives the next bytes, at most so many; none at the end."""

BROKEN = (EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError)
"""What unpacking a damaged, encrypted or unusually packed file raises."""


class Source(NamedTuple):
    """One run of bytes: the file that it comes from, and its member if that is a zip."""

    file: str
    member: str | None = None

    @property
    def shown(self) -> str:
        """As errors name it."""
        file = "standard input" if self.file == STANDARD_INPUT else self.file
        return f"{file}, {self.member}" if self.member else file

    def refusal(self, place: str, reason: str) -> InvalidInput:
        """The error that names the file, the place in it and what is wrong."""
        return InvalidInput(field=f"{self.shown}, {place}" if place else self.shown, reason=reason)


class Sources:
    """Several files, one after the other. `-` is the standard input.

    What a file is packed in is seen from its first bytes, not from its name. `total` is the size of all in bytes (0
    when the standard input is among them), `done` how much of it has been read. Raises InvalidInput for what cannot
    be read.
    """

    def __init__(self, names: list[str], standard_input: BinaryIO | None = None) -> None:
        self._standard_input = standard_input
        self.sources = [source for name in names for source in _members(name)]
        self.total = 0 if STANDARD_INPUT in names else sum(_size(source) for source in self.sources)
        self.done = 0

    def __iter__(self) -> Iterator[tuple[Source, Read]]:
        """Each source, and what reads it."""
        for source in self.sources:
            before = self.done
            with self._open(source) as (stream, counted):
                yield source, self._reader(stream, counted, before)

    def _reader(self, stream: BinaryIO, counted: BinaryIO | None, before: int) -> Read:
        def read(size: int) -> bytes:
            data = stream.read(size)
            self.done = before + (counted.tell() if counted is not None else 0)
            return data

        return read

    @contextmanager
    def _open(self, source: Source) -> Iterator[tuple[BinaryIO, BinaryIO | None]]:
        """The bytes unpacked, and the stream whose place tells how far the reading is (None: nothing does)."""
        if source.file == STANDARD_INPUT:
            raw = io.BufferedReader(cast(io.RawIOBase, self._standard_input or sys.stdin.buffer))
            yield _unpacked(source, raw), None
            return
        with _opened(source) as file:
            if source.member is None:
                yield _unpacked(source, cast("io.BufferedReader[Any]", file)), file
            else:
                with zipfile.ZipFile(file) as archive, _member(archive, source) as member:
                    yield member, member


def _members(name: str) -> list[Source]:
    """A file, or the members of a zip that hold chats."""
    if name == STANDARD_INPUT:
        return [Source(name)]
    with _opened(Source(name)) as file:
        if file.read(len(ZIP_MAGIC)) != ZIP_MAGIC:
            return [Source(name)]
        try:
            found = [one for one in zipfile.ZipFile(file).namelist() if CONVERSATIONS.fullmatch(one)]
        except BROKEN as error:
            raise Source(name).refusal("", f"cannot be unpacked: {error}; download the export again") from error
    if not found:
        reason = "is a zip without a conversations.json; unpack it and name the file that holds the chats"
        raise Source(name).refusal("", reason)
    return [Source(name, member) for member in sorted(found)]


def _opened(source: Source) -> BinaryIO:
    try:
        return Path(source.file).open("rb")
    except OSError as error:
        raise unreadable(source.file, error) from error


def _member(archive: zipfile.ZipFile, source: Source) -> BinaryIO:
    try:
        return cast(BinaryIO, archive.open(str(source.member)))
    except BROKEN as error:
        raise source.refusal("", f"cannot be unpacked: {error}; unpack it and name the file") from error


def _unpacked(source: Source, raw: "io.BufferedReader[Any]") -> BinaryIO:
    start = raw.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)]
    if start == ZIP_MAGIC:
        raise source.refusal("", "is a zip; name it as a file instead of handing it in")
    return cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if start == GZIP_MAGIC else raw


def _size(source: Source) -> int:
    with _opened(source) as file:
        if source.member is None:
            return file.seek(0, io.SEEK_END)
        return zipfile.ZipFile(file).getinfo(source.member).file_size
