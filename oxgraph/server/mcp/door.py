"""One MCP server over the table of operations, whatever the transport."""

import logging
import traceback
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

import mcp_types as types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.shared.exceptions import MCPError

from oxgraph import __version__
from oxgraph.errors import OxgraphError, ServerError, SetupError
from oxgraph.operations import Operation
from oxgraph.server.callers import Caller
from oxgraph.server.calls import Calls
from oxgraph.server.experience import Experience, Step
from oxgraph.server.mcp import targeting, words
from oxgraph.server.mcp.notices import Notices
from oxgraph.server.mcp.schemas import EXPERIENCE
from oxgraph.server.mcp.sessions import Sessions, session_id
from oxgraph.server.mcp.tools import listing, plain, tool_named, tools

log = logging.getLogger("oxgraph.server")

Context = ServerRequestContext[Any, Any]

ERROR_KEY = "oxgraph/error"
"""The key of a result's `_meta` with the code and message of an error. Its structured content stays empty: clients
hold that against the schema of results."""

INSTRUCTIONS = """oxgraph is the long-term memory of this workspace. Ask it (memory.recall) before you ask the user \
what they may have said before, and tell it (memory.remember) what will matter later. Before you act on nodes, read \
the past experience with them (memory.context_inject). Every call is noted with its outcome, never with what it said; \
what went wrong before stands in the tools' descriptions and at the beginning of results: read it, and follow it."""

AWAY = "The memory is not to be had at this moment; try again in a few seconds."
INSIDE = "Something went wrong in the server; its log says more."


class Works(Protocol):
    """What a door needs of a service."""

    @property
    def calls(self) -> Calls:
        """The way of every call."""

    @property
    def experience(self) -> Experience:
        """What goes on round it."""


class _Server(Server[Any]):
    """The SDK's server, which says that its list of tools can change."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """The SDK's, with that said."""
        options = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)


class Door:
    """Lists and calls the tools for whoever comes in.

    `caller_of` finds who a request is from, `connection_of` the id of its connection (None: it has none),
    `underscores_for` whether it wants names without dots. With `operators` errors of the setting are told as they
    are; else callers hear only that the memory is away.
    """

    def __init__(
        self,
        works: Works,
        caller_of: Callable[[Context], Awaitable[Caller]],
        connection_of: Callable[[Context], str | None],
        underscores_for: Callable[[Context], bool],
        *,
        operators: bool = False,
    ) -> None:
        self._works = works
        self._caller_of = caller_of
        self._connection_of = connection_of
        self._underscores_for = underscores_for
        self._operators = operators
        self.notices = Notices(works.calls.config.news_seconds)
        self.sessions = Sessions(works.experience)
        self.server = _Server(
            "oxgraph",
            version=__version__,
            title="oxgraph",
            get_tool_input_schema=_no_headers,
            on_list_tools=self._list,
            on_call_tool=self._call,
            on_subscriptions_listen=self._listen,
        )
        self.server.middleware.append(self._instructed)

    @property
    def _experience(self) -> Experience:
        return self._works.experience

    async def close(self) -> None:
        """Ends sessions and streams."""
        self.notices.close()
        await self.sessions.end_all()

    async def _instructed(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Adds the instructions, which depend on the caller, where a client gets to know the server."""
        result = await call_next(ctx)
        if ctx.method in ("initialize", "server/discover") and isinstance(result, dict):
            return {**result, "instructions": await self._instructions(ctx)}
        return result

    async def _instructions(self, ctx: Context) -> str:
        text = INSTRUCTIONS
        if self._underscores_for(ctx):
            for name in tools():
                text = text.replace(name, plain(name))
        block = await self._experience.quietly(self._strongest(ctx))
        return f"{text}\n\n{block}" if block else text

    async def _strongest(self, ctx: Context) -> str:
        return await self._experience.strongest((await self._caller_of(ctx)).memory)

    async def _list(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        underscores = self._underscores_for(ctx)
        try:
            caller = await self._caller_of(ctx)
        except OxgraphError as error:
            log.warning("the tools are listed without the caller's role: %s", error)
            return types.ListToolsResult(tools=listing(None, {}, underscores=underscores))
        told = await self._experience.told(caller.memory, tools())
        self.notices.listed(self._session(ctx, caller), told)
        return types.ListToolsResult(tools=listing(caller.memory.role, told, underscores=underscores))

    async def _listen(
        self, ctx: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        caller = await self._caller_of(ctx)
        return await self.notices.listener(caller.memory.workspace_id)(ctx, params)

    async def _call(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        operation = tool_named(params.name)
        if operation is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name[:80]}")
        try:
            caller = await self._caller_of(ctx)
        except OxgraphError as error:
            return self._problem(error, "")
        return await self._experienced(ctx, caller, operation, params.arguments or {})

    async def _experienced(
        self, ctx: Context, caller: Caller, operation: Operation, arguments: Mapping[str, Any]
    ) -> types.CallToolResult:
        """The call with what goes on round it."""
        session = self._session(ctx, caller)
        await self.sessions.seen(session, caller.memory)
        ids = targeting.targets(operation, arguments)
        kind = await self._experience.quietly(targeting.node_type(operation, arguments, ids, caller))
        async with self._experience.around(caller.memory, session, _agent(ctx), operation.name, ids, kind) as step:
            result = await self._performed(caller, operation, _in_session(operation, arguments, session), step)
        await self._notify(ctx, caller, session)
        return result

    async def _performed(
        self, caller: Caller, operation: Operation, arguments: Mapping[str, Any], step: Step
    ) -> types.CallToolResult:
        try:
            result = await self._works.calls.perform(operation.name, caller, arguments, door="mcp")
        except Exception as error:
            step.failed(type(error).__name__)
            return self._problem(error, step.block)
        found = words.structured(operation.name, result)
        said = [_text(step.block)] if step.block else []
        return types.CallToolResult(
            content=[*said, _text(words.text(operation.name, result, found))],
            structured_content=found | ({EXPERIENCE: step.block} if step.block else {}),
        )

    def _problem(self, error: Exception, block: str) -> types.CallToolResult:
        """An error as a result, which agents can read and mend; inner details go to the log."""
        code, message = self._told(error)
        return types.CallToolResult(
            content=[*([_text(block)] if block else []), _text(message)],
            is_error=True,
            _meta={ERROR_KEY: {"code": code, "message": message}},
        )

    def _told(self, error: Exception) -> tuple[str, str]:
        if not isinstance(error, OxgraphError):
            places = [f"{one.filename}:{one.lineno}" for one in traceback.extract_tb(error.__traceback__)][-12:]
            log.error("unexpected", extra={"fields": {"error": type(error).__name__, "places": places}})
            return ServerError.code, INSIDE
        if isinstance(error, SetupError | ServerError) and not self._operators:
            log.error("failed", extra={"fields": {"code": error.code, "detail": str(error)}})
            return error.code, AWAY if error.http_status == 503 else INSIDE
        return error.code, str(error)

    async def _notify(self, ctx: Context, caller: Caller, session: str) -> None:
        """Tells a session that its tools' descriptions have changed, where they have."""
        if not self.notices.due(session):
            return
        told = await self._experience.told(caller.memory, tools())
        if self.notices.changed(session, told):
            await ctx.session.send_tool_list_changed()
            await self.notices.publish(caller.memory.workspace_id)

    def _session(self, ctx: Context, caller: Caller) -> str:
        meta = (ctx.params or {}).get("_meta")
        known = meta if isinstance(meta, Mapping) else {}
        return session_id(known, self._connection_of(ctx), caller, _agent(ctx))


def _no_headers(tool: str) -> None:
    """No tool takes values from headers; without this the SDK lists all tools before each call to find that out."""


def _in_session(operation: Operation, arguments: Mapping[str, Any], session: str) -> Mapping[str, Any]:
    """The arguments with the agent's own session, where the operation asks for one and none is named."""
    return {operation.session: session, **arguments} if operation.session else arguments


def _agent(ctx: Context) -> str | None:
    """What the client calls itself."""
    params = ctx.session.client_params
    return params.client_info.name if params else None


def _text(text: str) -> types.TextContent:
    return types.TextContent(text=text)
