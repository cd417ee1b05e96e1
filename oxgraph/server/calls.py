"""One way for every call, whatever the door: checked, bounded in number and time, seen by operators."""

import asyncio
import math
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from pydantic import BaseModel

from oxgraph.client.roles import require
from oxgraph.errors import InvalidInput, NotFound, Overloaded, RateLimited, TimedOut
from oxgraph.operations import OPERATIONS, Operation
from oxgraph.operations.operation import Form
from oxgraph.server.buckets import Buckets
from oxgraph.server.callers import Caller
from oxgraph.server.config import ServerConfig
from oxgraph.server.health import Health, watched
from oxgraph.server.observing import observed
from oxgraph.types.results import Result


class Calls:
    """Performs operations for callers; one for a server, shared by its doors."""

    def __init__(self, config: ServerConfig, health: Health | None = None) -> None:
        self.config = config
        self._health = health
        self._places = asyncio.Semaphore(config.calls_at_once)
        self._shares = Buckets(config.calls_per_minute)

    async def perform(
        self, name: str, caller: Caller, given: Mapping[str, Any], *, door: str, form: Form = "plain"
    ) -> Result:
        """Runs an operation. `door` (mcp, rest) is for the log, `form` says how `given` is read (see Operation.read).

        Raises NotFound for an unknown operation, InvalidInput, RateLimited, Overloaded, TimedOut, and what the client
        raises.
        """
        found = OPERATIONS.get(name)
        if found is None:
            raise NotFound(kind="operation", id=name[:80])
        with observed(found.name, door, caller.memory.workspace_id):
            self._take(caller.token_hash)
            if self._health is not None:
                self._health.require()
            require(caller.memory.role, found.call)
            async with self._place(), watched(self._health):
                checked = await self._read(found, caller, given, form)
                try:
                    async with asyncio.timeout(self.config.call_seconds):
                        return await found(caller.memory, checked)
                except TimeoutError:
                    raise TimedOut(call=found.name, seconds=self.config.call_seconds) from None

    async def _read(self, operation: Operation, caller: Caller, given: Mapping[str, Any], form: Form) -> BaseModel:
        """The input, checked; who may not call at all (any more) is told that, and not what is wrong with it."""
        try:
            return operation.read(dict(given), form)
        except InvalidInput:
            await caller.enter(operation.call)
            raise

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        """One of the places for calls at a time."""
        try:
            async with asyncio.timeout(self.config.wait_seconds):
                await self._places.acquire()
        except TimeoutError:
            raise Overloaded(seconds=self.config.wait_seconds) from None
        try:
            yield
        finally:
            self._places.release()

    def _take(self, token_hash: str) -> None:
        """One call of the token's share."""
        if seconds := self._shares.take(token_hash):
            raise RateLimited(calls=self.config.calls_per_minute, seconds=math.ceil(seconds))
