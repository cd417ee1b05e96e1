"""What a request gives to a verb: fields of its path, of its query, and of its JSON body."""

import functools
import re
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import unquote

from pydantic_core import from_json
from starlette.requests import Request

from oxgraph.errors import InvalidInput, TooLarge
from oxgraph.server.verbs import Verb
from oxgraph.server.verbs.verb import Form

JSON = re.compile(r"application/(json|[\w.+-]+\+json)\s*(;.*)?", re.IGNORECASE)
IN_QUERY = ("GET", "DELETE")


class UnsupportedMedia(Exception):
    """The body is not said to be JSON."""


async def given(request: Request, verb: Verb, body_bytes: int) -> tuple[dict[str, Any], Form]:
    """The fields, and how they are to be read. Raises InvalidInput, TooLarge, UnsupportedMedia."""
    placed = {name: unquote(value) for name, value in request.path_params.items() if name in verb.placed}
    given = _joined(placed, _query(request, verb))
    if verb.method in IN_QUERY:
        return given, "texts"
    return _joined(given, await json_body(request, body_bytes)), "json"


def _joined(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Both; a field has one place."""
    twice = next(iter(first.keys() & second.keys()), None)
    if twice is not None:
        raise InvalidInput(field=twice, reason="is given twice")
    return first | second


def _query(request: Request, verb: Verb) -> dict[str, Any]:
    """Fields by name; one that is a list may be repeated."""
    found: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        found.setdefault(name, []).append(value)
    many = lists(verb)
    return {name: values if name in many or len(values) > 1 else values[0] for name, values in found.items()}


@functools.cache
def lists(verb: Verb) -> frozenset[str]:
    """The fields that are lists."""
    fields = verb.input.model_json_schema().get("properties", {})
    return frozenset(name for name, schema in fields.items() if "array" in _types(schema))


def _types(schema: dict[str, Any]) -> list[str]:
    return [schema.get("type", ""), *(one.get("type", "") for one in schema.get("anyOf", ()))]


async def json_body(request: Request, most: int) -> dict[str, Any]:
    """The body, which is one JSON object or nothing. Raises InvalidInput, TooLarge, UnsupportedMedia."""
    data = await _bytes(request, most)
    if not data:
        return {}
    if not JSON.fullmatch(request.headers.get("content-type", "")):
        raise UnsupportedMedia
    try:
        value = from_json(data, allow_inf_nan=False)
    except ValueError:
        raise InvalidInput(field="body", reason="must be JSON") from None
    if not isinstance(value, dict):
        raise InvalidInput(field="body", reason="must be a JSON object")
    return value


async def _bytes(request: Request, most: int) -> bytes:
    """The body as far as it may go: a longer one is not read to its end."""
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > most:
        raise TooLarge(limit=most)
    parts: list[bytes] = []
    size = 0
    async for part in _stream(request):
        size += len(part)
        if size > most:
            raise TooLarge(limit=most)
        parts.append(part)
    return b"".join(parts)


def _stream(request: Request) -> AsyncIterator[bytes]:
    return request.stream()
