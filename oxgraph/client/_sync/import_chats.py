# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Import of chats from files, one conversation at a time."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.ingest import Ingest
from oxgraph.client._sync.messages import BATCH, MessageWriter
from oxgraph.client.concurrency import Progress, no_progress, run_in_thread
from oxgraph.client.ingest_extraction import merged
from oxgraph.client.ingest_messages import Naming, batches, spoken
from oxgraph.errors import InvalidInput, MemoryDisabled
from oxgraph.file_formats.chat_files import Chat, ChatFiles
from oxgraph.models import LanguageModel
from oxgraph.types.episodic import ChatImport
from oxgraph.types.ingest import IngestReport

CALL = "episodic.import_chats"


class ChatImporter:
    """Imports chats from files."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def import_chats(
        self,
        files: str | Path | Iterable[str | Path],
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        ingest: bool = False,
        model: LanguageModel | None = None,
        skip_invalid: bool = False,
        progress: Progress = no_progress,
    ) -> ChatImport:
        """See `AsyncEpisodic.import_chats`."""
        self._access.authorize(CALL)
        names = [str(file) for file in ([files] if isinstance(files, str | Path) else files)]
        found = ChatFiles(names, skip_invalid=skip_invalid)
        work = _Import(self._access, conversation_id, speaker, ingest, model)
        chats = iter(found)
        started = time.perf_counter()
        while (chat := run_in_thread(_next, chats)) is not None:
            work.keep(chat)
            progress(found.done, found.total)
        return work.report(found, round(time.perf_counter() - started, 3))


def _next(chats: Iterator[Chat]) -> Chat | None:
    return next(chats, None)


@dataclass
class _Import:
    """One import and its counts."""

    access: Access
    conversation_id: str | None
    speaker: str | None
    ingest: bool
    model: LanguageModel | None
    conversations: set[str] = field(default_factory=set)
    written: int = 0
    known: int = 0
    reports: list[IngestReport] = field(default_factory=list)
    namings: dict[str, Naming] = field(default_factory=dict)

    def keep(self, chat: Chat) -> None:
        """Writes the messages of a chat; nothing of them where one cannot be taken."""
        try:
            naming = self._naming(chat)
            now, access = self.access.now(), self.access
            said = spoken(access.workspace_id, chat.messages, None, self.speaker, now, naming=naming)
        except InvalidInput as error:
            place = f"{chat.file}, {chat.place}, {error.values['field']}"
            raise InvalidInput(field=place, reason=error.values["reason"]) from None
        writer = MessageWriter(self.access)
        for name, batch in batches(said, BATCH):
            fresh = writer.write(CALL, name, batch, "none", timedelta(), title=chat.title)
            if fresh is None:
                raise MemoryDisabled(workspace=self.access.name)
            self.conversations.add(name)
            self.written += len(fresh)
            self.known += len(batch) - len(fresh)
        if self.ingest:
            self._ingest(chat)

    def _naming(self, chat: Chat) -> Naming:
        """What gives ids to messages: for the rows of a file one, as what was said twice is counted from its start."""
        if chat.conversation_id is not None:
            return Naming(self.access.workspace_id, self.speaker, chat.conversation_id, self.access.user_id)
        fresh = Naming(self.access.workspace_id, self.speaker, self.conversation_id, self.access.user_id)
        return fresh if chat.whole else self.namings.setdefault(chat.file, fresh)

    def _ingest(self, chat: Chat) -> None:
        name = self._naming(chat).conversation_id
        report = Ingest(self.access).ingest(chat.messages, conversation_id=name, speaker=self.speaker, model=self.model)
        self.reports.append(report)

    def report(self, found: ChatFiles, seconds: float) -> ChatImport:
        """The report of the import."""
        return ChatImport(
            conversations=len(self.conversations),
            read=found.read,
            written=self.written,
            known=self.known,
            invalid=found.invalid,
            naive_times=found.rows.naive_times,
            left_out=dict((+found.left_out).most_common()),
            refusals=tuple(found.refusals),
            seconds=seconds,
            ingested=merged(self.reports) if self.reports else None,
        )
