"""JSON read piece by piece: the entries of a list, or objects one after the other, each decoded by itself.

So a file of any size is read with the memory of its largest entry.
"""

import codecs
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from oxgraph.client.chats.sources import BROKEN, Read, Source
from oxgraph.errors import InvalidInput

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
        held = self.text[self.at :]
        if len(held) > LONGEST:
            raise self._broken(place, f"is longer than {LONGEST // 2**20} MB")
        if self.foreign:
            raise self.source.refusal(place, "is not text in UTF-8; save it as UTF-8")
        try:
            data = b"" if self.ended else self.read(max(CHUNK, len(held)))
        except BROKEN as error:
            raise self.source.refusal(place, f"cannot be read: {error}; download the export again") from error
        self.ended = not data
        fresh = self._decoded(data)
        self.text, self.at = held + fresh, 0
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
