"""What every reader of sessions yields: sessions, tool calls, messages, and what could not be read."""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

Row = dict[str, Any]

LONGEST_TEXT = 16_000
"""Characters of a result that are kept until its error has been classified: half from its beginning, half its end."""


class Place(NamedTuple):
    """A JSON object of a file; `line` counts from 1, in a document from its first object."""

    line: int
    value: Row


@dataclass(slots=True)
class Session:
    """A session that a file holds. `parent` is the session that started it as a subagent.

    `model` is its language model, where the file names one; a reader may learn it after the session was yielded.
    """

    session_id: str
    agent: str
    parent: str | None = None
    outcome: str | None = None
    model: str | None = None


@dataclass(slots=True)
class ToolCall:
    """One call of a tool.

    `is_error` is the mark of the agent's program, None where it has none. `known_class` is a failure that the program
    tells without a mark, such as a timeout. `arguments` and `text` are only compared with tables and never stored.
    `ended_at` is when the result was there.
    """

    session_id: str
    agent: str
    call_id: str
    tool: str
    arguments: object = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    folder: str | None = None
    remote: str | None = None
    answered: bool = False
    exit_code: int | None = None
    is_error: bool | None = None
    text: str = ""
    known_class: str | None = None

    @property
    def reported(self) -> bool:
        """Whether the agent's program itself marks the call as failed."""
        return bool(self.is_error) or bool(self.exit_code)


@dataclass(slots=True)
class SessionMessage:
    """A message of a user or an assistant."""

    session_id: str
    role: str
    text: str
    said_at: datetime | None = None


@dataclass(slots=True)
class Unreadable:
    """Something that does not fit the format; `line` is 0 for the whole file."""

    line: int
    reason: str


Item = Session | ToolCall | SessionMessage | Unreadable
Reader = Callable[[Iterator[Place], str], Iterator[Item]]
"""Takes a file's objects, and a name for sessions without an id; yields what they hold."""


@dataclass(slots=True)
class Pending:
    """The calls of a session that have no result yet."""

    calls: dict[str, ToolCall] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)

    def begin(self, call: ToolCall) -> None:
        """Adds a call; one whose id is known already is the same call, logged twice."""
        if call.call_id not in self.known:
            self.known.add(call.call_id)
            self.calls[call.call_id] = call

    def end(self, call_id: object, ended_at: datetime | None = None, **facts: Any) -> Iterator[ToolCall]:
        """The call that has its result now, if it is pending."""
        call = self.calls.pop(call_id, None) if isinstance(call_id, str) else None
        if call is not None:
            call.answered, call.ended_at = True, ended_at
            for name, value in facts.items():
                setattr(call, name, value)
            yield call

    def rest(self) -> Iterator[ToolCall]:
        """The calls without a result."""
        yield from self.calls.values()


def row(value: object) -> Row:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def rows(value: object) -> list[Row]:
    """The objects of a list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def text(value: object) -> str:
    """A text, or the texts of a list of blocks; JSON of anything else. Cut in its middle."""
    if isinstance(value, list):
        value = "\n".join(_block(one) for one in value[:100])
    elif isinstance(value, Mapping):
        value = _block(value)
    found = value if isinstance(value, str) else "" if value is None else str(value)
    half = LONGEST_TEXT // 2
    return found if len(found) <= LONGEST_TEXT else f"{found[:half]}\n{found[-half:]}"


def _block(value: object) -> str:
    if isinstance(value, str):
        return value
    if not isinstance(value, Mapping):
        return ""
    found = value.get("text") or value.get("content") or value.get("output") or value.get("error")
    return found if isinstance(found, str) else json.dumps(value, default=str)[:LONGEST_TEXT]


def message_text(value: object) -> str:
    """The texts of a message's content, without tool calls, results and reasoning."""
    if isinstance(value, str):
        return value
    kinds = {"text", "input_text", "output_text"}
    return "\n".join(str(one.get("text", "")) for one in rows(value) if one.get("type") in kinds)


def arguments(value: object) -> object:
    """A call's arguments; of JSON text the object."""
    if not isinstance(value, str) or not value.lstrip().startswith("{"):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def digest(*parts: object) -> str:
    """An id from what is the same in every copy of a session: 16 hexadecimal digits."""
    packed = json.dumps(parts, sort_keys=True, default=str).encode("utf-8", "replace")
    return hashlib.sha256(packed).hexdigest()[:16]


def code(value: object) -> int | None:
    """An exit code."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
