"""Where a connection may be used: while it is open, in the process and the event loop that opened its sockets."""

import asyncio
import os
from typing import NoReturn

from oxgraph.errors import InvalidInput

CLOSED = "is closed; connect again"
FORKED = "was connected before this process was forked, and its connections are the parent's; connect in each process"
OTHER_LOOP = (
    "is connected in another event loop (each asyncio.run has its own); connect in the one that uses it, or use the "
    "synchronous client"
)
NO_LOOP = (
    "needs an event loop of asyncio, and none is running; under trio, call the synchronous client in a thread "
    "(trio.to_thread.run_sync)"
)


def require_loop_async() -> None:
    """Raises InvalidInput where no loop of asyncio is running, as under trio."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        raise InvalidInput(field="memory", reason=NO_LOOP) from None


def require_loop() -> None:
    """Nothing: the synchronous client needs none."""


class Connected:
    """What is connected, and refuses to be copied: by pickle, for another process, or by `copy`."""

    def __reduce__(self) -> NoReturn:
        """Raises TypeError, as what cannot be pickled does."""
        raise TypeError(f"a {type(self).__name__} cannot be copied or sent to another process; connect in each process")


class OwnLoop:
    """Whether a connection is open; that of the synchronous client has no loop."""

    def __init__(self) -> None:
        self._closed = False
        self._process = os.getpid()

    def require(self) -> None:
        """Raises InvalidInput once it is closed, and in a process that was forked: two would read one stream."""
        if self._closed:
            raise InvalidInput(field="memory", reason=CLOSED)
        if os.getpid() != self._process:
            raise InvalidInput(field="memory", reason=FORKED)

    def close(self) -> bool:
        """Ends the use of the connection. Closed again, it stays closed.

        Returns whether its sockets are to be closed here, not in a process that was forked.
        """
        self._closed = True
        return os.getpid() == self._process


class AsyncOwnLoop(OwnLoop):
    """The asynchronous twin, which has the loop of its first call too."""

    def __init__(self) -> None:
        super().__init__()
        self._loop: asyncio.AbstractEventLoop | None = None

    def require(self) -> None:
        """See `OwnLoop.require`. Raises InvalidInput in another loop too."""
        self._require_own()
        super().require()

    def close(self) -> bool:
        """See `OwnLoop.close`. Raises InvalidInput in another loop."""
        self._require_own()
        return super().close()

    def _require_own(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise InvalidInput(field="memory", reason=OTHER_LOOP)
