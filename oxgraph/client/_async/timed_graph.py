"""A graph whose statements have a time limit, so that an agent does not wait as long as the driver would."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, cast

from oxgraph.client.concurrency import AsyncWork
from oxgraph.cypher import CypherFile
from oxgraph.graph import AsyncGraph, Row

Within = Callable[[AsyncWork], Awaitable[Any]]
"""Does a work within a time limit; its result."""


class AsyncTimedGraph(AsyncGraph):
    """A graph whose statements are done by `within`; what takes any number of them, a stream and a lock, is not.

    See `AsyncGraph`.
    """

    def __init__(self, own: AsyncGraph, within: Within) -> None:
        super().__init__(own._driver, own.uri, own.database, own.retry_seconds)
        self._own = own
        self._within = within

    def require_open(self) -> None:
        """See `AsyncGraph.require_open`."""
        self._own.require_open()

    async def read(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.read`."""
        return await self._done(partial(self._own.read, file, **params))

    async def write(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.write`."""
        return await self._done(partial(self._own.write, file, **params))

    async def once(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.once`."""
        return await self._done(partial(self._own.once, file, **params))

    async def _done(self, work: AsyncWork) -> list[Row]:
        self.require_open()
        return cast("list[Row]", await self._within(work))

    async def stream(self, file: CypherFile, **params: Any) -> AsyncIterator[Row]:
        """See `AsyncGraph.stream`."""
        async for row in self._own.stream(file, **params):
            yield row

    @asynccontextmanager
    async def exclusive(self, workspace_id: str, name: str) -> AsyncIterator[None]:
        """See `AsyncGraph.exclusive`."""
        async with self._own.exclusive(workspace_id, name):
            yield

    async def close(self) -> None:
        """Leaves the connections open, which are those of all."""
