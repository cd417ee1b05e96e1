"""Figures of the server for Prometheus: calls by operation, their times, queues, and how far worker and mirror lag.

No label names a workspace, a user or a text: operations, transports, and the codes of errors.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from threading import Lock
from typing import TypeAlias

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram, in seconds."""

FRESH_SECONDS = 15.0
"""How long figures that ask the graph or the mirror are served again."""

Labels: TypeAlias = tuple[tuple[str, str], ...]
Figures: TypeAlias = Mapping[str, float]

GAUGES = {
    "oxgraph_calls_running": "Calls that are being performed.",
    "oxgraph_calls_waiting": "Calls that wait for a slot.",
    "oxgraph_graph_up": "Whether Neo4j answers (1), as of the last call or check.",
    "oxgraph_workspaces": "Workspaces that the worker serves.",
    "oxgraph_worker_lag_seconds": "The longest time since pass 1 ran in a workspace that the worker serves.",
    "oxgraph_messages_pending": "Messages whose extraction is due.",
    "oxgraph_mirror_up": "Whether the Postgres of the mirror answers (1).",
    "oxgraph_mirror_lag_seconds": "The age of the oldest change that the mirror lacks.",
    "oxgraph_mirror_lag_changes": "How many changes the mirror lacks.",
}
CALLS = "oxgraph_calls_total"
SECONDS = "oxgraph_call_seconds"


class CallFigures:
    """Counts the calls of this process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._calls: dict[Labels, int] = {}
        self._buckets: dict[str, list[int]] = {}
        self._sums: dict[str, float] = {}

    def add(self, operation: str, transport: str, outcome: str, seconds: float) -> None:
        """Counts a call; `outcome` is done or the code of an error."""
        labels = (("operation", operation), ("transport", transport), ("outcome", outcome))
        with self._lock:
            self._calls[labels] = self._calls.get(labels, 0) + 1
            counts = self._buckets.setdefault(operation, [0] * (len(BUCKETS) + 1))
            counts[next((place for place, bound in enumerate(BUCKETS) if seconds <= bound), len(BUCKETS))] += 1
            self._sums[operation] = self._sums.get(operation, 0.0) + seconds

    def lines(self) -> Iterable[str]:
        """In Prometheus' text format."""
        with self._lock:
            calls, sums = dict(self._calls), dict(self._sums)
            buckets = {operation: list(counts) for operation, counts in self._buckets.items()}
        yield from _head(CALLS, "counter", "Calls by operation, transport and outcome (done, or the code of an error).")
        for labels, count in sorted(calls.items()):
            yield _line(CALLS, labels, count)
        yield from _head(SECONDS, "histogram", "How long calls took.")
        for operation, counts in sorted(buckets.items()):
            total = 0
            for bound, count in zip([*map(_number, BUCKETS), "+Inf"], counts, strict=True):
                total += count
                yield _line(f"{SECONDS}_bucket", (("operation", operation), ("le", bound)), total)
            yield _line(f"{SECONDS}_sum", (("operation", operation),), sums[operation])
            yield _line(f"{SECONDS}_count", (("operation", operation),), total)


CALL_FIGURES = CallFigures()
"""Those of this process."""


class Gauges:
    """Figures that are read when they are asked for; those of `slow` at most every 15 s, by one reader at a time."""

    def __init__(self, quick: Callable[[], Figures], slow: Iterable[Callable[[], Awaitable[Figures]]]) -> None:
        self._quick = quick
        self._slow = list(slow)
        self._known: dict[str, float] = {}
        self._read_at = float("-inf")
        self._reading = asyncio.Lock()

    async def lines(self) -> list[str]:
        """In Prometheus' text format; what cannot be read now is left out."""
        async with self._reading:
            if time.monotonic() - self._read_at >= FRESH_SECONDS:
                found = await asyncio.gather(*(one() for one in self._slow), return_exceptions=True)
                self._known = {name: value for one in found if isinstance(one, Mapping) for name, value in one.items()}
                self._read_at = time.monotonic()
        lines: list[str] = []
        for name, value in {**self._quick(), **self._known}.items():
            lines += [*_head(name, "gauge", GAUGES[name]), _line(name, (), value)]
        return lines


def _head(name: str, kind: str, meaning: str) -> list[str]:
    return [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]


def _line(name: str, labels: Labels, value: float) -> str:
    told = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
    return f"{name}{{{told}}} {_number(value)}" if told else f"{name} {_number(value)}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))
