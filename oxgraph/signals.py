"""Signals, for as long as something runs: SIGTERM and SIGINT that end it, handlers that wait for its end."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

SIGNALS = tuple(
    getattr(signal, name)
    for name in ("SIGINT", "SIGTERM", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGVTALRM")
    if hasattr(signal, name)
)
"""Signals for which programs have handlers that may raise."""

Handler = Callable[[int, FrameType | None], Any]


def handlers() -> dict[int, Handler]:
    """The program's handlers by signal."""
    return {one: found for one in SIGNALS if callable(found := signal.getsignal(one))}


@contextmanager
def on_stop_signal(end: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT call `end` inside the block; what they did before comes back after it."""
    before = {number: signal.signal(number, lambda *_: end()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def deferred() -> Iterator[None]:
    """Signals within the block, a short one, call their handlers behind it: what these raise leaves nothing half done.

    A thread other than the main one is not interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    own, came = handlers(), list[tuple[int, FrameType | None]]()
    try:
        for number in own:
            signal.signal(number, lambda number, frame: came.append((number, frame)))
        yield
    finally:
        for number, handler in own.items():
            signal.signal(number, handler)
        for number, frame in came:
            own[number](number, frame)
