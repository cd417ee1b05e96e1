"""Threads, tasks and time limits: work run concurrently, in the background, in a thread, or debounced; progress.

Each helper has an asynchronous form and the synchronous one that takes its place in the generated `_sync` package.
"""

import asyncio
import atexit
import contextlib
import logging
import os
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Hashable, Mapping
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as LateError
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias, TypeVar

from oxgraph.errors import ConnectionFailed, OxgraphError, ServerError
from oxgraph.signals import deferred

Progress = Callable[[int, int], None]
"""A progress callback: called with the amount done and the total amount."""


def no_progress(done: int, total: int) -> None:
    """Ignores progress."""


A = TypeVar("A")
T = TypeVar("T")


async def run_in_thread_async(function: Callable[[A], T], value: A) -> T:
    """`function(value)`, in a thread."""
    return await asyncio.to_thread(function, value)


def run_in_thread(function: Callable[[A], T], value: A) -> T:
    """`function(value)`; what `run_in_thread_async` is in the synchronous twin."""
    return function(value)


async def run_in_thread_within_async(seconds: float | None, function: Callable[[A], T], value: A) -> T | None:
    """`function(value)` in a thread; None where it takes longer than `seconds`. The thread then runs on."""
    if seconds is None:
        return await run_in_thread_async(function, value)
    try:
        return await asyncio.wait_for(asyncio.wrap_future(_start_thread(function, value)), max(seconds, 0.0))
    except TimeoutError:
        return None


def run_in_thread_within(seconds: float | None, function: Callable[[A], T], value: A) -> T | None:
    """What `run_in_thread_within_async` is in the synchronous twin."""
    if seconds is None:
        return function(value)
    try:
        return _start_thread(function, value).result(max(seconds, 0.0))
    except (TimeoutError, LateError):
        return None


CLOSE_SECONDS = 5.0
"""Seconds for which `close`, and the end of the program, wait for background work."""

IDLE_SECONDS = 10.0
"""Seconds for which a thread without work waits for the next one."""


class _Worker(threading.Thread):
    """A daemon thread, and where its next work is put."""

    def __init__(self, serve: Callable[["_Worker"], None]) -> None:
        super().__init__(name="oxgraph work", daemon=True)
        self.inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._serve = serve

    def run(self) -> None:
        """Does one work after the other."""
        self._serve(self)


class _Threads:
    """Daemon threads; each is kept for the next work for IDLE_SECONDS.

    To start one takes 0.1 to 0.3 ms, to hand work to one that waits less than half of that. The end of the program
    waits for the works that run, until each has run CLOSE_SECONDS: one within a model's own code would abort it.
    """

    def __init__(self) -> None:
        self._waiting: list[_Worker] = []
        self._since: dict[_Worker, float] = {}
        self._ending = False
        self._ends_in: int | None = None
        atexit.register(self._end)
        if hasattr(os, "register_at_fork"):  # A process that was forked has none of these threads.
            os.register_at_fork(after_in_child=self._waiting.clear)
            os.register_at_fork(after_in_child=self._since.clear)

    def run(self, work: Callable[[], None]) -> None:
        """Runs the work, which raises nothing, in a thread."""
        try:
            worker = self._waiting.pop()
        except IndexError:
            self._end_with_process()
            worker = _Worker(self._serve)
            worker.start()
        self._since[worker] = time.monotonic()
        worker.inbox.put(work)

    def _end_with_process(self) -> None:
        """A process that multiprocessing forked ends with its finalizers, and before Python 3.13 without `atexit`."""
        util = sys.modules.get("multiprocessing.util")
        if util is not None and self._ends_in != os.getpid():
            self._ends_in = os.getpid()
            util.Finalize(None, self._end, exitpriority=0)

    def _serve(self, worker: _Worker) -> None:
        while True:
            try:
                work = worker.inbox.get(timeout=IDLE_SECONDS)
            except Empty:
                try:
                    self._waiting.remove(worker)
                except ValueError:  # Another thread has just taken it, and is about to put its work in.
                    work = worker.inbox.get()
                else:
                    return
            Context().run(work)  # As in a new thread, without what an earlier work has set.
            del work  # What it holds is let go before the next one comes.
            self._since.pop(worker, None)  # It is not there in a process that this work has forked.
            if self._ending:
                return
            self._waiting.append(worker)

    def _end(self) -> None:
        self._ending = True
        # A work may start another one.
        while going := [one for one, since in list(self._since.items()) if one.is_alive() and _left(since) > 0]:
            for worker in going:
                worker.join(max(0.0, _left(self._since.get(worker, 0.0))))


def _left(since: float) -> float:
    """Seconds for which the end of the program waits for a work."""
    return since + CLOSE_SECONDS - time.monotonic()


_threads = _Threads()


def _start_thread(function: Callable[[A], T], value: A) -> "Future[T]":
    """Calls the function in a thread."""
    future: Future[T] = Future()

    def work() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(function(value))
        except BaseException as error:
            future.set_exception(error)

    with deferred():
        _threads.run(work)
    return future


log = logging.getLogger("oxgraph")
NOT_REACHED = "the memory was not reached; the log has more"
IN_THE_LOG = "Neo4j reported an error, which stands in the log"

K = TypeVar("K")
AsyncWork: TypeAlias = Callable[[], Awaitable[Any]]
Work: TypeAlias = Callable[[], Any]


@dataclass(frozen=True)
class Outcome:
    """The result of a work: its value, its error, or neither where it took longer than `seconds`."""

    value: Any = None
    error: Exception | None = None
    late: bool = False
    seconds: float = 0.0
    elapsed_ms: float = 0.0

    @property
    def done(self) -> bool:
        """Whether the work returned in time (its value may be None)."""
        return self.error is None and not self.late

    @property
    def why(self) -> str:
        """Why there is no value, as a text for a log; empty if there is one."""
        if self.late:
            return f"took longer than {round(self.seconds, 3):g} s"
        return _error_text(self.error) if self.error is not None else ""

    @property
    def detail(self) -> str:
        """The same for the caller, who is not shown what others say of their own code."""
        return detail_of(self.error) if self.error is not None else self.why


def detail_of(error: Exception) -> str:
    """What the caller is told of an error: no words of Neo4j, of the operating system or of a library."""
    if isinstance(error, ServerError):
        return IN_THE_LOG
    if isinstance(error, ConnectionFailed):
        return NOT_REACHED
    if isinstance(error, OxgraphError):
        return str(error)
    return f"an unexpected error ({type(error).__name__}), which stands in the log"


def _error_text(error: Exception) -> str:
    """The message of an oxgraph error; of another error its class too."""
    return str(error) if isinstance(error, OxgraphError) else f"{type(error).__name__}: {error}"


class AsyncBackgroundTasks:
    """The concurrent and background works of one connection, as tasks. Call `close` before the connection closes."""

    def __init__(self) -> None:
        self._left: set[asyncio.Task[Any]] = set()
        self._last: dict[Hashable, asyncio.Task[None]] = {}

    async def run_concurrently(self, works: Mapping[K, tuple[float, AsyncWork]]) -> dict[K, Outcome]:
        """Starts all works at once; the outcome of each by name. `works` gives each a time limit in seconds.

        A work that exceeds its limit goes on in the background, so that a late write is not lost and a server that
        had to load something is ready for the next call.
        """
        ended = await asyncio.gather(*(self._within(seconds, work) for seconds, work in works.values()))
        return dict(zip(works, ended, strict=True))

    async def _within(self, seconds: float, work: AsyncWork) -> Outcome:
        began = time.perf_counter()
        if seconds <= 0:
            return Outcome(late=True)
        task = asyncio.ensure_future(_of(work))
        try:
            await asyncio.wait({task}, timeout=seconds)
        except asyncio.CancelledError:
            task.cancel()
            raise
        if not task.done():
            self._leave(task)
        return _outcome(task, began, seconds)

    async def run_on(self, seconds: float, work: AsyncWork) -> Outcome:
        """The outcome of a work that is begun before this waits, and goes on where it is late or its caller cancelled.

        A cancellation of anyio, such as that of a response whose reader has left, reaches everything that waits.
        """
        began = time.perf_counter()
        if seconds <= 0:
            return Outcome(late=True)
        self._leave(task := asyncio.ensure_future(_of(work)))
        await asyncio.wait({task}, timeout=seconds)
        return _outcome(task, began, seconds)

    async def finish(self, work: AsyncWork) -> Any:
        """The result of a work that goes on where its caller is cancelled. Raises what the work raises."""
        self._leave(task := asyncio.ensure_future(_of(work)))
        return await asyncio.shield(task)

    def _leave(self, task: "asyncio.Task[Any]") -> None:
        """Lets a task run on in the background. A reference is kept, since the event loop holds only a weak one."""
        self._left.add(task)

        def ended(task: "asyncio.Task[Any]") -> None:
            self._left.discard(task)
            if not task.cancelled():
                task.exception()

        task.add_done_callback(ended)

    def spawn(self, work: AsyncWork) -> None:
        """Starts a work in the background; only `close` waits for it. Its error is logged at DEBUG."""

        self._leave(asyncio.ensure_future(self._quietly(work, None)))

    def spawn_in_order(self, key: Hashable, work: AsyncWork) -> None:
        """As `spawn`, after those of the same key that were started before."""
        task = asyncio.ensure_future(self._quietly(work, self._last.get(key)))
        self._last[key] = task
        self._leave(task)

        def ended(task: "asyncio.Task[None]") -> None:
            if self._last.get(key) is task:
                del self._last[key]

        task.add_done_callback(ended)

    async def settled(self, key: Hashable, seconds: float) -> None:
        """Waits at most so long for the works of a key that were started in order."""
        task = self._last.get(key)
        if task is not None:
            await asyncio.wait({task}, timeout=seconds)

    @staticmethod
    async def _quietly(work: AsyncWork, before: "asyncio.Task[None] | None") -> None:
        if before is not None:
            await asyncio.wait({before})
        try:
            await work()
        except Exception as error:
            log.debug("background work failed: %s", _error_text(error))

    async def close(self) -> None:
        """Waits up to CLOSE_SECONDS for the background works and those that they start, then cancels them."""
        until = time.monotonic() + CLOSE_SECONDS
        while self._left and (seconds := until - time.monotonic()) > 0:
            await asyncio.wait(set(self._left), timeout=seconds)
        for task in set(self._left):
            task.cancel()


async def _of(work: AsyncWork) -> Any:
    return await work()


def _outcome(task: "asyncio.Task[Any]", began: float, seconds: float) -> Outcome:
    """The outcome of a task that was waited for."""
    if not task.done():
        return Outcome(late=True, seconds=seconds, elapsed_ms=_milliseconds(began))
    return _ended(task.exception(), began, task)


class BackgroundTasks:
    """The synchronous form of `AsyncBackgroundTasks`: one thread for each work."""

    def __init__(self) -> None:
        self._going: set[Future[Outcome]] = set()
        self._last: dict[Hashable, Future[Outcome]] = {}
        self._lock = threading.Lock()

    def run_concurrently(self, works: Mapping[K, tuple[float, Work]]) -> dict[K, Outcome]:
        """Starts all works at once; the outcome of each by name. A work that exceeds its limit runs on."""
        began = time.perf_counter()
        futures = {name: self._begun(work) for name, (seconds, work) in works.items() if seconds > 0}
        late = Outcome(late=True)
        return {
            name: _awaited(futures[name], began, seconds) if name in futures else late
            for name, (seconds, _) in works.items()
        }

    def run_on(self, seconds: float, work: Work) -> Outcome:
        """The outcome of a work, which goes on where it is late or its caller interrupted."""
        return self.run_concurrently({"": (seconds, work)})[""]

    def finish(self, work: Work) -> Any:
        """The result of a work. Raises what the work raises."""
        return work()

    def spawn(self, work: Work) -> None:
        """Starts a work in the background; only `close` waits for it. Its error is logged at DEBUG."""

        self._begun(partial(self._quietly, work, None))

    def spawn_in_order(self, key: Hashable, work: Work) -> None:
        """As `spawn`, after those of the same key that were started before."""
        with self._lock:
            future = self._begun(partial(self._quietly, work, self._last.get(key)))
            self._last[key] = future

        def ended(future: "Future[Outcome]") -> None:
            with self._lock:
                if self._last.get(key) is future:
                    del self._last[key]

        future.add_done_callback(ended)

    def settled(self, key: Hashable, seconds: float) -> None:
        """Waits at most so long for the works of a key that were started in order."""
        future = self._last.get(key)
        if future is not None:
            wait({future}, timeout=seconds)

    @staticmethod
    def _quietly(work: Work, before: "Future[Outcome] | None") -> None:
        if before is not None:
            wait({before})
        try:
            work()
        except Exception as error:
            log.debug("background work failed: %s", _error_text(error))

    def _begun(self, work: Work) -> "Future[Outcome]":
        """Starts the work in a thread."""
        future: Future[Outcome] = Future()

        def work_and_settle() -> None:
            began = time.perf_counter()
            try:
                future.set_result(Outcome(value=work(), elapsed_ms=_milliseconds(began)))
            except Exception as error:
                future.set_result(Outcome(error=error, elapsed_ms=_milliseconds(began)))
            except BaseException as error:
                future.set_exception(error)

        with deferred():
            self._going.add(future)
            future.add_done_callback(self._going.discard)
            _threads.run(work_and_settle)
        return future

    def close(self) -> None:
        """Waits up to CLOSE_SECONDS for the works that are running and those that they start."""
        until = time.monotonic() + CLOSE_SECONDS
        while (going := [one for one in self._going.copy() if not one.done()]) and time.monotonic() < until:
            wait(going, timeout=until - time.monotonic())


def _awaited(future: "Future[Outcome]", began: float, seconds: float) -> Outcome:
    try:
        return future.result(max(0.0, began + seconds - time.perf_counter()))
    except (TimeoutError, LateError):
        return Outcome(late=True, seconds=seconds, elapsed_ms=_milliseconds(began))


def _ended(error: BaseException | None, began: float, task: "asyncio.Task[Any]") -> Outcome:
    if error is None:
        return Outcome(value=task.result(), elapsed_ms=_milliseconds(began))
    if isinstance(error, Exception):
        return Outcome(error=error, elapsed_ms=_milliseconds(began))
    raise error


def _milliseconds(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 3)


class AsyncDebounce:
    """A debounced call: `work` runs once, `seconds` after the first `set` since its last run, as a task."""

    def __init__(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        self._seconds = seconds
        self._work = work
        self._task: asyncio.Task[None] | None = None
        self._at_once = asyncio.Event()

    def set(self, at_once: bool = False) -> None:
        """Schedules the call, at once with `at_once`. Returns without waiting."""
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
        """Drops the scheduled call."""
        if self._task is not None:
            self._task.cancel()
            self._task = None


class Debounce:
    """A debounced call: `work` runs once, `seconds` after the first `set` since its last run, in a thread."""

    def __init__(self, seconds: float, work: Callable[[], None]) -> None:
        self._seconds = seconds
        self._work = work
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None
        self._working: set[threading.Thread] = set()

    def set(self, at_once: bool = False) -> None:
        """Schedules the call, at once with `at_once`. Returns without waiting."""
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
            if self._timer is not thread:  # cancelled, after the timer had fired
                return
            self._timer = None
            self._working.add(thread)
        try:
            self._work()
        finally:
            with self._lock:
                self._working.discard(thread)

    def cancel(self) -> None:
        """Drops the scheduled call, and waits up to CLOSE_SECONDS for one that is running."""
        with self._lock:
            working = self._working - {threading.current_thread()}
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        for thread in working:
            thread.join(CLOSE_SECONDS)
