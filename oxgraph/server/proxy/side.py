"""Everything that speaks with the graph, in a thread of its own: the messages never wait for it but where they ask."""

import asyncio
import concurrent.futures
import contextlib
import threading
import time
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from oxgraph.types import Injection

if TYPE_CHECKING:
    from oxgraph.server.proxy.ledger import Ledger
    from oxgraph.server.proxy.lessons import Lessons
    from oxgraph.server.proxy.link import Link, Open, Tell

T = TypeVar("T")
INJECTION_SECONDS = 2.0


class Side:
    """Captures and lessons of one connection, for threads that pass messages on.

    `opening` opens the memory, `tell` says a line to the person, `belongs` tells whether an action type is that of
    one of the server's tools, `heard` is called when the lessons were asked anew.
    """

    def __init__(self, opening: "Open", tell: "Tell", session_id: str, *, ending: bool = True) -> None:
        self._opening = opening
        self._tell = tell
        self._session_id = session_id
        self._ending = ending
        self._asked_at = -1e9
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, name="oxgraph memory", daemon=True)
        self._link: Link
        self._ledger: Ledger
        self._lessons: Lessons
        self._tasks: set[asyncio.Task[Any]] = set()
        self.belongs: Callable[[str], bool] = lambda action_type: True
        self.heard: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begins to connect."""
        self._thread.start()

    def capture(self, fields: dict[str, Any]) -> None:
        """Captures an action, soon."""
        self._loop.call_soon_threadsafe(lambda: self._ledger.add(fields))

    def lesson(self, action_type: str) -> Injection:
        """What is known of an action type, as last asked."""
        return self._lessons.of(action_type) if self._ready else Injection()

    @property
    def strongest(self) -> str:
        """The block of all the tools together, as last asked."""
        return self._lessons.strongest if self._ready else ""

    def learn(self, seconds: float, *, wait: float = 0.0, other: bool = False) -> None:
        """Asks for the lessons where they are older than `seconds`; waits for them up to `wait` seconds.

        Does not wait where the graph is away. With `other`, what was known is of other tools.
        """
        now = time.monotonic()
        if not wait and not other and now - self._asked_at < seconds:
            return
        self._asked_at = now
        found = asyncio.run_coroutine_threadsafe(self._learned(seconds, other), self._loop)
        if wait:
            with contextlib.suppress(concurrent.futures.TimeoutError):
                found.result(wait)

    def inject(self, action_type: str, targets: tuple[str, ...], node_type: str | None) -> "Future":
        """Begins to ask for the past experience with one call's nodes."""
        return asyncio.run_coroutine_threadsafe(self._injected(action_type, targets, node_type), self._loop)

    def finish(self, seconds: float) -> None:
        """Captures what waits, ends the session, and closes; gives up after `seconds`, soon where the graph is away."""
        if self._thread.ident is None:
            return
        ended = asyncio.run_coroutine_threadsafe(self._finished(seconds), self._loop)
        with contextlib.suppress(Exception):
            ended.result(seconds + 1)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(1)

    @property
    def _ready(self) -> bool:
        return hasattr(self, "_lessons")

    def _run(self) -> None:
        from oxgraph.server.proxy.ledger import Ledger
        from oxgraph.server.proxy.lessons import Lessons
        from oxgraph.server.proxy.link import Link

        asyncio.set_event_loop(self._loop)
        self._link = Link(self._opening, self._tell)
        self._ledger, self._lessons = Ledger(self._link), Lessons()
        self._begin(self._link.opened())
        self._begin(self._ledger.run())
        self._loop.run_forever()

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _learned(self, seconds: float, other: bool) -> None:
        if other:
            self._lessons.forget()
        memory = await self._link.tried()
        if memory is None or not self._lessons.old(seconds):
            return
        try:
            await self._lessons.refresh(memory, self.belongs, seconds)
        except Exception as error:
            self._link.lost(error)
            return
        self.heard()

    async def _injected(self, action_type: str, targets: tuple[str, ...], node_type: str | None) -> Injection:
        memory = await self._link.tried()
        if memory is None:
            return Injection()
        try:
            async with asyncio.timeout(INJECTION_SECONDS):
                return await memory.telemetry.inject(targets, action_type, self._session_id, node_type)
        except Exception as error:
            self._link.lost(error)
            return Injection()

    async def _finished(self, seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.5 if self._link.away else seconds):
                await self._ledger.emptied()
                if self._ending and self._ledger.captured and self._link.memory:
                    await self._link.memory.telemetry.end_session(self._session_id)
        for task in set(self._tasks):
            task.cancel()
        if self._ledger.given_up or self._ledger.left:
            self._tell(f"{self._ledger.given_up + self._ledger.left} calls could not be captured")
        if self._link.memory:
            await self._link.memory.close()


Future = concurrent.futures.Future[Injection]
