"""The Postgres mirror of a graph."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from oxgraph import settings
from oxgraph.clock import Clock, present, utc_now
from oxgraph.errors import MirrorError, OxgraphError, WorkspaceNotFound
from oxgraph.graph import Graph
from oxgraph.mirror import metrics, readers, running, schema, status
from oxgraph.mirror.check import check
from oxgraph.mirror.connection import Rows, address, connect, errors
from oxgraph.mirror.copier import Copier, Progress
from oxgraph.mirror.feed import Feed
from oxgraph.mirror.lock import held
from oxgraph.mirror.pages import kinds
from oxgraph.mirror.rebuild import rebuild
from oxgraph.mirror.scan import Scan, await_position
from oxgraph.mirror.sql import statement
from oxgraph.types import MetricRow, MetricValue
from oxgraph.types.erasure import MirrorScan, Sought
from oxgraph.types.mirror import Copied, MirrorCheck, MirrorStatus, Reader, ReadingLogin

EVERY_SECONDS = 5.0


class Mirror:
    """Rows in Postgres of what the graph holds, kept by a copier; one way.

    `dsn` is where they are: without it OXGRAPH_MIRROR_DSN, else the Postgres that `oxgraph up --mirror` started.
    Every method opens a connection of its own, and raises MirrorUnknown, MirrorFailed, MirrorDenied, and all but
    `init` MirrorOutdated before `init` was run by this version.
    """

    def __init__(self, dsn: str | None, graph: Graph, clock: Clock = utc_now) -> None:
        self.dsn = settings.mirror_dsn(dsn)
        self.graph = graph
        self.clock = clock
        self._given = dsn

    @property
    def server(self) -> str:
        """Where the rows are, without login and password."""
        return address(self.dsn)

    def init(self) -> list[str]:
        """Makes roles, schemas and tables, or brings them up to date; the migrations that were applied."""
        with self._connected(settings.mirror_dsn(self._given, admin=True)) as connection:
            return schema.init(connection)

    def run_once(self, stop: threading.Event | None = None, progress: Progress | None = None) -> Copied:
        """Copies what there is; what was committed before the call is in the rows afterwards.

        Waits 10 s for another copier. Raises MirrorBusy, MirrorOfAnotherGraph.
        """
        with self._noted(), self._copier() as copier:
            return running.run_once(copier, stop, progress)

    def run(self, stop: threading.Event, every: float = EVERY_SECONDS, progress: Progress | None = None) -> None:
        """Copies every so many seconds until `stop` is set, then ends after the page at hand.

        A server that is away is waited for. Raises what waiting does not mend, as MirrorOfAnotherGraph.
        """
        running.keep_copying(self._copier, stop, every, self._note, progress)

    def status(self) -> MirrorStatus:
        """How far the rows are behind, and how many there are. Answers also when one of the two servers is away."""
        return status.status(self.server, self._writing, Feed(self.graph, ()), present(self.clock))

    def check(self, progress: Progress | None = None) -> MirrorCheck:
        """Whether the rows say what the graph says; needs as much room for temporary tables as the rows take.

        Copies what there is first. Raises MirrorBusy, MirrorOfAnotherGraph.
        """
        with self._copier() as copier, held(copier.connection):
            return check(copier.connection, copier, progress)

    def rebuild(self, progress: Progress | None = None) -> Copied:
        """Makes the rows what the graph says, whatever they were, also of another graph. Raises MirrorBusy."""
        with self._noted(), self._copier() as copier, held(copier.connection):
            return rebuild(copier.connection, copier, progress)

    def reader(self, workspace_id: str) -> Reader:
        """Makes a login that reads the rows of one workspace, with a password that is told this once.

        A workspace that is not in the rows yet is copied first. Raises WorkspaceNotFound.
        """
        with self._administering() as connection:
            try:
                return readers.create(connection, workspace_id)
            except WorkspaceNotFound:
                self.run_once()
            return readers.create(connection, workspace_id)

    def readers(self) -> list[ReadingLogin]:
        """The logins that read, by workspace."""
        with self._writing() as connection, errors(connection):
            return [ReadingLogin(**row) for row in connection.execute(statement("readers"))]

    def drop_reader(self, role: str) -> None:
        """Takes a reader away."""
        with self._administering() as connection:
            readers.drop(connection, role)

    def preview(self, workspace_id: str, metric: MetricRow) -> MetricValue:
        """What a metric says now by the rows, as far as they are copied. Raises WorkspaceNotFound."""
        with self._writing() as connection:
            return metrics.preview(connection, workspace_id, metric, present(self.clock))

    def ready(self) -> None:
        """Copies what there is, so that an erasure can end here. Raises MirrorBusy, MirrorOfAnotherGraph."""
        self.run_once()

    def scan(self, workspace_id: str, sought: Sought) -> MirrorScan:
        """What the rows still say of a subject that was erased from the graph, once they are up to date; vacuums them.

        Raises nothing: what could not be done stands in the answer.
        """
        return Scan(self.server, self._catch_up, self._writing, self._administering).run(workspace_id, sought)

    def _catch_up(self) -> Copied:
        """Copies all that was committed before the call, for which it waits where a transaction holds the feed back."""
        feed = Feed(self.graph, ())
        await_position(feed, feed.newest(), self.server)
        return self.run_once()

    @contextmanager
    def _connected(self, dsn: str) -> Iterator[Rows]:
        connection = connect(dsn)
        try:
            yield connection
        finally:
            connection.close()

    @contextmanager
    def _administering(self) -> Iterator[Rows]:
        with self._connected(settings.mirror_dsn(self._given, admin=True)) as connection:
            schema.require_current(connection)
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Rows]:
        with self._connected(self.dsn) as connection:
            schema.require_current(connection)
            with errors(connection):
                connection.execute(statement("as_writer"))
            yield connection

    @contextmanager
    def _copier(self) -> Iterator[Copier]:
        with self._writing() as connection, errors(connection):
            connection.execute(statement("temp_buffers"))
            feed = Feed(self.graph, kinds(connection))
            feed.require_plugin()
            yield Copier(connection, feed, self.clock)

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except OxgraphError as error:
            self._note(error)
            raise

    def _note(self, error: OxgraphError) -> None:
        """Keeps an error beside the position, over a connection of its own; where that fails, it was in the log."""
        with suppress(MirrorError), self._writing() as connection, errors(connection):
            connection.execute(statement("error_noted"), {"error": str(error), "now": present(self.clock)})
