"""What other memories hold, in the terms that imports write: memories, messages and entities."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeAlias

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.times import time_of

USER = "user"
"""As a subject: the user to whom a memory belongs."""

SHOWN = 5
"""Refusals that are kept, of those that are counted."""


class FoundMemory(NamedTuple):
    """One statement. `key` names it in its source, `evidence` the keys of messages, `replaces` the key of another.

    `user_id` is whose it is (None: nobody is named). `item` names what has one text at a time, and may get another; the
    key is then that of `said_by`. `deleted`: it was deleted in its source at `valid_to`, and ends here if it is here;
    the source no longer says whose it was.
    """

    key: str
    content: str
    type: str = "fact"
    subject: str | None = None
    subject_type: str | None = None
    predicate: str | None = None
    object: str | None = None
    object_type: str | None = None
    category: str | None = None
    confidence: float | None = None
    user_id: str | None = None
    agent_id: str | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    stated_at: datetime | None = None
    evidence: tuple[str, ...] = ()
    replaces: str | None = None
    item: str | None = None
    deleted: bool = False


def said_by(item: str, content: str) -> str:
    """The key of what an item says, which is another statement where it says something else."""
    return f"{item}/{content}"


class FoundMessage(NamedTuple):
    """One thing that was said; `key` names it in its source, `id` is the id that the message is stored under."""

    key: str
    conversation_id: str
    role: str
    text: str
    said_at: datetime | None = None
    id: str | None = None
    speaker: str | None = None
    title: str | None = None
    user_id: str | None = None
    agent_id: str | None = None


class FoundEntity(NamedTuple):
    """Something with a name. `user_id` is whose source named it (None: nobody is named)."""

    name: str
    type: str | None = None
    description: str | None = None
    aliases: tuple[str, ...] = ()
    user_id: str | None = None


Found: TypeAlias = FoundMemory | FoundMessage | FoundEntity


def mostly(fits: list[bool]) -> bool:
    """Whether most elements of a list fit a format: it is of that format then, and the others are counted."""
    return 2 * sum(fits) > len(fits)


def reason_of(place: str, error: Exception) -> str:
    """Why something cannot be read, without the name of its file."""
    if isinstance(error, InvalidInput):
        return str(error).removeprefix(place).lstrip(",: ")
    if isinstance(error, OSError):
        return f"cannot be read: {error.strerror or error}"
    return f"cannot be read: {type(error).__name__}: {error}"


@dataclass
class Source:
    """One store. Iterating gives what it holds, messages before the memories whose evidence they are.

    `kind` is the name of what wrote it, on which ids rest; what is not taken is counted in `left_out` by its reason,
    and what cannot be read in `unreadable`, of which the first are named in `refusals`. `is_file`: it is read from
    files, not from a server. `shown_as` is what it is called where nothing says what wrote it (default: the kind).
    """

    kind: str = ""
    place: str = ""
    left_out: Counter[str] = field(default_factory=Counter)
    unreadable: int = 0
    naive_times: int = 0
    refusals: list[str] = field(default_factory=list)
    is_file: bool = True
    shown_as: str = ""

    def __iter__(self) -> Iterator[Found]:
        """What it holds."""
        raise NotImplementedError

    def refuse(self, what: str, reason: str) -> None:
        """Counts something that cannot be read, and names it."""
        self.unreadable += 1
        if len(self.refusals) < SHOWN:
            self.refusals.append(f"{self.place}, {what}: {reason}")

    def refuse_file(self, place: str, error: Exception) -> None:
        """Counts a file, or a line of one, that cannot be read, and names it."""
        self.unreadable += 1
        if len(self.refusals) < SHOWN:
            self.refusals.append(f"{place}: {reason_of(place, error)}")

    def time(self, value: Any) -> datetime | None:
        """A time: a datetime, or what `time_of` reads. None for anything else."""
        if value is None or value == "":
            return None
        found = (
            value if isinstance(value, datetime) else time_of(value if isinstance(value, int | float) else str(value))
        )
        if found is None:
            self.left_out["time that cannot be read"] += 1
            return None
        if found.tzinfo is None:
            self.naive_times += 1
            return found.replace(tzinfo=UTC)
        return found.astimezone(UTC)
