"""The path of every call of an operation, over every transport: limits, role, validation, time limit, log."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from oxgraph.client import AsyncClient
from oxgraph.client.roles import require
from oxgraph.errors import InvalidInput, NotFound, Overloaded, RateLimited, TimedOut
from oxgraph.server.authentication import Authenticator, Caller
from oxgraph.server.config import ServerConfig
from oxgraph.server.health import Health, monitored
from oxgraph.server.observability import Transport, observed
from oxgraph.server.rate_limit import RateLimiter
from oxgraph.server.rehearsal import rehearse
from oxgraph.server.tool_calls import ToolCalls
from oxgraph.types.results import Result

if TYPE_CHECKING:  # Imported at the first call: `oxgraph mcp` answers initialize without the operations.
    from oxgraph.operations import Operation
    from oxgraph.operations.definition import Encoding
    from oxgraph.passes import PassRun
    from oxgraph.types.mirror import MirrorStatus

    RunPass = Callable[[str, int, datetime], PassRun]


T = TypeVar("T")


class Dispatcher:
    """Performs operations for callers; one for a server, shared by its transports."""

    def __init__(
        self,
        config: ServerConfig,
        health: Health | None = None,
        is_elsewhere: Callable[[str], bool] = lambda workspace_id: False,
    ) -> None:
        """`is_elsewhere` says whether a workspace is on another server, whose failures `health` knows nothing of."""
        self.config = config
        self._is_elsewhere = is_elsewhere
        self._health = health
        self._slots = asyncio.Semaphore(config.calls_at_once)
        self._long_slots = asyncio.Semaphore(config.long_calls_at_once)
        self._waiting = 0
        self._running = 0
        self._rate_limiter = RateLimiter(config.calls_per_minute)

    async def perform(
        self,
        name: str,
        caller: Caller,
        arguments: Mapping[str, Any],
        *,
        transport: Transport,
        encoding: "Encoding" = "plain",
    ) -> Result:
        """Perform an operation and return its result.

        `transport` is for the log, `encoding` says how the arguments are validated (see Operation.validate). Raises
        NotFound for an unknown operation, InvalidInput, RateLimited, Overloaded, TimedOut, and what the client raises.
        """
        from oxgraph.operations import OPERATIONS

        operation = OPERATIONS.get(name)
        if operation is None:
            raise NotFound(kind="operation", id=name[:80])

        async def work() -> Result:
            given = await self._validated(operation, caller, arguments, encoding)
            return await operation(caller.memory, given)

        return await self.run(operation.name, operation.call, caller, work, transport=transport)

    async def run(
        self,
        name: str,
        call: str,
        caller: Caller,
        work: Callable[[], Awaitable[T]],
        *,
        transport: Transport,
        long: bool = False,
    ) -> T:
        """Perform a work for a caller, within the limits: rate, role, concurrency, time.

        `call` decides the required role. A `long` work has limits of its own on concurrency and time. Raises
        RateLimited, PermissionDenied, Overloaded, TimedOut, and what the work raises.
        """
        seconds = self.config.long_call_seconds if long else self.config.call_seconds
        with observed(name, transport, caller.memory.workspace_id):
            self._limit_rate(caller)
            health = None if self._is_elsewhere(caller.memory.workspace_id) else self._health
            if health is not None:
                health.require()
            require(caller.memory.role, call)
            async with self._slot(self._long_slots if long else self._slots), monitored(health):
                try:
                    async with asyncio.timeout(seconds):
                        return await work()
                except TimeoutError:
                    raise TimedOut(call=name, seconds=seconds) from None

    async def _validated(
        self, operation: "Operation", caller: Caller, arguments: Mapping[str, Any], encoding: "Encoding"
    ) -> BaseModel:
        """The validated input. A caller who may not make the call learns that, and not what is wrong with the input."""
        try:
            return operation.validate(arguments, encoding)
        except InvalidInput:
            await caller.authorize(operation.call)
            raise

    @asynccontextmanager
    async def _slot(self, slots: asyncio.Semaphore) -> AsyncIterator[None]:
        """One of the slots. Raises Overloaded where none becomes free in time, or too many wait already."""
        if slots.locked() and self._waiting >= self.config.calls_waiting:
            raise Overloaded(seconds=0.0)
        self._waiting += 1
        try:
            async with asyncio.timeout(self.config.wait_seconds):
                await slots.acquire()
        except TimeoutError:
            raise Overloaded(seconds=self.config.wait_seconds) from None
        finally:
            self._waiting -= 1
        self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            slots.release()

    def calls_left(self, caller: Caller) -> tuple[int, int, int]:
        """A caller's calls a minute, how many are left at once, and the seconds until all are."""
        key, limit = self._rate(caller)
        return limit, *self._rate_limiter.left(key, limit)

    def load(self) -> tuple[int, int]:
        """How many calls are being performed, and how many wait for a slot."""
        return self._running, self._waiting

    def _rate(self, caller: Caller) -> tuple[str, int]:
        """The caller's key in the rate limiter, and its calls a minute."""
        return caller.rate_key or caller.token_hash, caller.calls_per_minute or self.config.calls_per_minute

    def _limit_rate(self, caller: Caller) -> None:
        key, limit = self._rate(caller)
        if seconds := self._rate_limiter.take(key, limit):
            raise RateLimited(calls=limit, seconds=math.ceil(seconds))


class Service:
    """What the transports of one server share: the connection, authentication, dispatch, health, captured calls.

    `read_mirror` says how far the mirror lags behind a server, by its name, where one is configured; `run_pass` runs a
    pass (workspace's id, number, time), where this server does the worker's work. Both are called in a thread.
    """

    def __init__(
        self,
        client: AsyncClient,
        config: ServerConfig,
        read_mirror: "Callable[[str], MirrorStatus] | None" = None,
        run_pass: "RunPass | None" = None,
    ) -> None:
        self.client = client
        self.run_pass = run_pass
        self.read_mirror = read_mirror
        self.config = config
        self.health = Health(client, rehearse)
        self.authenticator = Authenticator(client, self.health, config.session_idle_seconds)
        self.dispatcher = Dispatcher(config, self.health, client.is_elsewhere)
        self.tool_calls = ToolCalls()
        self.on_close: list[Callable[[], Awaitable[None]]] = []

    async def close(self) -> None:
        """Wait up to `drain_seconds` for captures under way. The client stays open."""
        for close in self.on_close:
            await close()
        await self.tool_calls.close(self.config.drain_seconds)
        await self.health.close()
