"""The streamable HTTP transport: every request is authenticated by a token, and a session is bound to its token."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable
from urllib.parse import urlsplit

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http import MCP_SESSION_ID_HEADER, check_accept_headers
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from oxgraph.errors import OxgraphError, PermissionDenied
from oxgraph.newest import Newest
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Service
from oxgraph.server.mcp.messages import refused
from oxgraph.server.mcp.server import Context, McpServer
from oxgraph.server.mcp.tool_listing import ListOptions
from oxgraph.server.rest import problems
from oxgraph.server.rest.authentication import RequestAuthenticator
from oxgraph.server.rest.bodies import read_body

PATH = "/mcp"
STATE = "oxgraph.caller"
MAX_SESSIONS = 10_000
FOREIGN_ORIGIN = "Requests from pages of other sites are refused."


class HttpTransport:
    """The ASGI application at /mcp; serve it inside `run`.

    Responses are event streams; a client that accepts only JSON when it opens its session gets JSON. The query says
    what the list of tools is to have: `toolsets`, `schemas` and `names`, as `ListOptions.of` takes them.

    While the token cannot be looked up, as without Neo4j, a message is answered as over stdio: the tools are listed,
    and what needs the graph gets a result or an error that says so, which an agent reads. By HTTP's 503, the answer to
    a request without a message, many clients drop the server, and tell the agent nothing.
    """

    def __init__(self, service: Service, authenticator: RequestAuthenticator) -> None:
        self._authenticator = authenticator
        self._body_bytes = service.config.body_bytes
        self._server = McpServer(service, _caller, _connection, _options)
        self._streams = self._manager(service, json=False)
        self._json = self._manager(service, json=True)
        self._json_sessions: Newest[str, None] = Newest(MAX_SESSIONS)
        self._stopping = asyncio.Event()

    def _manager(self, service: Service, *, json: bool) -> StreamableHTTPSessionManager:
        return StreamableHTTPSessionManager(
            self._server.sdk_server,
            json_response=json,
            max_request_body_size=service.config.body_bytes,
            max_sessions=MAX_SESSIONS,
        )

    @contextlib.asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Serve; at the end every session is ended."""
        async with self._streams.run(), self._json.run():
            try:
                yield
            finally:
                self.stop()
                await self._server.close()

    def stop(self) -> None:
        """End the event streams that wait for notifications, so that a shutdown does not wait for them."""
        self._stopping.set()
        self._server.tool_list_changes.close()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        request = Request(scope, receive)
        scope.setdefault("state", {})["route"] = PATH
        try:
            caller = await self._authenticated(request)
            _list_options(request)
            body = await read_body(request, self._body_bytes) if request.method == "POST" else None
            if isinstance(caller, OxgraphError) and body is None:
                raise caller
        except OxgraphError as error:
            await problems.of(error, request)(scope, receive, send)
            return
        except ClientDisconnect:
            return
        if body is not None and (no_message := refused(body)) is not None:
            text = no_message.model_dump_json(by_alias=True, exclude_unset=True)
            await Response(text, 400, media_type="application/json")(scope, receive, send)
            return
        scope["state"][STATE] = caller
        # The SDK binds a session to the user who opened it; it gets the token's hash, never the token.
        token_hash = self._authenticator.token_hash(request)
        scope["user"] = AuthenticatedUser(AccessToken(token=token_hash, client_id=token_hash, scopes=[]))
        await self._handle(request, scope, receive if body is None else _replayed(body, receive), send)

    async def _authenticated(self, request: Request) -> Caller | OxgraphError:
        """The caller, whose token is valid now, or why the server cannot say so.

        Raises Unauthenticated, PermissionDenied for another site's page.
        """
        if not _same_origin(request):
            raise PermissionDenied(FOREIGN_ORIGIN)
        try:
            caller = await self._authenticator.caller(request)
            await caller.authorize("settings")
        except OxgraphError as error:
            if error.http_status < 500:
                raise
            return error
        return caller

    async def _handle(self, request: Request, scope: Scope, receive: Receive, send: Send) -> None:
        session = request.headers.get(MCP_SESSION_ID_HEADER)
        json_only = session in self._json_sessions if session else not check_accept_headers(request)[1]
        manager = self._json if json_only else self._streams
        work = manager.handle_request(scope, receive, self._recording(send, json_only and session is None))
        if request.method == "GET":
            await self._until_stopped(work)
        else:
            await work
        if request.method == "DELETE" and session is not None:
            self._json_sessions.pop(session, None)
            await self._server.sessions.end(session)

    def _recording(self, send: Send, opens_json_session: bool) -> Send:
        """`send`, which records the id of a new session that wants only JSON."""

        async def recording(message: Message) -> None:
            if opens_json_session and message["type"] == "http.response.start":
                session = Headers(raw=message["headers"]).get(MCP_SESSION_ID_HEADER)
                if session is not None and message["status"] < 400:
                    self._json_sessions[session] = None
            await send(message)

        return recording

    async def _until_stopped(self, work: Awaitable[None]) -> None:
        """Serve an event stream until its client leaves or the server stops."""
        stream, stop = asyncio.ensure_future(work), asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({stream, stop}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (stream, stop):
                task.cancel()
            await asyncio.gather(stream, stop, return_exceptions=True)


def _same_origin(request: Request) -> bool:
    """Whether the request does not come from a page of another site."""
    origin = request.headers.get("origin")
    return origin is None or urlsplit(origin).hostname == urlsplit(f"//{request.headers.get('host', '')}").hostname


def _replayed(body: bytes, receive: Receive) -> Receive:
    """`receive` with the body that was read before."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replayed() -> Message:
        return messages.pop() if messages else await receive()

    return replayed


def _request(ctx: Context) -> Request:
    """The HTTP request of a message."""
    assert isinstance(ctx.request, Request)
    return ctx.request


async def _caller(ctx: Context) -> Caller:
    """Raises why the token could not be looked up."""
    caller: Caller | OxgraphError = _request(ctx).scope["state"][STATE]
    if isinstance(caller, OxgraphError):
        raise caller
    return caller


def _connection(ctx: Context) -> str | None:
    """The connection's id, which the client does not know yet when it opens one."""
    return _request(ctx).headers.get(MCP_SESSION_ID_HEADER) or ctx.session._connection.session_id


def _options(ctx: Context) -> ListOptions:
    return _list_options(_request(ctx))


def _list_options(request: Request) -> ListOptions:
    """Raises InvalidInput."""
    return ListOptions.of(**{name: request.query_params.get(name) for name in ("toolsets", "schemas", "names")})
