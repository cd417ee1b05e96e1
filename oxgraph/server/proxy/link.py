"""The way to the graph, which may be away: tried again beside the calls, and told of once."""

import asyncio
from collections.abc import Awaitable, Callable

from oxgraph.client import AsyncMemory
from oxgraph.errors import OxgraphError

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds between tries; each pause is twice the one before."""

Open = Callable[[], Awaitable[AsyncMemory]]
Tell = Callable[[str], None]


class Link:
    """The memory, once it is open, and whether it could be reached last time."""

    def __init__(self, opening: Open, tell: Tell) -> None:
        self._opening = opening
        self._tell = tell
        self._pause = FIRST_PAUSE
        self._why: str | None = None
        self._tried = asyncio.Event()
        self.memory: AsyncMemory | None = None

    @property
    def away(self) -> bool:
        """Whether it could not be used the last time."""
        return self._why is not None

    async def opened(self) -> AsyncMemory:
        """The memory, however long it takes."""
        while self.memory is None:
            try:
                self.memory = await self._opening()
            except Exception as error:
                self.lost(error)
                self._tried.set()
                await self.rest()
        self._tried.set()
        return self.memory

    async def tried(self) -> AsyncMemory | None:
        """The memory; None where the first try, which is waited for, or the last failed."""
        await self._tried.wait()
        return None if self.away else self.memory

    def lost(self, error: BaseException) -> None:
        """It could not be used; told of when that is new."""
        self._said(str(error) if isinstance(error, OxgraphError) else type(error).__name__)

    def off(self, reason: str) -> None:
        """It answered, but keeps nothing, as an operator decided."""
        self._said(reason)

    def found(self) -> None:
        """It could be used; told of when it could not before."""
        self._pause = FIRST_PAUSE
        if self._why is not None:
            self._why = None
            self._tell("memory is back")

    async def rest(self) -> None:
        """The pause before the next try."""
        pause, self._pause = self._pause, min(LONGEST_PAUSE, self._pause * 2)
        await asyncio.sleep(pause)

    def _said(self, why: str) -> None:
        if self._why is None:
            self._tell(f"without memory for now, calls pass through: {' '.join(why.split())}")
        self._why = why
