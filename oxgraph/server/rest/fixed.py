"""The routes beside the table of verbs: who am I, logins, a conversation's deletion, what monitors ask."""

from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.errors import OxgraphError
from oxgraph.server.callers import Caller
from oxgraph.server.rest import problems
from oxgraph.server.rest.authority import Authority
from oxgraph.server.rest.reading import json_body
from oxgraph.server.rest.resources import RawRoute, answer, route
from oxgraph.server.service import Service
from oxgraph.server.verbs import VERBS
from oxgraph.types import Role
from oxgraph.types.fields import Input
from oxgraph.types.results import Result


class Credentials(Input):
    """What a person logs in with."""

    token: Annotated[str, Field(min_length=1, max_length=200, description="A token of the workspace.")]


class Me(Result):
    """Who calls: the workspace, the role, and the verbs that this role reaches."""

    workspace_id: str
    workspace: str
    role: Role
    verbs: tuple[str, ...]


class Health(Result):
    """How it is: ok, or why not."""

    status: str
    reason: str = ""


def me_of(caller: Caller) -> Me:
    """Who a caller is."""
    from oxgraph.client.roles import RANK

    memory = caller.memory
    names = tuple(one.name for one in VERBS.values() if RANK[one.role] <= RANK[memory.role])
    return Me(workspace_id=memory.workspace_id, workspace=memory.name, role=memory.role, verbs=names)


class Fixed:
    """Their handlers."""

    def __init__(self, service: Service, authority: Authority) -> None:
        self._service = service
        self._authority = authority

    def routes(self) -> list[RawRoute]:
        """All of them."""
        return [
            route("/v1/me", {"GET": self.me}),
            route("/v1/login", {"POST": self.log_in}),
            route("/v1/logout", {"POST": self.log_out}),
            route("/healthz", {"GET": self.healthy}),
            route("/readyz", {"GET": self.ready}),
        ]

    async def me(self, request: Request) -> Response:
        """Who calls."""
        caller = await self._authority.caller(request)
        await caller.enter("settings")
        return answer(me_of(caller), request)

    async def log_in(self, request: Request) -> Response:
        """Sets the cookie of a new login; a former one ends."""
        given = Credentials(**await json_body(request, self._service.config.body_bytes))
        caller, name = await self._authority.log_in(request, given.token)
        self._authority.log_out(request)
        response = answer(me_of(caller), request)
        self._authority.give(response, name)
        return response

    async def log_out(self, request: Request) -> Response:
        """Ends the login; without one nothing happens."""
        self._authority.log_out(request)
        response = Response(status_code=204)
        self._authority.take_back(response)
        return response

    async def healthy(self, request: Request) -> Response:
        """That the process answers."""
        return answer(Health(status="ok"), request)

    async def ready(self, request: Request) -> Response:
        """That the graph does."""
        try:
            await self._service.client.graph.check_plugin()
        except OxgraphError as error:
            return answer(Health(status="away", reason=error.code), request, 503)
        return answer(Health(status="ok"), request)


__all__ = ["Fixed", "Health", "Me", "problems"]
