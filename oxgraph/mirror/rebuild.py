"""Fills the mirror anew from the beginning of the feed, and makes its rows so in one transaction."""

from oxgraph.clock import present
from oxgraph.mirror.connection import Rows, errors
from oxgraph.mirror.copier import Copier, Progress
from oxgraph.mirror.fresh import Fresh
from oxgraph.mirror.pages import OWN_TABLES, one
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import Copied


def rebuild(connection: Rows, copier: Copier, progress: Progress | None = None) -> Copied:
    """Makes every row what the graph says; the copier's lock must be held.

    The rows are gathered in temporary tables first, so that a rebuild that is killed leaves nothing. Of the mirror's
    tables only what differs is touched: readers see the old state or the new one, and what depends on the tables
    stands. Raises what the graph and Postgres raise.
    """
    with errors(connection):
        fresh = Fresh(connection, copier.feed)
        fresh.fill(progress)
        with connection.transaction():
            one(connection, "position_held")
            row = one(connection, "replace_rows", {"schema": OWN_TABLES})
            moved = {
                "database_id": fresh.standing.database_id,
                "position": fresh.position,
                "rows": row["written"] + row["removed"],
                "now": present(copier.clock),
            }
            connection.execute(statement("rebuilt"), moved)
    caught_up = copier.copy()
    return Copied(
        rows=row["written"] + caught_up.rows,
        deleted=row["removed"] + caught_up.deleted,
        pages=caught_up.pages,
        position=caught_up.position,
    )
