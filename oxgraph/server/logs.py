"""The server's log: a line for each thing that happened, for people or as JSON for programs."""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any, Literal

LogFormat = Literal["text", "json"]
QUIET = {"neo4j": "ERROR", "uvicorn": "WARNING", "httpx": "WARNING", "mcp": "ERROR"}
"""Loggers of libraries, and from where on they are of interest: lesser lines could hold what was said."""


class Lines(logging.Formatter):
    """One line a record: time, level, logger, what happened, and the record's `fields`."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        facts = _facts(record)
        at, level, logger, event = (facts.pop(name) for name in ("time", "level", "logger", "event"))
        return " ".join([at, level, logger, event, *(f"{name}={value}" for name, value in facts.items())])


class JsonLines(logging.Formatter):
    """The same as one JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return json.dumps(_facts(record), ensure_ascii=False, default=str)


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    facts = {"time": at, "level": record.levelname, "logger": record.name, "event": record.getMessage()}
    if record.exc_info and record.exc_info[0]:
        facts["error"] = record.exc_info[0].__name__
    return facts | getattr(record, "fields", {})


def configure(form: LogFormat, level: str = "INFO") -> None:
    """Sends the log to the standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name, least in QUIET.items():
        logging.getLogger(name).setLevel(least)
