"""Puts a page of the feed into Postgres."""

from typing import Any

from oxgraph.mirror.connection import Row, Rows
from oxgraph.mirror.feed import Page
from oxgraph.mirror.sql import statement

OWN_TABLES = "pg_temp"
"""The schema of tables of the session's own, which go with it."""


def one(connection: Rows, name: str, params: dict[str, Any] | None = None) -> Row:
    """The one row of a statement."""
    row = connection.execute(statement(name), params).fetchone()
    if row is None:
        raise LookupError(f"{name} gave no row")
    return row


def kinds(connection: Rows) -> list[str]:
    """The kinds of nodes that have a table."""
    return [row["kind"] for row in connection.execute(statement("tables"))]


def applied(connection: Rows, page: Page, schema: str | None = None) -> tuple[int, int]:
    """Writes a page, within the caller's transaction; how many rows were written and how many taken out.

    `schema` is where the tables are, if they are not the mirror's.
    """
    if not page.lines:
        return 0, 0
    connection.execute(statement("apply_incoming"))
    with connection.cursor() as cursor, cursor.copy(statement("apply_copy")) as copy:
        copy.write(page.lines)
    row = one(connection, "apply_page", {"schema": schema})
    return row["written"], row["removed"]
