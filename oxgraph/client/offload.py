"""Work that takes the processor for a while, kept off the event loop where there is one."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def run_async(function: Callable[[str], T], text: str) -> T:
    """`function(text)`, in a thread."""
    return await asyncio.to_thread(function, text)


def run(function: Callable[[str], T], text: str) -> T:
    """`function(text)`; what `run_async` is in the synchronous twin."""
    return function(text)
