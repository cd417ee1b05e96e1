"""Edit a JSON text so that all other bytes stay as they are."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

WHITESPACE = re.compile(r"[ \t\r\n]*")
MAX_INTEGER_DIGITS = 400


def _integer(text: str) -> int | str:
    """An integer; a text where Python refuses to convert its thousands of digits."""
    return int(text) if len(text) <= MAX_INTEGER_DIGITS else text


DECODER = json.JSONDecoder(parse_int=_integer)


def parse(line: bytes) -> Any:
    """The message of a line; None where it is not valid JSON."""
    try:
        return DECODER.decode(line.decode("utf-8").lstrip("\ufeff"))
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True)
class Located:
    """A JSON value and its place in the text."""

    start: int
    end: int
    value: Any


@dataclass(frozen=True)
class Edit:
    """The replacement of the text between `start` and `end`."""

    start: int
    end: int
    text: str


def root(text: str) -> Located:
    """The value that the text represents. Raises ValueError."""
    start = _skip_whitespace(text, 0)
    value, end = DECODER.raw_decode(text, start)
    return Located(start, end, value)


def members(text: str, owner: Located) -> dict[str, Located]:
    """The members of an object; of a duplicate name the last, as parsers take it."""
    found: dict[str, Located] = {}
    at = _skip_whitespace(text, owner.start + 1)
    while text[at] != "}":
        name, at = DECODER.raw_decode(text, at)
        start = _skip_whitespace(text, _skip_whitespace(text, at) + 1)
        value, end = DECODER.raw_decode(text, start)
        found[name] = Located(start, end, value)
        at = _next(text, end)
    return found


def elements(text: str, array: Located) -> Iterator[Located]:
    """The elements of an array."""
    at = _skip_whitespace(text, array.start + 1)
    while text[at] != "]":
        value, end = DECODER.raw_decode(text, at)
        yield Located(at, end, value)
        at = _next(text, end)


def append_text(text: str, owner: Located, name: str, added: str) -> Edit | None:
    """Append to the text member `name` of an object, which is created where it is missing or null."""
    inside = json.dumps(added)[1:-1]
    old = members(text, owner).get(name)
    if old is None:
        comma = "," if owner.value else ""
        return Edit(owner.end - 1, owner.end - 1, f'{comma}"{name}":"{inside}"')
    if old.value is None:
        return Edit(old.start, old.end, f'"{inside}"')
    if not isinstance(old.value, str):
        return None
    separator = "\\n\\n" if old.value else ""
    return Edit(old.end - 1, old.end - 1, separator + inside)


def insert_first(array: Located, item: Any) -> Edit:
    """Insert an item before the first element of an array."""
    comma = "," if array.value else ""
    return Edit(array.start + 1, array.start + 1, json.dumps(item) + comma)


def apply(text: str, edits: list[Edit]) -> str:
    """The text with the edits, which must not overlap."""
    for edit in sorted(edits, key=lambda one: one.start, reverse=True):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _skip_whitespace(text: str, at: int) -> int:
    match = WHITESPACE.match(text, at)
    return match.end() if match else at


def _next(text: str, end: int) -> int:
    """Where the next member or element begins, or the closing bracket."""
    at = _skip_whitespace(text, end)
    return _skip_whitespace(text, at + 1) if text[at] == "," else at
