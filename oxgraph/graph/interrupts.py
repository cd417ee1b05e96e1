"""What a signal raises while Neo4j is waited for (Ctrl-C, Celery's soft time limit): the connection is given up.

The driver does so for a cancellation alone. On another error it rolls the transaction back and resets the connection,
and waits for Neo4j's answer to that: for two minutes where Neo4j is frozen. And where the error came while it read an
answer, the next call got what was left of that one.
"""

import asyncio
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from oxgraph.signals import Handler, handlers


class CancelledBySignal(KeyboardInterrupt, asyncio.CancelledError):
    """What a handler has `raised`, as the driver takes it: it closes the connection without asking Neo4j."""

    def __init__(self, raised: BaseException) -> None:
        super().__init__()
        self.raised = raised


class _Handlers:
    """The program's handlers of signals, and what one has raised within `interruptible`."""

    def __init__(self, handlers: dict[int, Handler]) -> None:
        self._handlers = handlers
        self._within = True
        self.raised: BaseException | None = None

    def answer(self, number: int, frame: FrameType | None) -> None:
        """Calls the program's handler; raises CancelledBySignal within, for what it raises."""
        try:
            self._handlers[number](number, frame)
        except BaseException as error:
            if not self._within:
                raise
            self.raised = error
            raise CancelledBySignal(error) from None

    def set(self) -> None:
        """Puts `answer` in their place."""
        for number in self._handlers:
            signal.signal(number, self.answer)

    def restore(self) -> None:
        """Puts them back, but for those that the program has changed since."""
        self._within = False
        for number, handler in self._handlers.items():
            if signal.getsignal(number) == self.answer:
                signal.signal(number, handler)


@contextmanager
def cancelling() -> Iterator[None]:
    """What a handler of a signal raises within ends what the driver does, as CancelledBySignal.

    A thread other than the main one is not interrupted.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    own = _Handlers(handlers())
    try:
        own.set()
        yield
    except BaseException:  # the driver, which expects cancellations of asyncio alone, may make another error of it
        if own.raised is None:
            raise
    finally:
        own.restore()
    if own.raised is not None:
        raise CancelledBySignal(own.raised) from None


@contextmanager
def cancelling_async() -> Iterator[None]:
    """Nothing: asyncio makes a cancellation of Ctrl-C."""
    yield


@contextmanager
def interruptible() -> Iterator[None]:
    """What a handler of a signal raises within ends what the driver does, and is raised."""
    try:
        with cancelling():
            yield
    except CancelledBySignal as given_up:
        raise given_up.raised from None


@contextmanager
def interruptible_async() -> Iterator[None]:
    """Nothing; see `cancelling_async`."""
    yield
