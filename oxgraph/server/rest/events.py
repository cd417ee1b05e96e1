"""GET /events: the changes of a workspace as server-sent events, from the change feed.

An event's id is its position in the feed. A reader that comes back with `Last-Event-ID`, as browsers do by themselves,
goes on there and misses nothing. An id without an event says that the feed has gone on by changes of other workspaces.
"""

import asyncio
import time
from collections.abc import AsyncIterator

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from oxgraph.errors import Overloaded, OxgraphError
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Service
from oxgraph.server.health import monitored
from oxgraph.server.rest import problems
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.conditional import EVENTS
from oxgraph.server.rest.operation_handlers import BASE, RawRoute, refuse_fields, require_own_workspace, route
from oxgraph.types.changes import Changes, ChangesRequest

PAGE = 500
"""Changes that are read at once."""

ALIVE_SECONDS = 15.0
"""A stream without news gets a comment this often, so that nobody on the way takes it for dead."""

RETRY_MILLISECONDS = 2_000
"""How long a browser waits before it comes back."""

OF_STREAM = ("after",)


class EventStreams:
    """The streams of one server."""

    def __init__(self, service: Service, authenticator: RequestAuthenticator) -> None:
        self._service = service
        self._authenticator = authenticator
        self._open = 0
        self._stopped = asyncio.Event()

    def routes(self) -> list[RawRoute]:
        """The one route."""
        return [route(BASE + "/events", {"GET": self._handle}, service=self._service)]

    def stop(self) -> None:
        """End all streams; their readers come back to the next server."""
        self._stopped.set()

    async def _handle(self, request: Request) -> Response:
        caller = request.scope["state"]["caller"] = await self._authenticator.caller(request)
        await require_own_workspace(request, caller)
        asked = _asked(request)

        async def first() -> Changes:
            return await caller.memory.changes(asked.after, PAGE)

        page = await self._service.dispatcher.run("workspace.events", "changes", caller, first, transport="rest")
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        if request.method == "HEAD":
            return Response(headers=headers, media_type=EVENTS)
        if self._open >= self._service.config.event_streams:
            raise Overloaded(seconds=0.0)
        return StreamingResponse(self._events(request, caller, page), headers=headers, media_type=EVENTS)

    async def _events(self, request: Request, caller: Caller, page: Changes) -> AsyncIterator[bytes]:
        self._open += 1
        try:
            yield b"retry: %d\n\n" % RETRY_MILLISECONDS
            async for part in self._following(caller, page):
                yield part
        except OxgraphError as error:
            yield _event("error", bytes(problems.of(error, request).body))
        except Exception as error:
            yield _event("error", bytes(problems.unexpected(error, request).body))
        finally:
            self._open -= 1

    async def _following(self, caller: Caller, page: Changes) -> AsyncIterator[bytes]:
        """Each page as events, and then the pages after it. Raises what reading raises: a token may be revoked."""
        known, spoke = "", time.monotonic()
        while True:
            if page.items or page.position != known:
                yield b"".join(_event("change", to_json(one), one.position) for one in page.items) + _id(page.position)
                known, spoke = page.position, time.monotonic()
            elif time.monotonic() - spoke > ALIVE_SECONDS:
                yield b": alive\n\n"
                spoke = time.monotonic()
            if self._stopped.is_set() or (not page.more and await self._is_stopped_within_a_pause()):
                return
            async with monitored(caller.health), asyncio.timeout(self._service.config.call_seconds):
                page = await caller.memory.changes(known, PAGE)

    async def _is_stopped_within_a_pause(self) -> bool:
        try:
            await asyncio.wait_for(self._stopped.wait(), self._service.config.event_seconds)
        except TimeoutError:
            return False
        return True


def _asked(request: Request) -> ChangesRequest:
    """From where on: `Last-Event-ID`, else the query's `after`. Raises InvalidInput."""
    refuse_fields(request, OF_STREAM)
    last = request.headers.get("last-event-id")
    return ChangesRequest(after=last or request.query_params.get("after"))


def _event(kind: str, data: bytes, position: str | None = None) -> bytes:
    """One event; JSON has no line break."""
    head = b"" if position is None else b"id: %s\n" % position.encode()
    return head + b"event: %s\ndata: %s\n\n" % (kind.encode(), data)


def _id(position: str) -> bytes:
    """The position alone, which makes no event."""
    return b"id: %s\n\n" % position.encode()
