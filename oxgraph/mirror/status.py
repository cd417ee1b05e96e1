"""The lag of the mirror and its row counts; also returns if one of the two servers cannot be reached."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any

from oxgraph.errors import AuthenticationFailed, ConnectionFailed, MirrorFailed, MirrorOfAnotherGraph
from oxgraph.mirror import schema
from oxgraph.mirror.connection import Rows, errors
from oxgraph.mirror.copier import require_witnesses, single_row, verify_origin
from oxgraph.mirror.feed import Feed
from oxgraph.mirror.sql import statement
from oxgraph.types.changes import time_of
from oxgraph.types.mirror import MirrorStatus, TableCount

Opening = Callable[[], AbstractContextManager[Rows]]
Facts = dict[str, Any]
WITNESSES = "witnesses"


def status(server: str, open_writer: Opening, feed: Feed, now: datetime, source: str) -> MirrorStatus:
    """What the rows and the graph `source` say at `now`; `open_writer` gives a connection with the writer's role.

    An unavailable server raises nothing. Raises the errors that waiting does not mend: MirrorOutdated, SchemaNewer,
    MirrorDenied.
    """
    unavailable: list[str] = []
    rows, graph = _rows(open_writer, source, unavailable), {}
    try:
        graph = _graph(server, feed, rows, now)
    except (ConnectionFailed, AuthenticationFailed) as error:
        unavailable.append(str(error))
    rows.pop("database_id", None)
    rows.pop(WITNESSES, None)
    return MirrorStatus(server=server, source=source, unavailable=tuple(unavailable), **{**rows, **graph})


def _rows(open_writer: Opening, source: str, unavailable: list[str]) -> Facts:
    try:
        with open_writer() as connection, errors(connection):
            given = {"source": source}
            connection.execute(statement("add_source"), given)
            facts = single_row(connection, "status", given)
            witnesses = list(connection.execute(statement("witnesses"), given))
            tables = tuple(TableCount(**row) for row in connection.execute(statement("row_counts")))
    except MirrorFailed as error:
        unavailable.append(str(error))
        return {}
    return {**facts, "version": schema.version(), "tables": tables, WITNESSES: witnesses}


def _graph(server: str, feed: Feed, rows: Facts, now: datetime) -> Facts:
    state = feed.state()
    if not rows:
        return {"waiting_since": state.waiting_since}
    try:
        verify_origin(rows["database_id"], rows["position"], state, server)
        require_witnesses(rows[WITNESSES], feed, server)
    except MirrorOfAnotherGraph as error:
        return {"last_error": str(error), "last_error_at": now}
    pending = feed.pending(rows["position"])
    age = (now - time_of(pending.first_rev)).total_seconds() if pending.first_rev else 0.0
    return {
        "lag_seconds": max(age, 0.0),
        "lag_changes": pending.changes,
        "waiting_since": state.waiting_since,
    }
