"""What operators see of calls: one line of JSON each, spans and counts by OpenTelemetry; never what was said."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import metrics, trace

from oxgraph.errors import OxgraphError

log = logging.getLogger("oxgraph.server")
tracer = trace.get_tracer("oxgraph")
_meter = metrics.get_meter("oxgraph")
_calls = _meter.create_counter("oxgraph.calls", description="Calls by operation, door and outcome.")
_duration = _meter.create_histogram("oxgraph.call.duration", unit="ms", description="How long calls took.")


@contextmanager
def observed(operation: str, door: str, workspace_id: str) -> Iterator[None]:
    """Tells of a call when it is over, whatever came of it."""
    began, outcome = time.perf_counter(), "done"
    with tracer.start_as_current_span(
        f"oxgraph {operation}", record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except OxgraphError as error:
            outcome = error.code
            raise
        except BaseException as error:
            outcome = type(error).__name__
            raise
        finally:
            took = round((time.perf_counter() - began) * 1000, 1)
            what = {"oxgraph.operation": operation, "oxgraph.door": door, "oxgraph.outcome": outcome}
            span.set_attributes({**what, "oxgraph.workspace_id": workspace_id})
            _calls.add(1, what)
            _duration.record(took, what)
            fields = {
                "operation": operation,
                "door": door,
                "workspace_id": workspace_id,
                "outcome": outcome,
                "ms": took,
            }
            log.info("call", extra={"fields": fields})
