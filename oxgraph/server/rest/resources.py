"""The routes of the operations: one resource for each path below a workspace."""

from collections.abc import Awaitable, Callable
from urllib.parse import unquote, urlencode

from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from oxgraph.errors import OxgraphError, WorkspaceNotFound
from oxgraph.operations import OPERATIONS, Operation, Page
from oxgraph.server.callers import Caller
from oxgraph.server.rest import problems
from oxgraph.server.rest.authority import Authority
from oxgraph.server.rest.idempotency import Answers, keyed
from oxgraph.server.rest.reading import IN_QUERY, UnsupportedMedia, body_of, given
from oxgraph.server.service import Service
from oxgraph.types.results import Result

BASE = "/v1/workspaces/{workspace_id}"
Handle = Callable[[Request], Awaitable[Response]]
CLOSED_REQUEST = 499


class RawRoute(Route):
    """A route that is matched on the path as it came, so that an id may hold a slash (%2F).

    All methods of a path are one route: another method is refused with all that are there (Allow).
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Matches on the raw path; parameters stay as they came."""
        raw = scope.get("raw_path")
        if raw is not None:
            scope = {**scope, "path": raw.decode("ascii", "replace"), "root_path": ""}
        return super().matches(scope)


def answering(handles: dict[str, Handle], route: str) -> Handle:
    """An endpoint for several methods, whose every error is a problem+json."""

    async def endpoint(request: Request) -> Response:
        request.scope["state"]["route"] = route
        handle = handles.get(request.method)
        if handle is None:
            allowed = ", ".join(sorted(handles))
            return problems.problem(
                405, "method_not_allowed", "No such method here", f"Here go {allowed}.", headers={"Allow": allowed}
            )
        try:
            return await handle(request)
        except OxgraphError as error:
            return problems.of(error, request)
        except UnsupportedMedia:
            return problems.problem(415, "unsupported_media", "Not JSON", "Send the body as application/json.")
        except ClientDisconnect:
            return Response(status_code=CLOSED_REQUEST)
        except HTTPException:
            raise
        except Exception as error:
            return problems.unexpected(error, request)

    return endpoint


def route(path: str, handles: dict[str, Handle]) -> RawRoute:
    """A route of ours."""
    return RawRoute(path, _Any(answering(handles, path)))


class _Any:
    """An endpoint that takes every method by itself, as an ASGI app."""

    def __init__(self, endpoint: Handle) -> None:
        self._endpoint = endpoint

    async def __call__(self, scope, receive, send) -> None:  # type: ignore[no-untyped-def]
        response = await self._endpoint(Request(scope, receive, send))
        await response(scope, receive, send)


def operation_routes(service: Service, authority: Authority) -> list[RawRoute]:
    """A route for each path of the table; those without parameters come first, where two could match."""
    answers = Answers()
    by_path: dict[str, dict[str, Handle]] = {}
    for operation in OPERATIONS.values():
        by_path.setdefault(operation.path, {})[operation.method] = _handle(operation, service, authority, answers)
    paths = sorted(by_path, key=lambda path: [part.startswith("{") for part in path.split("/")])
    return [route(BASE + path, by_path[path]) for path in paths]


def _handle(operation: Operation, service: Service, authority: Authority, answers: Answers) -> Handle:
    async def handle(request: Request) -> Response:
        caller = await authority.caller(request)
        await require_own(request, caller)
        body = b"" if operation.method in IN_QUERY else await body_of(request, service.config.body_bytes)

        async def perform() -> Response:
            fields, form = given(request, operation, body)
            result = await service.calls.perform(operation.name, caller, fields, door="rest", form=form)
            return answer(result, request, operation.status)

        return await (answers.once(request, caller, body, perform) if keyed(operation) else perform())

    return handle


async def require_own(request: Request, caller: Caller) -> None:
    """The workspace in the path is the token's own; any other is as if it were not there, and is not looked for."""
    named = unquote(request.path_params["workspace_id"])
    if named != caller.memory.workspace_id:
        await caller.enter("settings")  # A token that was revoked meanwhile is told so everywhere.
        raise WorkspaceNotFound(f"No workspace {named[:80]} that this token opens.")


def answer(result: Result, request: Request, status: int = 200) -> Response:
    """A result as JSON; a page names the next one in its Link header too."""
    headers = {}
    if isinstance(result, Page) and result.next is not None and request.method in IN_QUERY:
        asked = [(name, value) for name, value in request.query_params.multi_items() if name != "cursor"]
        path = request.scope["raw_path"].decode("ascii", "replace")
        headers["Link"] = f'<{path}?{urlencode([*asked, ("cursor", result.next)])}>; rel="next"'
    return Response(to_json(result), status, headers=headers, media_type="application/json")
