"""The routes of the operations: from the request's path, query and body to the operation and its response."""

import functools
import re
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import unquote, urlencode

from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from oxgraph.errors import InvalidInput, OxgraphError, WorkspaceNotFound
from oxgraph.operations import OPERATIONS, Operation, Page
from oxgraph.operations.definition import Encoding
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Service
from oxgraph.server.rest import problems
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.bodies import read_body, strict_json
from oxgraph.server.rest.conditional import READS, Preconditions, tagged
from oxgraph.server.rest.idempotency import IdempotencyCache, takes_key
from oxgraph.types.results import Result

BASE = "/v1/workspaces/{workspace_id}"
OWN = "me"
"""Stands for the id of the token's workspace in a path."""

Handler = Callable[[Request], Awaitable[Response]]
CLIENT_CLOSED_REQUEST = 499
JSON = re.compile(r"application/(json|[\w.+-]+\+json)\s*(;.*)?", re.IGNORECASE)


class UnsupportedMedia(Exception):
    """The body's content type is not JSON."""


def operation_routes(service: Service, authenticator: RequestAuthenticator) -> list["RawRoute"]:
    """A route for each path of the operations; paths without parameters first, where two could match."""
    cache = IdempotencyCache()
    by_path: dict[str, dict[str, Handler]] = {}
    for operation in OPERATIONS.values():
        handler = _handler(operation, service, authenticator, cache)
        for path in (operation.path, *operation.former_paths):
            by_path.setdefault(path, {})[operation.method] = handler
    paths = sorted(by_path, key=lambda path: [part.startswith("{") for part in path.split("/")])
    preconditions = Preconditions()
    return [route(BASE + path, by_path[path], preconditions, service) for path in paths]


def _handler(
    operation: Operation, service: Service, authenticator: RequestAuthenticator, cache: IdempotencyCache
) -> Handler:
    async def handle(request: Request) -> Response:
        caller = request.scope["state"]["caller"] = await authenticator.caller(request)
        await require_own_workspace(request, caller)
        body = await read_body(request, service.config.body_bytes) if operation.has_body else b""

        async def perform() -> Response:
            arguments, encoding = arguments_of(request, operation, body)
            result = await service.dispatcher.perform(
                operation.name, caller, arguments, transport="rest", encoding=encoding
            )
            return answer(operation, result, request)

        return await (cache.once(request, caller, body, perform) if takes_key(operation) else perform())

    return handle


async def require_own_workspace(request: Request, caller: Caller) -> None:
    """Raises WorkspaceNotFound unless the workspace in the path is the token's; whether it exists is not revealed."""
    named = unquote(request.path_params["workspace_id"])
    if named not in (OWN, caller.memory.workspace_id):
        await caller.authorize("settings")  # A token that was revoked meanwhile gets the error for that.
        raise WorkspaceNotFound(f"No workspace {named[:80]} that this token opens.")


def respond(result: Result, request: Request, status: int = 200) -> Response:
    """A result as JSON; a page of a GET has the address of the next one in its Link header too."""
    headers = {}
    if isinstance(result, Page) and result.next is not None and request.method in (*READS, "DELETE"):
        query = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
        path = request.scope["raw_path"].decode("ascii", "replace")
        headers["Link"] = f'<{path}?{urlencode([*query, ("cursor", result.next)])}>; rel="next"'
    return Response(to_json(result), status, headers=headers, media_type="application/json")


def answer(operation: Operation, result: Result, request: Request) -> Response:
    """The response of an operation; of one that makes something 201 with its address, or 200 where nothing was made."""
    if operation.location is None:
        return respond(result, request, operation.status)
    path = operation.location(result)
    if path is None:
        return respond(result, request)
    response = respond(result, request, operation.status)
    workspace = request.scope["raw_path"].decode("ascii", "replace").split("/")[3]
    response.headers["Location"] = BASE.replace("{workspace_id}", workspace) + path
    return response


# Reading a request


def arguments_of(request: Request, operation: Operation, body: bytes = b"") -> tuple[dict[str, Any], Encoding]:
    """The operation's arguments, and how to validate them. Raises InvalidInput, UnsupportedMedia."""
    in_path = {name: unquote(value) for name, value in request.path_params.items() if name in operation.path_parameters}
    found = _disjoint(in_path, _query(request, operation))
    if not operation.has_body:
        return found, "query"
    return _disjoint(found, json_object(request, body)), "json"


def refuse_fields(request: Request, known: tuple[str, ...] = ()) -> None:
    """Raises InvalidInput for a field of the query that a route which is no operation does not know."""
    for name in request.query_params:
        if name not in known:
            raise InvalidInput(field=name[:80], reason="is not a known field")


def _disjoint(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """Both; raises InvalidInput for a field that is in two places."""
    twice = next(iter(first.keys() & second.keys()), None)
    if twice is not None:
        raise InvalidInput(field=twice, reason="is given twice")
    return first | second


def _query(request: Request, operation: Operation) -> dict[str, Any]:
    """The query's fields; one that is a list may be repeated."""
    found: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        found.setdefault(name, []).append(value)
    lists = list_fields(operation)
    return {name: values if name in lists or len(values) > 1 else values[0] for name, values in found.items()}


@functools.cache
def list_fields(operation: Operation) -> frozenset[str]:
    """The input fields that are lists, by their present and former names."""
    fields = operation.input.model_json_schema().get("properties", {})
    lists = {name for name, schema in fields.items() if "array" in _types(schema)}
    return frozenset(lists | {former for former, name in operation.renamed.items() if name in lists})


def _types(schema: dict[str, Any]) -> list[str]:
    return [schema.get("type", ""), *(one.get("type", "") for one in schema.get("anyOf", ()))]


def json_object(request: Request, data: bytes) -> dict[str, Any]:
    """The body, which is one JSON object or empty. Raises InvalidInput, UnsupportedMedia."""
    if not data:
        return {}
    if not JSON.fullmatch(request.headers.get("content-type", "")):
        raise UnsupportedMedia
    value = strict_json(data)
    if not isinstance(value, dict):
        raise InvalidInput(field="body", reason="must be a JSON object")
    return value


# Routing


class RawRoute(Route):
    """A route matched on the path as it was sent, so that an id may contain a slash (%2F).

    One route has all methods of a path, so that another method is refused with the right Allow header.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Match the raw path; parameters stay percent-encoded."""
        raw = scope.get("raw_path")
        if raw is not None:
            scope = {**scope, "path": raw.decode("ascii", "replace"), "root_path": ""}
        return super().matches(scope)


def route(
    path: str, handlers: dict[str, Handler], preconditions: Preconditions | None = None, service: Service | None = None
) -> RawRoute:
    """A route with these handlers, by method; every error is application/problem+json, HEAD is answered as GET."""
    return RawRoute(path, _Endpoint(path, handlers, preconditions or Preconditions(), service))


class _Endpoint:
    """An ASGI application, so that Starlette passes every method on."""

    def __init__(
        self, path: str, handlers: dict[str, Handler], preconditions: Preconditions, service: Service | None
    ) -> None:
        self._path = path
        self._handlers = handlers | ({"HEAD": handlers["GET"]} if "GET" in handlers else {})
        self._preconditions = preconditions
        self._service = service

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        request = Request(scope, receive, send)
        response = await self._respond(request)
        caller = scope["state"].get("caller")
        if self._service is not None and caller is not None:
            response.headers.update(_rate(*self._service.dispatcher.calls_left(caller)))
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        request.scope["state"]["route"] = self._path
        handler = self._handlers.get(request.method)
        if handler is None:
            allowed = ", ".join(sorted(self._handlers))
            return problems.problem(
                405, "method_not_allowed", "No such method here", f"Allowed: {allowed}.", headers={"Allow": allowed}
            )
        try:
            response = await self._preconditions.change(request, self._handlers.get("GET"), handler)
            return tagged(request, response)
        except OxgraphError as error:
            return problems.of(error, request)
        except UnsupportedMedia:
            return problems.problem(415, "unsupported_media", "Not JSON", "Send the body as application/json.")
        except ClientDisconnect:
            return Response(status_code=CLIENT_CLOSED_REQUEST)
        except HTTPException:
            raise
        except Exception as error:
            return problems.unexpected(error, request)


def _rate(limit: int, left: int, seconds: int) -> dict[str, str]:
    """The headers of draft-ietf-httpapi-ratelimit-headers."""
    return {"RateLimit-Policy": f'"token";q={limit};w=60', "RateLimit": f'"token";r={left};t={seconds}'}
