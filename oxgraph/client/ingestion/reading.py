"""Conversations in files: JSON lines, gzipped or not, their fields brought to those of a message."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.lines import Line, TraceFiles
from oxgraph.types.ingest import NewMessage

TEXT = ("text", "content", "message", "utterance")
ROLE = ("role", "author_role")
SPEAKER = ("speaker", "name", "author")
TIME = ("said_at", "timestamp", "time", "created_at", "datetime", "session_datetime", "date")
CONVERSATION = ("conversation_id", "conversation", "thread_id", "session_id")
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


@dataclass
class Conversations:
    """The messages of files, in order; counts what had to be assumed."""

    files: TraceFiles
    skip_invalid: bool = False
    read: int = 0
    invalid: int = 0
    naive_times: int = 0
    refusals: list[str] = field(default_factory=list)

    def __iter__(self) -> Iterator[NewMessage]:
        """Each line as a message. Raises InvalidInput, naming file and line, unless `skip_invalid`."""
        for line in self.files:
            self.read += 1
            try:
                yield self._message(line)
            except InvalidInput as error:
                if not self.skip_invalid:
                    raise
                self.invalid += 1
                self.refusals.append(str(error)) if len(self.refusals) < 5 else None

    def _message(self, line: Line) -> NewMessage:
        row = _object(line)
        text = _first(row, TEXT)
        if not isinstance(text, str) or not text.strip():
            raise line.refusal(f"one of {', '.join(TEXT)}", "must be a text that is not empty")
        given: dict[str, Any] = {
            "text": text,
            "role": _role(line, row),
            "speaker": _text(row, SPEAKER),
            "said_at": self._time(line, row),
            "conversation_id": _text(row, CONVERSATION),
        }
        try:
            return NewMessage(**{name: value for name, value in given.items() if value is not None})
        except InvalidInput as error:
            raise line.refusal(str(error.values["field"]), str(error.values["reason"])) from None

    def _time(self, line: Line, row: Mapping[str, Any]) -> datetime | None:
        value = _first(row, TIME)
        if value is None:
            return None
        try:
            time = datetime.fromisoformat(str(value))
        except ValueError:
            raise line.refusal("the time", f"{value!s:.40} is not a time in ISO 8601") from None
        if time.tzinfo is None:
            self.naive_times += 1
            time = time.replace(tzinfo=UTC)
        return time


def _object(line: Line) -> dict[str, Any]:
    try:
        row = json.loads(line.text)
    except ValueError:
        raise line.refusal("", "is not JSON") from None
    if not isinstance(row, dict):
        raise line.refusal("", "is not a JSON object")
    return row


def _first(row: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((row[name] for name in names if row.get(name) is not None), None)


def _text(row: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    value = _first(row, names)
    return str(value) if value is not None else None


def _role(line: Line, row: Mapping[str, Any]) -> str:
    value = _text(row, ROLE) or "user"
    if value.lower() not in ROLES:
        raise line.refusal("role", f"{value:.40} is none of {', '.join(sorted(ROLES))}")
    return ROLES[value.lower()]
