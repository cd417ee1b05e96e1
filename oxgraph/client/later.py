"""Work that is done a while from now, behind the caller's back: a task where there is an event loop, else a thread."""

import asyncio
import contextlib
import threading
from collections.abc import Awaitable, Callable

PATIENCE = 5.0
"""Seconds that work under way is waited for at the end."""


class AsyncLater:
    """Calls `work` once, `seconds` after the first `set` since it last ran."""

    def __init__(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._seconds = seconds
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self._at_once = asyncio.Event()

    def set(self, at_once: bool = False) -> None:
        """Makes sure that `work` will be called; without waiting where `at_once`. Never waits itself."""
        if self._task is None or self._task.done():
            self._at_once = asyncio.Event()
            self._task = asyncio.get_running_loop().create_task(self._run(self._at_once))
        if at_once:
            self._at_once.set()

    async def _run(self, at_once: asyncio.Event) -> None:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(at_once.wait(), self._seconds)
        self._task = None
        await self._work()

    def cancel(self) -> None:
        """What was going to be done is not."""
        if self._task is not None:
            self._task.cancel()
            self._task = None


class Later:
    """Calls `work` in a thread once, `seconds` after the first `set` since it last ran."""

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self._seconds = seconds
        self._work = work
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._working: set[threading.Thread] = set()

    def set(self, at_once: bool = False) -> None:
        """Makes sure that `work` will be called; without waiting where `at_once`. Never waits itself."""
        with self._lock:
            if self._timer is not None and at_once:
                self._timer.cancel()
                self._timer = None
            if self._timer is None:
                self._timer = threading.Timer(0.0 if at_once else self._seconds, self._run)
                self._timer.daemon = True
                self._timer.start()

    def _run(self) -> None:
        thread = threading.current_thread()
        with self._lock:
            if self._timer is not thread:  # cancelled, but too late for the timer to hear of it
                return
            self._timer = None
            self._working.add(thread)
        try:
            self._work()
        finally:
            with self._lock:
                self._working.discard(thread)

    def cancel(self) -> None:
        """What was going to be done is not; what is being done is waited for, up to PATIENCE."""
        with self._lock:
            working = self._working - {threading.current_thread()}
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        for thread in working:
            thread.join(PATIENCE)
