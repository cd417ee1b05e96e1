"""SIGTERM and SIGINT, for as long as something runs."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def on_stop_signal(end: Callable[[], None]) -> Iterator[None]:
    """SIGTERM and SIGINT call `end` inside the block; what they did before comes back after it."""
    before = {number: signal.signal(number, lambda *_: end()) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
