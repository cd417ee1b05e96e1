"""Ctrl-C while Neo4j is waited for: the connection is given up at once.

The driver rolls the transaction back and resets the connection on any other error than a cancellation, and waits for
Neo4j's answer to that: for two minutes where Neo4j is frozen.
"""

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


class CancelledByKey(KeyboardInterrupt, asyncio.CancelledError):
    """Ctrl-C, which the driver takes for a cancellation: it closes the connection without asking Neo4j."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C ends what the driver does within, and raises KeyboardInterrupt.

    A program with its own answer to SIGINT keeps it; a thread other than the main one is not interrupted.
    """
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    pressed = False

    def cancel(*_signal_and_frame: object) -> NoReturn:
        nonlocal pressed
        pressed = True
        raise CancelledByKey

    try:
        signal.signal(signal.SIGINT, cancel)
        yield
    except BaseException:  # the driver, which expects cancellations of asyncio alone, may make another error of it
        if pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def interruptible_async() -> Iterator[None]:
    """Nothing: asyncio makes a cancellation of Ctrl-C."""
    yield
