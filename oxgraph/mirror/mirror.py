"""The Postgres mirror of a graph: one class, whose methods are the commands of `oxgraph mirror`."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from oxgraph import environment
from oxgraph.clock import Clock, present, utc_now
from oxgraph.errors import MirrorDenied, MirrorError, OxgraphError, WorkspaceNotFound
from oxgraph.graph import Graph
from oxgraph.mirror import metrics, readers, schema, status
from oxgraph.mirror.compare import check, rebuild
from oxgraph.mirror.connection import Rows, address, connect, errors
from oxgraph.mirror.copier import Copier, Progress, copier_lock, mirrored_kinds, run_continuously, run_once
from oxgraph.mirror.erasure_scan import Scan, await_position
from oxgraph.mirror.feed import Feed
from oxgraph.mirror.sources import MAIN, Locate, Names, Placements
from oxgraph.mirror.sql import statement
from oxgraph.types import MetricRow, MetricValue
from oxgraph.types.erasure import MirrorScan, Sought
from oxgraph.types.mirror import Copied, MirrorCheck, MirrorStatus, Reader, ReadingLogin

EVERY_SECONDS = 5.0
WRITER_NEEDS = (
    "It needs the role oxgraph_writer; `oxgraph mirror init` gives that role its rights again, and "
    "`oxgraph up --mirror` makes the login of a local mirror anew"
)


class Mirror:
    """A one-way copy of the graph's nodes as rows in Postgres, written by a copier.

    `dsn` is where they are: without it OXGRAPH_MIRROR_DSN, else the Postgres that `oxgraph up --mirror` started.
    One mirror can have several graphs (docs/servers.md): `source` is the name of the graph's server; `locate` asks the
    directory where workspaces are, and `servers` which servers there are. Every method opens a connection of its own,
    and raises MirrorUnknown, MirrorFailed, MirrorDenied, SchemaNewer after a later version has migrated it, and all but
    `init` MirrorOutdated before `init` was run by this version.
    """

    def __init__(
        self,
        dsn: str | None,
        graph: Graph,
        clock: Clock = utc_now,
        *,
        source: str = MAIN,
        locate: Locate | None = None,
        servers: Names | None = None,
    ) -> None:
        self.dsn = environment.mirror_dsn(dsn)
        self.graph = graph
        self.clock = clock
        self.source = source
        self._locate = locate
        self._servers = servers
        self._given = dsn

    @property
    def server(self) -> str:
        """Where the rows are, without login and password."""
        return address(self.dsn)

    def init(self, partitions: int | None = None) -> list[str]:
        """Makes roles, schemas and tables, or brings them up to date; the migrations that were applied.

        Where tables, columns, keys, views, functions, row-level security or rights were taken away by hand, all are
        made anew and empty: the next copy fills them from the graph. With `partitions` (1 to 1,024) each table is
        spread over so many by the hash of the workspace, which moves its rows once. Raises MirrorDenied where views of
        others stand on a table that would have to go.
        """
        with self._connection(environment.mirror_dsn(self._given, admin=True)) as connection:
            return schema.init(connection, partitions)

    def run_once(self, stop: threading.Event | None = None, progress: Progress | None = None) -> Copied:
        """Copies all changes; whatever was committed before the call is in the rows afterwards.

        Waits 10 s for another copier. Raises MirrorBusy, MirrorOfAnotherGraph.
        """
        with self._recording_errors(), self._copier() as copier:
            return run_once(copier, stop, progress)

    def run(self, stop: threading.Event, every: float = EVERY_SECONDS, progress: Progress | None = None) -> None:
        """Copies every `every` seconds until `stop` is set, then ends after the current page.

        Retries while a server is unavailable. Raises permanent errors, such as MirrorOfAnotherGraph.
        """
        run_continuously(self._copier, stop, every, self._record_error, progress)

    def status(self) -> MirrorStatus:
        """The lag of the rows, and how many there are. Answers also when one of the two servers is unavailable."""
        return status.status(
            self.server, self._writer_connection, Feed(self.graph, ()), present(self.clock), self.source
        )

    def check(self, progress: Progress | None = None) -> MirrorCheck:
        """Compares every row with the graph. Its temporary tables need as much disk space as the rows.

        Copies all changes first. Raises MirrorBusy, MirrorOfAnotherGraph.
        """
        with self._copier() as copier, copier_lock(copier.connection):
            return check(copier.connection, copier, progress)

    def rebuild(self, progress: Progress | None = None) -> Copied:
        """Rebuilds the rows from the graph, whatever they hold now, also rows of another graph. Raises MirrorBusy."""
        with self._recording_errors(), self._copier() as copier, copier_lock(copier.connection):
            return rebuild(copier.connection, copier, progress)

    def reader(self, workspace_id: str) -> Reader:
        """Creates a login that reads the rows of one workspace; only this result holds its password.

        Copies first where the rows do not hold the workspace yet. Raises WorkspaceNotFound.
        """
        with self._admin_connection() as connection:
            try:
                return readers.create(connection, workspace_id)
            except WorkspaceNotFound:
                self.run_once()
            return readers.create(connection, workspace_id)

    def readers(self) -> list[ReadingLogin]:
        """The readers' logins, ordered by workspace."""
        with self._writer_connection() as connection, errors(connection):
            return [ReadingLogin(**row) for row in connection.execute(statement("readers"))]

    def drop_reader(self, role: str) -> None:
        """Drops a reader's login."""
        with self._admin_connection() as connection:
            readers.drop(connection, role)

    def preview(self, workspace_id: str, metric: MetricRow) -> MetricValue:
        """The value of a metric now, computed from the rows copied so far. Raises WorkspaceNotFound."""
        with self._writer_connection() as connection:
            return metrics.preview(connection, workspace_id, metric, present(self.clock))

    def ready(self) -> None:
        """Copies all changes, so that an erasure can include the mirror. Raises MirrorBusy, MirrorOfAnotherGraph."""
        self.run_once()

    def scan(self, workspace_id: str, sought: Sought) -> MirrorScan:
        """Searches the rows for a subject that was erased from the graph, once they are up to date; vacuums them.

        Raises nothing: errors are in the result.
        """
        return Scan(self.server, self._catch_up, self._writer_connection, self._admin_connection).run(
            workspace_id, sought
        )

    def _catch_up(self) -> Copied:
        """Copies every change committed before the call; waits while a transaction in flight holds the feed back."""
        feed = Feed(self.graph, ())
        await_position(feed, feed.newest(), self.server)
        return self.run_once()

    @contextmanager
    def _connection(self, dsn: str) -> Iterator[Rows]:
        connection = connect(dsn)
        try:
            with errors(connection):
                connection.execute(statement("session"))
            yield connection
        finally:
            connection.close()

    @contextmanager
    def _admin_connection(self) -> Iterator[Rows]:
        with self._connection(environment.mirror_dsn(self._given, admin=True)) as connection:
            schema.require_current(connection)
            yield connection

    @contextmanager
    def _writer_connection(self) -> Iterator[Rows]:
        try:
            with self._connection(self.dsn) as connection:
                schema.require_current(connection)
                with errors(connection):
                    connection.execute(statement("as_writer"))
                yield connection
        except MirrorDenied as error:
            given = error.values
            raise MirrorDenied(login=given["login"], reason=f"{given['reason']}. {WRITER_NEEDS}") from error

    @contextmanager
    def _copier(self) -> Iterator[Copier]:
        with self._writer_connection() as connection, errors(connection):
            connection.execute(statement("temp_buffers"))
            feed = Feed(self.graph, mirrored_kinds(connection))
            feed.require_plugin()
            connection.execute(statement("add_source"), {"source": self.source})
            placements = Placements(connection, self.source, self._locate, self._servers)
            yield Copier(connection, feed, self.clock, placements)

    @contextmanager
    def _recording_errors(self) -> Iterator[None]:
        try:
            yield
        except OxgraphError as error:
            self._record_error(error)
            raise

    def _record_error(self, error: OxgraphError) -> None:
        """Stores the last error over a connection of its own; where that fails, the error is in the log."""
        with suppress(MirrorError), self._writer_connection() as connection, errors(connection):
            given = {"error": str(error), "now": present(self.clock), "source": self.source}
            connection.execute(statement("record_error"), given)
