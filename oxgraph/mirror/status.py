"""How far the mirror is behind, and what it holds; answers also when one of the two servers is away."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from oxgraph.errors import AuthenticationFailed, ConnectionFailed, MirrorFailed, MirrorOfAnotherGraph
from oxgraph.mirror import schema
from oxgraph.mirror.connection import Rows, errors
from oxgraph.mirror.copier import verify
from oxgraph.mirror.feed import Feed, time_of
from oxgraph.mirror.pages import one
from oxgraph.mirror.sql import statement
from oxgraph.types.mirror import MirrorStatus, TableCount

Opening = Callable[[], AbstractContextManager[Rows]]
Facts = dict[str, Any]


def status(where: str, opening: Opening, feed: Feed, now: datetime) -> MirrorStatus:
    """What the rows and the graph say at `now`; `opening` gives a connection as the writer.

    Raises nothing where a server is away, but what waiting does not mend: MirrorOutdated, MirrorDenied.
    """
    away: list[str] = []
    rows, graph = _rows(opening, away), {}
    try:
        graph = _graph(where, feed, rows, now)
    except (ConnectionFailed, AuthenticationFailed) as error:
        away.append(str(error))
    rows.pop("database_id", None)
    return MirrorStatus(server=where, away=tuple(away), **{**rows, **graph})


def _rows(opening: Opening, away: list[str]) -> Facts:
    try:
        with opening() as connection, errors(connection):
            facts = one(connection, "status")
            tables = tuple(TableCount(**row) for row in connection.execute(statement("row_counts")))
    except MirrorFailed as error:
        away.append(str(error))
        return {}
    return {**facts, "version": schema.version(), "tables": tables}


def _graph(where: str, feed: Feed, rows: Facts, now: datetime) -> Facts:
    standing = feed.standing()
    if not rows:
        return {"waiting_since": standing.waiting_since}
    try:
        verify(rows["database_id"], rows["position"], standing, where)
    except MirrorOfAnotherGraph as error:
        return {"last_error": str(error), "last_error_at": now}
    waiting = feed.waiting(rows["position"])
    age = (now - time_of(waiting.first_rev)).total_seconds() if waiting.first_rev else 0.0
    return {
        "lag_seconds": max(age, 0.0),
        "lag_changes": waiting.changes,
        "waiting_since": standing.waiting_since,
    }
