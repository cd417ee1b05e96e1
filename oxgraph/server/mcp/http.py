"""MCP over streamable HTTP: who asks is known by a token, and a session is that token's alone."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from urllib.parse import urlsplit

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER, check_accept_headers
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from oxgraph.errors import OxgraphError, PermissionDenied
from oxgraph.server.callers import Caller
from oxgraph.server.mcp.door import Context, Door
from oxgraph.server.rest import problems
from oxgraph.server.service import Service

PATH = "/mcp"
STATE = "oxgraph.caller"
MOST_SESSIONS = 10_000
FOREIGN = "This page is not of this server."

CallerOf = Callable[[Request], Awaitable[Caller]]


class HttpDoor:
    """The ASGI app at /mcp. `run` must be entered for as long as it is served.

    Answers are event streams; a client that accepts JSON alone when it opens its session gets JSON. With
    `?names=underscores` tools are listed without dots.
    """

    def __init__(self, service: Service, caller_of: CallerOf) -> None:
        self._caller_of = caller_of
        self._door = Door(service, _caller, _connection, _underscores)
        self._streams = self._manager(service, json=False)
        self._plain = self._manager(service, json=True)
        self._plain_sessions: OrderedDict[str, None] = OrderedDict()
        self._stopping = asyncio.Event()

    def _manager(self, service: Service, *, json: bool) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            self._door.server,
            json_response=json,
            max_request_body_size=service.config.body_bytes,
            max_sessions=MOST_SESSIONS,
        )

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Serves; at the end every session is over."""
        async with self._streams.run(), self._plain.run():
            try:
                yield
            finally:
                self.stop()
                await self._door.close()

    def stop(self) -> None:
        """Ends the streams that only wait for news, so that a shutdown need not wait for them."""
        self._stopping.set()
        self._door.notices.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        request = Request(scope, receive)
        scope.setdefault("state", {})["route"] = PATH
        try:
            caller = await self._admitted(request)
        except OxgraphError as error:
            await problems.of(error, request)(scope, receive, send)
            return
        scope["state"][STATE] = caller
        # The SDK holds a session to who opened it; it is told the token's hash, never the token.
        token = AccessToken(token=caller.token_hash, client_id=caller.token_hash, scopes=[caller.memory.role])
        scope["user"] = AuthenticatedUser(token)
        await self._served(request, scope, receive, send)

    async def _admitted(self, request: Request) -> Caller:
        """Who asks, if the token holds now. Raises Unauthenticated, PermissionDenied for another site's page."""
        if not _same_origin(request):
            raise PermissionDenied(FOREIGN)
        caller = await self._caller_of(request)
        await caller.enter("settings")
        return caller

    async def _served(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        session = request.headers.get(MCP_SESSION_ID_HEADER)
        plain = session in self._plain_sessions if session else not check_accept_headers(request)[1]
        manager = self._plain if plain else self._streams
        work = manager.handle_request(scope, receive, self._watched(send, plain and session is None))
        if request.method == "GET":
            await self._until_stopped(work)
        else:
            await work
        if request.method == "DELETE" and session is not None:
            self._plain_sessions.pop(session, None)
            await self._door.sessions.end(session)

    def _watched(self, send: Send, opens_plain: bool) -> Send:
        """`send`, which notes a new session that wants JSON alone."""

        async def watched(message: Message) -> None:
            if opens_plain and message["type"] == "http.response.start":
                session = Headers(raw=message["headers"]).get(MCP_SESSION_ID_HEADER)
                if session is not None and message["status"] < 400:
                    self._plain_sessions[session] = None
                    while len(self._plain_sessions) > MOST_SESSIONS:
                        self._plain_sessions.popitem(last=False)
            await send(message)

        return watched

    async def _until_stopped(self, work: Awaitable[None]) -> None:
        """A stream of news, which ends with its client or with the server."""
        stream, stop = asyncio.ensure_future(work), asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({stream, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (stream, stop):
                task.cancel()
            await asyncio.gather(stream, stop, return_exceptions=True)


def _same_origin(request: Request) -> bool:
    """Whether it does not come from a page of another site."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).hostname == urlsplit(f"//{request.headers.get('host', '')}").hostname


def _request(ctx: Context) -> Request:
    """The HTTP request that a message came with."""
    assert isinstance(ctx.request, Request)
    return ctx.request


async def _caller(ctx: Context) -> Caller:
    caller: Caller = _request(ctx).scope["state"][STATE]
    return caller


def _connection(ctx: Context) -> str | None:
    return _request(ctx).headers.get(MCP_SESSION_ID_HEADER)


def _underscores(ctx: Context) -> bool:
    return _request(ctx).query_params.get("names") == "underscores"
