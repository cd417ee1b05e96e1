"""The kinds of fields that semantic memory is asked and told with."""

import math
import re
import struct
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from oxgraph.types import limits
from oxgraph.types.fields import one_line, timely

FAR = datetime(9999, 12, 31, tzinfo=UTC)
"""Stands in the graph where a time is open: in-index filters know ranges, not nulls."""

TYPE_NAME = re.compile("[a-z][a-z0-9_]{0,30}")
KINDS = frozenset(
    (
        "_mem",
        "workspace",
        "token",
        "session",
        "action",
        "sequence",
        "tally",
        "node_tally",
        "forecast",
        "pattern_key",
        "pattern",
        "metric",
        "benchmark",
        "transition",
        "pass_run",
        "migration",
        "alias",
        "memory",
        "predicate",
        "entity_type",
        "question",
        "conversation",
        "message",
        "episode",
        "slot",
        "tombstone",
        "lock",
    )
)
"""Labels with a meaning of their own; no type of memories can be called so."""

Policy = Literal["freshness", "confidence"]
Source = Literal["caller", "rules", "model"]
MemoryStatus = Literal["active", "superseded", "expired", "forgotten"]
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
