"""Errors as application/problem+json (RFC 9457): the code, what to do, and no internal details."""

import logging
import math
import traceback
from collections.abc import Mapping
from typing import Any

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.errors import OxgraphError, RateLimited, ServerError, SetupError, Unauthenticated

log = logging.getLogger("oxgraph.server")

MEDIA_TYPE = "application/problem+json"
PREFIX = "urn:oxgraph:error:"
RETRY_SECONDS = 2
"""The Retry-After of an error that does not know its own."""

UNAVAILABLE = "The memory cannot be reached at the moment; try again in {seconds} s."
INTERNAL = "Something went wrong in the server. Its log has more under the id of this response."


def problem(
    status: int,
    code: str,
    title: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    values: Mapping[str, Any] | None = None,
    instance: str | None = None,
) -> Response:
    """One response. `values` are added to the five members of the RFC; `instance` is the id of this occurrence."""
    body = {
        "type": PREFIX + code,
        "title": title,
        "status": status,
        "detail": detail,
        "code": code,
        **({"instance": f"urn:uuid:{instance}"} if instance else {}),
        **{name: value for name, value in (values or {}).items() if isinstance(value, str | int | float | bool)},
    }
    return Response(to_json(body), status, headers=dict(headers or {}), media_type=MEDIA_TYPE)


def title_of(kind: type[OxgraphError]) -> str:
    """An error's title: the first line of its class's docstring."""
    return (kind.__doc__ or kind.__name__).strip().split("\n")[0].rstrip(".")


def of(error: OxgraphError, request: Request) -> Response:
    """The response for an error; details for operators alone go to the log."""
    status, headers = error.http_status, _headers(error)
    if not isinstance(error, SetupError | ServerError):
        text = str(error)
        return problem(status, error.code, title_of(type(error)), text, headers=headers, values=error.values)
    instance = request.scope["state"]["request_id"]
    log.error("failed", extra={"fields": {"request": instance, "code": error.code, "detail": str(error)}})
    detail = UNAVAILABLE.format(seconds=RETRY_SECONDS) if status == 503 else INTERNAL
    return problem(status, error.code, title_of(type(error)), detail, headers=headers, instance=instance)


def unexpected(error: Exception, request: Request) -> Response:
    """The response for an unexpected exception. Its class and stack are logged; its text may have payloads."""
    instance = request.scope["state"]["request_id"]
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    fields = {"request": instance, "error": type(error).__name__, "places": places[-12:]}
    log.error("unexpected", extra={"fields": fields})
    return problem(500, "server_error", title_of(ServerError), INTERNAL, instance=instance)


def _headers(error: OxgraphError) -> dict[str, str]:
    """The headers that HTTP requires with the status."""
    if isinstance(error, Unauthenticated):
        return {"WWW-Authenticate": 'Bearer realm="oxgraph"'}
    if error.http_status in (429, 503):
        seconds = error.values.get("seconds", RETRY_SECONDS) if isinstance(error, RateLimited) else RETRY_SECONDS
        return {"Retry-After": str(math.ceil(float(str(seconds))))}
    return {}
