"""Metrics one by one: what they would say before they are saved, and what they say now."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import Since, Until
from oxgraph.operations.metrics import Condition, EventFilter, HowTo, WindowDays
from oxgraph.operations.operation import operation
from oxgraph.types import MetricRow, MetricValue
from oxgraph.types.fields import Id

Metric = Annotated[Id, Field(description="The metric, by its id or its name.")]


@operation("telemetry.metric", "GET /metrics/{metric_id}", call="metrics.get", effect="reads", tool=False)
async def metric(memory: AsyncMemory, metric_id: Metric) -> MetricRow:
    """Read a metric's definition."""
    return await memory.telemetry.metrics.get(metric_id)


@operation("telemetry.metric_value", "GET /metrics/{metric_id}/value", call="metrics.value", effect="reads", tool=False)
async def value(memory: AsyncMemory, metric_id: Metric, since: Since, until: Until) -> MetricValue:
    """Compute what a metric says of the sequences that ended in a span of time."""
    found = await memory.telemetry.metrics.get(metric_id)
    return await memory.telemetry.metrics.value(found, since, until)


@operation("telemetry.metric_preview", "POST /metrics/preview", call="metrics.preview", effect="reads", tool=False)
async def preview(
    memory: AsyncMemory,
    success_condition: Condition | None = None,
    aggregation: HowTo = "rate",
    event_filter: EventFilter | None = None,
    window_days: WindowDays = 7,
) -> MetricValue:
    """Compute what a metric would say now, without saving it."""
    return await memory.telemetry.metrics.preview(
        success_condition=success_condition,
        aggregation=aggregation,
        event_filter=event_filter.given() if event_filter else None,
        window_days=window_days,
    )
