"""Errors as application/problem+json (RFC 9457): which one, what to do, and nothing of the inside."""

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
"""What a client is told to wait where nothing better is known."""

AWAY = "The memory is not to be had at this moment; try again in {seconds} s."
INSIDE = "Something went wrong in the server. Its log says more under the id of this answer."


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
    """One answer. `values` are members of their own beside the five of the RFC; `instance` names this occurrence."""
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
    """What an error is called: the first line of its class's description."""
    return (kind.__doc__ or kind.__name__).strip().split("\n")[0].rstrip(".")


def of(error: OxgraphError, request: Request) -> Response:
    """The answer that stands for an error; what only operators may know of it goes to the log."""
    status, headers = error.http_status, _headers(error)
    if not isinstance(error, SetupError | ServerError):
        text = str(error)
        return problem(status, error.code, title_of(type(error)), text, headers=headers, values=error.values)
    instance = request.scope["state"]["request_id"]
    log.error("failed", extra={"fields": {"request": instance, "code": error.code, "detail": str(error)}})
    detail = AWAY.format(seconds=RETRY_SECONDS) if status == 503 else INSIDE
    return problem(status, error.code, title_of(type(error)), detail, headers=headers, instance=instance)


def unexpected(error: Exception, request: Request) -> Response:
    """The answer to a mistake of ours. The log has its kind and place, not its text: that may hold what was said."""
    instance = request.scope["state"]["request_id"]
    places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(error.__traceback__)]
    fields = {"request": instance, "error": type(error).__name__, "places": places[-12:]}
    log.error("unexpected", extra={"fields": fields})
    return problem(500, "server_error", title_of(ServerError), INSIDE, instance=instance)


def _headers(error: OxgraphError) -> dict[str, str]:
    """What the protocol asks for beside the body."""
    if isinstance(error, Unauthenticated):
        return {"WWW-Authenticate": 'Bearer realm="oxgraph"'}
    if error.http_status in (429, 503):
        seconds = error.values.get("seconds", RETRY_SECONDS) if isinstance(error, RateLimited) else RETRY_SECONDS
        return {"Retry-After": str(math.ceil(float(str(seconds))))}
    return {}
