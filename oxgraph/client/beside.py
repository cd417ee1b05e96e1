"""Works done side by side, each under a time limit of its own: tasks where there is an event loop, else threads."""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as LateError
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from oxgraph.errors import OxgraphError

log = logging.getLogger("oxgraph")

K = TypeVar("K")
AsyncWork: TypeAlias = Callable[[], Awaitable[Any]]
Work: TypeAlias = Callable[[], Any]

PATIENCE = 5.0
"""Seconds that works left to themselves are waited for at the end."""


@dataclass(frozen=True)
class Outcome:
    """How a work ended: with a value, with an error, or later than its `seconds` (neither). `elapsed_ms` it took."""

    value: Any = None
    error: Exception | None = None
    late: bool = False
    seconds: float = 0.0
    elapsed_ms: float = 0.0

    @property
    def done(self) -> bool:
        """Whether there is a value, be it None."""
        return self.error is None and not self.late

    @property
    def why(self) -> str:
        """Why there is no value, in words."""
        if self.late:
            return f"took longer than {self.seconds:g} s"
        return _told(self.error) if self.error is not None else ""


def _told(error: Exception) -> str:
    """An error of ours by its message, another one by its class too."""
    return str(error) if isinstance(error, OxgraphError) else f"{type(error).__name__}: {error}"


class AsyncBeside:
    """The works of one connection that go on beside their caller, as tasks; `close` before the connection closes."""

    def __init__(self) -> None:
        self._left: set[asyncio.Task[Any]] = set()

    async def together(self, works: Mapping[K, tuple[float, AsyncWork]]) -> dict[K, Outcome]:
        """What became of each work, begun at once; one that takes longer than its seconds is left to itself.

        So what is late is not lost: a write may still land, and a server that had to load something has it the next
        time.
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
            return Outcome(late=True, seconds=seconds, elapsed_ms=_milliseconds(began))
        return _ended(task.exception(), began, task)

    def _leave(self, task: "asyncio.Task[Any]") -> None:
        """What the task still raises is nobody's concern; a loop alone keeps no hold of it."""
        self._left.add(task)

        def ended(task: "asyncio.Task[Any]") -> None:
            self._left.discard(task)
            if not task.cancelled():
                task.exception()

        task.add_done_callback(ended)

    def aside(self, work: AsyncWork) -> None:
        """Begins a work that nobody waits for before the end; one that fails is noted at DEBUG."""

        async def quietly() -> None:
            try:
                await work()
            except Exception as error:
                log.debug("what was done aside failed: %s", _told(error))

        self._leave(asyncio.ensure_future(quietly()))

    async def close(self) -> None:
        """Waits for what was left to itself, up to PATIENCE, and gives up what is not done by then."""
        if self._left:
            await asyncio.wait(set(self._left), timeout=PATIENCE)
        for task in set(self._left):
            task.cancel()


async def _of(work: AsyncWork) -> Any:
    return await work()


class Beside:
    """What `AsyncBeside` is in the synchronous twin: a thread each."""

    def __init__(self) -> None:
        self._going: set[Future[Outcome]] = set()

    def together(self, works: Mapping[K, tuple[float, Work]]) -> dict[K, Outcome]:
        """What became of each work; one that takes longer than its seconds is left to itself."""
        began = time.perf_counter()
        futures = {name: self._begun(work) for name, (seconds, work) in works.items() if seconds > 0}
        late = Outcome(late=True)
        return {
            name: _awaited(futures[name], began, seconds) if name in futures else late
            for name, (seconds, _) in works.items()
        }

    def aside(self, work: Work) -> None:
        """Begins a work that nobody waits for before the end; one that fails is noted at DEBUG."""

        def quietly() -> None:
            try:
                work()
            except Exception as error:
                log.debug("what was done aside failed: %s", _told(error))

        self._begun(quietly)

    def _begun(self, work: Work) -> "Future[Outcome]":
        """The work in a thread that not even the end of the program waits for."""
        future: Future[Outcome] = Future()
        self._going.add(future)
        future.add_done_callback(self._going.discard)

        def run() -> None:
            began = time.perf_counter()
            try:
                future.set_result(Outcome(value=work(), elapsed_ms=_milliseconds(began)))
            except Exception as error:
                future.set_result(Outcome(error=error, elapsed_ms=_milliseconds(began)))
            except BaseException as error:
                future.set_exception(error)

        threading.Thread(target=run, name="oxgraph beside", daemon=True).start()
        return future

    def close(self) -> None:
        """Waits for what is going on, up to PATIENCE."""
        wait(self._going.copy(), timeout=PATIENCE)


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
