"""Files of JSON opened (plain, gzipped, inside a zip, standard input) and read one object at a time.

A file of any size is read with the memory of its largest object.
"""

import codecs
import gzip
import io
import json
import re
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.lines import GZIP_MAGIC, NOT_UTF_8, STANDARD_INPUT, unreadable

ZIP_MAGIC = b"PK"
CONVERSATIONS = re.compile(r"(?:.*/)?conversations(?:[-_]\d+)?\.json", re.IGNORECASE)
"""The files of an export that hold its chats; large exports are cut into numbered ones."""

Read = Callable[[int], bytes]
"""Gives the next bytes, up to a size; none at the end."""

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
    except (OSError, ValueError) as error:
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


CHUNK = 256 * 1024
"""Bytes read at once."""

LONGEST = 64 * 1024 * 1024
"""Characters of one entry. A longer one is refused, so that a file that never ends cannot fill the memory."""

NEAR = 16
"""Characters. A fault so near the end of what has been read may be no more than that end."""

SPACE = re.compile(r"[ \t\r\n]*")
KINDS = "a list or objects in JSON (JSON lines, or an assistant's conversations.json)"


class Element(NamedTuple):
    """One object, and where it stands: `line 3` or `entry 17`."""

    place: str
    value: dict[str, Any]


@dataclass
class Elements:
    """The objects of a source, in order.

    Iterating raises InvalidInput, which names file and place, at the first that is not one. `skip` is asked about
    such an error where reading can go on behind it, in a file of lines; it raises the error or lets it pass.
    """

    source: Source
    read: Read
    skip: Callable[[InvalidInput], None] | None = None
    text: str = ""
    at: int = 0
    line: int = 1
    ended: bool = False
    foreign: bool = False
    decoder: codecs.IncrementalDecoder = field(default_factory=codecs.getincrementaldecoder("utf-8-sig"))

    def __iter__(self) -> Iterator[Element]:
        start = self._next()
        if start == "[":
            yield from self._list()
        elif start == "{":
            yield from self._objects()
        elif start:
            raise self.source.refusal("", f"holds no chats that can be read; expected is {KINDS}")

    def _list(self) -> Iterator[Element]:
        self.at += 1
        number = 0
        while (start := self._next()) != "]":
            if number:
                if start != ",":
                    raise self._broken(f"entry {number}", "is not followed by a comma or the list's end")
                self.at += 1
                self._next()
            number += 1
            yield Element(f"entry {number}", self._object(f"entry {number}"))
        self.at += 1
        if self._next():
            raise self._broken(f"behind entry {number}", "goes on after the end of its list")

    def _objects(self) -> Iterator[Element]:
        while self._next():
            place = f"line {self.line}"
            try:
                yield Element(place, self._object(place))
            except InvalidInput as error:
                if self.skip is None:
                    raise
                self.skip(error)
                self._to_next_line()

    def _object(self, place: str) -> dict[str, Any]:
        """The object that begins here."""
        while True:
            try:
                value, end = json.JSONDecoder().raw_decode(self.text, self.at)
            except json.JSONDecodeError as error:
                if self._whole(error) or not self._more(place):
                    raise self._broken(place, f"is not JSON: {error.msg}") from None
                continue
            except (ValueError, RecursionError) as error:  # a number of thousands of digits; thousands of brackets
                raise self._broken(place, f"cannot be read as JSON: {error}") from None
            if not isinstance(value, dict):
                raise self.source.refusal(place, "is not a JSON object")
            self._move(end)
            return value

    def _whole(self, error: json.JSONDecodeError) -> bool:
        """Whether the fault is one whatever follows."""
        unfinished = error.msg.startswith("Unterminated") or error.pos > len(self.text) - NEAR
        return self.ended or not unfinished

    def _next(self) -> str:
        """The next character that is no blank; '' at the end."""
        while True:
            match = SPACE.match(self.text, self.at)
            self._move(match.end() if match else self.at)
            if self.at < len(self.text) or not self._more(""):
                return self.text[self.at : self.at + 1]

    def _move(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def _to_next_line(self) -> None:
        while (end := self.text.find("\n", self.at)) < 0:
            self.at = len(self.text)
            if not self._more(""):
                return
        self._move(end + 1)

    def _more(self, place: str) -> bool:
        """Reads on, twice as much each time for the same entry; whether there was more."""
        rest = self.text[self.at :]
        if len(rest) > LONGEST:
            raise self._broken(place, f"is longer than {LONGEST // 2**20} MB")
        if self.foreign:
            raise self.source.refusal(place, NOT_UTF_8)
        try:
            data = b"" if self.ended else self.read(max(CHUNK, len(rest)))
        except BROKEN as error:
            raise self.source.refusal(place, f"cannot be read: {error}; download the export again") from error
        self.ended = not data
        fresh = self._decoded(data)
        self.text, self.at = rest + fresh, 0
        return not self.ended or bool(fresh) or self.foreign

    def _decoded(self, data: bytes) -> str:
        """The bytes as text, up to the first that are none, so that what stands before them is read."""
        try:
            return self.decoder.decode(data, final=self.ended)
        except UnicodeDecodeError as error:
            self.foreign = True
            return error.object[: error.start].decode("utf-8")

    def _broken(self, place: str, reason: str) -> InvalidInput:
        return self.source.refusal(place, f"{reason}; mend it, or export the chats again")
