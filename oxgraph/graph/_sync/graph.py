# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""A connection to Neo4j: statements read, written and streamed, retries, locks."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from random import uniform
from typing import Any, Self

from neo4j import (
    Driver,
    GraphDatabase,
    ManagedTransaction,
    RoutingControl,
    Session,
    Transaction,
)
from neo4j.api import BookmarkManager
from neo4j.exceptions import ConfigurationError, DriverError, Neo4jError

from oxgraph.cypher import CypherFile, statement
from oxgraph.errors import InvalidInput, PluginMissing, PluginVersionMismatch
from oxgraph.graph._shared import ROUTED, Auth, Row, Work, plain, require_address, translate, version
from oxgraph.graph.interrupts import CancelledBySignal, cancelling, interruptible
from oxgraph.graph.loops import OwnLoop, require_loop
from oxgraph.graph.retry import FIRST_RETRY, RETRY_GROWTH, RETRY_PAUSES, RETRY_SECONDS, is_retryable, met_deletion

DATABASE = "neo4j"

FETCHED = 1000
"""Rows that a stream takes at once, as many as the driver asks Neo4j for."""


class NoBookmarks(BookmarkManager):
    """For one server, which has all that was committed. Bookmarks would only make it wait for what is no longer there,
    after an older state of the database was restored.
    """

    def get_bookmarks(self) -> tuple[str, ...]:
        """None."""
        return ()

    def update_bookmarks(self, previous_bookmarks: Iterable[str], new_bookmarks: Iterable[str]) -> None:
        """Keeps none."""


class Graph:
    """A Neo4j database that has the plugin.

    Every method raises ConnectionFailed, AuthenticationFailed, an error of the plugin (InvalidInput, …) or
    ServerError; InvalidInput once it is closed, in a forked process, and in another event loop than that of its first
    call.
    """

    def __init__(self, driver: Driver, uri: str, database: str, retry_seconds: float = RETRY_SECONDS) -> None:
        self._driver = driver
        self._loop = OwnLoop()
        self.uri = uri
        self.database = database
        self.retry_seconds = retry_seconds
        self._idle: list[Session] = []
        routed = uri.partition(":")[0] in ROUTED
        # Of a cluster's members only the leader's heap hears of every commit: the recall cache, positions, fences.
        self._reading = RoutingControl.WRITE if routed else RoutingControl.READ
        self._bookmarks = GraphDatabase.bookmark_manager() if routed else NoBookmarks()

    @property
    def driver(self) -> Driver:
        """The driver. Raises InvalidInput once it is closed, in a forked process, and in another event loop."""
        self.require_open()
        return self._driver

    def require_open(self) -> None:
        """Raises InvalidInput once it is closed, in a forked process, and in another event loop."""
        self._loop.require()

    @classmethod
    def open(cls, uri: str, auth: Auth, *, database: str = DATABASE, check: bool = True) -> Self:
        """Connects. With `check`, raises PluginVersionMismatch if plugin and client differ in version."""
        graph = cls.at(uri, auth, database=database)
        try:
            graph._verify(check)
        except BaseException:
            graph.driver.close()
            raise
        return graph

    @classmethod
    def at(cls, uri: str, auth: Auth, *, database: str = DATABASE, retry_seconds: float = RETRY_SECONDS) -> Self:
        """A graph that connects at its first statement, for callers that wait for an unavailable server.

        `retry_seconds`: seconds for which a statement is tried again where that may help. Raises InvalidInput for what
        is no address of a Neo4j, and without an event loop.
        """
        require_address(uri)
        require_loop()
        try:
            driver = GraphDatabase.driver(
                uri,
                auth=auth,
                notifications_min_severity="OFF",
                connection_acquisition_timeout=20,
                connection_timeout=min(20.0, retry_seconds),
                max_transaction_retry_time=retry_seconds,
                initial_retry_delay=FIRST_RETRY,
                retry_delay_multiplier=RETRY_GROWTH,
            )
        except (ConfigurationError, ValueError) as error:
            raise InvalidInput(field="uri", reason=" ".join(str(error).split())) from error
        return cls(driver, uri, database, retry_seconds)

    def _verify(self, check: bool) -> None:
        try:
            with interruptible():
                self.driver.verify_connectivity()
        except (DriverError, Neo4jError) as error:
            raise translate(error, self.uri) from error
        if check:
            self.check_plugin()

    def check_plugin(self) -> str:
        """The plugin's version. Raises PluginMissing or PluginVersionMismatch."""
        try:
            return self._plugin_version(version())
        except PluginVersionMismatch as error:  # an older plugin has the advice of its time
            raise PluginVersionMismatch(plugin=self._plugin_version(""), client=version()) from error

    def _plugin_version(self, client_version: str) -> str:
        """The plugin's version, which refuses a client of another one unless that is ''."""
        file = statement("system/plugin_version")
        try:
            with interruptible():
                result = self.driver.execute_query(
                    file.sent, client_version=client_version, database_=self.database, routing_=self._reading
                )
        except (DriverError, Neo4jError) as error:
            if "ProcedureNotFound" in (getattr(error, "code", None) or ""):
                raise PluginMissing(uri=self.uri) from error
            raise translate(error, self.uri) from error
        return str(result.records[0]["version"])

    def read(self, file: CypherFile, **params: Any) -> list[Row]:
        """The rows of a reading statement."""
        return self._execute(file, self._reading, params)

    def write(self, file: CypherFile, **params: Any) -> list[Row]:
        """Runs a statement in one transaction, tried again on deadlocks and lost leaders; its rows."""
        return self._execute(file, RoutingControl.WRITE, params)

    def _execute(self, file: CypherFile, routing: RoutingControl, params: dict[str, Any]) -> list[Row]:
        """In a transaction that the driver tries again; it is also tried again where it met a deletion."""

        def work() -> list[Row]:
            result = self.driver.execute_query(
                file.sent,
                parameters_=file.arguments(params),
                database_=self.database,
                routing_=routing,
                bookmark_manager_=self._bookmarks,
            )
            return [plain(record) for record in result.records]

        return self._tried(work, met_deletion)

    def once(self, file: CypherFile, **params: Any) -> list[Row]:
        """Runs a statement that may be run twice (it reads, or it writes the same nodes) in one round trip; its rows.

        An auto-commit transaction saves the round trip of the commit. It is tried again after RETRY_PAUSES, like a
        managed one, while the error says that this may help.
        """

        def work() -> list[Row]:
            with self._session() as session:
                return [plain(record) for record in session.run(file.sent, file.arguments(params))]

        return self._tried(work, is_retryable)

    def _tried(self, work: Work, may_help: Callable[[DriverError | Neo4jError], bool]) -> list[Row]:
        """Does the work, again after each of RETRY_PAUSES where that may help, for at most `retry_seconds`."""
        pauses, until = iter(RETRY_PAUSES), time.monotonic() + self.retry_seconds
        while True:
            try:
                with interruptible():
                    return work()
            except (DriverError, Neo4jError) as error:
                pause = next(pauses, None) if may_help(error) and time.monotonic() < until else None
                if pause is None:
                    raise translate(error, self.uri) from error
            time.sleep(pause * uniform(0.5, 1.5))

    @contextmanager
    def _session(self) -> Iterator[Session]:
        """A session of the driver for one caller, kept for the next one unless the statement failed.

        To open one costs a tenth of a millisecond. On a cluster all see what this graph's statements wrote.
        """
        self._loop.require()
        try:
            session = self._idle.pop()
        except IndexError:
            session = self.driver.session(database=self.database, bookmark_manager=self._bookmarks)
        with ExitStack() as stack:
            stack.enter_context(session)
            yield session
            stack.pop_all()
        self._idle.append(session)

    @contextmanager
    def _transaction(self, **options: Any) -> Iterator[Transaction]:
        """A transaction of any length; what a signal raises, such as Ctrl-C, gives up its connection."""
        try:
            with self.driver.session(database=self.database, **options) as session:
                with cancelling():
                    transaction = session.begin_transaction(timeout=0)
                with ExitStack() as stack:
                    stack.enter_context(transaction)
                    try:
                        yield transaction
                    except KeyboardInterrupt as error:
                        stack.pop_all()  # nothing is rolled back: the session closes the connection
                        raise error if isinstance(error, CancelledBySignal) else CancelledBySignal(error) from None
        except CancelledBySignal as given_up:
            raise given_up.raised from None

    def single(self, file: CypherFile, **params: Any) -> Row | None:
        """The first row of a reading statement, or None."""
        rows = self.read(file, **params)
        return rows[0] if rows else None

    def stream(self, file: CypherFile, **params: Any) -> Iterator[Row]:
        """Yields the rows of a reading statement one by one, in an open transaction; any number of rows."""
        try:
            with self._transaction(
                default_access_mode=self._reading.name, bookmark_manager=self._bookmarks
            ) as transaction:
                with cancelling():
                    result = transaction.run(file.sent, file.arguments(params))
                fetched = FETCHED
                while fetched == FETCHED:
                    with cancelling():
                        records = result.fetch(FETCHED)
                    for record in records:
                        yield plain(record)
                    fetched = len(records)
        except (DriverError, Neo4jError) as error:
            raise translate(error, self.uri) from error

    @contextmanager
    def exclusive(self, workspace_id: str, name: str) -> Iterator[None]:
        """Holds the lock `name` of a workspace; other callers wait for it.

        The lock is a Neo4j lock on a node, in an open transaction. It ends with the connection, so a killed holder
        never blocks the next one.
        """
        file = statement("system/lock")
        try:
            with self._transaction() as transaction:
                with cancelling():
                    (transaction.run(file.sent, workspace_id=workspace_id, name=name)).consume()
                yield
                with cancelling():
                    transaction.rollback()
        except (DriverError, Neo4jError) as error:
            raise translate(error, self.uri) from error

    def run_all(self, texts: list[str]) -> None:
        """Runs statements one after the other, each in a transaction of its own (migrations, schema).

        A statement with IN TRANSACTIONS commits in batches itself.
        """
        with self.driver.session(database=self.database) as session:
            for text in texts:

                def work(transaction: ManagedTransaction, text: str = text) -> None:
                    (transaction.run(text)).consume()

                try:
                    with interruptible():
                        if "IN TRANSACTIONS" in text:
                            (session.run(text)).consume()
                        else:
                            session.execute_write(work)
                except (DriverError, Neo4jError) as error:
                    raise translate(error, self.uri) from error

    def close(self) -> None:
        """Closes the connections."""
        if not self._loop.close():
            return
        while self._idle:
            self._idle.pop().close()
        self._driver.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
