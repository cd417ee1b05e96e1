"""The kinds of fields that semantic memory is asked and told with."""

import math
import re
import struct
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from oxgraph import tables, wording
from oxgraph.errors import InvalidInput
from oxgraph.ids import new_id
from oxgraph.types import limits
from oxgraph.types.fields import (
    IDENTIFIER,
    Id,
    Input,
    Limit,
    Name,
    OneOrMany,
    Text,
    Time,
    Uuid,
    not_ahead,
    one_line,
    timely,
)

FAR = datetime(9999, 12, 31, tzinfo=UTC)
"""Stands in the graph where a time is open: in-index filters know ranges, not nulls."""

TYPE_NAME = re.compile("[a-z][a-z0-9_]{0,30}")
KINDS = frozenset({"_mem", *(row["kind"] for row in tables.read("nodes"))} - {"entity"})
"""Labels with a meaning of their own; no type of memories can be called so, but a memory can be about an entity."""

Policy = Literal["freshness", "confidence"]
Source = Literal["caller", "rules", "model"]
MemoryStatus = Literal["active", "superseded", "expired", "forgotten"]
StatusFilter = Literal[MemoryStatus, "any"]
"""The memories to list: those of a status, or all."""
Vector: TypeAlias = Sequence[float] | bytes
"""A vector: numbers (a list, an array), or the bytes of little-endian 32-bit floats."""
HalfLife = Annotated[float, Field(gt=0, le=limits.HALF_LIFE_DAYS, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


def _worldly(value: datetime) -> datetime:
    """The world is older than any memory of it: any year goes, but a zone there must be."""
    if value.tzinfo is None:
        raise ValueError("must have a time zone")
    try:
        moved = value.astimezone(UTC)
    except OverflowError:
        raise ValueError("must lie in the years 1 to 9999") from None
    if moved >= FAR:
        raise ValueError("must lie before 9999-12-31; leave it out where the end is open")
    return moved


def _worded(text: str) -> str:
    if not any(character.isalnum() for character in text):
        raise ValueError("must have a letter or a digit")
    return one_line(text)


def _snake(text: str) -> str:
    if TYPE_NAME.fullmatch(text) is None:
        raise ValueError("must be at most 31 lower case letters, digits and underscores, a letter first")
    return text


def unblank(text: str) -> str:
    """Refuses what has only blanks."""
    if not text.strip():
        raise ValueError("must not be blank")
    return text


def packed(value: Any) -> bytes:
    """A vector as little-endian 32-bit floats, as it travels: a list of floats costs the driver 0.5 ms each.

    Raises ValueError for what is no vector: other than finite numbers, none at all, only zeros, too many.
    """
    try:
        numbers = struct.unpack(f"<{len(value) // 4}f", value) if isinstance(value, bytes) else tuple(value)
        data = struct.pack(f"<{len(numbers)}f", *numbers)
    except (TypeError, OverflowError, struct.error):
        raise ValueError("must be a list of numbers, or the bytes of 32-bit floats") from None
    if not 1 <= len(numbers) <= limits.DIMENSION:
        raise ValueError(f"must have 1 to {limits.DIMENSION} numbers")
    if not all(map(math.isfinite, numbers)) or not any(numbers):
        raise ValueError("must be finite and not all zeros")
    return data


WorldTime = Annotated[datetime, BeforeValidator(timely), Field(strict=False), AfterValidator(_worldly)]
Worded = Annotated[str, StringConstraints(min_length=1, max_length=limits.NAME), AfterValidator(_worded)]
Content = Annotated[str, StringConstraints(min_length=1, max_length=limits.CONTENT), AfterValidator(unblank)]
TypeName = Annotated[str, AfterValidator(_snake)]
Keyword = Annotated[str, StringConstraints(min_length=1, max_length=limits.KEYWORD), AfterValidator(one_line)]
Embedding = Annotated[bytes, BeforeValidator(packed)]


class NewMemory(Input):
    """One statement to be remembered. Raises InvalidInput.

    `subject` and `object` are names, which are resolved to entities; `subject_id` and `object_id` the ids of
    entities instead (their own, or those of the systems they come from). `valid_from` and `valid_to` say when it
    holds in the world (default: from when it was stated, with no end; an end alone may lie before that), `stated_at`
    when it was said (default: now).
    `confidence` is 0 to 1 (default 1). `evidence` names its sources, such as ids of messages. `embedding` is the
    vector of its content (default: the connection's embedder makes it), `embedding_model` the name of its model.
    `supersedes` names memories that it replaces whatever the rules say; with `correction` they were wrong from the
    start. `judged` and `entity_judged` are judgements made beforehand of what is left undecided with `judge`.
    `user_id` is the user to whom it belongs (default: the connection's, or shared), `agent_id` the agent that remembers
    it. `id` makes a repetition harmless; default: a new one.
    """

    type: TypeName
    content: Content
    subject: Worded | None = None
    predicate: Worded | None = None
    object: Worded | None = None
    subject_id: Id | None = None
    object_id: Id | None = None
    subject_type: Name | None = None
    object_type: Name | None = None
    topic_key: Worded | None = None
    keywords: Annotated[OneOrMany[Keyword], Field(max_length=limits.KEYWORDS)] = ()
    category: Name | None = None
    confidence: Share | None = None
    policy: Policy | None = None
    valid_from: WorldTime | None = None
    valid_to: WorldTime | None = None
    stated_at: WorldTime | None = None
    evidence: OneOrMany[Id] = ()
    session_id: Id | None = None
    source: Source | None = None
    embedding: Embedding | None = None
    embedding_model: Name | None = None
    supersedes: OneOrMany[Uuid] = ()
    correction: bool = False
    judge: bool = False
    judged: Mapping[Uuid, bool] = Field(default_factory=dict, max_length=limits.TARGETS)
    entity_judged: Mapping[str, str] = Field(default_factory=dict, max_length=limits.TARGETS)
    user_id: Id | None = None
    agent_id: Name | None = None
    id: Uuid = Field(default_factory=new_id)

    def model_post_init(self, context: Any, /) -> None:
        """A name and an id could disagree, and what ends before it begins never held."""
        for field in ("subject", "object"):
            if getattr(self, field) is not None and getattr(self, f"{field}_id") is not None:
                raise InvalidInput(field=f"{field}_id", reason=f"goes only without {field}")
        if self.valid_from and self.valid_to and self.valid_from >= self.valid_to:
            raise InvalidInput(field="valid_to", reason="must lie after valid_from")
        if self.correction and not self.supersedes:
            raise InvalidInput(field="correction", reason="goes only with supersedes")

    def row(self, now: datetime) -> dict[str, Any]:
        """The map that oxgraph.remember takes. Raises InvalidInput for something stated in the future."""
        not_ahead("stated_at", self.stated_at, now)
        return {name: _plain(value) for name, value in self.__dict__.items() if _says_something(value)}


MemoryInput: TypeAlias = NewMemory | dict[str, Any]
"""A memory as callers give it: a `NewMemory`, or its fields."""


def _says_something(value: Any) -> bool:
    return value is not None and value is not False and value not in ((), {})


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else dict(value) if isinstance(value, Mapping) else value


class AsOf(Input):
    """Bitemporal point of a read: what held in the world at `valid`, as recorded at `known`; default: now."""

    valid: WorldTime | None = None
    known: Time | None = None


def as_of(value: AsOf | tuple[Any, Any] | None) -> AsOf | None:
    """`value` as an AsOf; a tuple is (valid, known). Raises InvalidInput."""
    if value is None or isinstance(value, AsOf):
        return value
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise InvalidInput(field="as_of", reason="must be AsOf(valid, known) or a pair of times (valid, known)")
    return AsOf(valid=value[0], known=value[1])


class MemoryId(Input):
    """Which memory."""

    memory_id: Uuid


class ForgetRequest(MemoryId):
    """What to forget, and whether what it replaced holds again."""

    restore: bool = False


class RowLimit(Input):
    """How many to look at."""

    limit: Limit = limits.PAGE


class NodeId(Input):
    """Which memory or entity; an adopted entity has the id of its own that its node had."""

    id: Id


class MemoryFilter(Input):
    """Which memories."""

    subject: Id | None = None
    predicate: Worded | None = None
    object: Id | None = None
    type: TypeName | None = None
    status: StatusFilter | None = None
    user_id: Id | None = None
    limit: Limit = limits.PAGE


class HistoryOf(Input):
    """Whose history: a memory's, or that of a subject, by one predicate or by all."""

    memory_id: Uuid | None = None
    subject: Id | None = None
    predicate: Worded | None = None

    def model_post_init(self, context: Any, /) -> None:
        """One of the two ways."""
        if (self.memory_id is None) == (self.subject is None):
            raise InvalidInput(field="history", reason="give memory_id or subject")
        if self.predicate is not None and self.subject is None:
            raise InvalidInput(field="predicate", reason="goes only with subject")


class PredicateDefinition(Input):
    """A predicate's definition; None leaves what is there."""

    name: Worded
    stateful: bool | None = None
    importance: Share | None = None
    description: Text | None = None
    synonyms: Annotated[OneOrMany[Worded], Field(max_length=limits.TARGETS)] | None = None

    def model_post_init(self, context: Any, /) -> None:
        """A name cannot be its own synonym."""
        for place, synonym in enumerate(self.synonyms or ()):
            if wording.predicate(synonym) == wording.predicate(self.name):
                raise InvalidInput(field=f"synonyms[{place}]", reason="is the name of the predicate itself")


class TypeDefinition(Input):
    """A type of memories and how fast it loses its freshness."""

    name: TypeName
    half_life_days: HalfLife


class EntityTypeDefinition(Input):
    """A type of entities."""

    name: Name
    description: Text | None = None
    parent: Name | None = None


class LinkRequest(Input):
    """A relationship of the domain between two entities, named by id or node_id."""

    a: Id
    type: Annotated[str, StringConstraints(pattern=IDENTIFIER)]
    b: Id
    connection: Name | None = None


class UserId(Input):
    """Which user."""

    user_id: Id


class FactQuery(Input):
    """What to look for among a user's facts: a text or its vector."""

    query: Annotated[str, StringConstraints(min_length=1, max_length=limits.INTENT)] | None = None
    embedding: Embedding | None = None
    top_k: int = Field(default=5, ge=1, le=1_000)

    def model_post_init(self, context: Any, /) -> None:
        """One of the two must be there."""
        if self.query is None and self.embedding is None:
            raise InvalidInput(field="query", reason="give a text or an embedding")


class Pattern(Input):
    """A piece of text to look for; upper and lower case are one."""

    pattern: Annotated[str, StringConstraints(min_length=1, max_length=limits.INTENT), AfterValidator(unblank)]
