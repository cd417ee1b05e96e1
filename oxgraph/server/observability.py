"""Logging, tracing and metrics of the server; never a token, an argument or a text."""

import json
import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Literal

from opentelemetry import metrics, trace

from oxgraph.errors import OxgraphError
from oxgraph.server.prometheus import CALL_FIGURES

LogFormat = Literal["text", "json"]
Transport = Literal["mcp", "rest", "client", "hook", "otlp"]

LIBRARY_LEVELS = {"neo4j": "CRITICAL", "uvicorn": "WARNING", "httpx": "WARNING", "mcp": "ERROR"}
"""Levels of libraries' loggers; records below them could contain payloads. What Neo4j's driver calls an error is raised
too, and logged in our words."""

log = logging.getLogger("oxgraph.server")
tracer = trace.get_tracer("oxgraph")
_meter = metrics.get_meter("oxgraph")
_calls = _meter.create_counter("oxgraph.calls", description="Calls by operation, transport and outcome.")
_duration = _meter.create_histogram("oxgraph.call.duration", unit="ms", description="How long calls took.")


@contextmanager
def observed(operation: str, transport: Transport, workspace_id: str) -> Iterator[None]:
    """Trace, count and log a call, whatever its outcome."""
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
            attributes = {"oxgraph.operation": operation, "oxgraph.transport": transport, "oxgraph.outcome": outcome}
            span.set_attributes({**attributes, "oxgraph.workspace_id": workspace_id})
            CALL_FIGURES.add(operation, transport, outcome, took / 1000)
            _calls.add(1, attributes)
            _duration.record(took, attributes)
            fields = {
                "operation": operation,
                "transport": transport,
                "workspace_id": workspace_id,
                "outcome": outcome,
                "ms": took,
            }
            log.info("call", extra={"fields": fields})


class TextFormatter(logging.Formatter):
    """One line for each record: time, level, logger, event, and the record's `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        values = _values(record)
        time_, level, logger, event = (values.pop(name) for name in ("time", "level", "logger", "event"))
        return " ".join([time_, level, logger, event, *(f"{name}={value}" for name, value in values.items())])


class JsonFormatter(logging.Formatter):
    """The same as one JSON object in each line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format a record."""
        return json.dumps(_values(record), ensure_ascii=False, default=str)


def _values(record: logging.LogRecord) -> dict[str, Any]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    values = {"time": at, "level": record.levelname, "logger": record.name, "event": record.getMessage()}
    if record.exc_info and record.exc_info[0]:
        values["error"] = record.exc_info[0].__name__
    return values | getattr(record, "fields", {})


def configure(log_format: LogFormat, level: str = "INFO") -> None:
    """Send the log to standard error in this format."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, minimum in LIBRARY_LEVELS.items():
        logging.getLogger(name).setLevel(minimum)
