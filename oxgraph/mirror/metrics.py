"""Computes metrics from the rows; SQL and Cypher give the same figures."""

from datetime import datetime, timedelta

from oxgraph.errors import WorkspaceNotFound
from oxgraph.mirror.connection import Connection, errors
from oxgraph.mirror.copier import single_row
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
    """The value of a metric, saved or not, at `now` over its window, from the rows that the connection may read.

    `baseline_sequences`: how many of the first sequences are the baseline; default: the workspace's setting.
    Raises WorkspaceNotFound where no such workspace is in the rows, MirrorFailed, MirrorDenied, MirrorOutdated.
    """
    with errors(connection):
        first = baseline_sequences or _baseline_sequences(connection, workspace_id)
        span = {"now": now, "since": now - timedelta(days=metric.window_days), "until": now}
        asked = {"workspace_id": workspace_id, "baseline_sequences": first, **span}
        if metric.kind == "pattern_utilization":
            return MetricValue(**single_row(connection, "metric_utilization", asked))
        return MetricValue(**single_row(connection, "metric_value", asked | parameters(metric)))


def _baseline_sequences(connection: Connection, workspace_id: str) -> int:
    row = connection.execute(statement("metric_settings"), {"workspace_id": workspace_id}).fetchone()
    if row is None:
        raise WorkspaceNotFound(workspace=workspace_id)
    return int(row["baseline_sequences"])
