"""Copies the graph's changes, each page in one transaction with the position that it brings the mirror to."""

from collections.abc import Callable

from oxgraph.clock import Clock, present
from oxgraph.errors import MirrorBusy, MirrorOfAnotherGraph
from oxgraph.mirror.connection import Rows, errors, server_of
from oxgraph.mirror.feed import Feed, Page, Standing
from oxgraph.mirror.pages import applied, one
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import Copied

Progress = Callable[[int, int], None]
"""Is told how many changes are done, of about how many."""


def never() -> bool:
    """Not yet."""
    return False


class Copier:
    """Copies from a feed over one connection, as the writer."""

    def __init__(self, connection: Rows, feed: Feed, clock: Clock) -> None:
        self.connection = connection
        self.feed = feed
        self.clock = clock

    def copy(self, *, enough: Callable[[], bool] = never, progress: Progress | None = None) -> Copied:
        """Copies what there is, or until `enough` after a page.

        The copier's lock must be held. Raises MirrorOfAnotherGraph, MirrorBusy where somebody else moved the position,
        and what the graph and Postgres raise.
        """
        with errors(self.connection):
            since = int(one(self.connection, "position")["position"])
            total = self.feed.waiting(since).changes if progress else 0
            done, changes = Copied(position=since), 0
            for page in self.feed.pages(since):
                done, changes = _added(done, page, self._write(page)), changes + page.rows
                if progress:
                    progress(min(changes, total), total)
                if enough():
                    break
            return done

    def _write(self, page: Page) -> tuple[int, int]:
        with self.connection.transaction():
            self._hold(page)
            written, removed = applied(self.connection, page)
            moved = {
                "database_id": page.standing.database_id,
                "position": page.position,
                "rows": written + removed,
                "now": present(self.clock),
            }
            self.connection.execute(statement("position_moved"), moved)
        return written, removed

    def _hold(self, page: Page) -> None:
        row = one(self.connection, "position_held")
        if row["position"] != page.since:
            raise MirrorBusy(server=server_of(self.connection))
        verify(row["database_id"], row["position"], page.standing, server_of(self.connection))


def verify(database_id: str | None, position: int, standing: Standing, where: str) -> None:
    """Raises MirrorOfAnotherGraph unless the rows were copied from this graph, and from no later state of it."""
    if database_id is not None and database_id != standing.database_id:
        reason = f"of database {database_id}, and this one is {standing.database_id}"
        raise MirrorOfAnotherGraph(server=where, reason=reason)
    if position > standing.position:
        reason = f"it stands at {position}, the graph at {standing.position}, as after a backup was restored"
        raise MirrorOfAnotherGraph(server=where, reason=reason)


def _added(done: Copied, page: Page, counts: tuple[int, int]) -> Copied:
    return Copied(
        rows=done.rows + counts[0],
        deleted=done.deleted + counts[1],
        pages=done.pages + (1 if page.rows else 0),
        position=page.position,
    )
