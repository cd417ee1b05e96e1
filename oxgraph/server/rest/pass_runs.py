"""POST /passes/{number}/runs: an operator runs a pass over the token's workspace, and gets what it counted."""

import asyncio
from dataclasses import asdict

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.clock import present
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.passes.plan import NAMES
from oxgraph.server.dispatch import Service
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.operation_handlers import BASE, RawRoute, refuse_fields, require_own_workspace, route

CALL = "semantic.extract_pending"
"""A call of the same kind, work that the worker does on its schedule; its role is needed."""

NOT_HERE = "this server runs no passes (--no-worker); `oxgraph worker` or `oxgraph passes run` does"


def pass_routes(service: Service, authenticator: RequestAuthenticator) -> list[RawRoute]:
    """The one route."""

    async def handle(request: Request) -> Response:
        caller = request.scope["state"]["caller"] = await authenticator.caller(request)
        await require_own_workspace(request, caller)
        await caller.authorize(CALL)
        refuse_fields(request)
        number = _number(request.path_params["number"])
        run_pass = service.run_pass
        if run_pass is None:
            raise InvalidInput(field="number", reason=NOT_HERE)

        async def work() -> bytes:
            now = present(service.client.clock)
            run = await asyncio.to_thread(run_pass, caller.memory.workspace_id, number, now)
            return to_json(asdict(run))

        done = await service.dispatcher.run("passes.run", CALL, caller, work, transport="rest", long=True)
        return Response(done, media_type="application/json")

    return [route(BASE + "/passes/{number}/runs", {"POST": handle}, service=service)]


def _number(text: str) -> int:
    """The number of a pass. Raises NotFound."""
    if text not in map(str, NAMES):
        known = ", ".join(f"{number} {name}" for number, name in NAMES.items())
        raise NotFound(f"There is no pass {text[:80]}; the passes are {known}.", kind="pass", id=text[:80])
    return int(text)
