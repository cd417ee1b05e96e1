"""Works done side by side, each under a time limit of its own: tasks where there is an event loop, else threads."""

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from oxgraph.errors import OxgraphError

log = logging.getLogger("oxgraph")

K = TypeVar("K")
AsyncWork: TypeAlias = Callable[[], Awaitable[Any]]
Work: TypeAlias = Callable[[], Any]

_left: set["asyncio.Task[Any]"] = set()
"""Tasks that are left to themselves; a loop alone keeps no hold of them."""


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


async def beside_async(works: Mapping[K, tuple[float, AsyncWork]]) -> dict[K, Outcome]:
    """What became of each work, begun at once; one that takes longer than its seconds is left to itself.

    So what is late is not lost: a write may still land, and a server that had to load something has it the next time.
    """
    ended = await asyncio.gather(*(_within(seconds, work) for seconds, work in works.values()))
    return dict(zip(works, ended, strict=True))


async def _within(seconds: float, work: AsyncWork) -> Outcome:
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
        _leave(task)
        return Outcome(late=True, seconds=seconds, elapsed_ms=_milliseconds(began))
    return _ended(task.exception(), began, task)


async def _of(work: AsyncWork) -> Any:
    return await work()


def _leave(task: "asyncio.Task[Any]") -> None:
    """What the task still raises is nobody's concern."""
    _left.add(task)

    def ended(task: "asyncio.Task[Any]") -> None:
        _left.discard(task)
        if not task.cancelled():
            task.exception()

    task.add_done_callback(ended)


def aside_async(work: AsyncWork) -> None:
    """Begins a work that nobody waits for; one that fails is noted at DEBUG."""
    _leave(asyncio.ensure_future(_quietly_async(work)))


async def _quietly_async(work: AsyncWork) -> None:
    try:
        await work()
    except Exception as error:
        log.debug("what was done aside failed: %s", _told(error))


def aside(work: Work) -> None:
    """What `aside_async` is in the synchronous twin: in a thread."""

    def quietly() -> None:
        try:
            work()
        except Exception as error:
            log.debug("what was done aside failed: %s", _told(error))

    threading.Thread(target=quietly, name="oxgraph aside", daemon=True).start()


def _ended(error: BaseException | None, began: float, task: "asyncio.Task[Any] | Future[Any]") -> Outcome:
    if error is None:
        return Outcome(value=task.result(), elapsed_ms=_milliseconds(began))
    if isinstance(error, Exception):
        return Outcome(error=error, elapsed_ms=_milliseconds(began))
    raise error


def _milliseconds(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 3)


def beside(works: Mapping[K, tuple[float, Work]]) -> dict[K, Outcome]:
    """What `beside_async` is in the synchronous twin: a thread each, which nobody waits for longer than its seconds."""
    began = time.perf_counter()
    futures = {name: _begun(work) for name, (seconds, work) in works.items() if seconds > 0}
    late = Outcome(late=True)
    return {
        name: _awaited(futures[name], began, seconds) if name in futures else late
        for name, (seconds, _) in works.items()
    }


def _awaited(future: "Future[Outcome]", began: float, seconds: float) -> Outcome:
    try:
        return future.result(max(0.0, began + seconds - time.perf_counter()))
    except (TimeoutError, LateError):
        return Outcome(late=True, seconds=seconds, elapsed_ms=_milliseconds(began))


def _begun(work: Work) -> "Future[Outcome]":
    """The work in a thread that not even the end of the program waits for."""
    future: Future[Outcome] = Future()

    def run() -> None:
        began = time.perf_counter()
        try:
            future.set_result(Outcome(value=work(), elapsed_ms=_milliseconds(began)))
        except Exception as error:
            future.set_result(Outcome(error=error, elapsed_ms=_milliseconds(began)))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=run, name="oxgraph turn", daemon=True).start()
    return future
