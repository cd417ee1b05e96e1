"""Work that takes the processor for a while, kept off the event loop where there is one."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as LateError
from typing import TypeVar

A = TypeVar("A")
T = TypeVar("T")


async def run_async(function: Callable[[A], T], value: A) -> T:
    """`function(value)`, in a thread."""
    return await asyncio.to_thread(function, value)


def run(function: Callable[[A], T], value: A) -> T:
    """`function(value)`; what `run_async` is in the synchronous twin."""
    return function(value)


async def within_async(seconds: float | None, function: Callable[[A], T], value: A) -> T | None:
    """`function(value)` in a thread; None where that takes longer than `seconds`, and the thread is left to itself."""
    if seconds is None:
        return await run_async(function, value)
    try:
        return await asyncio.wait_for(asyncio.wrap_future(_begun(function, value)), max(seconds, 0.0))
    except TimeoutError:
        return None


def within(seconds: float | None, function: Callable[[A], T], value: A) -> T | None:
    """What `within_async` is in the synchronous twin."""
    if seconds is None:
        return function(value)
    try:
        return _begun(function, value).result(max(seconds, 0.0))
    except (TimeoutError, LateError):
        return None


def _begun(function: Callable[[A], T], value: A) -> "Future[T]":
    """The work in a thread that nobody has to wait for, not even the end of the program."""
    future: Future[T] = Future()

    def work() -> None:
        if not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(function(value))
        except BaseException as error:
            future.set_exception(error)

    threading.Thread(target=work, name="oxgraph work", daemon=True).start()
    return future
