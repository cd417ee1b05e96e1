"""The routes beside the table of operations: who am I, logins, a conversation's deletion, what monitors ask."""

from typing import Annotated, Any
from urllib.parse import unquote

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.client.roles import RANK
from oxgraph.operations import OPERATIONS
from oxgraph.server.callers import Caller
from oxgraph.server.rest.authority import Authority
from oxgraph.server.rest.documented import Schema, errors
from oxgraph.server.rest.reading import body_of, json_object
from oxgraph.server.rest.resources import RawRoute, answer, route
from oxgraph.server.service import Service
from oxgraph.types import Role, limits
from oxgraph.types.fields import Input
from oxgraph.types.results import Result


class Credentials(Input):
    """What a person logs in with."""

    token: Annotated[str, Field(min_length=1, max_length=200, description="A token of the workspace.")]


class Me(Result):
    """Who calls: the workspace, the role, and the operations that this role reaches."""

    workspace_id: str
    workspace: str
    role: Role
    operations: tuple[str, ...]


class Health(Result):
    """How it is: ok, or why not."""

    status: str
    reason: str = ""


def me_of(caller: Caller) -> Me:
    """Who a caller is."""
    memory = caller.memory
    names = tuple(one.name for one in OPERATIONS.values() if RANK[one.role] <= RANK[memory.role])
    return Me(workspace_id=memory.workspace_id, workspace=memory.name, role=memory.role, operations=names)


def operations(names: dict[Any, Schema]) -> Schema:
    """These routes in the words of OpenAPI."""
    me = _answer(names[Me, "serialization"])
    health = _answer(names[Health, "serialization"])
    conversation: Schema = {"name": "conversation_id", "in": "path", "required": True}
    conversation["schema"] = {"type": "string", "minLength": 1, "maxLength": limits.ID}
    deleted = OPERATIONS["episodic.delete_conversation"]
    body = {"required": True, "content": {"application/json": {"schema": names[Credentials, "validation"]}}}
    own = {status: one for status, one in errors(body=False).items() if status in ("401", "410", "429", "500", "503")}
    cookie = me | {"headers": {"Set-Cookie": {"description": "The login.", "schema": {"type": "string"}}}}
    entered = {status: one for status, one in errors(body=True).items() if status not in ("403", "404", "409", "504")}
    return {
        "/v1/me": {"get": _operation("me", "Tell who calls.", {"200": me} | own)},
        "/v1/login": {
            "post": _operation("login", "Log in with a token: sets a cookie.", {"200": cookie} | entered)
            | {"requestBody": body, "security": []}
        },
        "/v1/logout": {
            "post": _operation("logout", "Log out.", {"204": {"description": "Done."}}) | {"security": []},
        },
        "/v1/conversations/{conversation_id}": {
            "delete": _operation(
                "delete_conversation",
                deleted.summary,
                {"200": _answer(names[deleted.output, "serialization"])} | errors(body=False),
            )
            | {"tags": ["episodic"], "parameters": [conversation]}
        },
        "/healthz": {"get": _operation("healthz", "That the server answers.", {"200": health}) | {"security": []}},
        "/readyz": {
            "get": _operation("readyz", "That the graph does, or why not.", {"200": health, "503": health})
            | {"security": []}
        },
    }


def _operation(name: str, summary: str, answers: Schema) -> Schema:
    return {"operationId": name, "tags": ["server"], "summary": summary, "responses": answers}


def _answer(schema: Schema) -> Schema:
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


class Beside:
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
            route("/openapi.json", {"GET": self.openapi}),
            route("/v1/conversations/{conversation_id}", {"DELETE": self.delete_conversation}),
        ]

    async def me(self, request: Request) -> Response:
        """Who calls."""
        caller = await self._authority.caller(request)
        await caller.enter("settings")
        return answer(me_of(caller), request)

    async def log_in(self, request: Request) -> Response:
        """Sets the cookie of a new login; a former one ends."""
        body = await body_of(request, self._service.config.body_bytes)
        given = Credentials(**json_object(request, body))
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

    async def delete_conversation(self, request: Request) -> Response:
        """The operation, without the workspace in the path (001)."""
        caller = await self._authority.caller(request)
        given = {"conversation_id": unquote(request.path_params["conversation_id"])}
        name = "episodic.delete_conversation"
        return answer(await self._service.calls.perform(name, caller, given, door="rest", form="texts"), request)

    async def openapi(self, request: Request) -> Response:
        """The description of it all."""
        from oxgraph.server.rest.openapi import text

        return Response(text(), media_type="application/json")

    async def healthy(self, request: Request) -> Response:
        """That the process answers."""
        return answer(Health(status="ok"), request)

    async def ready(self, request: Request) -> Response:
        """That the graph does."""
        error = await self._service.health.look()
        if error is None:
            return answer(Health(status="ok"), request)
        await self._service.health.start()
        return answer(Health(status="away", reason=error.code), request, 503)
