"""The fields that several operations take, with the words that agents and programs read."""

from typing import Annotated

from pydantic import Field, ValidatorFunctionWrapHandler, WrapValidator

from oxgraph.errors import InvalidInput
from oxgraph.types.fields import Id, Name, Outcome, Time, Uuid

NodeIds = Annotated[
    tuple[Id, ...], Field(max_length=100, description="Ids of the nodes of the domain that it is about.")
]
ActionType = Annotated[Name, Field(description="What is done, such as ontology_mutation.", examples=["graph_query"])]
NodeType = Annotated[Name, Field(description="The type of the nodes, such as person.", examples=["person"])]
OutcomeField = Annotated[Outcome, Field(description="How it ended.")]
PatternId = Annotated[Uuid, Field(description="A pattern's id, as memory.search shows it.")]
Since = Annotated[Time, Field(description="Nothing before this time (ISO 8601 with a zone).")]
Until = Annotated[Time, Field(description="Nothing after this time (ISO 8601 with a zone).")]
Cursor = Annotated[str, Field(max_length=8_000, description="`next` of the page before; leave it out for the first.")]


def _placed(value: object, check: ValidatorFunctionWrapHandler) -> object:
    """An Input refuses by InvalidInput, which knows no place in a list; a ValueError is given one."""
    try:
        return check(value)
    except InvalidInput as error:
        raise ValueError(f"{error.values['field']}: {error.values['reason']}") from None


Placed = WrapValidator(_placed)
"""Beside an Input that stands in a list: what is refused is told with its place."""
ConversationName = Annotated[Id, Field(description="The conversation, by the name that you have for it.")]
SessionId = Annotated[Id, Field(description="The session, by the name that its actions carry.")]
MemoryId = Annotated[Uuid, Field(description="A memory's id.")]
