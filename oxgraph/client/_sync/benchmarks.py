# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Benchmarks: what the metrics said, day by day."""

from datetime import datetime
from typing import Any, TypeAlias

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.metrics import Metrics
from oxgraph.errors import InvalidInput
from oxgraph.types import BenchmarkRow, ComparedValue, Comparison, MetricRow
from oxgraph.types.inputs import Window

Span: TypeAlias = tuple[datetime, datetime]


class Benchmarks:
    """The benchmarks of one workspace."""

    def __init__(self, metrics: Metrics, access: Access) -> None:
        self._metrics = metrics
        self._access = access

    def get(self, metric: str, limit: int = 30) -> list[BenchmarkRow]:
        """The trend of a metric, named by id or name: its last `limit` days, in order of time.

        Raises InvalidInput, NotFound.
        """
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 10_000:
            raise InvalidInput(field="limit", reason="must be a whole number from 1 to 10000")
        row = self._metrics.get(metric)
        rows = self._access.read("benchmarks.get", "benchmark/trend", metric_id=row.id, limit=limit)
        return [BenchmarkRow(**found) for found in reversed(rows)]

    def compare(self, metric: str, other: str | None = None, *, windows: tuple[Span, Span] | None = None) -> Comparison:
        """Two metrics by their latest benchmarks, or one metric in two windows (from, to), side by side.

        A window holds the sequences that ended after `from` and not after `to`. Raises InvalidInput, NotFound.
        """
        if (other is None) == (windows is None):
            raise InvalidInput(field="windows", reason="give a second metric or two windows, and not both")
        row = self._metrics.get(metric)
        if other is not None:
            sides = [self._latest(row), self._latest(self._metrics.get(other))]
        else:
            sides = [self._within(row, window) for window in _two(windows)]
        a, b = sides
        difference = None if a.value is None or b.value is None else b.value - a.value
        return Comparison(a=a, b=b, difference=difference)

    def _latest(self, metric: MetricRow) -> ComparedValue:
        rows = self._access.read("benchmarks.compare", "benchmark/trend", metric_id=metric.id, limit=1)
        empty: dict[str, Any] = dict.fromkeys(("value", "baseline", "delta_vs_baseline"))
        found = rows[0] if rows else empty | {"sample_count": 0, "metric_id": metric.id, "metric_name": metric.name}
        return ComparedValue(**found)

    def _within(self, metric: MetricRow, window: Window) -> ComparedValue:
        value = self._metrics.value(metric, window.since, window.until, call="benchmarks.compare")
        named = {"metric_id": metric.id, "metric_name": metric.name, "since": window.since, "until": window.until}
        return ComparedValue(**value.model_dump() | named)


def _two(windows: Any) -> list[Window]:
    try:
        (a, b), (c, d) = windows
    except (TypeError, ValueError):
        raise InvalidInput(field="windows", reason="must be two pairs of times, ((from, to), (from, to))") from None
    return [Window(since=a, until=b), Window(since=c, until=d)]
