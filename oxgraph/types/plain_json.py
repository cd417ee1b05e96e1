"""JSON as callers hand it over: what it may hold, and the text that is kept of it."""

import json
from math import isfinite
from typing import Any

DEPTH = 100
"""How deep lists and objects may stand in each other: whoever reads it back may be deep in calls of its own."""


def json_text(value: Any, most: int) -> str:
    """A value as JSON of at most `most` characters, on one line. Raises ValueError, which says what is wrong."""
    try:
        _check(value, 0)
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        text.encode()
    except UnicodeEncodeError:
        raise ValueError("must be valid Unicode text") from None
    if len(text) > most:
        raise ValueError(f"has more than {most:,} characters as JSON")
    return text


def _check(value: Any, depth: int) -> None:
    """What json.dumps would quietly turn into something else is refused: keys that are no texts, for one."""
    if depth > DEPTH:
        raise ValueError(f"is nested more than {DEPTH} deep")
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError("must have texts as keys")
        for item in value.values():
            _check(item, depth + 1)
    elif isinstance(value, list | tuple):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, float):
        if not isfinite(value):
            raise ValueError("must not hold NaN or infinity")
    elif not isinstance(value, str | int | None):
        raise ValueError(f"must be JSON; {type(value).__name__} is not")
