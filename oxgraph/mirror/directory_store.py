"""The directory of servers in a Postgres database of its own (docs/servers.md), whatever the mirror's is."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import Any, LiteralString

import psycopg

from oxgraph.errors import InvalidInput
from oxgraph.graph.loops import OwnLoop
from oxgraph.mirror.connection import Connection, Row, connect, errors
from oxgraph.mirror.sql import statement

APPLICATION = "oxgraph directory"
CHANGED = ("server", "epoch", "step", "target", "attempt", "fence", "step_at", "moved_at")


class DirectoryStore:
    """The tables of a directory at a DSN, made at first use. One connection, which threads take in turn.

    Every method raises InvalidInput once it is closed, and in a forked process.
    """

    def __init__(self, dsn: str) -> None:
        self._dsn = dsn
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._own = OwnLoop()

    def join(self, database_id: str) -> None:
        """Makes the tables, and enters which database is the main server's. Raises InvalidInput for another one."""
        if self._main(database_id) != database_id:
            raise InvalidInput(
                field="uri",
                reason="is not that of the main server of the directory that OXGRAPH_DIRECTORY_DSN names; where its "
                "database was replaced, `oxgraph servers adopt-main` enters the new one",
            )

    def adopt(self, database_id: str) -> str:
        """Enters another database as the main server's; the former one."""
        former = self._main(database_id)
        self._do(statement("directory_adopt_main"), database_id=database_id)
        return former

    def _main(self, database_id: str) -> str:
        """The database of the main server, entered where there is none; makes the tables."""
        with self._lock:
            connection = self._opened()
            with errors(connection), connection.transaction():
                connection.execute(statement("directory_tables_lock"))
                connection.execute(statement("directory_tables"))
        (row,) = self._read(statement("directory_main"), database_id=database_id)
        return str(row["database_id"])

    def servers(self) -> list[Row]:
        """Name, address and `draining` of each server but the main one."""
        return self._read(statement("directory_servers"))

    def add_server(self, name: str, address: str, now: datetime) -> None:
        """Enters a server, or its new address."""
        self._do(statement("directory_add_server"), name=name, address=address, now=now)

    def drain_server(self, name: str) -> None:
        """Places nothing on a server any more."""
        self._do(statement("directory_drain_server"), name=name)

    def remove_server(self, name: str) -> None:
        """Takes a server out."""
        self._do(statement("directory_remove_server"), name=name)

    def entries(self, workspace_id: str | None = None) -> list[Row]:
        """All entries by name, or that of one workspace."""
        return self._read(statement("directory_entries"), workspace_id=workspace_id)

    def place(self, workspace_id: str, name: str, server: str, now: datetime) -> Row:
        """Enters where a workspace is, unless it is entered; the entry."""
        while True:  # Another process can take the entry out between the two statements.
            self._do(statement("directory_place"), workspace_id=workspace_id, name=name, server=server, now=now)
            if rows := self.entries(workspace_id):
                return rows[0]

    def remove(self, workspace_id: str) -> None:
        """Takes out an entry, unless its workspace moves."""
        self._do(statement("directory_remove"), workspace_id=workspace_id)

    def change(self, given: dict[str, Any], changes: dict[str, Any]) -> list[Row]:
        """One atomic step of an entry; no row where it is not as `given`. Not repeated when the connection is lost."""
        values = {name: changes.get(name) for name in CHANGED}
        parameters = {**given, **values, "names": list(changes)}
        with self._lock:
            connection = self._opened()
            with errors(connection):
                return connection.execute(statement("directory_change"), parameters).fetchall()

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """Holds a name; another caller waits. A killed holder's connection ends, and so does its hold."""
        connection = connect(self._dsn, APPLICATION)
        try:
            with errors(connection):
                connection.execute(statement("directory_hold"), {"name": name})
            yield
            with suppress(psycopg.Error):  # The end of the connection frees it too, but a moment after `close`.
                connection.execute(statement("directory_release"), {"name": name})
        finally:
            connection.close()

    def is_held(self, name: str) -> bool:
        """Whether somebody holds a name."""
        (row,) = self._read(statement("directory_is_held"), name=name)
        return bool(row["held"])

    def close(self) -> None:
        """Ends the connection."""
        with self._lock:
            if self._own.close():
                self._end()

    def _end(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _opened(self) -> Connection:
        self._own.require()
        if self._connection is None or self._connection.closed:
            self._connection = connect(self._dsn, APPLICATION)
        return self._connection

    def _read(self, text: LiteralString, **given: Any) -> list[Row]:
        return self._run(text, given).fetchall()

    def _do(self, text: LiteralString, **given: Any) -> None:
        self._run(text, given)

    def _run(self, text: LiteralString, given: dict[str, Any]) -> psycopg.Cursor[Row]:
        """Runs a statement that may run twice: again where the server has ended the connection meanwhile."""
        with self._lock:
            with suppress(psycopg.OperationalError):
                return self._opened().execute(text, given)
            self._end()
            connection = self._opened()
            with errors(connection):
                return connection.execute(text, given)
