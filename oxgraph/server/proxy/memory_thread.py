"""The thread that talks to Neo4j, so that messages never wait for it, except where they ask for past experience."""

import asyncio
import concurrent.futures
import contextlib
import threading
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from oxgraph.types import Injection
from oxgraph.wording import count

if TYPE_CHECKING:  # The client is imported within the thread: messages pass before it is there.
    from oxgraph.server.proxy.memory_client import CaptureQueue, MemoryConnection, OpenMemory, PatternBlocks, Report

T = TypeVar("T")
INJECTION_SECONDS = 2.0

InjectionFuture = concurrent.futures.Future[Injection]


class MemoryThread:
    """Captures and past experience of one connection. Its methods may be called from other threads.

    `open_memory` opens the memory, `report` writes a line for the user. `belongs` says whether an action type is that
    of one of the server's tools, `on_refresh` is called when the pattern blocks were fetched again.
    """

    def __init__(
        self, open_memory: "OpenMemory", report: "Report", session_id: str, *, end_session: bool = True
    ) -> None:
        self._open_memory = open_memory
        self.report = report
        self._session_id = session_id
        self._end_session = end_session
        self._requested_at = -1e9
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="oxgraph memory", daemon=True)
        self._connection: MemoryConnection
        self._queue: CaptureQueue
        self._blocks: PatternBlocks
        self._tasks: set[asyncio.Task[Any]] = set()
        self.belongs: Callable[[str], bool] = lambda action_type: True
        self.on_refresh: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Start to connect."""
        self._thread.start()

    def capture(self, fields: dict[str, Any]) -> None:
        """Queue an action to be captured."""
        self._loop.call_soon_threadsafe(lambda: self._queue.add(fields))

    def block_of(self, action_type: str) -> Injection:
        """The cached past experience with an action type."""
        return self._blocks.of(action_type) if self._is_ready else Injection()

    @property
    def strongest(self) -> Injection:
        """The cached costliest failures of all tools."""
        return self._blocks.strongest if self._is_ready else Injection()

    def refresh(self, max_age: float, *, wait: float = 0.0, invalidate: bool = False) -> None:
        """Fetch the pattern blocks again where they are older than `max_age` seconds.

        Waits for them up to `wait` seconds, but not where Neo4j cannot be reached. `invalidate` discards their age,
        as they were those of other tools.
        """
        now = time.monotonic()
        if not wait and not invalidate and now - self._requested_at < max_age:
            return
        self._requested_at = now
        done = asyncio.run_coroutine_threadsafe(self._refresh(max_age, invalidate), self._loop)
        if wait:
            with contextlib.suppress(concurrent.futures.TimeoutError, concurrent.futures.CancelledError):
                done.result(wait)

    def inject(self, action_type: str, targets: tuple[str, ...], node_type: str | None) -> InjectionFuture:
        """Request the past experience with the nodes of one call."""
        return asyncio.run_coroutine_threadsafe(self._inject(action_type, targets, node_type), self._loop)

    def finish(self, seconds: float) -> None:
        """Write the queue, end the session and close; gives up after `seconds`, sooner where Neo4j is unreachable."""
        if self._thread.ident is None:
            return
        ended = asyncio.run_coroutine_threadsafe(self._finish(seconds), self._loop)
        with contextlib.suppress(Exception):
            ended.result(seconds + 1)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(1)

    @property
    def _is_ready(self) -> bool:
        return hasattr(self, "_blocks")

    def _run(self) -> None:
        from oxgraph.server.proxy.memory_client import CaptureQueue, MemoryConnection, PatternBlocks

        asyncio.set_event_loop(self._loop)
        self._connection = MemoryConnection(self._open_memory, self.report)
        self._queue, self._blocks = CaptureQueue(self._connection), PatternBlocks(self._session_id)
        self._spawn(self._connection.opened())
        self._spawn(self._queue.run())
        self._loop.run_forever()

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _refresh(self, max_age: float, invalidate: bool) -> None:
        if invalidate:
            self._blocks.invalidate()
        memory = await self._connection.if_available()
        if memory is None or not self._blocks.is_older_than(max_age):
            return
        try:
            await self._blocks.refresh(memory, self.belongs, max_age)
        except Exception as error:
            self._connection.lost(error)
            return
        self.on_refresh()

    async def _inject(self, action_type: str, targets: tuple[str, ...], node_type: str | None) -> Injection:
        memory = await self._connection.if_available()
        if memory is None:
            return Injection()
        try:
            async with asyncio.timeout(INJECTION_SECONDS):
                return await memory.telemetry.inject(targets, action_type, self._session_id, node_type)
        except Exception as error:
            self._connection.lost(error)
            return Injection()

    async def _finish(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5 if self._connection.is_lost else seconds):
                await self._queue.drained()
                if self._end_session and self._queue.captured and self._connection.memory:
                    await self._connection.memory.telemetry.end_session(self._session_id)
        under_way = asyncio.all_tasks() - {asyncio.current_task()}
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)
        if missed := self._queue.dropped + self._queue.waiting:
            self.report(f"{count(missed, 'call')} could not be captured")
        if self._connection.memory:
            await self._connection.memory.close()
