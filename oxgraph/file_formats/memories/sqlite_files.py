"""SQLite files of other programs, opened so that nothing is written to them."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from oxgraph.errors import InvalidInput

MAGIC = b"SQLite format 3\x00"


def is_sqlite(path: Path) -> bool:
    """Whether a file is a SQLite database, by its first bytes."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def opened(path: Path) -> sqlite3.Connection:
    """The database, for reading. Raises InvalidInput."""
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, check_same_thread=False)
        db.row_factory = sqlite3.Row
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        raise InvalidInput(field=str(path), reason=f"cannot be read as a SQLite database: {error}") from error
    return db


def columns(db: sqlite3.Connection) -> dict[str, set[str]]:
    """The columns of each table."""
    names = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: {row[0] for row in db.execute("SELECT name FROM pragma_table_info(?)", (name,))} for name in names}


def rows(db: sqlite3.Connection, asked: str) -> Iterator[sqlite3.Row]:
    """The rows of a question; none where the table is not there. Raises InvalidInput for a damaged file."""
    try:
        yield from db.execute(asked)
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise InvalidInput(field="the SQLite database", reason=f"cannot be read: {error}") from error
    except sqlite3.DatabaseError as error:
        raise InvalidInput(field="the SQLite database", reason=f"cannot be read: {error}") from error
