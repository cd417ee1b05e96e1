"""Copies the graph's changes into Postgres: a page of the change feed at a time, under the copier's lock.

Each page is one transaction, together with the position that it brings the mirror to. So a copier that is killed
continues where it stopped, and a page that is applied twice changes nothing.
"""

import json
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any

import psycopg

from oxgraph.clock import Clock, backoff, present
from oxgraph.errors import (
    ConnectionFailed,
    MirrorBusy,
    MirrorFailed,
    MirrorOfAnotherGraph,
    OxgraphError,
    ServerError,
)
from oxgraph.mirror.connection import Row, Rows, errors, reopened, server_of
from oxgraph.mirror.feed import Feed, FeedState, Page
from oxgraph.mirror.sources import Placements
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import Copied

TEMPORARY = "pg_temp"
"""The schema of the session's own temporary tables; they disappear with the connection."""

LOCK_WAIT_SECONDS = 10.0
"""How long a copier waits for another one to end. A first copy or a rebuild may take longer."""
LOCK_POLL_SECONDS = 0.1

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0
JITTER = (0.75, 1.25)
RETRYABLE = (ConnectionFailed, ServerError, MirrorFailed, MirrorBusy)
"""Errors that may pass by themselves. Every other error needs an operator."""

Progress = Callable[[int, int], None]
"""Progress callback: changes done, and about how many there are."""

log = logging.getLogger(__name__)


def single_row(connection: Rows, name: str, params: dict[str, Any] | None = None) -> Row:
    """The one row that the statement `name` returns."""
    row = connection.execute(statement(name), params).fetchone()
    if row is None:
        raise LookupError(f"{name} gave no row")
    return row


def mirrored_kinds(connection: Rows) -> list[str]:
    """The kinds of nodes that have a table."""
    return [row["kind"] for row in connection.execute(statement("tables"))]


def apply_page(
    connection: Rows, lines: bytes, schema: str | None = None, *, left_out: Sequence[str] = ()
) -> tuple[int, int]:
    """Writes a page within the caller's transaction; returns how many rows were written and how many deleted.

    `schema` names the tables to write; None stands for the mirror's own. Workspaces that are `left_out` stay as they
    are.
    """
    if not lines:
        return 0, 0
    connection.execute(statement("apply_incoming"))
    with connection.cursor() as cursor, cursor.copy(statement("apply_copy")) as copy:
        copy.write(lines)
    if left_out:
        connection.execute(statement("leave_out"), {"ids": list(left_out)})
    row = single_row(connection, "apply_page", {"schema": schema})
    return row["written"], row["removed"]


@contextmanager
def copier_lock(connection: Rows) -> Iterator[None]:
    """Holds the copier's lock, a lock on a table that readers may not touch.

    It ends with its transaction, which is open on a connection of its own, as every page is a transaction too. Should
    that connection be lost, the position keeps two copiers apart. Raises MirrorBusy when another copier keeps the lock.
    """
    holder = reopened(connection, "oxgraph mirror lock")
    try:
        with errors(holder):
            holder.execute(statement("copier_lock_session"))
            holder.execute(statement("as_writer"))
            holder.autocommit = False
            _await_lock(holder)
        yield
    finally:
        with suppress(psycopg.Error):  # a lost connection holds no lock
            holder.rollback()
        holder.close()


def _await_lock(holder: Rows) -> None:
    until = time.monotonic() + LOCK_WAIT_SECONDS
    while not _try_lock(holder):
        if time.monotonic() >= until:
            raise MirrorBusy(server=server_of(holder))
        time.sleep(LOCK_POLL_SECONDS)


def _try_lock(holder: Rows) -> bool:
    try:
        holder.execute(statement("copier_lock"))
    except psycopg.errors.LockNotAvailable:
        holder.rollback()
        return False
    return True


class Copier:
    """Copies from a feed over one connection, with the writer's role; `placements` are those of the graph's source."""

    def __init__(self, connection: Rows, feed: Feed, clock: Clock, placements: Placements) -> None:
        self.connection = connection
        self.feed = feed
        self.clock = clock
        self.source = placements.source
        self.placements = placements

    def copy(self, *, enough: Callable[[], bool] = lambda: False, progress: Progress | None = None) -> Copied:
        """Copies all changes that there are, or stops after the page at which `enough` returns true.

        The copier's lock must be held. Raises MirrorOfAnotherGraph, MirrorBusy where another process moved the
        position, and the errors of the graph and of Postgres.
        """
        with errors(self.connection):
            verify_witnesses(self.connection, self.feed, self.source)
            self.placements.begin()
            since = int(single_row(self.connection, "position", {"source": self.source})["position"])
            total = self.feed.pending(since).changes if progress else 0
            done, changes = Copied(position=since), 0
            for page in self.feed.pages(since):
                done, changes = _add(done, page, self._write(page)), changes + page.rows
                if progress:
                    progress(min(changes, total), total)
                if enough():
                    break
            return done

    def _write(self, page: Page) -> tuple[int, int]:
        with self.connection.transaction():
            self._lock_position(page)
            placing = self.placements.of_page(page)
            taken = [self._take(workspace_id) for workspace_id in placing.taken]
            written, removed = apply_page(self.connection, page.lines, left_out=placing.left_out)
            if gone := page.purged.difference(placing.left_out):
                self.placements.forget(gone)
            written, removed = written + sum(one[0] for one in taken), removed + sum(one[1] for one in taken)
            moved = {
                "source": self.source,
                "database_id": page.state.database_id,
                "position": page.position,
                "rows": written + removed,
                "now": present(self.clock),
            }
            self.connection.execute(statement("advance_position"), moved)
            if page.lines:
                record_witnesses(self.connection, page.witnesses(), self.source)
        return written, removed

    def _take(self, workspace_id: str) -> tuple[int, int]:
        """Replaces the rows of a workspace, which were another source's, by all that it has in this graph."""
        removed = int(single_row(self.connection, "delete_rows", {"workspace_id": workspace_id})["removed"])
        self.placements.place(workspace_id)
        written = 0
        for lines in self.feed.lines_of(workspace_id):
            written += apply_page(self.connection, lines)[0]
            self.connection.execute(statement("use_incoming"))
        return written, removed

    def _lock_position(self, page: Page) -> None:
        row = single_row(self.connection, "lock_position", {"source": self.source})
        if row["position"] != page.since:
            raise MirrorBusy(server=server_of(self.connection))
        verify_origin(row["database_id"], row["position"], page.state, server_of(self.connection))


def verify_origin(database_id: str | None, position: int, state: FeedState, server: str) -> None:
    """Raises MirrorOfAnotherGraph unless the rows were copied from this graph, and from no later state of it."""
    if database_id is not None and database_id != state.database_id:
        reason = f"of database {database_id}, and this one is {state.database_id}"
        raise MirrorOfAnotherGraph(server=server, reason=reason)
    if position > state.position:
        reason = f"it stands at {position}, the graph at {state.position}, as after a backup was restored"
        raise MirrorOfAnotherGraph(server=server, reason=reason)


def verify_witnesses(connection: Rows, feed: Feed, source: str) -> None:
    """Raises MirrorOfAnotherGraph where the graph lacks changes that were copied from it.

    So it is after a restoration, and also once the graph has gone beyond the mirror's position again.
    """
    witnesses = list(connection.execute(statement("witnesses"), {"source": source}))
    require_witnesses(witnesses, feed, server_of(connection))


def require_witnesses(witnesses: list[Row], feed: Feed, server: str) -> None:
    """The same for changes that were read before."""
    if lost := feed.lost(witnesses):
        reason = f"of the last {len(witnesses)} changes that it has, the graph lacks {lost}, as after a restoration"
        raise MirrorOfAnotherGraph(server=server, reason=reason)


def record_witnesses(connection: Rows, witnesses: list[Row], source: str) -> None:
    """Remembers changes within the caller's transaction."""
    connection.execute(statement("record_witnesses"), {"rows": json.dumps(witnesses), "source": source})


def _add(done: Copied, page: Page, counts: tuple[int, int]) -> Copied:
    return Copied(
        rows=done.rows + counts[0],
        deleted=done.deleted + counts[1],
        pages=done.pages + (1 if page.rows else 0),
        position=page.position,
    )


def run_once(copier: Copier, stop: threading.Event | None = None, progress: Progress | None = None) -> Copied:
    """Copies all changes that there are, under the lock; `stop` ends it after the current page."""
    with copier_lock(copier.connection):
        return copier.copy(enough=stop.is_set if stop else lambda: False, progress=progress)


def run_continuously(
    open_copier: Callable[[], AbstractContextManager[Copier]],
    stop: threading.Event,
    every: float,
    on_error: Callable[[OxgraphError], None],
    progress: Progress | None = None,
) -> None:
    """Copies every `every` seconds until `stop` is set, which ends it after the current page.

    `open_copier` gives a copier on a connection of its own. While a server is away, the next attempt waits twice as
    long as the last one, from 1 s up to 30 s. `on_error` is called with each error. Raises the errors that waiting
    does not mend: MirrorOfAnotherGraph, MirrorOutdated, SchemaNewer, MirrorDenied, AuthenticationFailed,
    PluginMissing.
    """
    pauses = backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, JITTER)
    while not stop.is_set():
        try:
            with open_copier() as copier:
                while True:
                    _log_copied(run_once(copier, stop, progress))
                    pauses = backoff(FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS, JITTER)
                    if stop.wait(every):
                        return
        except RETRYABLE as error:
            pause = next(pauses)
            log.warning("%s; trying again in %.0f s", error, pause)
            on_error(error)
            stop.wait(pause)
        except OxgraphError as error:
            on_error(error)
            raise


def _log_copied(copied: Copied) -> None:
    if copied.pages:
        log.info("%d rows written, %d deleted, position %d", copied.rows, copied.deleted, copied.position)
