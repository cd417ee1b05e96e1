"""What a request gives to an operation: fields of its path, of its query, and of its JSON body."""

import functools
import re
from typing import Any
from urllib.parse import unquote

from pydantic_core import from_json
from starlette.requests import Request

from oxgraph.errors import InvalidInput, TooLarge
from oxgraph.operations import Operation
from oxgraph.operations.operation import Form

JSON = re.compile(r"application/(json|[\w.+-]+\+json)\s*(;.*)?", re.IGNORECASE)
IN_QUERY = ("GET", "DELETE")


class UnsupportedMedia(Exception):
    """The body is not said to be JSON."""


def given(request: Request, operation: Operation, body: bytes) -> tuple[dict[str, Any], Form]:
    """The fields, and how they are to be read. Raises InvalidInput, UnsupportedMedia."""
    placed = {name: unquote(value) for name, value in request.path_params.items() if name in operation.placed}
    found = _joined(placed, _query(request, operation))
    if operation.method in IN_QUERY:
        return found, "texts"
    return _joined(found, json_object(request, body)), "json"


def _joined(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Both; a field has one place."""
    twice = next(iter(first.keys() & second.keys()), None)
    if twice is not None:
        raise InvalidInput(field=twice, reason="is given twice")
    return first | second


def _query(request: Request, operation: Operation) -> dict[str, Any]:
    """Fields by name; one that is a list may be repeated."""
    found: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        found.setdefault(name, []).append(value)
    many = lists(operation)
    return {name: values if name in many or len(values) > 1 else values[0] for name, values in found.items()}


@functools.cache
def lists(operation: Operation) -> frozenset[str]:
    """The fields that are lists."""
    fields = operation.input.model_json_schema().get("properties", {})
    return frozenset(name for name, schema in fields.items() if "array" in _types(schema))


def _types(schema: dict[str, Any]) -> list[str]:
    return [schema.get("type", ""), *(one.get("type", "") for one in schema.get("anyOf", ()))]


def json_object(request: Request, data: bytes) -> dict[str, Any]:
    """The body, which is one JSON object or nothing. Raises InvalidInput, UnsupportedMedia."""
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


async def body_of(request: Request, most: int) -> bytes:
    """The body. A longer one is not read to its end. Raises TooLarge."""
    announced = request.headers.get("content-length", "0")
    if announced.isdecimal() and int(announced) > most:
        raise TooLarge(limit=most)
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise TooLarge(limit=most)
        parts.append(part)
    return b"".join(parts)
