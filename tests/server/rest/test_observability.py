"""Spans and metrics as OpenTelemetry's SDK exports them."""

from collections.abc import Iterator

import pytest
from opentelemetry import metrics, trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from tests.server.conftest import Site, Tokens


@pytest.fixture(scope="module")
def spans() -> InMemorySpanExporter:
    """What is exported of spans; a provider can be set once in a process."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    trace.set_tracer_provider(provider)
    return exporter


@pytest.fixture(scope="module")
def figures() -> Iterator[InMemoryMetricReader]:
    """What is read of metrics."""
    reader = InMemoryMetricReader()
    metrics.set_meter_provider(MeterProvider([reader]))
    yield reader


def test_a_call_is_a_span_within_its_callers_trace(site: Site, tokens: Tokens, spans: InMemorySpanExporter) -> None:
    spans.clear()
    parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
    with site.client(tokens.agent) as client:
        client.get(f"{site.of(tokens)}/search", headers={"traceparent": parent}).raise_for_status()
        client.get(f"{site.of(tokens)}/memories/nonsense")
    done, refused = spans.get_finished_spans()
    assert done.name == "oxgraph memory.search"
    assert done.parent is not None
    assert f"{done.parent.trace_id:032x}" == parent.split("-")[1]
    assert dict(done.attributes or {}) == {
        "oxgraph.operation": "memory.search",
        "oxgraph.transport": "rest",
        "oxgraph.outcome": "done",
        "oxgraph.workspace_id": tokens.workspace_id,
    }
    assert (refused.attributes or {})["oxgraph.outcome"] == "invalid_input"
    assert not refused.events


def test_calls_are_counted_and_timed(site: Site, tokens: Tokens, figures: InMemoryMetricReader) -> None:
    with site.client(tokens.agent) as client:
        client.get(f"{site.of(tokens)}/search").raise_for_status()
    data = figures.get_metrics_data()
    assert data is not None
    found = {one.name for part in data.resource_metrics for scope in part.scope_metrics for one in scope.metrics}
    assert {"oxgraph.calls", "oxgraph.call.duration"} <= found
