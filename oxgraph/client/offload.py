"""Work that takes the processor for a while, kept off the event loop where there is one."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

A = TypeVar("A")
T = TypeVar("T")


async def run_async(function: Callable[[A], T], value: A) -> T:
    """`function(value)`, in a thread."""
    return await asyncio.to_thread(function, value)


def run(function: Callable[[A], T], value: A) -> T:
    """`function(value)`; what `run_async` is in the synchronous twin."""
    return function(value)
