"""Compares the mirror's rows with what the graph says now.

The tables are filled once more from the beginning, beside the mirror's. Writers go on meanwhile, so a row that differs
is under suspicion at first: mirror and tables catch up, in this order, until it is alike or the difference cannot come
from a change under way.
"""

import time
from collections.abc import Iterable

from oxgraph.mirror.connection import Row, Rows, errors
from oxgraph.mirror.copier import Copier, Progress
from oxgraph.mirror.fresh import Fresh
from oxgraph.mirror.pages import OWN_TABLES, one
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import CheckedTable, Drift, MirrorCheck

ROUNDS = 5
PAUSE_SECONDS = 0.2
NAMED = 1_000
"""Rows that are named at most."""

Key = tuple[str, str, str]


def check(connection: Rows, copier: Copier, progress: Progress | None = None) -> MirrorCheck:
    """Compares all rows; the copier's lock must be held. Raises what the copier does."""
    copier.copy()
    with errors(connection):
        fresh = Fresh(connection, copier.feed)
        fresh.fill(progress)
        connection.execute(statement("suspects"))
        position = copier.copy().position
        fresh.fill()
        one(connection, "suspect", {"schema": OWN_TABLES})
        drift = _drift(connection, copier, fresh, position)
        return MirrorCheck(
            position=position, tables=_tables(connection), drifted=len(drift), drift=tuple(drift[:NAMED])
        )


def _drift(connection: Rows, copier: Copier, fresh: Fresh, position: int) -> list[Drift]:
    """What differs among the suspects each time that one looks."""
    found = _differing(connection, position)
    for _ in range(ROUNDS):
        if all(_settled(row) for row in found.values()):
            break
        time.sleep(PAUSE_SECONDS)
        position = copier.copy().position
        fresh.fill()
        found = {key: row for key, row in _differing(connection, position).items() if key in found}
    return [_named(found[key]) for key in sorted(found)]


def _differing(connection: Rows, position: int) -> dict[Key, Row]:
    rows = connection.execute(statement("differences"), {"schema": OWN_TABLES})
    return {_key(row): row for row in rows if not _on_the_way(row, position)}


def _on_the_way(row: Row, position: int) -> bool:
    """Whether the graph's state is newer than the mirror's position: the mirror is behind, and not wrong."""
    return row["expected_rev"] is not None and row["expected_rev"] > position


def _settled(row: Row) -> bool:
    """Whether no change under way explains it: the tables were read later than the mirror, so a row of theirs that the
    mirror has had its turn at must be there, and none of the mirror's can be newer."""
    return row["expected_rev"] is not None and (row["found_rev"] is None or row["found_rev"] <= row["expected_rev"])


def _named(row: Row) -> Drift:
    how = "missing" if row["found_rev"] is None else "surplus" if row["expected_rev"] is None else "different"
    return Drift(
        table=row["table_name"],
        workspace_id=row["workspace_id"],
        id=row["id"],
        how=how,
        columns=tuple(row["columns"] or ()),
    )


def _key(row: Row) -> Key:
    return row["table_name"], row["workspace_id"], row["id"]


def _tables(connection: Rows) -> tuple[CheckedTable, ...]:
    expected = _counted(connection.execute(statement("counted"), {"schema": OWN_TABLES}))
    found = _counted(connection.execute(statement("counted"), {"schema": None}))
    return tuple(
        CheckedTable(
            table=table,
            workspace_id=workspace_id,
            expected=expected.get((table, workspace_id), (0, ""))[0],
            found=found.get((table, workspace_id), (0, ""))[0],
            expected_checksum=expected.get((table, workspace_id), (0, ""))[1],
            found_checksum=found.get((table, workspace_id), (0, ""))[1],
        )
        for table, workspace_id in sorted(expected.keys() | found.keys())
    )


def _counted(rows: Iterable[Row]) -> dict[tuple[str, str], tuple[int, str]]:
    return {(row["table_name"], row["workspace_id"]): (row["rows"], row["checksum"]) for row in rows}
