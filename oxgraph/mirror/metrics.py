"""Asks metrics of the rows: the figures are those that Cypher gives."""

from datetime import datetime, timedelta

from oxgraph.errors import WorkspaceNotFound
from oxgraph.mirror.connection import Connection, errors
from oxgraph.mirror.pages import one
from oxgraph.mirror.sql import statement
from oxgraph.types import MetricRow, MetricValue
from oxgraph.types.metrics import parameters


def preview(
    connection: Connection,
    workspace_id: str,
    metric: MetricRow,
    now: datetime,
    baseline_sequences: int | None = None,
) -> MetricValue:
    """What a metric, saved or not, says at `now` of its window, from the rows that the connection sees.

    `baseline_sequences`: how many of the first sequences are the baseline; without it what the workspace has set.
    Raises WorkspaceNotFound where no such workspace is in the rows, MirrorFailed, MirrorDenied, MirrorOutdated.
    """
    with errors(connection):
        first = baseline_sequences or _baseline_sequences(connection, workspace_id)
        span = {"now": now, "since": now - timedelta(days=metric.window_days), "until": now}
        asked = {"workspace_id": workspace_id, "baseline_sequences": first, **span}
        if metric.kind == "pattern_utilization":
            return MetricValue(**one(connection, "metric_utilization", asked))
        return MetricValue(**one(connection, "metric_value", asked | parameters(metric)))


def _baseline_sequences(connection: Connection, workspace_id: str) -> int:
    row = connection.execute(statement("metric_settings"), {"workspace_id": workspace_id}).fetchone()
    if row is None:
        raise WorkspaceNotFound(workspace=workspace_id)
    return int(row["baseline_sequences"])
