# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Metrics: what better means in a workspace."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from oxgraph.client import audit
from oxgraph.client._sync.access import Access
from oxgraph.client.builtin import PATTERN_UTILIZATION
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.ids import new_id
from oxgraph.types import MetricRow, MetricValue, limits
from oxgraph.types.fields import Aggregation, Better
from oxgraph.types.metrics import definition, parameters, redefined, unsaved

Filter = Mapping[str, str | list[str]]
Rows = list[MetricRow]


class Metrics:
    """The metrics of one workspace: three built in, others to be made."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def list(self, all: bool = False) -> Rows:
        """The active metrics, the built-in ones first; with `all` those that are switched off too."""
        rows = self._access.read("metrics.list", "metric/list", metric=None, inactive=all)
        return [MetricRow(**row) for row in rows]

    def create(
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
        given: dict[str, Any] = {key: value for key, value in locals().items() if key != "self"}
        asked = definition(given)
        self._access.enter("metrics.create")
        with self._access.graph.exclusive(self._access.workspace_id, "metrics"):
            self._require_free(asked.name)
            return self._write("metrics.create", "metric/create", new_id(), asked.properties(), given)

    def update(self, metric: str, **changes: Any) -> MetricRow:
        """Changes a metric, named by id or name: any argument of `create`, and `active`.

        An empty `success_condition` takes the metric's off. Of a built-in one only `active` can change. Raises
        InvalidInput, NotFound, PermissionDenied.
        """
        self._access.enter("metrics.update")
        with self._access.graph.exclusive(self._access.workspace_id, "metrics"):
            row = self.get(metric)
            asked = redefined(row, changes) if not row.built_in else None
            if asked is None:
                return self._write("metrics.update", "metric/update", row.id, _switch(changes), changes)
            if asked.name != row.name:
                self._require_free(asked.name)
            return self._write("metrics.update", "metric/update", row.id, asked.properties(), changes)

    def delete(self, metric: str) -> bool:
        """Deletes a custom metric and its benchmarks (True), or switches a built-in one off (False).

        Raises NotFound, PermissionDenied.
        """
        self._access.enter("metrics.delete")
        row = self.get(metric)
        rows = self._access.signed("metrics.delete", "metric/delete", id=row.id)
        return bool(rows and rows[0]["deleted"])

    def preview(
        self,
        *,
        success_condition: str | None = None,
        aggregation: Aggregation = "rate",
        event_filter: Filter | None = None,
        window_days: int = 7,
    ) -> MetricValue:
        """What a metric would say now, without saving it. Raises InvalidInput."""
        given: dict[str, Any] = {key: value for key, value in locals().items() if key != "self"}
        row = unsaved(given)
        return self.value(row, *self._window(row), call="metrics.preview")

    def get(self, metric: str) -> MetricRow:
        """The metric of an id or a name, active or not. Raises NotFound."""
        if not isinstance(metric, str) or not 0 < len(metric) <= limits.ID:
            raise InvalidInput(field="metric", reason="must be the id or the name of a metric")
        rows = self._access.read("metrics.get", "metric/list", metric=metric, inactive=True)
        if not rows:
            raise NotFound(kind="metric", id=metric)
        return MetricRow(**next((row for row in rows if row["id"] == metric), rows[0]))

    def value(self, metric: MetricRow, since: datetime, until: datetime, *, call: str = "metrics.value") -> MetricValue:
        """What a metric says of the sequences that ended after `since` and not after `until`, and its baseline."""
        settings = self._access.settings(call)
        span: dict[str, Any] = {"since": since, "until": until, "now": self._access.now()}
        span["baseline_sequences"] = settings.baseline_sequences
        if metric.kind == PATTERN_UTILIZATION:
            rows = self._access.read(call, "metric/utilization", **span)
        else:
            rows = self._access.read(call, "metric/value", **span, **parameters(metric))
        return MetricValue(**rows[0])

    def _window(self, metric: MetricRow) -> tuple[datetime, datetime]:
        now = self._access.now()
        return now - timedelta(days=metric.window_days), now

    def _require_free(self, name: str) -> None:
        rows = self._access.read("metrics.list", "metric/list", metric=name, inactive=True)
        if rows:
            raise InvalidInput(field="name", reason="is taken by another metric")

    def _write(
        self, call: str, statement: str, metric_id: str, properties: dict[str, Any], given: Mapping[str, Any]
    ) -> MetricRow:
        rows = self._access.signed(call, statement, id=metric_id, definition=properties, inputs=audit.given(given))
        if not rows:
            raise NotFound(kind="metric", id=metric_id)
        return MetricRow(**rows[0])


def _switch(changes: Mapping[str, Any]) -> dict[str, Any]:
    if set(changes) != {"active"} or not isinstance(changes["active"], bool):
        raise InvalidInput(field="metric", reason="is built in: only active (true or false) can be changed")
    return dict(changes)
