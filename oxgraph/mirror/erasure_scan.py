"""Searches the rows for what an erasure removed, and vacuums the former versions of those rows."""

import functools
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any

from psycopg import sql

from oxgraph.errors import MirrorFailed, OxgraphError
from oxgraph.mirror.connection import Connection, Row, errors
from oxgraph.mirror.feed import Feed
from oxgraph.mirror.sql import statement
from oxgraph.types.erasure import MirrorScan, Sought
from oxgraph.types.mirror import Copied, MirrorRemains

Opening = Callable[[], AbstractContextManager[Connection]]
"""Gives a connection, and closes it."""

BATCH = 2_000
"""Rows that are fetched at a time."""

SHORT = 200
"""Texts up to this length are checked once, however often they occur."""

FEED_WAIT_SECONDS = 60.0
POLL_SECONDS = 0.05

ATTEMPTS = 3
PAUSE_SECONDS = 0.5
"""The statistics of Postgres 14 come half a second late; a writer's transaction lasts about as long."""


def await_position(feed: Feed, newest: int, server: str) -> None:
    """Waits until the feed serves the rev `newest`: a transaction in flight holds back later commits.

    Raises MirrorFailed when one takes longer than a minute to commit.
    """
    until = time.monotonic() + FEED_WAIT_SECONDS
    while (state := feed.state()).position < newest:
        if time.monotonic() >= until:
            reason = f"a transaction of the graph has been in flight since {state.waiting_since}"
            raise MirrorFailed(server=server, reason=reason)
        time.sleep(POLL_SECONDS)


@dataclass(frozen=True)
class Scan:
    """The scan of one mirror at the end of an erasure.

    `catch_up` copies all changes, `open_writer` gives the writer's connection, `open_admin` the administrator's.
    """

    server: str
    catch_up: Callable[[], Copied]
    open_writer: Opening
    open_admin: Opening

    def run(self, workspace_id: str, sought: Sought) -> MirrorScan:
        """Catches up, searches the workspace's rows, vacuums. Errors go into the result."""
        try:
            position = self.catch_up().position
            with self.open_writer() as connection:
                found = Search(connection, workspace_id, sought).run()
        except OxgraphError as error:
            return MirrorScan(server=self.server, caught_up=False, error=str(error))
        left, reason = self._vacuum()
        return MirrorScan(
            server=self.server,
            caught_up=True,
            position=position,
            scanned=dict(found.scanned),
            findings=tuple(found.findings),
            vacuumed=not left and not reason,
            not_vacuumed=left,
            error=reason,
        )

    def _vacuum(self) -> tuple[tuple[str, ...], str | None]:
        try:
            with self.open_admin() as connection:
                return vacuum(connection), None
        except OxgraphError as error:
            return (), str(error)


@dataclass
class Search:
    """Searches every text of a workspace's rows with the writer's role; counts texts, lists findings."""

    connection: Connection
    workspace_id: str
    sought: Sought
    scanned: Counter[str] = field(default_factory=lambda: Counter(rows=0, texts=0))
    findings: list[MirrorRemains] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Short texts recur (action types, agents' names), so their result is cached."""
        self._short = functools.lru_cache(maxsize=65_536)(self.sought.names_it)

    def run(self) -> "Search":
        """Searches all tables. Raises MirrorFailed, MirrorDenied."""
        with errors(self.connection):
            for table in self.connection.execute(statement("scan_columns")).fetchall():
                self._table(table)
        return self

    def _table(self, table: Row) -> None:
        kind, columns = table["kind"], [one for one in table["columns"] if self.sought.seeks_in(table["kind"], one)]
        for row in self._rows(table, columns):
            self.scanned["rows"] += 1
            for column in columns:
                texts = list(self._texts(kind, row[column]))
                self.scanned["texts"] += len(texts)
                if any(map(self._names_it, texts)):
                    self.findings.append(MirrorRemains(table=_name(table), id=row["row id"], column=column))

    def _rows(self, table: Row, columns: list[str]) -> Iterator[Row]:
        names = sql.SQL(", ").join(map(sql.Identifier, columns or ["workspace_id"]))
        asked = sql.SQL(statement("scan_rows")).format(columns=names, table=_quoted(table))
        with self.connection.transaction(), self.connection.cursor(name="oxgraph_scan") as cursor:
            cursor.itersize = BATCH
            yield from cursor.execute(asked, {"workspace_id": self.workspace_id})

    def _texts(self, kind: str, value: Any) -> Iterator[str]:
        """The texts in a text, a list, or an object whose keys are properties."""
        if isinstance(value, str):
            yield value
        elif isinstance(value, list):
            yield from (one for one in value if isinstance(one, str))
        elif isinstance(value, dict):
            for name, one in value.items():
                if self.sought.seeks_in(kind, name):
                    yield from self._texts(kind, one)

    def _names_it(self, text: str) -> bool:
        return self._short(text) if len(text) <= SHORT else self.sought.names_it(text)


def _name(table: Row) -> str:
    return f"{table['schema_name']}.{table['table_name']}"


def _quoted(table: Row) -> sql.Identifier:
    return sql.Identifier(table["schema_name"], table["table_name"])


def vacuum(connection: Connection) -> tuple[str, ...]:
    """Vacuums the mirrored tables; the names of those that still have former versions of rows, or might have.

    Former versions stay while another transaction may still see them, and where the login is no member of
    oxgraph_owner. Raises MirrorFailed. The connection goes on as that role.
    """
    with errors(connection):
        tables = connection.execute(statement("scan_columns")).fetchall()
        allowed = connection.execute(statement("vacuum_allowed")).fetchone()
        if not allowed or not allowed["allowed"]:
            return tuple(map(_name, tables))
        connection.execute(statement("vacuum_role"))
        return tuple(name for one in tables if (name := _vacuumed(connection, one)))


def _vacuumed(connection: Connection, table: Row) -> str | None:
    """Vacuums a table; its name where former versions are left."""
    name = _name(table)
    for _ in range(ATTEMPTS):
        began = connection.execute(statement("vacuum_began")).fetchone()
        connection.execute(sql.SQL(statement("vacuum")).format(table=_quoted(table)))
        left = connection.execute(statement("vacuum_left"), {"table": name}).fetchone()
        if began and left and left["last_vacuum"] and left["last_vacuum"] >= began["at"] and left["versions"] == 0:
            return None
        time.sleep(PAUSE_SECONDS)
    return name
