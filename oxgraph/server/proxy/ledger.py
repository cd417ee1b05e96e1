"""What was done, on its way into the graph: never in the way of the calls themselves."""

import asyncio
from collections import deque
from typing import Any

from oxgraph.errors import InputError
from oxgraph.server.proxy.link import Link
from oxgraph.types import Action

MOST = 10_000
"""Actions that wait at most; where the graph is away for long, the oldest are given up."""

BATCH = 500
WRITING_SECONDS = 30.0
OFF = "memory_disabled"


class Ledger:
    """A queue of actions, written in the order of their ends, as many at once as have come meanwhile.

    Each has its id from the beginning, so one that was written and not heard of is written again without harm.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._waiting: deque[Action] = deque()
        self._some = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self.captured = 0
        self.given_up = 0

    @property
    def left(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def add(self, fields: dict[str, Any]) -> None:
        """An action, by the fields of `Action`; one that cannot be captured is given up."""
        try:
            action = Action(**fields)
        except InputError:
            self.given_up += 1
            return
        self._waiting.append(action)
        while len(self._waiting) > MOST:
            self._waiting.popleft()
            self.given_up += 1
        self._empty.clear()
        self._some.set()

    async def run(self) -> None:
        """Writes whatever comes, until it is cancelled."""
        while True:
            await self._some.wait()
            await self._link.opened()
            if not await self._written():
                await self._link.rest()

    async def emptied(self) -> None:
        """Waits until nothing waits any more."""
        await self._empty.wait()

    async def _written(self) -> bool:
        """Writes a batch; false where that could not be done."""
        memory = await self._link.opened()
        batch = [self._waiting[place] for place in range(min(BATCH, len(self._waiting)))]
        try:
            async with asyncio.timeout(WRITING_SECONDS):
                result = await memory.telemetry.capture_many(batch)
        except InputError:
            self.given_up += len(batch)
        except Exception as error:
            self._link.lost(error)
            return False
        else:
            self._told(result.reason, result.captured)
        self._done(batch)
        return True

    def _told(self, reason: str, captured: int) -> None:
        self.captured += captured
        if reason == OFF:
            self._link.off("memory is switched off in the workspace")
        else:
            self._link.found()

    def _done(self, batch: list[Action]) -> None:
        """Takes out what was written; some of it may have been given up meanwhile."""
        written = {action.id for action in batch}
        while self._waiting and self._waiting[0].id in written:
            self._waiting.popleft()
        if not self._waiting:
            self._some.clear()
            self._empty.set()
