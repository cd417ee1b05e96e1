"""Files of conversations, ingested in batches with progress."""

import time
from collections.abc import Iterable, Iterator

from oxgraph.client._sync.memory import Memory
from oxgraph.client.ingestion.counting import merged
from oxgraph.client.ingestion.reading import Conversations
from oxgraph.client.listening import Progress, unheard
from oxgraph.errors import MemoryDisabled
from oxgraph.lines import TraceFiles
from oxgraph.models import LanguageModel
from oxgraph.types.ingest import IngestReport, NewMessage
from oxgraph.types.results import Result

BATCH = 1_000
"""Messages that one call of ingest is given."""


class FileReport(Result):
    """What became of files: lines read and left out, times read as UTC, and the report over all of them."""

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
    progress: Progress = unheard,
) -> FileReport:
    """Ingests JSON-lines files (`-`: the standard input) into a workspace.

    A conversation is kept together as far as a batch goes. Raises InvalidInput (naming file and line),
    MemoryDisabled, and what ingest raises.
    """
    started, taken = time.perf_counter(), 0
    found = Conversations(TraceFiles(files), skip_invalid)
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


def within(taken: int, files: TraceFiles, progress: Progress) -> Progress:
    """Tells bytes from messages done: of the bytes read since `taken`, the messages' share."""
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
