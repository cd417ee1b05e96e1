"""Metrics over sequences, and their benchmarks: trend and comparison."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeAlias

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.workspaces import PATTERN_UTILIZATION
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.metric_history import metric_history
from oxgraph.client.readable import results
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.evaluation.warning_scores import wilson
from oxgraph.graph import Row
from oxgraph.ids import new_id
from oxgraph.types import BenchmarkRow, ComparedValue, Comparison, HistoryRow, MetricRow, MetricValue, limits
from oxgraph.types.fields import Aggregation, Better, unchecked
from oxgraph.types.inputs import AsOf, HistoryRequest, Window
from oxgraph.types.metrics import definition, parameters, redefined, unsaved

Filter = Mapping[str, str | list[str]]
Rows = list[MetricRow]
History: TypeAlias = list[HistoryRow]

INSTANT = timedelta(microseconds=1)

COUNTED = ("action_types", "node_types", "outcome", "action_count_below")
"""What of a metric says which runs it counts."""
Span: TypeAlias = tuple[datetime, datetime]


@typed_arguments
class AsyncMetrics:
    """The metrics of one workspace: three built in, others to be made."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self, all: bool = False) -> Rows:
        """The active metrics, the built-in ones first; with `all` those that are switched off too."""
        rows = await self._access.read("metrics.list", "metric/list", metric=None, inactive=all)
        return results(MetricRow, rows)

    async def create(
        self,
        name: str,
        *,
        success_condition: str | None = None,
        aggregation: Aggregation = "rate",
        event_filter: Filter | None = None,
        window_days: int = 7,
        description: str | None = None,
        better: Better = "higher",
    ) -> MetricRow:
        """Adds a metric over sequences.

        `event_filter` has the keys action_type and target_node_type, each a name or a list of names: sequences with
        an action of one of each. `success_condition` is outcome == 'success', outcome == 'failure' or
        action_count < N: a rate is the share that meets it, average and p95 are of the action counts of those that
        do. `window_days` is 1 to 3650. Raises InvalidInput, PermissionDenied.
        """
        given: dict[str, object] = {
            "name": name,
            "success_condition": success_condition,
            "aggregation": aggregation,
            "event_filter": event_filter,
            "window_days": window_days,
            "description": description,
            "better": better,
        }
        asked = definition(given)
        await self._access.authorize("metrics.create")
        async with self._access.graph.exclusive(self._access.workspace_id, "metrics"):
            await self._require_free(asked.name)
            inputs = transitions.given(given)
            return await self._write("metrics.create", "metric/create", new_id(), asked.properties(), inputs=inputs)

    async def update(self, metric: str, **changes: Any) -> MetricRow:
        """Changes a metric, named by id or name: any argument of `create`, and `active`.

        An empty `success_condition` takes the metric's off. Of a built-in one only `active` can change. Raises
        InvalidInput, NotFound, PermissionDenied.
        """
        await self._access.authorize("metrics.update")
        async with self._access.graph.exclusive(self._access.workspace_id, "metrics"):
            row = await self.get(metric)
            if row.built_in:
                properties = _switch(changes)
            else:
                asked = redefined(row, changes)
                if asked.name != row.name:
                    await self._require_free(asked.name)
                properties = asked.properties()
            inputs = transitions.definition(row, changes)
            return await self._write("metrics.update", "metric/update", row.id, properties, inputs=inputs)

    async def delete(self, metric: str) -> bool:
        """Deletes a custom metric and its benchmarks (True), or switches a built-in one off (False).

        Raises NotFound, PermissionDenied.
        """
        await self._access.authorize("metrics.delete")
        row = await self.get(metric)
        rows = await self._access.audited_write(
            "metrics.delete", "metric/delete", id=row.id, inputs=transitions.given({"name": row.name})
        )
        return bool(rows and rows[0]["deleted"])

    async def preview(
        self,
        *,
        success_condition: str | None = None,
        aggregation: Aggregation = "rate",
        event_filter: Filter | None = None,
        window_days: int = 7,
        better: Better = "higher",
        as_of: datetime | date | None = None,
    ) -> MetricValue:
        """What a metric would say now, or at `as_of`, a time or a day (its end), without saving it.

        Raises InvalidInput.
        """
        given: dict[str, object] = {
            "success_condition": success_condition,
            "aggregation": aggregation,
            "event_filter": event_filter,
            "window_days": window_days,
            "better": better,
        }
        row = unsaved(given)
        now = AsOf(as_of=unchecked(as_of)).as_of or self._access.now()
        window = Window(since=now - timedelta(days=row.window_days), until=now)
        return await self._value("metrics.preview", row, window, now)

    async def get(self, metric: str) -> MetricRow:
        """The metric of an id or a name, active or not. Raises NotFound."""
        if not isinstance(metric, str) or not 0 < len(metric) <= limits.ID:
            raise InvalidInput(field="metric", reason="must be the id or the name of a metric")
        rows = await self._access.read("metrics.get", "metric/list", metric=metric, inactive=True)
        if not rows:
            raise NotFound(kind="metric", id=metric)
        return MetricRow(**next((row for row in rows if row["id"] == metric), rows[0]))

    async def value(
        self,
        metric: MetricRow,
        since: datetime,
        until: datetime,
        *,
        now: datetime | None = None,
    ) -> MetricValue:
        """What a metric says of the sequences that ended after `since` and not after `until`, and its baseline.

        Counted is what was closed at `now`, by default the present. Raises InvalidInput.
        """
        window, at = Window(since=since, until=until), AsOf(as_of=unchecked(now)).as_of
        return await self._value("metrics.value", metric, window, at)

    async def history(
        self, metric: str, days: int = 30, *, by_agent: bool = False, as_of: datetime | date | None = None
    ) -> History:
        """A metric's values on the last `days` (1 to 400) days, in order of time, computed from the runs themselves.

        So it has values also of days before the metric was made. Each is over the window that ends with that day, in
        UTC. With `by_agent` those of the eight agents with the most runs, one agent after the other; with `as_of` the
        days up to that one. Empty for pattern utilization, which is not of runs alone. Raises InvalidInput, NotFound.
        """
        asked, row = HistoryRequest(days=days, as_of=unchecked(as_of)), await self.get(metric)
        if row.kind == PATTERN_UTILIZATION:
            return []
        now = self._access.now()
        until = min(asked.as_of or now, now)
        first = until.astimezone(UTC).date() - timedelta(days=asked.days - 1)
        since = datetime.combine(first - timedelta(days=row.window_days - 1), time(), UTC) - INSTANT
        given = {name: value for name, value in parameters(row).items() if name in COUNTED}
        baseline = (await self._value("metrics.history", row, Window(since=until - INSTANT, until=until), now)).baseline
        rows = await self._access.read(
            "metrics.history", "metric/history", since=since, until=until, now=now, by_agent=by_agent, **given
        )
        return metric_history(row, rows, first, asked.days, baseline)

    async def _value(self, call: str, metric: MetricRow, window: Window, now: datetime | None = None) -> MetricValue:
        settings = await self._access.settings(call)
        span: dict[str, Any] = {"since": window.since, "until": window.until, "now": now or self._access.now()}
        span["baseline_sequences"] = settings.baseline_sequences
        if metric.kind == PATTERN_UTILIZATION:
            rows = await self._access.read(call, "metric/utilization", **span)
        else:
            rows = await self._access.read(call, "metric/value", **span, **parameters(metric))
        return MetricValue(**rows[0])

    async def _require_free(self, name: str) -> None:
        rows = await self._access.read("metrics.list", "metric/list", metric=name, inactive=True)
        if rows:
            raise InvalidInput(field="name", reason="is taken by another metric")

    async def _write(
        self, call: str, statement: str, metric_id: str, properties: dict[str, Any], *, inputs: str
    ) -> MetricRow:
        rows = await self._access.audited_write(call, statement, id=metric_id, definition=properties, inputs=inputs)
        if not rows:
            raise NotFound(kind="metric", id=metric_id)
        return MetricRow(**rows[0])


def _switch(changes: Mapping[str, Any]) -> dict[str, Any]:
    if set(changes) != {"active"} or not isinstance(changes["active"], bool):
        raise InvalidInput(field="metric", reason="is built in: only active (true or false) can be changed")
    return dict(changes)


@typed_arguments
class AsyncBenchmarks:
    """The benchmarks of one workspace."""

    def __init__(self, metrics: AsyncMetrics, access: AsyncAccess) -> None:
        self._metrics = metrics
        self._access = access

    async def get(self, metric: str, limit: int = 30, as_of: datetime | date | None = None) -> list[BenchmarkRow]:
        """The trend of a metric, named by id or name: its last `limit` days, in order of time.

        With `as_of`, a time or a day, the last days up to that one. Raises InvalidInput, NotFound.
        """
        if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= 10_000:
            raise InvalidInput(field="limit", reason="must be a whole number from 1 to 10000")
        until = AsOf(as_of=unchecked(as_of)).as_of
        row = await self._metrics.get(metric)
        rows = await self._access.read(
            "benchmarks.get", "benchmark/trend", metric_id=row.id, better=row.better, limit=limit, until=until
        )
        return [BenchmarkRow(**found, interval=_interval(row, found)) for found in reversed(rows)]

    async def compare(
        self,
        metric: str,
        other: str | None = None,
        *,
        windows: tuple[Span, Span] | None = None,
        as_of: datetime | date | None = None,
    ) -> Comparison:
        """Two metrics by their latest benchmarks, or one metric in two windows (from, to), side by side.

        With `as_of`, a time or a day, the latest benchmarks up to that day; it does not go with windows. A window holds
        the sequences that ended after `from` and not after `to`. Raises InvalidInput, NotFound.
        """
        if (other is None) == (windows is None):
            raise InvalidInput(field="windows", reason="give a second metric or two windows, and not both")
        until = AsOf(as_of=unchecked(as_of)).as_of
        if until is not None and windows is not None:
            raise InvalidInput(field="as_of", reason="does not go with windows, which name their times")
        row = await self._metrics.get(metric)
        if other is not None:
            sides = [await self._latest(row, until), await self._latest(await self._metrics.get(other), until)]
        else:
            sides = [await self._within(row, window) for window in _two(windows)]
        a, b = sides
        difference = None if a.value is None or b.value is None else b.value - a.value
        return Comparison(a=a, b=b, difference=difference)

    async def _latest(self, metric: MetricRow, until: datetime | None) -> ComparedValue:
        asked: dict[str, Any] = {"metric_id": metric.id, "better": metric.better, "limit": 1, "until": until}
        rows = await self._access.read("benchmarks.compare", "benchmark/trend", **asked)
        empty: dict[str, Any] = dict.fromkeys(("value", "baseline", "delta_vs_baseline"))
        found = rows[0] if rows else empty | {"sample_count": 0, "metric_id": metric.id, "metric_name": metric.name}
        return ComparedValue(**found)

    async def _within(self, metric: MetricRow, window: Window) -> ComparedValue:
        value = await self._metrics._value("benchmarks.compare", metric, window)
        named = {"metric_id": metric.id, "metric_name": metric.name, "since": window.since, "until": window.until}
        return ComparedValue(**value.model_dump() | named)


def _two(windows: Any) -> list[Window]:
    try:
        (a, b), (c, d) = windows
    except (TypeError, ValueError):
        raise InvalidInput(field="windows", reason="must be two pairs of times, ((from, to), (from, to))") from None
    return [Window(since=a, until=b), Window(since=c, until=d)]


def _interval(metric: MetricRow, row: Row) -> tuple[float, float] | None:
    """The interval of a benchmark's value where that is a share of its runs."""
    runs = row["sample_count"]
    if row["value"] is None or not runs or metric.aggregation != "rate" or metric.kind == PATTERN_UTILIZATION:
        return None
    return wilson(min(runs, max(0, round(row["value"] * runs))), runs)
