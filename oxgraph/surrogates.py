"""Halves of surrogate pairs, which are no characters: a text that was cut in the middle of an emoji ends with one.

Neither the database nor a hash takes one. What a person or a program hands over is refused with one; what comes from
agents, their models and files they wrote is taken with U+FFFD in its place.
"""

import re
from typing import Any

ESCAPE = re.compile(
    rb"\\(?:u[Dd][89ABab][0-9A-Fa-f]{2}\\u[Dd][C-Fc-f][0-9A-Fa-f]{2}|(?P<half>u[Dd][89A-Fa-f][0-9A-Fa-f]{2})|.)",
    re.DOTALL,
)
"""Every escape is matched, since an escaped backslash may stand before what only looks like one."""

LOST = rb"\ufffd"


def is_unicode(text: str) -> bool:
    """Whether no half of a surrogate pair stands in it."""
    return text.isascii() or not any("\ud800" <= character <= "\udfff" for character in text)


def whole(text: str) -> str:
    """The text with U+FFFD for each half of a surrogate pair; two that make a pair become their character."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def whole_values(given: Any) -> Any:
    """A value of JSON with `whole` texts, names included. Raises RecursionError."""
    if isinstance(given, str):
        return whole(given)
    if isinstance(given, dict):
        return {whole_values(name): whole_values(one) for name, one in given.items()}
    return [whole_values(one) for one in given] if isinstance(given, list | tuple) else given


def whole_json(data: bytes) -> bytes:
    """JSON, or the beginning of one, with U+FFFD for each escape that is half of a surrogate pair."""
    return ESCAPE.sub(lambda found: LOST if found["half"] else found[0], data)
