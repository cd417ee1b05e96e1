"""Operations on metrics: define, preview and measure them, and read and compare their benchmarks."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import AsOfDay, Since, Until
from oxgraph.operations.definition import Page, Tool, operation
from oxgraph.types import BenchmarkRow, Comparison, HistoryRow, MetricRow, MetricValue, limits
from oxgraph.types.fields import Aggregation, Better, Id, Name, OneOrMany, Time
from oxgraph.types.results import Result

MetricId = Annotated[
    Id, Field(description="The metric's id or name, as memory.metric_list shows it.", examples=["Task success rate"])
]

MetricName = Annotated[Name, Field(description="The metric's name.", examples=["Schema merge success rate"])]

Condition = Annotated[
    str,
    Field(
        max_length=200,
        description="The condition on each run: outcome == 'success', outcome == 'failure' or action_count < N.",
        examples=["outcome == 'success'"],
    ),
]

HowTo = Annotated[
    Aggregation,
    Field(
        description="rate: the share of runs that meet the condition; average and p95: of the number of actions of "
        "those that do."
    ),
]

WindowDays = Annotated[int, Field(ge=1, le=limits.WINDOW_DAYS, description="Length of the rolling window in days.")]

Description = Annotated[str, Field(max_length=limits.INTENT, description="What it measures, for people.")]

Direction = Annotated[Better, Field(description="Which way is better.")]


class EventFilter(BaseModel):
    """Which runs count: those with an action of one of these types on one of these types of nodes."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    action_type: Annotated[OneOrMany[Name], Field(description="Action types; default: any.")] = ()
    target_node_type: Annotated[OneOrMany[Name], Field(description="Node types; default: any.")] = ()

    def given(self) -> dict[str, Any]:
        """In the form that the client takes."""
        return {name: list(value) for name, value in self.model_dump(exclude_unset=True).items()}


class TimeSpan(BaseModel):
    """A span of time: runs that ended after `since` and not after `until`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    since: Annotated[Time, Field(description="ISO 8601 with a zone.", examples=["2025-01-01T00:00:00Z"])]
    until: Annotated[Time, Field(description="ISO 8601 with a zone.", examples=["2025-01-08T00:00:00Z"])]


class MetricDeletion(Result):
    """Whether the metric was deleted, or only switched off, as built-in ones are."""

    metric_id: str
    deleted: bool


@operation(
    "memory.metric_create",
    "POST /metrics",
    call="metrics.create",
    tool=Tool("operate"),
    effect="writes",
    location=lambda made: f"/metrics/{made.id}",
    example={
        "name": "Schema merge success rate",
        "event_filter": {"action_type": ["ontology_mutation"]},
        "success_condition": "outcome == 'success'",
        "aggregation": "rate",
        "window_days": 14,
        "description": "Rate of successful schema mutations over the last 14 days",
    },
)
async def metric_create(
    memory: AsyncMemory,
    *,
    name: MetricName,
    event_filter: EventFilter | None = None,
    success_condition: Condition | None = None,
    aggregation: HowTo = "rate",
    window_days: WindowDays = 7,
    description: Description | None = None,
    better: Direction = "higher",
) -> MetricRow:
    """Define a metric over the runs of agents: what "better" means for this workspace.

    `event_filter` selects the runs, `success_condition` is the condition on each, `aggregation` makes one number of
    them; a rate needs a condition. It is measured every night; memory.benchmark_get shows its trend.
    """
    return await memory.telemetry.metrics.create(
        name,
        success_condition=success_condition,
        aggregation=aggregation,
        event_filter=event_filter.given() if event_filter else None,
        window_days=window_days,
        description=description,
        better=better,
    )


@operation(
    "memory.metric_update",
    "PATCH /metrics/{metric_id}",
    call="metrics.update",
    tool=Tool("operate"),
    effect="writes",
    idempotent=True,
    example={"active": False},
)
async def metric_update(
    memory: AsyncMemory,
    *,
    metric_id: MetricId,
    name: MetricName | None = None,
    event_filter: EventFilter | None = None,
    success_condition: Condition | None = None,
    aggregation: HowTo | None = None,
    window_days: WindowDays | None = None,
    description: Description | None = None,
    better: Direction | None = None,
    active: Annotated[bool, Field(description="False switches it off, true on again.")] | None = None,
) -> MetricRow:
    """Change a metric's definition; what is left out stays as it is.

    An empty `success_condition` removes the condition, which a rate must have. Of a built-in metric only
    `active` can change.
    """
    given = {
        "name": name,
        "event_filter": event_filter.given() if event_filter is not None else None,
        "success_condition": success_condition,
        "aggregation": aggregation,
        "window_days": window_days,
        "description": description,
        "better": better,
        "active": active,
    }
    changes = {field: value for field, value in given.items() if value is not None}
    return await memory.telemetry.metrics.update(metric_id, **changes)


@operation(
    "memory.metric_delete",
    "DELETE /metrics/{metric_id}",
    call="metrics.delete",
    tool=Tool("operate"),
    effect="destroys",
)
async def metric_delete(memory: AsyncMemory, metric_id: MetricId) -> MetricDeletion:
    """Remove a custom metric and its benchmarks; a built-in one is switched off instead, and keeps its history.

    It cannot be undone. To pause a metric of yours, use memory.metric_update with `active` false.
    """
    found = await memory.telemetry.metrics.get(metric_id)
    return MetricDeletion(metric_id=found.id, deleted=await memory.telemetry.metrics.delete(found.id))


@operation("memory.metric_list", "GET /metrics", call="metrics.list", tool=Tool("operate"), effect="reads")
async def metric_list(
    memory: AsyncMemory,
    all: Annotated[bool, Field(description="Also those that are switched off.")] = False,
) -> Page[MetricRow]:
    """List the metric definitions of the workspace, the built-in ones first.

    Use it to find a metric's id before memory.benchmark_get, memory.metric_update or memory.metric_delete.
    """
    return Page(items=tuple(await memory.telemetry.metrics.list(all)))


@operation(
    "memory.benchmark_get",
    "GET /metrics/{metric_id}/benchmarks",
    call="benchmarks.get",
    tool=Tool("operate"),
    effect="reads",
)
async def benchmark_get(
    memory: AsyncMemory,
    metric_id: MetricId,
    limit: Annotated[int, Field(ge=1, le=10_000, description="Maximum number of days, the last ones.")] = 30,
    as_of: AsOfDay | None = None,
) -> Page[BenchmarkRow]:
    """Get the trend of a metric: its value on each of the last days, in order of time.

    `delta_vs_baseline` says how much better the value is than that of the workspace's first runs; below zero it is
    worse. A window without runs has no value (null), which is not zero.
    """
    return Page(items=tuple(await memory.telemetry.benchmarks.get(metric_id, limit, as_of)))


@operation(
    "memory.benchmark_compare",
    "POST /benchmarks/compare",
    call="benchmarks.compare",
    tool=Tool("operate"),
    effect="reads",
    example={"metric_id": "Task success rate", "other_metric_id": "Efficiency delta"},
)
async def benchmark_compare(
    memory: AsyncMemory,
    metric_id: MetricId,
    other_metric_id: Annotated[Id, Field(description="The second metric's id or name.")] | None = None,
    windows: Annotated[
        list[TimeSpan],
        Field(min_length=2, max_length=2, description="The two windows in which the one metric is compared."),
    ]
    | None = None,
    as_of: AsOfDay | None = None,
) -> Comparison:
    """Compare two metrics by their latest benchmarks, or one metric in two windows of time.

    Give either `other_metric_id` or `windows`. `difference` is b − a, null where one side has no value.
    """
    spans = [(one.since, one.until) for one in windows or ()]
    two = (spans[0], spans[1]) if spans else None
    return await memory.telemetry.benchmarks.compare(metric_id, other_metric_id, windows=two, as_of=as_of)


@operation("telemetry.metric", "GET /metrics/{metric_id}", call="metrics.get", effect="reads")
async def metric(memory: AsyncMemory, metric_id: MetricId) -> MetricRow:
    """Read a metric's definition."""
    return await memory.telemetry.metrics.get(metric_id)


@operation("telemetry.metric_value", "GET /metrics/{metric_id}/value", call="metrics.value", effect="reads")
async def value(memory: AsyncMemory, metric_id: MetricId, since: Since, until: Until) -> MetricValue:
    """Compute a metric over the sequences that ended in a span of time."""
    found = await memory.telemetry.metrics.get(metric_id)
    return await memory.telemetry.metrics.value(found, since, until)


@operation("telemetry.metric_history", "GET /metrics/{metric_id}/history", call="metrics.history", effect="reads")
async def history(
    memory: AsyncMemory,
    metric_id: MetricId,
    days: Annotated[int, Field(ge=1, le=400, description="The last days.")] = 30,
    by_agent: Annotated[bool, Field(description="The eight agents with the most runs, each by itself.")] = False,
    as_of: AsOfDay | None = None,
) -> Page[HistoryRow]:
    """Compute a metric day by day from the stored runs, also for days before the metric was made."""
    return Page(items=tuple(await memory.telemetry.metrics.history(metric_id, days, by_agent=by_agent, as_of=as_of)))


@operation(
    "telemetry.metric_preview",
    "POST /metrics/preview",
    call="metrics.preview",
    effect="reads",
    example={
        "success_condition": "outcome == 'success'",
        "aggregation": "rate",
        "event_filter": {"action_type": ["ontology_mutation"]},
        "window_days": 14,
    },
)
async def preview(
    memory: AsyncMemory,
    *,
    success_condition: Condition | None = None,
    aggregation: HowTo = "rate",
    event_filter: EventFilter | None = None,
    window_days: WindowDays = 7,
    better: Direction = "higher",
    as_of: AsOfDay | None = None,
) -> MetricValue:
    """Compute the present value of a metric definition, or that of a day, without storing it."""
    return await memory.telemetry.metrics.preview(
        success_condition=success_condition,
        aggregation=aggregation,
        event_filter=event_filter.given() if event_filter else None,
        window_days=window_days,
        better=better,
        as_of=as_of,
    )
