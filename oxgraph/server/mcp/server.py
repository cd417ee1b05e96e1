"""The MCP server: handles initialize, tools/list and tools/call, whatever the transport."""

import logging
import re
import traceback
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import mcp_types as types
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp.shared.exceptions import MCPError

from oxgraph import __version__
from oxgraph.errors import InvalidInput, NotFound, OxgraphError, PermissionDenied, ServerError, SetupError
from oxgraph.server import tool_calls
from oxgraph.server.authentication import Caller
from oxgraph.server.dispatch import Dispatcher
from oxgraph.server.mcp import results
from oxgraph.server.mcp.results import ERROR_KEY
from oxgraph.server.mcp.sessions import Sessions, ToolListChanges, session_id
from oxgraph.server.mcp.tool_listing import EXPERIENCE, ListOptions, listing, tool_named, tools, with_underscores
from oxgraph.server.tool_calls import ToolCalls, TrackedCall
from oxgraph.types.results import Result

if TYPE_CHECKING:  # The operations are imported when the tools are listed, after the answer to initialize.
    from oxgraph.operations import Operation
    from oxgraph.server.mcp.resources import Perform

log = logging.getLogger("oxgraph.server")

Context = ServerRequestContext[Any, Any]
T = TypeVar("T")

INSTRUCTIONS = """oxgraph is the long-term memory of this workspace. Ask it (memory.recall) before you ask the user \
what they may have said before, and store (memory.remember) what will matter later. Before you act on nodes, read \
the past experience with them (memory.context_inject). Every call is captured with its outcome, never with its text; \
what went wrong before is in the tools' descriptions and at the beginning of results: read it, and follow it."""

INITIALIZE = ("initialize", "server/discover")
"""The methods by which a client begins, in the old and the new protocol."""

OF_CLIENTS = frozenset({"wait_for_previous"})
"""Arguments that a client's program adds to the schemas of all tools for itself, and sends on (Gemini CLI)."""

UNAVAILABLE = "The memory cannot be reached at the moment; try again in a few seconds."
INTERNAL = "Something went wrong in the server; its log has more."


class HasDispatcher(Protocol):
    """The parts of a service that the MCP server needs."""

    @property
    def dispatcher(self) -> Dispatcher:
        """Performs operations."""

    @property
    def tool_calls(self) -> ToolCalls:
        """Injects past experience and captures calls."""


class _SdkServer(Server[Any]):
    """The SDK's server, which declares that its list of tools can change."""

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """The SDK's options with tools.listChanged."""
        options = notification_options or NotificationOptions(tools_changed=True)
        return super().create_initialization_options(options, experimental_capabilities, extensions)


class McpServer:
    """Lists and calls the tools.

    `caller_of` authenticates a request, `connection_of` returns the id of its connection (None without one),
    `options_of` what its list of tools is to have. With `show_setup_errors` errors of the setup (such as a
    Neo4j that is not running) are shown in full, for a user who is the operator; others learn only that the memory
    cannot be reached.
    """

    def __init__(
        self,
        service: HasDispatcher,
        caller_of: Callable[[Context], Awaitable[Caller]],
        connection_of: Callable[[Context], str | None],
        options_of: Callable[[Context], ListOptions],
        *,
        show_setup_errors: bool = False,
    ) -> None:
        self._service = service
        self._caller_of = caller_of
        self._connection_of = connection_of
        self._options_of = options_of
        self._show_setup_errors = show_setup_errors
        self.tool_list_changes = ToolListChanges(service.dispatcher.config.news_seconds)
        self.sessions = Sessions(service.tool_calls)
        self.sdk_server = _SdkServer(
            "oxgraph",
            version=__version__,
            title="oxgraph",
            get_tool_input_schema=_no_header_schema,
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_subscriptions_listen=self._listen,
            on_list_resources=self._list_resources,
            on_list_resource_templates=self._list_templates,
            on_read_resource=self._read_resource,
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
        )
        self.sdk_server.middleware.append(self._add_instructions)

    @property
    def _tool_calls(self) -> ToolCalls:
        return self._service.tool_calls

    async def close(self) -> None:
        """End sessions and event streams."""
        self.tool_list_changes.close()
        await self.sessions.end_all()

    # initialize

    async def _add_instructions(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Add the instructions, which depend on the caller, to the response of initialize."""
        result = await call_next(ctx)
        if ctx.method in INITIALIZE and isinstance(result, dict):
            return {**result, "instructions": await self._instructions(ctx)}
        return result

    async def _instructions(self, ctx: Context) -> str:
        text = INSTRUCTIONS
        if self._options_of(ctx).underscores:
            text = re.sub(r"\bmemory\.\w+", lambda name: with_underscores(name[0]), text)
        block = await self._tool_calls.quietly(self._strongest(ctx))
        return f"{text}\n\n{block}" if block else text

    async def _strongest(self, ctx: Context) -> str:
        caller = await self._caller_of(ctx)
        return await self._tool_calls.strongest(caller.memory, self._session(ctx, caller))

    # tools/list

    async def _list_tools(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        options = self._options_of(ctx)
        try:
            caller = await self._caller_of(ctx)
        except OxgraphError as error:
            log.warning("the tools are listed without the caller's role: %s", error)
            return types.ListToolsResult(tools=listing(None, {}, options))
        session = self._session(ctx, caller)
        blocks = await self._tool_calls.blocks(caller.memory, tools(), session)
        self.tool_list_changes.listed(session, blocks)
        return types.ListToolsResult(tools=listing(caller.memory.role, blocks, options))

    async def _listen(
        self, ctx: Context, params: types.SubscriptionsListenRequestParams
    ) -> types.SubscriptionsListenResult:
        caller = await self._plainly(self._caller_of(ctx))
        return await self.tool_list_changes.listener(caller.memory.workspace_id)(ctx, params)

    # resources and prompts

    async def _list_resources(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        from oxgraph.server.mcp.resources import listed_resources

        return types.ListResourcesResult(resources=listed_resources())

    async def _list_templates(
        self, ctx: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        from oxgraph.server.mcp.resources import listed_templates

        return types.ListResourceTemplatesResult(resource_templates=listed_templates())

    async def _read_resource(self, ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        from oxgraph.server.mcp.resources import read_resource

        return types.ReadResourceResult(contents=[await self._plainly(read_resource(str(params.uri), self._for(ctx)))])

    async def _list_prompts(self, ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        from oxgraph.server.mcp.resources import PROMPTS

        return types.ListPromptsResult(prompts=list(PROMPTS))

    async def _get_prompt(self, ctx: Context, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        from oxgraph.server.mcp.resources import prompt_messages

        made = prompt_messages(params.name, params.arguments or {}, self._for(ctx))
        return types.GetPromptResult(messages=await self._plainly(made))

    def _for(self, ctx: Context) -> "Perform":
        """What performs operations for the caller of a request."""

        async def perform(name: str, arguments: dict[str, Any]) -> Result:
            caller = await self._caller_of(ctx)
            return await self._service.dispatcher.perform(name, caller, arguments, transport="mcp")

        return perform

    async def _plainly(self, work: Awaitable[T]) -> T:
        """The work's result. Its errors become MCPError, without internal details."""
        try:
            return await work
        except MCPError:
            raise
        except Exception as error:
            message, data = self._message_and_data(error)
            of_client = isinstance(error, InvalidInput | NotFound | PermissionDenied)
            number = types.INVALID_PARAMS if of_client else types.INTERNAL_ERROR
            raise MCPError(number, message, {ERROR_KEY: data}) from None

    # tools/call

    async def _call_tool(self, ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
        operation = tool_named(params.name)
        if operation is None:
            raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name[:80]}")
        try:
            caller = await self._caller_of(ctx)
        except OxgraphError as error:
            return self._error_result(error, "")
        arguments = {name: value for name, value in (params.arguments or {}).items() if name not in OF_CLIENTS}
        return await self._tracked(ctx, caller, operation, operation.current_names(arguments))

    async def _tracked(
        self, ctx: Context, caller: Caller, operation: "Operation", arguments: Mapping[str, Any]
    ) -> types.CallToolResult:
        """The call, with past experience injected before it and captured after it."""
        session = self._session(ctx, caller)
        await self.sessions.used(session, caller.memory)
        ids = tool_calls.targets(operation, arguments)
        node_type = await self._tool_calls.quietly(tool_calls.node_type(operation, arguments, ids, caller))
        tracked = self._tool_calls.track(caller.memory, session, _agent(ctx), operation.tool_name, ids, node_type)
        async with tracked as call:
            result = await self._performed(caller, operation, _with_session(operation, arguments, session), call)
        await self._notify(ctx, caller, session)
        return result

    async def _performed(
        self, caller: Caller, operation: "Operation", arguments: Mapping[str, Any], call: TrackedCall
    ) -> types.CallToolResult:
        try:
            result = await self._service.dispatcher.perform(operation.name, caller, arguments, transport="mcp")
        except Exception as error:
            call.failed(type(error).__name__)
            return self._error_result(error, call.block)
        structured = results.structured(operation.tool_name, result)
        said = (call.block, results.notice(operation.tool_name, result))
        before = [_text(text) for text in said if text]
        return types.CallToolResult(
            content=[*before, _text(results.text(operation.tool_name, result, structured))],
            structured_content=structured | ({EXPERIENCE: call.block} if call.block else {}),
        )

    def _error_result(self, error: Exception, block: str) -> types.CallToolResult:
        """An error as a result, which an agent can read and act on; internal details go to the log."""
        message, data = self._message_and_data(error)
        return types.CallToolResult(
            content=[*([_text(block)] if block else []), _text(message)],
            is_error=True,
            _meta={ERROR_KEY: data},
        )

    def _message_and_data(self, error: Exception) -> tuple[str, dict[str, Any]]:
        if not isinstance(error, OxgraphError):
            places = [f"{one.filename}:{one.lineno}" for one in traceback.extract_tb(error.__traceback__)][-12:]
            log.error("unexpected", extra={"fields": {"error": type(error).__name__, "places": places}})
            return INTERNAL, {"code": ServerError.code, "message": INTERNAL}
        if isinstance(error, SetupError | ServerError) and not self._show_setup_errors:
            log.error("failed", extra={"fields": {"code": error.code, "detail": str(error)}})
            message = UNAVAILABLE if error.http_status == 503 else INTERNAL
            return message, {"code": error.code, "message": message}
        return str(error), results.error_data(error)

    async def _notify(self, ctx: Context, caller: Caller, session: str) -> None:
        """Send tools/list_changed to a session whose tools' descriptions have changed."""
        if not self.tool_list_changes.is_due(session):
            return
        blocks = await self._tool_calls.blocks(caller.memory, tools(), session)
        if self.tool_list_changes.has_changed(session, blocks):
            await ctx.session.send_tool_list_changed()
            await self.tool_list_changes.publish(caller.memory.workspace_id)

    def _session(self, ctx: Context, caller: Caller) -> str:
        meta = (ctx.params or {}).get("_meta")
        known = meta if isinstance(meta, Mapping) else {}
        return session_id(known, self._connection_of(ctx), caller, _agent(ctx))


def _no_header_schema(tool: str) -> None:
    """No tool takes values from headers; without this the SDK lists all tools before each call to find that out."""


def _with_session(operation: "Operation", arguments: Mapping[str, Any], session: str) -> Mapping[str, Any]:
    """The arguments, with the agent's own session where the operation takes one and none is given."""
    return {operation.session: session, **arguments} if operation.session else arguments


def _agent(ctx: Context) -> str | None:
    """The client's name."""
    params = ctx.session.client_params
    return params.client_info.name if params else None


def _text(text: str) -> types.TextContent:
    return types.TextContent(text=text)
