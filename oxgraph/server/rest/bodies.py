"""Reading bodies: up to a size, and as strict JSON, in which a key that stands twice in an object is refused.

Which of two values counts differs between readers, so that what a proxy or a log has seen need not be what was done.
"""

import contextlib
import json
from typing import Any

from pydantic_core import from_json
from starlette.requests import Request

from oxgraph.errors import InvalidInput, MalformedJson, TooLarge


async def read_body(request: Request, max_bytes: int) -> bytes:
    """The body. Raises TooLarge as soon as it is longer than `max_bytes`."""
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > max_bytes:
        raise TooLarge(limit=max_bytes)
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > max_bytes:
            raise TooLarge(limit=max_bytes)
        parts.append(part)
    return b"".join(parts)


def strict_json(data: bytes, field: str = "body") -> Any:
    """The value. Raises MalformedJson for what is no JSON or has NaN or infinity, InvalidInput for a key twice."""
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError:
        raise MalformedJson(field=field) from None
    _refuse_duplicates(data)
    return value


def refuse_duplicate_keys(data: bytes) -> None:
    """Raises InvalidInput for JSON that has a key twice in an object; what is no JSON is left to its reader."""
    with contextlib.suppress(ValueError):
        from_json(data, allow_inf_nan=True)
        _refuse_duplicates(data)


def _refuse_duplicates(data: bytes) -> None:
    json.loads(data.decode(), object_pairs_hook=_without_duplicates, parse_int=len, parse_float=len)


def _without_duplicates(pairs: list[tuple[str, Any]]) -> None:
    if len(pairs) > 1 and len({key for key, _ in pairs}) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise InvalidInput(field=twice[:80] or "body", reason="is given twice")
