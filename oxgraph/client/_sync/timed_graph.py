# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""A graph whose statements have a time limit, so that an agent does not wait as long as the driver would."""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, cast

from oxgraph.client.concurrency import Work
from oxgraph.cypher import CypherFile
from oxgraph.graph import Graph, Row

Within = Callable[[Work], Awaitable[Any]]
"""Does a work within a time limit; its result."""


class TimedGraph(Graph):
    """A graph whose statements are done by `within`; what takes any number of them, a stream and a lock, is not.

    See `AsyncGraph`.
    """

    def __init__(self, own: Graph, within: Within) -> None:
        super().__init__(own._driver, own.uri, own.database, own.retry_seconds)
        self._own = own
        self._within = within

    def require_open(self) -> None:
        """See `AsyncGraph.require_open`."""
        self._own.require_open()

    def read(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.read`."""
        return self._done(partial(self._own.read, file, **params))

    def write(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.write`."""
        return self._done(partial(self._own.write, file, **params))

    def once(self, file: CypherFile, **params: Any) -> list[Row]:
        """See `AsyncGraph.once`."""
        return self._done(partial(self._own.once, file, **params))

    def _done(self, work: Work) -> list[Row]:
        self.require_open()
        return cast("list[Row]", self._within(work))

    def stream(self, file: CypherFile, **params: Any) -> Iterator[Row]:
        """See `AsyncGraph.stream`."""
        for row in self._own.stream(file, **params):
            yield row

    @contextmanager
    def exclusive(self, workspace_id: str, name: str) -> Iterator[None]:
        """See `AsyncGraph.exclusive`."""
        with self._own.exclusive(workspace_id, name):
            yield

    def close(self) -> None:
        """Leaves the connections open, which are those of all."""
