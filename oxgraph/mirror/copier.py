"""Copies the graph's changes, a page in a transaction, together with the position that it brings the mirror to."""

from collections.abc import Callable
from typing import Any

from psycopg import Connection

from oxgraph.clock import Clock, present
from oxgraph.errors import MirrorBusy, MirrorOfAnotherGraph
from oxgraph.mirror.connection import server_of
from oxgraph.mirror.feed import Feed, Page, Standing
from oxgraph.mirror.pages import applied, one
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import Copied

Progress = Callable[[int, int], None]
"""Is told how many changes are done, and of how many."""

Rows = Connection[dict[str, Any]]


class Copier:
    """Copies from a feed over one connection, as the writer."""

    def __init__(self, connection: Rows, feed: Feed, clock: Clock) -> None:
        self.connection = connection
        self.feed = feed
        self.clock = clock

    def copy(self, *, enough: Callable[[], bool] = lambda: False, progress: Progress | None = None) -> Copied:
        """Copies until it stands where the graph stood during the call, or until `enough` after a page.

        The copier's lock must be held. Raises MirrorOfAnotherGraph, MirrorBusy where somebody else moved the
        position, and what the graph and Postgres raise.
        """
        since = self.position()
        waiting = self.feed.waiting(since).changes if progress else 0
        done = Copied(position=since)
        for page in self.feed.pages(since):
            done = added(done, page, self._write(page))
            if progress:
                progress(min(done.changes, waiting), waiting)
            if enough():
                break
        return done

    def position(self) -> int:
        """Where the mirror stands."""
        return int(one(self.connection, statement("position"))["position"])

    def _write(self, page: Page) -> tuple[int, int]:
        with self.connection.transaction():
            self._hold(page)
            counts = applied(self.connection, page)
            self.connection.execute(
                statement("position_moved"),
                {
                    "database_id": page.standing.database_id,
                    "position": page.position,
                    "rows": sum(counts),
                    "now": present(self.clock),
                },
            )
        return counts

    def _hold(self, page: Page) -> None:
        row = one(self.connection, statement("position_held"))
        if row["position"] != page.since:
            raise MirrorBusy(server=server_of(self.connection))
        verify(row["database_id"], row["position"], page.standing, server_of(self.connection))


def verify(database_id: str | None, position: int, standing: Standing, server: str) -> None:
    """Raises MirrorOfAnotherGraph unless the rows were copied from this graph, and from no later state of it."""
    if database_id is not None and database_id != standing.database_id:
        reason = f"of database {database_id}, and this one is {standing.database_id}"
        raise MirrorOfAnotherGraph(server=server, reason=reason)
    if position > standing.position:
        reason = f"the mirror stands at {position}, the graph at {standing.position}, as after a backup was restored"
        raise MirrorOfAnotherGraph(server=server, reason=reason)
