"""Where a connection may be used: while it is open, and in the event loop in which its sockets were opened."""

import asyncio

from oxgraph.errors import InvalidInput

CLOSED = "is closed; connect again"
OTHER_LOOP = (
    "is connected in another event loop (each asyncio.run has its own); connect in the one that uses it, or use the "
    "synchronous client"
)


class OwnLoop:
    """Whether a connection is open; that of the synchronous client has no loop."""

    def __init__(self) -> None:
        self._closed = False

    def require(self) -> None:
        """Raises InvalidInput once it is closed."""
        if self._closed:
            raise InvalidInput(field="memory", reason=CLOSED)

    def close(self) -> None:
        """Ends the use of the connection. Closed again, it stays closed."""
        self._closed = True


class AsyncOwnLoop(OwnLoop):
    """The asynchronous twin, which has the loop of its first call too."""

    def __init__(self) -> None:
        super().__init__()
        self._loop: asyncio.AbstractEventLoop | None = None

    def require(self) -> None:
        """Raises InvalidInput once it is closed, and in another loop."""
        self._require_own()
        super().require()

    def close(self) -> None:
        """See `OwnLoop.close`. Raises InvalidInput in another loop."""
        self._require_own()
        super().close()

    def _require_own(self) -> None:
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise InvalidInput(field="memory", reason=OTHER_LOOP)
