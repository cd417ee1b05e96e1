"""The event loop of a connection: its sockets belong to the one in which they were opened."""

import asyncio

from oxgraph.errors import InvalidInput

OTHER_LOOP = (
    "is connected in another event loop (each asyncio.run has its own); connect in the one that uses it, or use the "
    "synchronous client"
)


class AsyncOwnLoop:
    """The loop of an asynchronous connection: that of its first call."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def require(self) -> None:
        """Raises InvalidInput in another loop."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise InvalidInput(field="memory", reason=OTHER_LOOP)


class OwnLoop:
    """The synchronous twin, which has no loop."""

    def require(self) -> None:
        """Raises nothing."""
