"""The route of hooks: POST /v1/hooks/{agent}/{event}, with the payload that the agent gave to its hook.

The response is what the hook prints, 204 where that is nothing. `?block=true` denies a call that memory warns of.
"""

from typing import Any

from pydantic_core import from_json, to_json
from starlette.requests import Request
from starlette.responses import Response

from oxgraph.errors import MalformedJson, NotFound
from oxgraph.server.dispatch import Service
from oxgraph.server.hooks.answers import Answer, printed
from oxgraph.server.hooks.around_calls import AroundCalls
from oxgraph.server.hooks.events import EVENTS, HookEvent, event_of
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.bodies import read_body, strict_json
from oxgraph.server.rest.operation_handlers import RawRoute, route
from oxgraph.surrogates import whole_json

MAX_PAYLOAD = 1 << 20
"""A hook sends no more bytes of an event, and shortens longer ones. A payload of this length is the beginning of one
that was too long for that."""

CALLS = {
    "before_tool": "inject",
    "after_tool": "capture",
    "prompt": "recall",
    "session_start": "costliest_failures",
    "session_end": "end_session",
}
"""The client's call of each kind of event, which decides the required role."""


def hook_routes(service: Service, authenticator: RequestAuthenticator) -> list[RawRoute]:
    """The one route of all agents and events."""
    return [route("/v1/hooks/{agent}/{event}", {"POST": HookHandler(service, authenticator).handle})]


class HookHandler:
    """Answers hooks."""

    def __init__(self, service: Service, authenticator: RequestAuthenticator) -> None:
        self._service = service
        self._authenticator = authenticator
        self._around_calls = AroundCalls(service.tool_calls)

    async def handle(self, request: Request) -> Response:
        """Answer one event. An event for which there is nothing to do is answered with nothing.

        The body, at most 1 MiB, is read before the token is judged: a hook leaves after 0.3 s, and what was sent by one
        that has left could not be read any more, so that a slow moment would cost a capture.
        """
        body = await read_body(request, MAX_PAYLOAD)
        caller = await self._authenticator.caller(request)
        agent, name = request.path_params["agent"], request.path_params["event"]
        if agent not in EVENTS:
            raise NotFound(kind="agent", id=agent[:80])
        block = request.query_params.get("block") == "true"
        event = event_of(agent, name, _payload(body), _exit_code(request))
        if event is None:
            return Response(status_code=204)

        async def perform(given: HookEvent = event) -> Answer:
            return await self._around_calls.perform(caller.memory, given, block=block)

        answer = await self._service.dispatcher.run(
            f"hooks.{event.kind}", CALLS[event.kind], caller, perform, transport="hook"
        )
        found = printed(event, answer)
        if found is None:
            return Response(status_code=204)
        return Response(to_json(found), media_type="application/json")


def _exit_code(request: Request) -> int | None:
    """The exit code that the hook found beside the payload."""
    given = request.headers.get("x-oxgraph-exit-code", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) <= 3 else None


def _payload(body: bytes) -> Any:
    """The payload; of one that was cut off, what is there of it. Raises InvalidInput, MalformedJson.

    Agents cut long texts, and so leave halves of surrogate pairs: those are replaced, or the whole event would be lost.
    """
    try:
        return _read(body)
    except MalformedJson:
        return _read(whole_json(body))


def _read(body: bytes) -> Any:
    if len(body) < MAX_PAYLOAD:
        return strict_json(body)
    try:
        return from_json(body, allow_inf_nan=False, allow_partial="trailing-strings")
    except ValueError:
        raise MalformedJson(field="body") from None
