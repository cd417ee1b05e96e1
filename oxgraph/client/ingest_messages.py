"""Messages to be ingested, with ids that follow from their contents, grouped by conversation."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple

from oxgraph.client.batches import items
from oxgraph.extraction import Candidate, Turn
from oxgraph.extraction.text import content_hash, sha256
from oxgraph.ids import owned_id, stable_id
from oxgraph.models.embedder import MAX_CHARACTERS
from oxgraph.types.fields import json_text, not_ahead
from oxgraph.types.ingest import METADATA, MessageDefaults, MessagesInput, NewMessage

CHARACTERS = 4_000_000
"""Maximum number of characters of one transaction, unless a single message is longer."""

READ = MAX_CHARACTERS
"""Characters of a message that its vector is of."""


@dataclass(frozen=True)
class Spoken:
    """A message as it stands in the graph, and how often its extraction was tried; `metadata` is JSON text.

    `written_before` counts how often it was deleted and written anew: what it states then, is stated anew.
    """

    id: str
    conversation_id: str
    role: str
    speaker: str | None
    text: str
    said_at: datetime
    attempts: int = 0
    written_before: int = 0
    metadata: str | None = None
    shown_ids: tuple[str, ...] = ()
    embedding: list[float] | None = None

    @classmethod
    def of(cls, row: Mapping[str, Any], conversation_id: str | None = None) -> "Spoken":
        """A message from a row of the graph."""
        names = ("id", "role", "speaker", "text", "said_at")
        given: dict[str, Any] = {name: row.get(name) for name in names}
        given |= {name: row.get(name) or 0 for name in ("attempts", "written_before")}
        return cls(conversation_id=conversation_id or row["conversation_id"], **given)

    @property
    def row(self) -> dict[str, Any]:
        """The map that conversation/write_messages takes."""
        names = ("id", "role", "speaker", "text", "said_at", "metadata")
        return {name: getattr(self, name) for name in names} | {"shown_ids": list(self.shown_ids)}

    @property
    def embedded_text(self) -> str:
        """What its vector is of: the text, after the name of who said it. passes/unembedded gives the same."""
        return f"{self.speaker}: {self.text}"[:READ] if self.speaker is not None else self.text[:READ]

    def turn(self, speakers: Iterable[str]) -> Turn:
        """The message as extraction sees it; `speakers` are the named users of the conversation."""
        others = tuple(sorted({name for name in speakers if name and name != self.speaker})) if self.speaker else ()
        return Turn(self.id, self.text, self.said_at, self.role, self.speaker, self.conversation_id, others)


def spoken(
    workspace_id: str,
    given: MessagesInput,
    conversation_id: str | None,
    speaker: str | None,
    now: datetime,
    *,
    user_id: str = "",
    naming: "Naming | None" = None,
) -> list[Spoken]:
    """The messages of a user ('': shared), in the order given, each with its time.

    A message's id comes from its conversation and the caller's own id of it, or else its role, speaker, text and how
    often the same stands before it in this call (or in all that had this `naming`): the same transcript twice lands on
    the same messages. Raises InvalidInput.
    """
    MessageDefaults(conversation_id=conversation_id, speaker=speaker or None)
    found = [given] if isinstance(given, str | NewMessage | dict) else list(given)
    asked = [{"text": one} if isinstance(one, str) else one for one in found]
    taken = items(NewMessage, asked, "messages", most=None)
    for place, message in enumerate(taken):
        not_ahead(f"messages[{place}].said_at", message.said_at, now)
    naming = naming or Naming(workspace_id, speaker, conversation_id, user_id)
    named = [naming.named(message) for message in taken]
    times = timed([(one.conversation_id, message.said_at) for one, message in zip(named, taken, strict=True)], now)
    return [_spoken(one, message, at) for one, message, at in zip(named, taken, times, strict=True)]


def _spoken(name: "Named", message: NewMessage, said_at: datetime) -> Spoken:
    metadata = json_text(message.metadata, METADATA) if message.metadata else None
    more: dict[str, Any] = {"metadata": metadata, "shown_ids": tuple(message.shown_ids)}
    return Spoken(name.id, name.conversation_id, message.role, name.speaker, message.text, said_at, **more)


def timed(given: list[tuple[str, datetime | None]], now: datetime) -> list[datetime]:
    """When each message (its conversation, and its time where it has one) was said.

    Without a time it is that of the one before it in the conversation, else of the first one behind it that has one,
    else `now`: so that the messages stay in the order given.
    """
    latest: dict[str, datetime] = {}
    for conversation, at in given:
        if at is not None:
            latest.setdefault(conversation, at)
    found = []
    for conversation, at in given:
        latest[conversation] = at or latest.get(conversation, now)
        found.append(latest[conversation])
    return found


def by_conversation(messages: Iterable[Spoken]) -> dict[str, list[Spoken]]:
    """The messages of each conversation, each id once, by time and then in their order."""
    found: dict[str, dict[str, Spoken]] = {}
    for message in messages:
        found.setdefault(message.conversation_id, {}).setdefault(message.id, message)
    return {name: sorted(by_id.values(), key=lambda one: one.said_at) for name, by_id in found.items()}


class Named(NamedTuple):
    """The id of a message, its conversation and its speaker."""

    id: str
    conversation_id: str
    speaker: str | None


def named_id(workspace_id: str, conversation_id: str, own_id: str, user_id: str = "") -> str:
    """The id of a message of a user ('': shared) that the caller has an own id for."""
    return owned_id(workspace_id, "message", [conversation_id, "id", own_id], user_id)


@dataclass
class Naming:
    """Assigns ids to messages; equal messages are distinguished by their position."""

    workspace_id: str
    speaker: str | None
    conversation_id: str | None = None
    user_id: str = ""
    counts: Counter[tuple[str | None, ...]] = field(default_factory=Counter)

    def named(self, message: NewMessage) -> Named:
        """The ids of a message, and who said it."""
        return self.numbered(message)[0]

    def numbered(self, message: NewMessage) -> tuple[Named, int]:
        """The same, and how often an equal message stands before it."""
        name = message.speaker or (self.speaker if message.role == "user" else None)
        digest = sha256(message.text)
        conversation = message.conversation_id or self._conversation(message, name, digest)
        if message.id is not None:
            return Named(named_id(self.workspace_id, conversation, message.id, self.user_id), conversation, name), 0
        key = (conversation, message.role, name, digest)
        number = self._before(key)
        return Named(self._id(*key, str(number)), conversation, name), number

    def _before(self, key: tuple[str | None, ...]) -> int:
        self.counts[key] += 1
        return self.counts[key] - 1

    def _id(self, *parts: str | None) -> str:
        return owned_id(self.workspace_id, "message", list(parts), self.user_id)

    def _conversation(self, message: NewMessage, name: str | None, digest: str) -> str:
        """The conversation of messages that name none: the call's, else an id made of the first of them."""
        if self.conversation_id is None:
            at = message.said_at.astimezone(UTC).isoformat() if message.said_at else ""
            self.conversation_id = stable_id(self.workspace_id, "opening", [message.role, name, digest, at])
        return self.conversation_id


def batches(messages: Iterable[Spoken], size: int) -> Iterator[tuple[str, list[Spoken]]]:
    """A conversation's messages, up to `size` of them and CHARACTERS long, with the name of the conversation."""
    for name, ordered in by_conversation(messages).items():
        batch: list[Spoken] = []
        length = 0
        for message in ordered:
            length += len(message.text)
            if batch and (len(batch) == size or length > CHARACTERS):
                yield name, batch
                batch, length = [], len(message.text)
            batch.append(message)
        yield name, batch


def items_of(workspace_id: str, message: Spoken, candidates: Iterable[Candidate]) -> list[dict[str, Any]]:
    """Candidates as items of remember_many; a statement's id comes from message and content, so it counts once."""
    again = [str(message.written_before)] if message.written_before else []
    return [
        candidate.item(message.id)
        | {"id": stable_id(workspace_id, "extracted", [message.id, content_hash(candidate.content), *again])}
        for candidate in candidates
    ]


@dataclass
class NumberedNaming(Naming):
    """The same for messages whose equals before them were counted elsewhere: a number for each, in order."""

    numbers: Iterable[int] = ()

    def __post_init__(self) -> None:
        self._numbers = iter(self.numbers)
        self._number = 0

    def numbered(self, message: NewMessage) -> tuple[Named, int]:
        """The ids of the next message, who said it, and its number."""
        self._number = next(self._numbers)
        return super().numbered(message)

    def _before(self, key: tuple[str | None, ...]) -> int:
        return self._number
