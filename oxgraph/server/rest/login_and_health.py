"""The routes that are no operations: identity, login and logout, health, the OpenAPI document and its page.

Also the deletion of a conversation by a path without the workspace.
"""

import asyncio
import time
from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.client.roles import RANK
from oxgraph.client.server_logins import MAIN
from oxgraph.errors import OxgraphError
from oxgraph.operations import OPERATIONS
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Service
from oxgraph.server.explorer.routes import HEADERS as PAGE_HEADERS
from oxgraph.server.prometheus import FRESH_SECONDS
from oxgraph.server.rest import problems
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.bodies import read_body
from oxgraph.server.rest.operation_handlers import (
    RawRoute,
    arguments_of,
    json_object,
    refuse_fields,
    respond,
    route,
)
from oxgraph.types import Role
from oxgraph.types.fields import Input
from oxgraph.types.mirror import MirrorStatus
from oxgraph.types.results import Result

DELETION = "episodic.delete_conversation"
"""The operation that has a path without the workspace too."""


class Credentials(Input):
    """The body of a login."""

    token: Annotated[str, Field(min_length=1, max_length=200, description="A token of the workspace.")]


class Me(Result):
    """The caller: the workspace, the role, and the operations that this role may call.

    `user_id` is the user to whom the token is bound (None: to none).
    """

    workspace_id: str
    workspace: str
    role: Role
    user_id: str | None
    operations: tuple[str, ...]


class HealthStatus(Result):
    """`status` is ok, or unavailable with the error's code as `reason`."""

    status: str
    reason: str = ""


class MirrorState(Result):
    """How far the mirror is behind the graph: the age of the oldest change that it lacks in seconds, and their number.

    Both are None where no mirror is configured, or one of the two servers is not available.
    """

    configured: bool
    available: bool = False
    lag_seconds: float | None = None
    lag_changes: int | None = None


def me_of(caller: Caller) -> Me:
    """The response of GET /v1/me."""
    memory = caller.memory
    names = tuple(one.name for one in OPERATIONS.values() if RANK[one.role] <= RANK[memory.role])
    user_id = caller.access.user_id if caller.access.bound else None
    return Me(
        workspace_id=memory.workspace_id, workspace=memory.name, role=memory.role, user_id=user_id, operations=names
    )


class MirrorReader:
    """Reads how far the mirror is behind a server, one reader at a time."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._known: dict[str, tuple[MirrorState, float]] = {}
        self._reading = asyncio.Lock()

    async def read(self, workspace_id: str) -> MirrorState:
        """The state for the server that has a workspace, at most 15 s old."""
        read, routing = self._service.read_mirror, self._service.client.routing
        if read is None:
            return MirrorState(configured=False)
        server = MAIN if routing is None else (await routing.route(workspace_id)).server
        async with self._reading:
            known, at = self._known.get(server, (None, 0.0))
            if known is None or time.monotonic() - at >= FRESH_SECONDS:
                known = _state(await asyncio.to_thread(read, server))
                self._known[server] = known, time.monotonic()
        return known


def _state(found: MirrorStatus) -> MirrorState:
    if found.unavailable:
        return MirrorState(configured=True)
    lag = {"lag_seconds": found.lag_seconds, "lag_changes": found.lag_changes}
    return MirrorState.model_validate({"configured": True, "available": True} | lag)


class SystemRoutes:
    """The handlers of these routes."""

    def __init__(self, service: Service, authenticator: RequestAuthenticator) -> None:
        self._service = service
        self._authenticator = authenticator
        self._mirror = MirrorReader(service)

    def routes(self) -> list[RawRoute]:
        """All of them."""
        return [
            route("/v1/me", {"GET": self.me}),
            route("/v1/login", {"POST": self.log_in}),
            route("/v1/logout", {"POST": self.log_out}),
            route("/v1/mirror", {"GET": self.mirror}),
            route("/healthz", {"GET": self.alive}),
            route("/readyz", {"GET": self.ready}),
            route("/openapi.json", {"GET": self.openapi}),
            route("/docs", {"GET": self.docs}),
            route("/v1/conversations/{conversation_id}", {"DELETE": self.delete_conversation}),
        ]

    async def me(self, request: Request) -> Response:
        """Describe the caller."""
        caller = await self._authenticator.caller(request)
        refuse_fields(request)
        await caller.authorize("settings")
        return respond(me_of(caller), request)

    async def mirror(self, request: Request) -> Response:
        """Say how far the mirror is behind the workspace's server; asked of it at most every 15 s."""
        caller = await self._authenticator.caller(request)
        refuse_fields(request)
        await caller.authorize("settings")
        return respond(await self._mirror.read(caller.memory.workspace_id), request)

    async def log_in(self, request: Request) -> Response:
        """Open a login session, set its cookie, and end the request's former session."""
        body = await read_body(request, self._service.config.body_bytes)
        credentials = Credentials(**json_object(request, body))
        caller, login = await self._authenticator.log_in(request, credentials.token)
        await self._authenticator.log_out(request)
        response = respond(me_of(caller), request)
        self._authenticator.set_cookie(response, login)
        return response

    async def log_out(self, request: Request) -> Response:
        """End the login session, if there is one. The browser forgets it also where that fails."""
        response = Response(status_code=204)
        try:
            await self._authenticator.log_out(request)
        except OxgraphError as error:
            response = problems.of(error, request)
        self._authenticator.delete_cookie(response)
        return response

    async def delete_conversation(self, request: Request) -> Response:
        """Perform episodic.delete_conversation without the workspace in the path."""
        caller = await self._authenticator.caller(request)
        arguments, encoding = arguments_of(request, OPERATIONS[DELETION])
        result = await self._service.dispatcher.perform(
            DELETION, caller, arguments, transport="rest", encoding=encoding
        )
        return respond(result, request)

    async def openapi(self, request: Request) -> Response:
        """Send the OpenAPI document."""
        from oxgraph.server.rest.openapi import document_json

        return Response(document_json(), media_type="application/json")

    async def docs(self, request: Request) -> Response:
        """Send the OpenAPI document as a page."""
        from oxgraph.server.rest.docs_page import page

        return Response(page(), media_type="text/html; charset=utf-8", headers=PAGE_HEADERS)

    async def alive(self, request: Request) -> Response:
        """Say that the process answers."""
        return respond(HealthStatus(status="ok"), request)

    async def ready(self, request: Request) -> Response:
        """Say whether Neo4j answers, with the plugin and schema of this version."""
        error = await self._service.health.check()
        if error is None:
            return respond(HealthStatus(status="ok"), request)
        await self._service.health.start()
        return respond(HealthStatus(status="unavailable", reason=error.code), request, 503)
