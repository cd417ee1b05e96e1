"""Rows of other programs' files, normalized to the fields of a message."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.chat_exports import kind_of, texts
from oxgraph.file_formats.lines import Line, LineFiles
from oxgraph.file_formats.times import time_of
from oxgraph.types.ingest import NewMessage

TEXT = ("text", "content", "message", "utterance")
ROLE = ("role", "author_role")
SPEAKER = ("speaker", "name", "author")
TIME = ("said_at", "timestamp", "time", "created_at", "datetime", "session_datetime", "date")
CONVERSATION = ("conversation_id", "conversation", "thread_id", "session_id")
ID = ("id", "message_id", "uuid")
ROLES = {
    "human": "user",
    "user": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}
"""What other systems call a role."""


Refusal = Callable[[str, str], InvalidInput]
"""The error for a field and a reason, at the place of the row."""


@dataclass
class Rows:
    """Brings the fields of rows, by the names that other systems use, to those of a message.

    An id that stands for two texts names something else than a message, and is refused: only one would be kept.
    """

    naive_times: int = 0
    conversation: str | None = None
    latest: datetime | None = None
    texts: dict[str, int] = field(default_factory=dict)

    def message(self, row: Mapping[str, Any], refusal: Refusal) -> NewMessage:
        """The row as a message; without a time it has that of the row before. Raises InvalidInput."""
        text = _first(row, TEXT)
        if not isinstance(text, str) or not text.strip():
            raise refusal(f"one of {', '.join(TEXT)}", "must be a text that is not empty")
        given: dict[str, Any] = {
            "text": text,
            "role": _role(row, refusal),
            "speaker": _text(row, SPEAKER),
            "said_at": self._time(row, refusal),
            "conversation_id": _text(row, CONVERSATION),
            "id": _text(row, ID),
        }
        self._go_on(given)
        if row.keys() <= NewMessage.model_fields.keys():  # what others call metadata may hold anything
            given["metadata"] = row.get("metadata")
        try:
            message = NewMessage(**{name: value for name, value in given.items() if value is not None})
        except InvalidInput as error:
            raise refusal(str(error.values["field"]), str(error.values["reason"])) from None
        if message.id is not None and self.texts.setdefault(message.id, hash(message.text)) != hash(message.text):
            raise refusal("id", f"{message.id:.80} stands for another text above; leave out ids that name no message")
        return message

    def _go_on(self, given: dict[str, Any]) -> None:
        """Takes over what follows from the row before, while they are of one conversation."""
        if given["conversation_id"] != self.conversation:
            self.conversation, self.latest = given["conversation_id"], None
            self.texts.clear()
        given["said_at"] = self.latest = given["said_at"] or self.latest
        if given["id"] == given["conversation_id"]:
            given["id"] = None

    def _time(self, row: Mapping[str, Any], refusal: Refusal) -> datetime | None:
        value = _first(row, TIME)
        if value is None:
            return None
        time = time_of(value)
        if time is None:
            raise refusal("the time", f"{value!s:.40} is not a time in ISO 8601, nor seconds since 1970")
        if time.tzinfo is None:
            self.naive_times += 1
            time = time.replace(tzinfo=UTC)
        return time


@dataclass
class Conversations:
    """The messages of files, in order; counts what had to be assumed."""

    files: LineFiles
    skip_invalid: bool = False
    read: int = 0
    invalid: int = 0
    rows: Rows = field(default_factory=Rows)
    refusals: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[NewMessage]:
        """Each line as a message. Raises InvalidInput, naming file and line, unless `skip_invalid`."""
        for line in self.files:
            self.read += 1
            try:
                yield self.rows.message(_object(line), line.refusal)
            except InvalidInput as error:
                if not self.skip_invalid:
                    raise
                self.invalid += 1
                self.refusals.append(str(error)) if len(self.refusals) < 5 else None

    @property
    def naive_times(self) -> int:
        """Times that were read as UTC."""
        return self.rows.naive_times


def _object(line: Line) -> dict[str, Any]:
    try:
        row = json.loads(line.text)
    except ValueError:
        raise line.refusal("", "is not JSON") from None
    except RecursionError:
        raise line.refusal("", "is nested too deeply") from None
    if not isinstance(row, dict):
        raise line.refusal("", "is not a JSON object")
    return row


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _text(row: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    value = _first(row, names)
    return str(value) if value is not None else None


def _role(row: Mapping[str, Any], refusal: Refusal) -> str:
    value = _text(row, ROLE) or "user"
    if value.lower() not in ROLES:
        raise refusal("role", f"{value:.40} is none of {', '.join(sorted(ROLES))}")
    return ROLES[value.lower()]


Row = dict[str, Any]

TEXT_KINDS = frozenset({"text", "input_text", "output_text"})
CALLS = ("tool_calls", "function_call", "tool_call_id")
ROLE_FIELDS = ("role", "author_role", "type", "sender")
"""Where a role may stand; in the last two only if it is one that is known."""


def normalized_row(row: Mapping[str, Any], left_out: Counter[str]) -> Row | None:
    """The row with its text and role where the reading of rows looks for them; None for what is left out, counted."""
    role = _known_role(row)
    if role in ("system", "tool"):
        left_out[role] += 1
        return None
    found = {name: row[name] for name in TEXT if name in row}
    content = next((value for value in found.values() if value is not None), None)
    if isinstance(content, list):
        content = texts(content, TEXT_KINDS)
    if found and (content is None or content == "" or (isinstance(content, str) and not content.strip())):
        left_out["tool" if _calls(row) else "without text"] += 1
        return None
    rest = {name: value for name, value in row.items() if name not in found}
    return rest | ({"text": content} if found else {}) | ({"role": role} if role else {})


def _known_role(row: Mapping[str, Any]) -> str | None:
    """The role under its own name; None where none is known, which the reading of rows settles."""
    given = (row[name] for name in ROLE_FIELDS if isinstance(row.get(name), str))
    return next((ROLES[value.lower()] for value in given if value.lower() in ROLES), None)


def _calls(row: Mapping[str, Any]) -> bool:
    content = row.get("content")
    parts = content if isinstance(content, list) else []
    return any(row.get(name) for name in CALLS) or any("tool" in kind_of(p) for p in parts if isinstance(p, dict))
