"""Ingest of files in batches, and extraction from pending messages for the worker."""

import time
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.semantic import Semantic
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.client.ingest_extraction import merged
from oxgraph.errors import MemoryDisabled
from oxgraph.file_formats.lines import LineFiles
from oxgraph.file_formats.message_rows import Conversations
from oxgraph.graph import Graph
from oxgraph.models import Embedder, LanguageModel
from oxgraph.types.ingest import IngestReport, NewMessage
from oxgraph.types.results import Result

BATCH = 1_000
"""Messages that one call of ingest is given."""


class FileReport(Result):
    """The result of ingested files: lines read and invalid, times read as UTC, and the report over all of them."""

    read: int
    invalid: int
    naive_times: int
    refusals: tuple[str, ...]
    seconds: float
    report: IngestReport


def ingest_files(
    memory: Memory,
    files: list[str],
    *,
    conversation_id: str | None = None,
    speaker: str | None = None,
    roles: Iterable[str] = ("user",),
    model: LanguageModel | None = None,
    skip_invalid: bool = False,
    progress: Progress = no_progress,
) -> FileReport:
    """Ingests JSON-lines files (`-`: the standard input) into a workspace.

    A conversation is kept together as far as a batch goes. Raises InvalidInput (naming file and line),
    MemoryDisabled, and what ingest raises.
    """
    started, taken = time.perf_counter(), 0
    found = Conversations(LineFiles(files), skip_invalid)
    reports = []
    for batch in _batches(found):
        report = memory.semantic.ingest(
            batch,
            conversation_id=conversation_id,
            speaker=speaker,
            roles=roles,
            model=model,
            progress=within(taken, found.files, progress),
        )
        if report.reason == "memory_disabled":
            raise MemoryDisabled(workspace=memory.name)
        reports.append(report)
        taken = found.files.done
    return FileReport(
        read=found.read,
        invalid=found.invalid,
        naive_times=found.naive_times,
        refusals=tuple(found.refusals),
        seconds=round(time.perf_counter() - started, 3),
        report=merged(reports),
    )


def within(taken: int, files: LineFiles, progress: Progress) -> Progress:
    """Converts progress in messages into bytes: the messages' share of the bytes read since `taken`."""
    read = files.done - taken
    return lambda done, total: progress(taken + read * done // total, files.total)


def _batches(found: Conversations) -> Iterator[list[NewMessage]]:
    batch: list[NewMessage] = []
    for message in found:
        if len(batch) >= BATCH and message.conversation_id != batch[-1].conversation_id:
            yield batch
            batch = []
        batch.append(message)
    if batch:
        yield batch


EXTRACTION_BATCH = 200


def pending_messages(
    graph: Graph, *, embedder: Embedder | None = None, model: LanguageModel | None = None
) -> Callable[[str, datetime], int]:
    """A function that extracts memories from a workspace's pending messages that are due; it returns their number.

    Without a model rules extract. A message that fails again waits longer, and is not tried twice by one call.
    """

    def extract(workspace_id: str, now: datetime) -> int:
        access = Access(
            graph=graph,
            workspace_id=workspace_id,
            name=workspace_id,
            role="admin",
            token_hash=None,
            clock=lambda: now,
            embedder=embedder,
        )
        semantic, taken = Semantic(access), 0
        while True:
            report = semantic.extract_pending(EXTRACTION_BATCH, model)
            taken += report.messages
            if report.messages < EXTRACTION_BATCH:
                return taken

    return extract
