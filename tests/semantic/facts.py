"""What a memory is to the reference, and how two of them relate. Pure: nothing here knows of a graph."""

import math
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

OPEN = datetime(9999, 12, 31, tzinfo=UTC)
HALF_LIVES = {"fact": 180, "preference": 90, "event": 30, "relation": 365, "instruction": 365, "task": 7}
STATEFUL = {"lives_in", "age"}
IMPORTANCE = {"lives_in": 0.8, "age": 0.5, "likes": 0.3}
TOLERANCE = 1e-9
MOMENT = timedelta(microseconds=1)
NEGATIONS = {"not", "never", "no"}


@dataclass
class Memory:
    """One memory; its links stand in the reference."""

    id: str
    type: str
    content: str
    subject: str
    object: str | None
    predicate: str
    topic_key: str | None
    policy: str
    confidence: float
    valid_from: datetime
    assumed: bool
    valid_to: datetime
    stated_at: datetime
    recorded_at: datetime
    evidence: list[str]
    embedding: list[float] | None
    stated_valid_to: datetime = OPEN
    status: str = "active"
    repetitions: int = 1
    access_count: int = 0
    last_stated_at: datetime = OPEN
    last_accessed_at: datetime = OPEN
    reinforced_at: datetime = OPEN
    decayed_on: datetime | None = None
    retired_at: datetime | None = None
    superseded_at: datetime | None = None
    superseded_from: datetime | None = None
    expired_at: datetime | None = None
    forgotten_at: datetime | None = None
    valid_tos: list[tuple[datetime, datetime]] = field(default_factory=list)
    transitions: list[tuple[str, str | None, datetime]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.last_stated_at, self.stated_valid_to = self.stated_at, self.valid_to
        self.last_accessed_at = self.reinforced_at = self.recorded_at
        self.valid_tos = [(self.recorded_at, self.valid_to)]

    @property
    def order(self) -> tuple[datetime, str]:
        """The order in which rivals are taken."""
        return self.valid_from, self.id

    @property
    def value(self) -> str:
        """What it says of its subject: the object, or the words."""
        return self.object or f"text:{words(self.content)}"

    @property
    def important(self) -> bool:
        """Whether a contradiction of it is a person's business."""
        return IMPORTANCE.get(self.predicate, 0.5) >= 0.7

    def close(self, at: datetime, now: datetime) -> None:
        """Sets valid_to; what was known before stays on record."""
        if at != self.valid_to:
            self.valid_to = at
            self.valid_tos.append((now, at))

    def valid_to_at(self, known: datetime) -> datetime:
        """The end as it was known."""
        return [end for since, end in self.valid_tos if since <= known][-1]

    def turn(self, rule: str, status: str, now: datetime) -> None:
        """Changes the status, with its transition."""
        self.transitions.append((rule, status if status != self.status else None, now))
        self.status = status
        if status in ("superseded", "expired", "forgotten"):
            setattr(self, f"{status}_at", now)


def words(content: str) -> str:
    """The normalised content."""
    return " ".join(content.lower().split())


def keys(memory: Memory) -> set[tuple[str, str]]:
    """The conflict keys."""
    if memory.type == "event":
        return set()
    topic = {("topic", memory.topic_key)} if memory.topic_key and memory.type != "task" else set()
    return topic | ({("predicate", memory.predicate)} if memory.predicate in STATEFUL else set())


def overlap(one: Memory, other: Memory) -> bool:
    """Whether both hold at some moment."""
    return max(one.valid_from, other.valid_from) < min(one.valid_to, other.valid_to)


def only_end(memory: Memory) -> bool:
    """Whether all that is known of its time is its end."""
    return memory.assumed and memory.valid_from + MOMENT >= memory.valid_to


def rivals(one: Memory, other: Memory) -> bool:
    """Whether only one of them can hold where they overlap, as `one` sees it."""
    stands = other.status == "active" or (other.status == "superseded" and other.retired_at is None)
    same = (one.type, one.subject) == (other.type, other.subject) and bool(keys(one) & keys(other))
    ended = only_end(one) or only_end(other)
    return stands and same and one.id != other.id and one.value != other.value and overlap(one, other) and not ended


def clearly_later(one: Memory, other: Memory) -> bool:
    """Whether nobody would doubt that `one` came after `other`."""
    given = not one.assumed and not other.assumed
    return one.valid_from > other.valid_from and (given or one.last_stated_at >= other.last_stated_at)


def can_replace(one: Memory, other: Memory) -> bool:
    """Whether `one` may end `other`: later, at least two thirds as certain, and said to last as long."""
    return clearly_later(one, other) and certain_enough(one, other)


def certain_enough(one: Memory, other: Memory) -> bool:
    """Whether `one` is at least two thirds as certain, and said to last as long."""
    as_certain = one.confidence + TOLERANCE >= other.confidence * 2 / 3
    return as_certain and one.stated_valid_to >= other.stated_valid_to


def stated_since(one: Memory, other: Memory, now: datetime) -> bool:
    """Whether `one`, which did not begin later, has been stated again since `other` was last stated."""
    given = not one.assumed and not other.assumed
    again = max(other.last_stated_at, other.valid_from) < one.last_stated_at <= now
    return (
        one.status == "active"
        and not given
        and one.valid_from <= other.valid_from
        and again
        and certain_enough(one, other)
    )


def are_twins(one: Memory, other: Memory) -> bool:
    """Whether both are active, or one is to be, and plainly say the same."""
    value = bool(keys(one) & keys(other)) and one.object is not None and one.object == other.object
    same = value or words(one.content) == words(other.content)
    return other.status == "active" and one.id != other.id and may_be_same(one, other) and same


def cosine(one: Memory, other: Memory) -> float | None:
    """Of the embeddings; None where one is missing."""
    if one.embedding is None or other.embedding is None:
        return None
    dot = sum(a * b for a, b in zip(one.embedding, other.embedding, strict=True))
    return dot / (math.hypot(*one.embedding) * math.hypot(*other.embedding))


def vetoed(one: Memory, other: Memory) -> bool:
    """Whether digits, negations or names tell them apart, however near their vectors are."""
    return _marks(one.content) != _marks(other.content)


def _marks(content: str) -> tuple[list[str], list[str], list[str]]:
    found = content.split()
    names = sorted(word for word in found[1:] if word[0].isupper())
    return re.findall(r"\d+", content), sorted(w for w in found if w.lower() in NEGATIONS), names


def may_be_same(new: Memory, old: Memory) -> bool:
    """What the rules for duplicates without a judge ask for."""
    return new.predicate == old.predicate and may_be_judged(new, old)


def may_be_judged(new: Memory, old: Memory) -> bool:
    """What all the rules for duplicates ask for."""
    same = (new.type, new.subject) == (old.type, old.subject)
    objects = new.object is None or old.object is None or new.object == old.object
    day = new.type != "event" or new.valid_from.date() == old.valid_from.date()
    return same and objects and day and overlap(new, old)


def freshness(memory: Memory, now: datetime) -> float:
    """The formula of freshness, with its cap."""
    days = (now - memory.last_accessed_at) / timedelta(days=1)
    return float(2 ** (-days / HALF_LIVES[memory.type]) * min(3.0, 1.2**memory.access_count))


def from_item(item: dict[str, Any], subject: str, target: str | None, now: datetime) -> Memory:
    """The memory that a statement would make, with the contract's defaults."""
    stated = item.get("stated_at") or now
    return Memory(
        id=item["id"],
        type=item["type"],
        content=item["content"],
        subject=subject,
        object=target,
        predicate=item.get("predicate") or "",
        topic_key=item.get("topic_key"),
        policy=item.get("policy", "freshness"),
        confidence=item.get("confidence", 1.0),
        valid_from=item.get("valid_from") or min(stated, (item.get("valid_to") or OPEN) - MOMENT),
        assumed=item.get("valid_from") is None,
        valid_to=item.get("valid_to") or OPEN,
        stated_at=stated,
        recorded_at=now,
        evidence=list(item.get("evidence", [])),
        embedding=item.get("embedding"),
    )
