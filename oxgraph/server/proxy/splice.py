"""Changes of a JSON text that leave all of its other bytes as they came."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

BLANK = re.compile(r"[ \t\r\n]*")
LONGEST_INTEGER = 400


def _integer(text: str) -> int | str:
    """Python refuses to read integers of thousands of digits; here they stay text."""
    return int(text) if len(text) <= LONGEST_INTEGER else text


DECODER = json.JSONDecoder(parse_int=_integer)


def parsed(line: bytes) -> Any:
    """The message of a line; None where it is none that can be read."""
    try:
        return DECODER.decode(line.decode("utf-8").lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True)
class Place:
    """A value and where it stands in the text."""

    start: int
    end: int
    value: Any


@dataclass(frozen=True)
class Edit:
    """A text in place of what stands between `start` and `end`."""

    start: int
    end: int
    text: str


def whole(text: str) -> Place:
    """The value that the text is. Raises ValueError."""
    start = _blank(text, 0)
    value, end = DECODER.raw_decode(text, start)
    return Place(start, end, value)


def members(text: str, place: Place) -> dict[str, Place]:
    """The members of the object at `place`; of a name that comes twice the last, as parsers take it."""
    found: dict[str, Place] = {}
    at = _blank(text, place.start + 1)
    while text[at] != "}":
        name, at = DECODER.raw_decode(text, at)
        start = _blank(text, _blank(text, at) + 1)
        value, end = DECODER.raw_decode(text, start)
        found[name] = Place(start, end, value)
        at = _next(text, end)
    return found


def elements(text: str, place: Place) -> Iterator[Place]:
    """The elements of the array at `place`."""
    at = _blank(text, place.start + 1)
    while text[at] != "]":
        value, end = DECODER.raw_decode(text, at)
        yield Place(at, end, value)
        at = _next(text, end)


def said(text: str, owner: Place, name: str, more: str) -> Edit | None:
    """`more` at the end of the text member `name` of an object, which is made where it is missing or null."""
    inside = json.dumps(more)[1:-1]
    old = members(text, owner).get(name)
    if old is None:
        comma = "," if owner.value else ""
        return Edit(owner.end - 1, owner.end - 1, f'{comma}"{name}":"{inside}"')
    if old.value is None:
        return Edit(old.start, old.end, f'"{inside}"')
    if not isinstance(old.value, str):
        return None
    gap = "\\n\\n" if old.value else ""
    return Edit(old.end - 1, old.end - 1, gap + inside)


def first(place: Place, item: Any) -> Edit:
    """`item` as the first element of the array at `place`."""
    comma = "," if place.value else ""
    return Edit(place.start + 1, place.start + 1, json.dumps(item) + comma)


def applied(text: str, edits: list[Edit]) -> str:
    """The text with the edits, which do not overlap."""
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _blank(text: str, at: int) -> int:
    match = BLANK.match(text, at)
    return match.end() if match else at


def _next(text: str, end: int) -> int:
    """Where the next member or element begins, or the end of the whole."""
    at = _blank(text, end)
    return _blank(text, at + 1) if text[at] == "," else at
