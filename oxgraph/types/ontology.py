"""What is handed over and given back where entities are found, written and walked."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from oxgraph.errors import InvalidInput
from oxgraph.surrogates import is_unicode
from oxgraph.types import limits
from oxgraph.types.adoption import OURS, RESERVED, Shown
from oxgraph.types.entities import EntityId, EntityName, EntityRow
from oxgraph.types.fields import Id, Input, Name, OneOrMany, Text
from oxgraph.types.results import Result

FoundBy = Literal["name", "words", "meaning"]
Direction = Literal["out", "in", "both"]

PROPERTIES = 100
"""Properties of one call."""

INTEGERS = range(-(2**63), 2**63)
RESERVED_KEYS = frozenset(name for name in RESERVED) | {"workspace_term"}


def _unreserved(key: str) -> str:
    if key in RESERVED_KEYS or key.startswith("_mem"):
        raise ValueError("is oxgraph's own; give your property another name")
    return key


def _label(text: str) -> str:
    if text.startswith("_mem"):
        raise ValueError("begins with _mem, which is oxgraph's own")
    return text


Scalar = bool | int | float | Annotated[str, StringConstraints(max_length=limits.CONTENT)]
Property = Scalar | OneOrMany[Scalar] | None
Key = Annotated[Name, AfterValidator(_unreserved)]
TypeLabel = Annotated[Name, AfterValidator(_label)]
RelationshipType = Name


class EntitySearch(Input):
    """What to look for. Raises InvalidInput."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=limits.INTENT)]
    type: Name | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 10


class Described(Input):
    """An entity's name, type and properties."""

    type: TypeLabel | None = None
    description: Text | None = None
    properties: Annotated[Mapping[Key, Any], Field(max_length=PROPERTIES)] | None = None

    def stored(self) -> dict[str, Any]:
        """The properties as the graph keeps them; what is None is taken off. Raises InvalidInput."""
        return {key: _storable(key, value) for key, value in (self.properties or {}).items()}

    def labels(self) -> list[str]:
        """The label that a type is, unless it would mean something to oxgraph."""
        return [self.type] if self.type and self.type not in OURS else []


class NewEntity(Described):
    """An entity to be made. Raises InvalidInput."""

    name: EntityName
    node_id: Id | None = None
    connection: Name | None = None
    shown: Shown = ()


class EntityChange(Described, EntityId):
    """What to change of an entity; None leaves. Raises InvalidInput."""

    name: EntityName | None = None
    shown: Shown | None = None

    def model_post_init(self, context: Any, /) -> None:
        """A change that changes nothing is a slip of the caller."""
        given = (self.name, self.type, self.description, self.shown)
        if all(value is None for value in given) and not self.properties:
            raise InvalidInput(field="entity", reason="give name, type, description, properties or shown to change")


class TraverseRequest(EntityId):
    """From where, along what, and how far. Raises InvalidInput."""

    types: OneOrMany[RelationshipType] = ()
    direction: Direction = "both"
    depth: Annotated[int, Field(ge=1, le=4)] = 1
    limit: Annotated[int, Field(ge=1, le=1_000)] = limits.PAGE
    memory: bool = False


class FoundEntity(EntityRow):
    """An entity that a search found; `score` is 0 to 1.

    `found_by` says how: name (it is called so, or nearly, or has that node_id), words (its name shares words with the
    text), meaning (the cosine of their vectors).
    """

    score: float
    found_by: FoundBy


class TraversedNode(Result):
    """An entity, or with `memory` a memory, whose name is what it says; `depth` is the number of steps to it."""

    id: str
    kind: Literal["entity", "memory"]
    node_id: str | None = None
    name: str | None
    type: str | None
    depth: int


class TraversedEdge(Result):
    """A relationship of the domain, or subject or object of a memory, from `source` to `target`."""

    type: str
    source: str
    target: str


class Traversal(Result):
    """What was reached, nearest first, the entity itself being the first; `truncated` where there was more."""

    nodes: tuple[TraversedNode, ...]
    edges: tuple[TraversedEdge, ...]
    truncated: bool


def _storable(key: str, value: Any) -> Any:
    """A scalar or a list of scalars of one kind. Raises InvalidInput."""
    field = f"properties.{key}"
    if value is None or _scalar(field, value):
        return value
    if not isinstance(value, list | tuple):
        raise InvalidInput(field=field, reason="must be a text, a number, true, false, a list of one of these, or null")
    if len(value) > limits.STATEMENTS:
        raise InvalidInput(field=field, reason=f"has more than {limits.STATEMENTS:,} entries")
    if len({type(item) for item in value}) > 1 or not all(_scalar(field, item) for item in value):
        raise InvalidInput(field=field, reason="must hold only texts, only numbers of one kind, or only true and false")
    return list(value)


def _scalar(field: str, value: Any) -> bool:
    """Whether it is one; a text or number beyond what the graph keeps is refused."""
    if isinstance(value, str):
        if len(value) > limits.CONTENT:
            raise InvalidInput(field=field, reason=f"is longer than {limits.CONTENT:,} characters")
        if not is_unicode(value):
            raise InvalidInput(field=field, reason="must be valid Unicode text")
        return True
    if isinstance(value, bool | float):
        return True
    if isinstance(value, int) and value not in INTEGERS:
        raise InvalidInput(field=field, reason="must fit into 64 bits")
    return isinstance(value, int)
