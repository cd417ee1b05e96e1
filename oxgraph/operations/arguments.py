"""Arguments that several operations take: one name, one type, one description each."""

from datetime import datetime
from typing import Annotated

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator

from oxgraph.errors import InvalidInput
from oxgraph.types import limits
from oxgraph.types.fields import DayOrTime, Id, Name, Outcome, RefusedInside, Time, Uuid
from oxgraph.types.semantic_inputs import AsOf, WorldTime

NodeIds = Annotated[
    tuple[Id, ...], Field(max_length=limits.TARGETS, description="Ids of the domain nodes that it is about.")
]
ActionType = Annotated[
    Name, Field(description="The type of action, such as ontology_mutation.", examples=["graph_query"])
]
NodeType = Annotated[Name, Field(description="The type of the nodes, such as person.", examples=["person"])]
OutcomeField = Annotated[Outcome, Field(description="How it ended.")]
PatternId = Annotated[Uuid, Field(description="A pattern's id, as memory.search shows it.")]
PatternIds = Annotated[
    tuple[Uuid, ...],
    Field(max_length=limits.TARGETS, description="Ids of patterns: only the active ones of these; default: all."),
]
MemoryId = Annotated[Uuid, Field(description="The memory's id, as memory.recall shows it.")]
MessageId = Annotated[Uuid, Field(description="The message's id, as lists of messages show it.")]
ConversationId = Annotated[Id, Field(description="The conversation, by the id that your systems use.")]
SessionId = Annotated[Id, Field(description="The session, by the id that its actions carry.")]
AgentId = Annotated[Name, Field(description="The agent's name.")]
UserId = Annotated[
    Id, Field(description="The user whose it is, by the id that your systems use; default: shared.", examples=["u-17"])
]
AllUsers = Annotated[
    bool, Field(description="What belongs to any user, and what is shared; without `user_id`, by the role operator.")
]
Speaker = Annotated[Name, Field(description="The user's name, for messages that do not name one.")]

Since = Annotated[Time, Field(description="Nothing before this time (ISO 8601 with a zone).")]
Until = Annotated[Time, Field(description="Nothing after this time (ISO 8601 with a zone).")]
AsOfTime = Annotated[
    WorldTime, Field(description="Valid time: what held in the world at this time (ISO 8601 with a zone).")
]
AsOfDay = Annotated[
    DayOrTime,
    Field(
        description="As of this time (ISO 8601 with a zone) or of the end of this day (in UTC); default: now.",
        examples=["2025-06-29"],
    ),
]
KnownAt = Annotated[Time, Field(description="Recorded time: what was known at this time (ISO 8601 with a zone).")]


def as_of_both(as_of: datetime | None, known_at: datetime | None) -> AsOf | None:
    """Valid time and recorded time of a bitemporal read; None for now."""
    return AsOf(valid=as_of, known=known_at) if as_of or known_at else None


Limit = Annotated[int, Field(ge=1, le=1_000, description="Maximum number of items.")]
Cursor = Annotated[str, Field(max_length=8_000, description="`next` of the previous page; none for the first.")]


def _with_place(value: object, check: ValidatorFunctionWrapHandler) -> object:
    """An input class refuses by InvalidInput, whose field knows no index; pydantic knows that of a ValueError."""
    try:
        return check(value)
    except InvalidInput as error:
        raise RefusedInside(error.values["field"], error.values["reason"]) from None


ListItem = WrapValidator(_with_place)
"""For an input class as the item of a list: the error names the index of the refused item."""
