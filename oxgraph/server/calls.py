"""One way for every call, whatever the door: checked, bounded in number and time, seen by operators."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from oxgraph.errors import NotFound, Overloaded, RateLimited, TimedOut
from oxgraph.server.callers import Caller
from oxgraph.server.config import ServerConfig
from oxgraph.server.observing import observed
from oxgraph.server.verbs import VERBS
from oxgraph.types.results import Result

MOST_BUCKETS = 10_000


class Calls:
    """Performs verbs for callers; one for a server, shared by its doors."""

    def __init__(self, config: ServerConfig) -> None:
        self.config = config
        self._places = asyncio.Semaphore(config.calls_at_once)
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    async def perform(self, name: str, caller: Caller, given: Mapping[str, Any], *, door: str) -> Result:
        """Does a verb. `door` (mcp, rest) is for the log.

        Raises NotFound for an unknown verb, InvalidInput, RateLimited, Overloaded, TimedOut, and what the client raises.
        """
        found = VERBS.get(name)
        if found is None:
            raise NotFound(kind="verb", id=name[:80])
        with observed(found.name, door, caller.memory.workspace_id):
            self._take(caller.token_hash)
            checked = found.read(dict(given))
            async with self._place():
                try:
                    async with asyncio.timeout(self.config.call_seconds):
                        return await found(caller.memory, checked)
                except TimeoutError:
                    raise TimedOut(call=found.name, seconds=self.config.call_seconds) from None

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
        """One call from the token's bucket, which refills evenly over a minute."""
        now, most = time.monotonic(), float(self.config.calls_per_minute)
        left, at = self._buckets.pop(token_hash, (most, now))
        left = min(most, left + (now - at) * most / 60)
        self._buckets[token_hash] = (max(0.0, left - 1), now)
        while len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        if left < 1:
            raise RateLimited(calls=self.config.calls_per_minute, seconds=max(1, round((1 - left) * 60 / most)))
