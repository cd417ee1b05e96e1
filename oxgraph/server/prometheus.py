"""Figures of the server for Prometheus: calls by operation, their times, queues, and how far worker and mirror lag.

No label names a workspace, a user or a text: operations, transports, codes of errors, and the names of servers.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from threading import Lock
from typing import TypeAlias

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Upper bounds of the histogram, in seconds."""

FRESH_SECONDS = 15.0
"""How long figures that ask a server or the mirror are served again."""

READ_SECONDS = 2.0
"""How long an answer waits for them. A read that takes longer goes on, and until its end they are left out."""

Labels: TypeAlias = tuple[tuple[str, str], ...]
Figures: TypeAlias = Mapping[str, float]
Read: TypeAlias = Callable[[str], Awaitable[Figures]]
"""Reads figures of the server of a name."""

SERVER_UP = "oxgraph_server_up"

GAUGES = {
    "oxgraph_calls_running": "Calls that are being performed.",
    "oxgraph_calls_waiting": "Calls that wait for a slot.",
    "oxgraph_graph_up": "Whether the Neo4j of main answers (1), as of the last call or check.",
    SERVER_UP: "Whether a server of the directory answers (1).",
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
    """Figures that are read when they are asked for: `quick` ones each time, others of each server in the background.

    `servers` names the servers, `reads` read figures of one; whether the first of them succeeds is SERVER_UP. A read
    is begun at most every 15 s, and no second one of the same while it runs; who asks waits for it at most two seconds,
    and not at all where the last one failed.
    """

    def __init__(self, quick: Callable[[], Figures], servers: Callable[[], list[str]], reads: Iterable[Read]) -> None:
        self._quick = quick
        self._servers = servers
        self._reads = list(reads)
        self._readings: dict[tuple[str, int], _Reading] = {}

    async def lines(self) -> list[str]:
        """In Prometheus' text format; what cannot be read now is left out."""
        servers = self._servers()
        keys = [(server, place) for place in range(len(self._reads)) for server in servers]
        self._readings = {key: self._readings.get(key) or _Reading(self._reads[key[1]], key[0]) for key in keys}
        await asyncio.gather(*(one.refreshed() for one in self._readings.values()))
        found = {name: [_line(name, (), value)] for name, value in self._quick().items()}
        for (server, place), reading in self._readings.items():
            up = {SERVER_UP: float(reading.figures is not None)} if place == 0 else {}
            for name, value in {**up, **(reading.figures or {})}.items():
                found.setdefault(name, []).append(_line(name, (("server", server),), value))
        return [line for name, lines in found.items() for line in (*_head(name, "gauge", GAUGES[name]), *lines)]

    async def close(self) -> None:
        """Ends the reads that run."""
        for reading in self._readings.values():
            reading.cancel()


class _Reading:
    """Figures of one server, and the read of them that runs."""

    def __init__(self, read: Read, server: str) -> None:
        self._read = read
        self._server = server
        self._known: Figures | None = None
        self._task: asyncio.Task[None] | None = None
        self._began = float("-inf")

    @property
    def figures(self) -> Figures | None:
        """Those of the last read; None where it failed or has not ended."""
        return self._known if self._task is not None and self._task.done() else None

    async def refreshed(self) -> None:
        """Begins a read where the figures are old; waits for one that began a moment ago."""
        failed = self._task is not None and self.figures is None
        if (self._task is None or self._task.done()) and time.monotonic() - self._began >= FRESH_SECONDS:
            self._began = time.monotonic()
            self._task = asyncio.create_task(self._run())
        left = self._began + READ_SECONDS - time.monotonic()
        if self._task is not None and left > 0 and not failed:
            await asyncio.wait({self._task}, timeout=left)

    async def _run(self) -> None:
        self._known = None
        with suppress(Exception):  # Whatever it is: the answer to Prometheus says that the server has no figures.
            self._known = await self._read(self._server)

    def cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _head(name: str, kind: str, meaning: str) -> list[str]:
    return [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]


def _line(name: str, labels: Labels, value: float) -> str:
    labelled = ",".join(f'{key}="{_escaped(text)}"' for key, text in labels)
    return f"{name}{{{labelled}}} {_number(value)}" if labelled else f"{name} {_number(value)}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if float(value).is_integer() else repr(float(value))
