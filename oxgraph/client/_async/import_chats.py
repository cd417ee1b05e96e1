"""Import of chats from files, one conversation at a time."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.ingest import AsyncIngest
from oxgraph.client._async.messages import BATCH, AsyncMessageWriter
from oxgraph.client.batches import items
from oxgraph.client.concurrency import Progress, no_progress, run_in_thread_async
from oxgraph.client.ingest_extraction import merged
from oxgraph.client.ingest_messages import Naming, NumberedNaming, batches, spoken
from oxgraph.errors import InvalidInput, MemoryDisabled
from oxgraph.file_formats.chat_files import Chat, ChatFiles
from oxgraph.models import LanguageModel
from oxgraph.types import limits
from oxgraph.types.episodic import ChatImport, ChatKept
from oxgraph.types.ingest import IngestReport, NewMessage

CALL = "episodic.import_chats"


class AsyncChatImporter:
    """Imports chats from files."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def import_chats(
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
        await self._access.authorize(CALL)
        names = [str(file) for file in ([files] if isinstance(files, str | Path) else files)]
        found = ChatFiles(names, skip_invalid=skip_invalid)
        work, namings = _Import(), _Namings(self._access, conversation_id, speaker)
        chats = iter(found)
        started = time.perf_counter()
        while (chat := await run_in_thread_async(_next, chats)) is not None:
            work.count(await self._kept(chat, namings, ingest, model))
            progress(found.done, found.total)
        return work.report(found, round(time.perf_counter() - started, 3))

    async def _kept(self, chat: Chat, namings: "_Namings", ingest: bool, model: LanguageModel | None) -> ChatKept:
        """Keeps a chat; nothing of it where one of its messages cannot be taken."""
        try:
            kept = await self._written(chat.messages, namings.of(chat), chat.title, namings.speaker)
        except InvalidInput as error:
            if "field" not in error.values:
                raise
            place = f"{chat.file}, {chat.place}, {error.values['field']}"
            raise InvalidInput(field=place, reason=error.values["reason"]) from None
        if not ingest:
            return kept
        name = namings.of(chat).conversation_id
        report = await self._extracted(chat.messages, name, namings.speaker, model)
        return kept.model_copy(update={"ingested": report})

    async def _written(
        self, messages: Iterable[NewMessage], naming: Naming, title: str | None, speaker: str | None
    ) -> ChatKept:
        now, access = self._access.now(), self._access
        prepared = spoken(access.workspace_id, list(messages), None, speaker, now, naming=naming)
        writer, names, written, known = AsyncMessageWriter(access), dict[str, None](), 0, 0
        for name, batch in batches(prepared, BATCH):
            fresh = await writer.write(CALL, name, batch, "none", timedelta(), title=title)
            if fresh is None:
                raise MemoryDisabled(workspace=access.name)
            names[name] = None
            written, known = written + len(fresh), known + len(batch) - len(fresh)
        return ChatKept(conversations=tuple(names), written=written, known=known)

    async def _extracted(
        self,
        messages: Iterable[NewMessage],
        conversation_id: str | None,
        speaker: str | None,
        model: LanguageModel | None,
    ) -> IngestReport:
        return await AsyncIngest(self._access).ingest(
            list(messages), conversation_id=conversation_id, speaker=speaker, model=model
        )

    async def import_numbered(
        self,
        given: list[NewMessage],
        numbers: list[int],
        *,
        title: str | None = None,
        speaker: str | None = None,
    ) -> ChatKept:
        """Keeps the messages of a chat that was read elsewhere; each names its conversation.

        `numbers` says how often each stands before it in its file. Raises InvalidInput, MemoryDisabled.
        """
        messages = items(NewMessage, given if isinstance(given, list) else [], "messages", most=None)
        whole = isinstance(numbers, list) and all(type(one) is int and 0 <= one < limits.ALL for one in numbers)
        if not whole or len(numbers) != len(messages) or any(one.conversation_id is None for one in messages):
            raise InvalidInput(field="numbers", reason="must be one for each message, which names its conversation")
        naming = NumberedNaming(self._access.workspace_id, speaker, user_id=self._access.user_id, numbers=numbers)
        return await self._written(messages, naming, title, speaker)


def _next(chats: Iterator[Chat]) -> Chat | None:
    return next(chats, None)


@dataclass
class _Namings:
    """What gives ids to the messages of an import's files."""

    access: AsyncAccess
    conversation_id: str | None
    speaker: str | None
    by_file: dict[str, Naming] = field(default_factory=dict)

    def of(self, chat: Chat) -> Naming:
        """For the rows of a file one, as what was said twice is counted from its start."""
        if chat.conversation_id is not None:
            return self._new(chat.conversation_id)
        fresh = self._new(self.conversation_id)
        return fresh if chat.whole else self.by_file.setdefault(chat.file, fresh)

    def _new(self, conversation_id: str | None) -> Naming:
        return Naming(self.access.workspace_id, self.speaker, conversation_id, self.access.user_id)


@dataclass
class _Import:
    """The counts of one import."""

    conversations: set[str] = field(default_factory=set)
    written: int = 0
    known: int = 0
    reports: list[IngestReport] = field(default_factory=list)

    def count(self, kept: ChatKept) -> None:
        """Counts a chat."""
        self.conversations.update(kept.conversations)
        self.written += kept.written
        self.known += kept.known
        if kept.ingested is not None:
            self.reports.append(kept.ingested)

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
