"""What the proxy's memory thread does with Neo4j: the connection, the queue of captures, the cached pattern blocks."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from oxgraph.client import AsyncMemory
from oxgraph.errors import InputError, OxgraphError
from oxgraph.server.past_experience import lasting
from oxgraph.types import Action, Injection

FIRST_PAUSE, MAX_PAUSE = 0.5, 10.0
"""Seconds between attempts to connect; each pause is twice the one before."""

MAX_WAITING = 10_000
"""Actions that wait to be captured; while Neo4j cannot be reached for long, the oldest are dropped."""

BATCH = 500
CAPTURE_SECONDS = 30.0
MEMORY_DISABLED = "memory_disabled"

MAX_PATTERNS = 1_000
MAX_ACTION_TYPES = 100
CONCURRENT_REQUESTS = 8

OpenMemory = Callable[[], Awaitable[AsyncMemory]]
Report = Callable[[str], None]


class MemoryConnection:
    """The memory once it is open, and whether it could be reached the last time. Changes of that are reported once."""

    def __init__(self, open_memory: OpenMemory, report: Report) -> None:
        self._open_memory = open_memory
        self._report = report
        self._pause = FIRST_PAUSE
        self._problem: str | None = None
        self._attempted = asyncio.Event()
        self.memory: AsyncMemory | None = None

    @property
    def is_lost(self) -> bool:
        """Whether it could not be used the last time."""
        return self._problem is not None

    async def opened(self) -> AsyncMemory:
        """The memory; tries to open it until that succeeds."""
        while self.memory is None:
            try:
                self.memory = await self._open_memory()
            except Exception as error:
                self.lost(error)
                self._attempted.set()
                await self.pause()
        self._attempted.set()
        return self.memory

    async def if_available(self) -> AsyncMemory | None:
        """The memory after the first attempt; None where the last attempt failed."""
        await self._attempted.wait()
        return None if self.is_lost else self.memory

    def lost(self, error: BaseException) -> None:
        """Record that it could not be used."""
        self._set_problem(str(error) if isinstance(error, OxgraphError) else type(error).__name__)

    def disabled(self, reason: str) -> None:
        """Record that it answered but stores nothing."""
        self._set_problem(reason)

    def available(self) -> None:
        """Record that it could be used."""
        self._pause = FIRST_PAUSE
        if self._problem is not None:
            self._problem = None
            self._report("memory is back")

    async def pause(self) -> None:
        """The pause before the next attempt."""
        pause, self._pause = self._pause, min(MAX_PAUSE, self._pause * 2)
        await asyncio.sleep(pause)

    def _set_problem(self, problem: str) -> None:
        if self._problem is None:
            self._report(f"without memory for now, calls pass through: {' '.join(problem.split())}")
        self._problem = problem


class CaptureQueue:
    """Actions on their way into the graph, written in batches in the order in which they ended.

    Each action has its id from the beginning, so a batch whose response was lost is written again without harm.
    """

    def __init__(self, connection: MemoryConnection) -> None:
        self._connection = connection
        self._waiting: deque[Action] = deque()
        self._not_empty = asyncio.Event()
        self._empty = asyncio.Event()
        self._empty.set()
        self.captured = 0
        self.dropped = 0

    @property
    def waiting(self) -> int:
        """The number of actions that wait."""
        return len(self._waiting)

    def add(self, fields: dict[str, Any]) -> None:
        """Add an action, given by the fields of `Action`; an invalid one is dropped."""
        try:
            action = Action(**fields)
        except InputError:
            self.dropped += 1
            return
        self._waiting.append(action)
        while len(self._waiting) > MAX_WAITING:
            self._waiting.popleft()
            self.dropped += 1
        self._empty.clear()
        self._not_empty.set()

    async def run(self) -> None:
        """Write actions until it is cancelled."""
        while True:
            await self._not_empty.wait()
            await self._connection.opened()
            if not await self._write_batch():
                await self._connection.pause()

    async def drained(self) -> None:
        """Wait until the queue is empty."""
        await self._empty.wait()

    async def _write_batch(self) -> bool:
        """Write a batch; false where that was not possible."""
        memory = await self._connection.opened()
        batch = [self._waiting[place] for place in range(min(BATCH, len(self._waiting)))]
        try:
            async with asyncio.timeout(CAPTURE_SECONDS):
                result = await memory.telemetry.capture_many(batch)
        except InputError:
            self.dropped += len(batch)
        except Exception as error:
            self._connection.lost(error)
            return False
        else:
            self.captured += result.captured
            if result.reason == MEMORY_DISABLED:
                self._connection.disabled("memory is switched off in the workspace")
            else:
                self._connection.available()
        self._remove(batch)
        return True

    def _remove(self, batch: list[Action]) -> None:
        """Remove what was written, some of which may have been dropped meanwhile."""
        written = {action.id for action in batch}
        while self._waiting and self._waiting[0].id in written:
            self._waiting.popleft()
        if not self._waiting:
            self._not_empty.clear()
            self._empty.set()


class PatternBlocks:
    """The cached blocks of past experience of one server's tools, by action type."""

    def __init__(self, session_id: str | None = None) -> None:
        self._session_id = session_id
        self._blocks: dict[str, Injection] = {}
        self.strongest = Injection()
        """The costliest failures of all the tools."""
        self._fetched_at = -1e9
        self._lock = asyncio.Lock()

    def of(self, action_type: str) -> Injection:
        """The past experience with an action type; empty where there is none."""
        return self._blocks.get(action_type, Injection())

    def is_older_than(self, seconds: float) -> bool:
        """Whether they were fetched longer ago than that."""
        return time.monotonic() - self._fetched_at > seconds

    async def refresh(self, memory: AsyncMemory, belongs: Callable[[str], bool], seconds: float) -> None:
        """Fetch them again where they are older than `seconds`; `belongs` selects the action types.

        Raises what the client raises.
        """
        async with self._lock:
            if not self.is_older_than(seconds):
                return
            rows = await memory.telemetry.patterns(limit=MAX_PATTERNS)
            types = dict.fromkeys(row.action_type for row in rows if not row.suppressed and belongs(row.action_type))
            slots = asyncio.Semaphore(CONCURRENT_REQUESTS)

            async def fetch(action_type: str) -> Injection:
                async with slots:
                    return await lasting(memory, action_type, self._session_id)

            chosen = list(types)[:MAX_ACTION_TYPES]
            costliest, found = await asyncio.gather(
                self._costliest(memory, chosen), asyncio.gather(*map(fetch, chosen))
            )
            self._blocks = {name: one for name, one in zip(chosen, found, strict=True) if one.block}
            self.strongest = costliest
            self._fetched_at = time.monotonic()

    async def _costliest(self, memory: AsyncMemory, action_types: list[str]) -> Injection:
        """The costliest failures of these action types; without one not those of all."""
        found = memory.telemetry.costliest_failures
        return await found(action_types, self._session_id) if action_types else Injection()

    def invalidate(self) -> None:
        """Fetch them again at the next request."""
        self._fetched_at = -1e9
