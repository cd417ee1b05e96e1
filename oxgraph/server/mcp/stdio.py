"""The stdio transport: one agent over standard input and output.

An agent waits for the answer to initialize, so the SDK and the operations are imported while Neo4j is connected.
"""

import asyncio
import contextlib
import importlib
import logging
import os
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from oxgraph import migrations
from oxgraph.client import AsyncClient, AsyncMemory
from oxgraph.client._async.client import connect_to_address
from oxgraph.client._async.tokens import hashed
from oxgraph.cypher import statement
from oxgraph.errors import ConnectionFailed
from oxgraph.graph import AsyncGraph
from oxgraph.ids import new_id
from oxgraph.server.authentication import Authenticator, Caller
from oxgraph.server.config import ServerConfig

if TYPE_CHECKING:
    from oxgraph.server.dispatch import Dispatcher
    from oxgraph.server.mcp.server import Context
    from oxgraph.server.tool_calls import ToolCalls

log = logging.getLogger("oxgraph.server")

CHUNK = 2**16
CONNECTING_SECONDS = 0.3
"""How long the answer to initialize waits for the memory, which may still be starting; past experience then comes with
the list of tools."""

Connection = tuple[str, tuple[str, str] | None]
"""An address and a login."""


class HasCaller(Protocol):
    """The memory of one token."""

    async def caller(self) -> Caller:
        """The token's caller. Raises Unauthenticated, and what keeps it from the memory."""

    async def close(self) -> None:
        """Close the connection, if there is one."""


async def serve(
    memory: HasCaller, config: ServerConfig, stopped: asyncio.Event, listed: Mapping[str, str | None] | None = None
) -> None:
    """Serve one agent until its input ends or `stopped` is set; all its calls are captured on return.

    Calls that run at the end are finished and answered, within `config.drain_seconds`.

    `listed` has what its list of tools is to have, as `ListOptions.of` takes it; it is checked before.

    What keeps it from the memory is shown in the results of tools, so that the agent can say what to do; it works as
    soon as that is fixed.
    """
    connecting = asyncio.ensure_future(_connect(memory))
    await asyncio.to_thread(importlib.import_module, "oxgraph.server.mcp.server")
    await asyncio.to_thread(importlib.import_module, "mcp.server.stdio")
    from mcp.server.stdio import stdio_server
    from mcp.shared.message import SessionMessage

    from oxgraph.server.dispatch import Dispatcher
    from oxgraph.server.mcp.messages import Unanswered, refused
    from oxgraph.server.mcp.server import INITIALIZE, McpServer
    from oxgraph.server.mcp.tool_listing import ListOptions
    from oxgraph.server.tool_calls import ToolCalls

    options = ListOptions.of(**(listed or {}))
    session, service = new_id(), _StdioService(Dispatcher(config), ToolCalls())

    async def caller_of(ctx: "Context") -> Caller:
        if ctx.method in INITIALIZE:
            await asyncio.wait({connecting}, timeout=CONNECTING_SECONDS)
            if not connecting.done():
                raise ConnectionFailed("The memory is still being connected.")
        return await memory.caller()

    server = McpServer(service, caller_of, lambda ctx: session, lambda ctx: options, show_setup_errors=True)
    lines, output, unanswered = InputLines(0), asyncio.get_running_loop().create_future(), Unanswered()

    async def messages() -> AsyncIterator[str]:
        """The lines that are messages; the others are answered. Ends when the requests among them are answered."""
        async for line in lines:
            if (answer := refused(line)) is None:
                unanswered.read(line)
                yield line.decode()
            else:
                await (await output).send(SessionMessage(answer))
        await unanswered.wait(config.drain_seconds)  # the SDK cancels what runs when its input ends

    stopping = asyncio.ensure_future(_end_when_stopped(stopped, lines))
    try:
        async with stdio_server(stdin=messages()) as (read, write):  # type: ignore[arg-type]
            output.set_result(write)
            options_of_sdk = server.sdk_server.create_initialization_options()
            await server.sdk_server.run(read, unanswered.noted(write), options_of_sdk)
    finally:
        stopping.cancel()
        connecting.cancel()
        await server.close()
        await service.tool_calls.close(config.drain_seconds)
        await memory.close()


async def _connect(memory: HasCaller) -> None:
    """Connect in advance; the first request that needs the memory reports what goes wrong."""
    with contextlib.suppress(Exception):
        await memory.caller()


async def _end_when_stopped(stopped: asyncio.Event, lines: "InputLines") -> None:
    await stopped.wait()
    lines.end()


@dataclass(frozen=True)
class _StdioService:
    """What the MCP server needs where it serves one agent."""

    dispatcher: "Dispatcher"
    tool_calls: "ToolCalls"


class ServedMemory:
    """One token's memory over `oxgraph serve`, connected at the first call; this process has no login.

    `address` is '' for the server of this machine, which is started where there is none, and found again where it has
    another address since (as after `oxgraph up`).
    """

    def __init__(self, token: str, address: str) -> None:
        self._token = token
        self._address = address
        self._connecting = asyncio.Lock()
        self._memory: AsyncMemory | None = None

    async def caller(self) -> Caller:
        """The token's caller. Raises Unauthenticated, ConnectionFailed, and what keeps the server from starting."""
        async with self._connecting:
            if self._memory is None:
                self._memory = await connect_to_address(self._address, self._token)
        return Caller(self._memory, hashed(self._token), self._memory._access)

    async def close(self) -> None:
        """Close the connection, if there is one."""
        memory, self._memory = self._memory, None
        if memory is not None:
            await memory.close()


class LazyMemory:
    """One token's memory over a connection to Neo4j of its own, for a process that was given the database's login.

    Connected at the first call, and again where the address has changed (as by `oxgraph up`). `connection` returns the
    address and login, `client_of` makes the client of a graph. A call waits `retry_seconds` for a Neo4j that does not
    answer.
    """

    def __init__(
        self,
        token: str,
        connection: Callable[[], Connection],
        client_of: Callable[[AsyncGraph], AsyncClient],
        retry_seconds: float,
    ) -> None:
        self._token = token
        self._connection = connection
        self._client_of = client_of
        self._retry_seconds = retry_seconds
        self._connecting = asyncio.Lock()
        self._connected_to: Connection | None = None
        self._client: AsyncClient | None = None
        self._authenticator: Authenticator | None = None

    async def caller(self) -> Caller:
        """The token's caller. Raises Unauthenticated, and what keeps it from Neo4j."""
        async with self._connecting:
            connection = self._connection()
            if self._authenticator is None or connection != self._connected_to:
                await self.close()
                self._authenticator, self._connected_to = await self._connect(connection), connection
        return await self._authenticator.caller(self._token)

    async def _connect(self, connection: Connection) -> Authenticator:
        graph = AsyncGraph.at(*connection, retry_seconds=self._retry_seconds)
        try:
            migrations.require_current(await graph.read(statement("system/applied_migrations")))
            await graph.check_plugin()
        except BaseException:
            await graph.close()
            raise
        self._client = self._client_of(graph)
        return Authenticator(self._client)

    async def close(self) -> None:
        """Close the connection, if there is one."""
        client, self._client, self._authenticator = self._client, None, None
        if client is not None:
            await client.close()


class InputLines:
    """The lines of a file descriptor, read by a daemon thread, which does not delay the end of the process."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._read, name="oxgraph input", daemon=True).start()

    def _read(self) -> None:
        """Put whole lines into the queue, and the last one even without a line break."""
        rest = b""
        while data := self._chunk():
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._put(line)
        if rest:
            self._put(rest)
        self._put(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._descriptor, CHUNK)
        except OSError:
            return b""

    def _put(self, line: bytes | None) -> None:
        try:
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
        except RuntimeError:  # the event loop is closed
            log.debug("input after the end")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The lines, until the end of the input or `end`."""
        while (line := await self._lines.get()) is not None:
            if line.strip():
                yield line

    def end(self) -> None:
        """End the lines, like the end of the input."""
        self._lines.put_nowait(None)
