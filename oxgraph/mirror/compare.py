"""Compares the mirror's rows with what the graph says now, and rebuilds them from it.

Both fill a second set of tables (`Snapshot`, temporary tables of the session) from the beginning of the change feed.

Writers go on while `check` compares. So a row that differs is only a suspect at first: mirror and snapshot catch up,
in this order, until the row is equal or a change under way can no longer explain the difference.
"""

import time
from collections.abc import Iterable

from oxgraph.clock import present
from oxgraph.mirror.connection import Row, Rows, errors
from oxgraph.mirror.copier import TEMPORARY, Copier, Progress, apply_page, record_witnesses, single_row
from oxgraph.mirror.feed import Feed, FeedState, Page
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import CheckedTable, Copied, Drift, MirrorCheck

ROUNDS = 5
PAUSE_SECONDS = 0.2
NAMED_LIMIT = 1_000
"""Maximum number of rows that a check names."""

Key = tuple[str, str, str]


class Snapshot:
    """Empty temporary tables like the mirror's, and the position to which they are filled."""

    def __init__(self, connection: Rows, feed: Feed) -> None:
        self.connection = connection
        self.feed = feed
        self.position = 0
        self.state: FeedState = feed.state()
        connection.execute(statement("copy_tables"), {"schema": TEMPORARY})

    def fill(self, progress: Progress | None = None) -> None:
        """Copies every change that the graph has committed since the last call."""
        total = self.feed.pending(self.position).changes if progress else 0
        done = 0
        for page in self.feed.pages(self.position):
            self._write(page)
            done += page.rows
            if progress:
                progress(min(done, total), total)

    def _write(self, page: Page) -> None:
        with self.connection.transaction():
            apply_page(self.connection, page.lines, TEMPORARY)
        self.position, self.state = page.position, page.state


def rebuild(connection: Rows, copier: Copier, progress: Progress | None = None) -> Copied:
    """Makes every row what the graph says; the copier's lock must be held.

    The rows are gathered in temporary tables first, so a rebuild that is killed leaves nothing behind. Of the mirror's
    tables only rows that differ are written, in one transaction: readers see the old state or the new one. Raises the
    errors of the graph and of Postgres.
    """
    with errors(connection):
        snapshot = Snapshot(connection, copier.feed)
        snapshot.fill(progress)
        with connection.transaction():
            given = {"source": copier.source}
            single_row(connection, "lock_position", given)
            copier.placements.take_over()
            copier.placements.place_all()
            row = single_row(connection, "replace_rows", {"schema": TEMPORARY, **given})
            moved = {
                **given,
                "database_id": snapshot.state.database_id,
                "position": snapshot.position,
                "rows": row["written"] + row["removed"],
                "now": present(copier.clock),
            }
            connection.execute(statement("record_rebuild"), moved)
            record_witnesses(connection, [], copier.source)  # those of the state that is replaced
    caught_up = copier.copy()
    return Copied(
        rows=row["written"] + caught_up.rows,
        deleted=row["removed"] + caught_up.deleted,
        pages=caught_up.pages,
        position=caught_up.position,
    )


def check(connection: Rows, copier: Copier, progress: Progress | None = None) -> MirrorCheck:
    """Compares all rows; the copier's lock must be held. Raises the copier's errors."""
    copier.copy()
    with errors(connection):
        copier.placements.take_over()
        snapshot = Snapshot(connection, copier.feed)
        snapshot.fill(progress)
        connection.execute(statement("create_suspects"))
        position = copier.copy().position
        snapshot.fill()
        single_row(connection, "find_suspects", {"schema": TEMPORARY, "source": copier.source})
        drift = _drift(connection, copier, snapshot, position)
        return MirrorCheck(
            position=position,
            tables=_tables(connection, copier.source),
            drifted=len(drift),
            drift=tuple(drift[:NAMED_LIMIT]),
        )


def _drift(connection: Rows, copier: Copier, snapshot: Snapshot, position: int) -> list[Drift]:
    """The suspects that still differ after every catch-up."""
    found = _differing(connection, position)
    for _ in range(ROUNDS):
        if all(_is_certain(row) for row in found.values()):
            break
        time.sleep(PAUSE_SECONDS)
        position = copier.copy().position
        snapshot.fill()
        found = {key: row for key, row in _differing(connection, position).items() if key in found}
    return [_drift_of(found[key]) for key in sorted(found)]


def _differing(connection: Rows, position: int) -> dict[Key, Row]:
    rows = connection.execute(statement("differences"), {"schema": TEMPORARY})
    return {_key(row): row for row in rows if not _mirror_is_behind(row, position)}


def _mirror_is_behind(row: Row, position: int) -> bool:
    """Whether the graph's row is newer than the mirror's position: the mirror is late, not wrong."""
    return row["expected_rev"] is not None and row["expected_rev"] > position


def _is_certain(row: Row) -> bool:
    """Whether no change under way explains the difference.

    The snapshot was read later than the mirror. So a row of the snapshot that the mirror has passed must be in the
    mirror, and no row of the mirror can be newer.
    """
    return row["expected_rev"] is not None and (row["found_rev"] is None or row["found_rev"] <= row["expected_rev"])


def _drift_of(row: Row) -> Drift:
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


def _tables(connection: Rows, source: str) -> tuple[CheckedTable, ...]:
    expected, found = [
        _counted(connection.execute(statement("table_checksums"), {"schema": schema, "source": source}))
        for schema in (TEMPORARY, None)
    ]
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
