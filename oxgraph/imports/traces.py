"""The import of recorded runs: batches, each one transaction, sent again when the connection was lost.

An action's id comes from what the line says, so that a batch sent twice, a run killed half-way and started again, or
the same file on another day writes nothing twice.
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.clock import EPOCH
from oxgraph.errors import InvalidInput, MemoryDisabled
from oxgraph.file_formats.lines import LineFiles
from oxgraph.file_formats.trace_records import Mapper, Row, merge
from oxgraph.imports.wait_for_server import WAIT_SECONDS, Notify, RetryPolicy

BATCH = 2_000
SHOWN = 5
MICROSECOND = timedelta(microseconds=1)

Progress = Callable[[int, int], None]
"""Called with the bytes read so far and all bytes (0 when that is not known)."""


@dataclass
class ImportReport:
    """The result of an import.

    `read` lines = captured + duplicates + invalid; `dropped_fields` counts, by name, fields that are no part of an
    action; `naive_times` were read as UTC; `sessions` is how many different sessions the lines belong to; `rate` is
    actions a second.
    """

    read: int = 0
    captured: int = 0
    duplicates: int = 0
    references: int = 0
    sessions: int = 0
    invalid: int = 0
    naive_times: int = 0
    dropped_fields: dict[str, int] = field(default_factory=dict)
    refusals: list[str] = field(default_factory=list)
    last_action_at: datetime | None = None
    seconds: float = 0.0
    rate: float = 0.0

    def as_dict(self) -> dict[str, Any]:
        """As a plain dictionary."""
        return asdict(self)


@dataclass
class TraceImport:
    """One import into one workspace.

    `skip_invalid` leaves out lines that do not fit and counts them, instead of ending with InvalidInput. `keep_intents`
    keeps the sessions' intents, which hold the words of users; they are dropped otherwise. A lost connection is waited
    for up to `wait_seconds`; then ImportInterrupted is raised.
    """

    access: Access
    skip_invalid: bool = False
    keep_intents: bool = False
    batch_size: int = BATCH
    wait_seconds: float = WAIT_SECONDS
    progress: Progress = lambda done, total: None
    notify: Notify = lambda message: None
    report: ImportReport = field(default_factory=ImportReport)
    _retry: RetryPolicy = field(init=False)

    def __post_init__(self) -> None:
        self._retry = RetryPolicy(
            self._address(), "actions", lambda: self.report.captured, self.notify, self.wait_seconds
        )

    def _address(self) -> str:
        return self.access.graph.uri

    def run(self, files: LineFiles) -> ImportReport:
        """Imports the files.

        Raises InvalidInput (naming file and line), MemoryDisabled, ImportInterrupted and every error of the graph.
        What was sent before an error stays; nothing of the batch that it came up in does.
        """
        started = time.perf_counter()
        self.access.authorize("import_sessions")
        mapper = Mapper(self.access.workspace_id, self.access.now(), keep_intents=self.keep_intents)
        sessions: set[str] = set()
        with ThreadPoolExecutor(1) as pool:
            try:
                for batch, row in self._sent(pool, self._batches(files, mapper)):
                    self._count(batch, row)
                    sessions.update(batch.sessions)
                    self.progress(files.done, files.total)
            finally:
                self._retry.ended.set()
        return self._finish(mapper, sessions, time.perf_counter() - started)

    def _sent(self, pool: ThreadPoolExecutor, batches: Iterator["Batch"]) -> Iterator[tuple["Batch", Row]]:
        """Each batch with its result; the next batch is read while the server writes."""
        on_the_way: tuple[Batch, Future[Row]] | None = None
        for batch in batches:
            if on_the_way is not None:
                yield on_the_way[0], on_the_way[1].result()
            on_the_way = batch, pool.submit(self._patiently, batch)
        if on_the_way is not None:
            yield on_the_way[0], on_the_way[1].result()

    def _batches(self, files: LineFiles, mapper: Mapper) -> Iterator["Batch"]:
        batch = Batch()
        for line in files:
            self.report.read += 1
            try:
                action, session = mapper.map(line)
            except InvalidInput as error:
                self._skip(error)
                continue
            batch.add(action, session)
            if len(batch.actions) == self.batch_size:
                yield batch
                batch = Batch()
        if batch.actions:
            yield batch

    def _skip(self, error: InvalidInput) -> None:
        if not self.skip_invalid:
            raise error
        self.report.invalid += 1
        if len(self.report.refusals) < SHOWN:
            self.report.refusals.append(str(error))

    def _count(self, batch: "Batch", row: Row) -> None:
        if row["reason"] == "memory_disabled":
            raise MemoryDisabled(workspace=self.access.name)
        self.report.captured += row["captured"]
        self.report.duplicates += row["duplicates"]
        self.report.references += row["references"]
        self.report.last_action_at = max(filter(None, [self.report.last_action_at, batch.last]))

    def _patiently(self, batch: "Batch") -> Row:
        return self._retry.call(lambda: self._write(batch))

    def _write(self, batch: "Batch") -> Row:
        return self.access.call(
            "capture_many",
            "telemetry/import_batch",
            sessions=[_packed(session) for session in batch.sessions.values()],
            actions=[_packed(action) for action in batch.actions],
            untimed=sorted(batch.untimed),
            now=self.access.now(),
        )

    def _finish(self, mapper: Mapper, sessions: set[str], seconds: float) -> ImportReport:
        report = self.report
        report.sessions = len(sessions)
        report.naive_times = mapper.naive_times
        report.dropped_fields = dict(sorted(mapper.dropped.items(), key=lambda entry: (-entry[1], entry[0])))
        report.seconds = round(seconds, 3)
        report.rate = round((report.captured + report.duplicates) / seconds, 1) if seconds else 0.0
        return report


@dataclass
class Batch:
    """Actions that go into one transaction, and their sessions; `untimed` are those whose times are estimated."""

    actions: list[Row] = field(default_factory=list)
    sessions: dict[str, Row] = field(default_factory=dict)
    untimed: set[str] = field(default_factory=set)

    def add(self, action: Row, session: Row) -> None:
        """Adds one line."""
        self.actions.append(action)
        known = self.sessions.setdefault(session["session_id"], session)
        if known is not session:
            merge(known, session)

    @property
    def last(self) -> datetime:
        """When the latest action began."""
        times: list[datetime] = [action["started_at"] for action in self.actions]
        return max(times)


@dataclass
class RemoteTraceImport(TraceImport):
    """The same over `oxgraph serve`: sessions and actions go by the client's calls, in two transactions a batch.

    The worker evaluates what was imported.
    """

    telemetry: Telemetry = field(kw_only=True)

    def _address(self) -> str:
        return "the server"

    def _write(self, batch: "Batch") -> Row:
        sessions = [_given(session) for session in batch.sessions.values()]
        actions = [_given(action) | {"targets": action["target_node_ids"]} for action in batch.actions]
        self.telemetry.import_sessions(sessions)
        return self.telemetry.capture_many(actions).model_dump()


def _given(row: Row) -> Row:
    """The fields that have a value, as callers give them."""
    return {name: value for name, value in row.items() if value is not None and name != "target_node_ids"}


def _packed(row: Row) -> Row:
    """Times as microseconds since 1970: the driver takes 48 µs to pack a datetime and less than one for a number."""
    return row | {"started_at": (row["started_at"] - EPOCH) // MICROSECOND}


def import_traces(
    memory: Memory,
    files: list[str],
    *,
    skip_invalid: bool = False,
    keep_intents: bool = False,
    progress: Progress = lambda done, total: None,
    notify: Notify = lambda message: None,
) -> ImportReport:
    """Imports JSON-lines files (`-`: the standard input) into a workspace.

    `skip_invalid` leaves out lines that do not fit and counts them, `keep_intents` keeps the sessions' intents, which
    hold the words of users. `oxgraph.passes.evaluate_history`, or the worker, then evaluates what was imported as of
    its own days. Raises InvalidInput (naming file and line),
    MemoryDisabled, ImportInterrupted and what every call raises.
    """
    given: dict[str, Any] = {"skip_invalid": skip_invalid, "keep_intents": keep_intents}
    given |= {"progress": progress, "notify": notify}
    if memory.has_login:
        return TraceImport(memory._access, **given).run(LineFiles(files))
    return RemoteTraceImport(memory._access, telemetry=memory.telemetry, **given).run(LineFiles(files))
