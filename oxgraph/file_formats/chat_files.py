"""Files of chats as conversations and messages, whatever program wrote them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, BinaryIO, NamedTuple

from oxgraph.errors import InvalidInput
from oxgraph.file_formats import chat_exports
from oxgraph.file_formats.chat_exports import ExportedMessage, dated, name_of, new_message, timed, title_of
from oxgraph.file_formats.json_documents import Elements, Source, Sources
from oxgraph.file_formats.message_rows import CONVERSATION, TEXT, Rows, normalized_row
from oxgraph.types.ingest import NewMessage

PIECE = 1_000
"""Rows that are handed on together."""

HOLDING = {"mapping", "chat_messages", "create_time"}
"""Only conversations have these; in exports there are some of which nothing else is left."""

SHOWN = 5
"""Refusals that are kept, of those that are counted."""

Row = dict[str, Any]


class Export(NamedTuple):
    """How an assistant exports a conversation: what reads it, and its fields for id and beginning."""

    messages: Callable[[Row, Counter[str]], Iterator[ExportedMessage]]
    ids: tuple[str, ...]
    started: str


CHATGPT = Export(chat_exports.chatgpt_messages, ("conversation_id", "id"), "create_time")
CLAUDE = Export(chat_exports.claude_messages, ("uuid",), "created_at")


@dataclass(frozen=True)
class Chat:
    """A whole conversation, or a run of rows, each of which may name its conversation."""

    file: str
    place: str
    messages: tuple[NewMessage, ...]
    conversation_id: str | None = None
    title: str | None = None
    whole: bool = False


@dataclass
class ChatFiles:
    """The chats of files, in order; counts what was left out and what had to be assumed.

    A file is JSON lines or a list, of messages or of conversations; packed by gzip or zip, or as it is (`-`: the
    standard input). Iterating raises InvalidInput, which names file and place, for what cannot be read; with
    `skip_invalid` single messages that do not fit are counted instead.
    """

    names: list[str]
    skip_invalid: bool = False
    standard_input: BinaryIO | None = None
    read: int = 0
    invalid: int = 0
    left_out: Counter[str] = field(default_factory=Counter)
    refusals: list[str] = field(default_factory=list)
    sources: Sources = field(init=False)
    rows: Rows = field(default_factory=Rows)

    def __post_init__(self) -> None:
        self.sources = Sources(self.names, self.standard_input)

    @property
    def done(self) -> int:
        """Bytes read so far."""
        return self.sources.done

    @property
    def total(self) -> int:
        """Bytes of all files; 0 where that is not known."""
        return self.sources.total

    def __iter__(self) -> Iterator[Chat]:
        for source, read in self.sources:
            waiting: list[NewMessage] = []
            first = ""
            for place, value in Elements(source, read, self._refused if self.skip_invalid else None):
                found = self._chats(source, place, value)
                if found is None:
                    first = first if waiting else place
                    waiting += self._row(source, place, value, None)
                if waiting and (found is not None or len(waiting) >= PIECE):
                    yield Chat(source.shown, first, tuple(waiting))
                    waiting = []
                yield from found or ()
            if waiting:
                yield Chat(source.shown, first, tuple(waiting))

    def _chats(self, source: Source, place: str, value: Row) -> Iterator[Chat] | None:
        """The conversations in an object; None where it is a message."""
        if isinstance(value.get("mapping"), dict):
            return self._export(source, place, value, CHATGPT)
        if isinstance(value.get("chat_messages"), list):
            return self._export(source, place, value, CLAUDE)
        if isinstance(value.get("messages"), list):
            return self._list(source, place, value)
        if isinstance(value.get("conversations"), list):
            return self._several(source, place, value["conversations"])
        if value.keys() & HOLDING and not value.keys() & set(TEXT):
            self.left_out["conversation without messages"] += 1
            return iter(())
        return None

    def _export(self, source: Source, place: str, value: Row, kind: "Export") -> Iterator[Chat]:
        name = _name(value, kind.ids)
        messages: list[NewMessage] = []
        for one in timed(kind.messages(value, self.left_out), dated(value.get(kind.started))):
            where = f"{place}, message {one.id or len(messages) + 1}"
            messages += self._kept(source, where, lambda one=one: new_message(one, name))  # type: ignore[misc]
        yield from self._chat(source, place, value, messages, name)

    def _list(self, source: Source, place: str, value: Row) -> Iterator[Chat]:
        name = _name(value, (*CONVERSATION, "id", "uuid"))
        messages: list[NewMessage] = []
        for number, row in enumerate(value["messages"], 1):
            messages += self._row(source, f"{place}, message {number}", row, name)
        yield from self._chat(source, place, value, messages, name)

    def _chat(
        self, source: Source, place: str, value: Row, messages: list[NewMessage], name: str | None
    ) -> Iterator[Chat]:
        title = title_of(value.get("title")) or title_of(value.get("name"))
        if messages:
            yield Chat(source.shown, place, tuple(messages), name, title, whole=True)

    def _several(self, source: Source, place: str, values: list[Any]) -> Iterator[Chat]:
        for number, value in enumerate(values, 1):
            where = f"{place}, conversation {number}"
            found = self._chats(source, where, value) if isinstance(value, dict) else None
            if found is None:
                raise source.refusal(where, "is no conversation: it has none of mapping, chat_messages, messages")
            yield from found

    def _row(self, source: Source, place: str, value: Any, conversation_id: str | None) -> list[NewMessage]:
        def read() -> NewMessage | None:
            if not isinstance(value, dict):
                raise source.refusal(place, "is not a JSON object")
            row = normalized_row(value, self.left_out)
            if row is not None and conversation_id is not None:
                row = {"conversation_id": conversation_id} | row
            return self.rows.message(row, refusal) if row is not None else None

        def refusal(name: str, reason: str) -> InvalidInput:
            return source.refusal(f"{place}, {name}" if name else place, reason)

        return self._kept(source, place, read)

    def _kept(self, source: Source, place: str, read: Callable[[], NewMessage | None]) -> list[NewMessage]:
        """What `read` gives, if it gives something; an error names the place, or is counted."""
        self.read += 1
        try:
            found = read()
        except InvalidInput as error:
            named = str(error.values.get("field", ""))
            if not named.startswith(source.shown):
                error = source.refusal(f"{place}, {named}", str(error.values.get("reason", error)))
            if not self.skip_invalid:
                raise error from None
            self._refused(error)
            return []
        return [found] if found is not None else []

    def _refused(self, error: InvalidInput) -> None:
        self.invalid += 1
        if len(self.refusals) < SHOWN:
            self.refusals.append(str(error))


def _name(value: Row, keys: Iterable[str]) -> str | None:
    return next(filter(None, (name_of(value.get(key)) for key in keys)), None)
