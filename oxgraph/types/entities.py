"""What is handed over and given back about entities."""

import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, StringConstraints

from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, Limit, Name
from oxgraph.types.results import Result

Stage = Literal["exact", "alias", "trigram", "model", "new"]


def has_words(name: str) -> bool:
    """Whether a name has a letter or a digit of any script: without one there is nothing to compare."""
    return any(unicodedata.category(character)[0] in "LN" for character in unicodedata.normalize("NFKC", name))


def _worded(name: str) -> str:
    if not has_words(name):
        raise ValueError("must have a letter or a digit")
    return name


EntityName = Annotated[str, StringConstraints(max_length=limits.ENTITY_NAME), AfterValidator(_worded)]


class NamedEntity(Input):
    """A name to be resolved, and what is known about its entity. Raises InvalidInput.

    `id` is the entity's id or node_id, where it is known; `attributes` are texts, numbers, truth values, times and
    lists of texts by name, such as an address; `judged` is what a model decided: an entity's id, or '' for a new one.
    """

    name: EntityName | None = None
    id: Id | None = None
    type: Name | None = None
    attributes: Mapping[str, Any] = Field(default_factory=dict, max_length=limits.ATTRIBUTES)
    judged: str | None = Field(default=None, max_length=limits.ID)

    def item(self) -> dict[str, Any]:
        """What oxgraph.resolve takes."""
        return self.model_dump(exclude_none=True)


class TypeCount(Result):
    """How many entities of a type are shown; no name is that of entities without a type."""

    name: str | None
    entities: int


class EntityCounts(Result):
    """How many entities are shown and hidden (or merged into another), and of the commonest types the shown ones."""

    entities: int
    hidden: int
    types: tuple[TypeCount, ...]


class EntityFilter(Input):
    """Which entities; `name` is what one of their names begins with."""

    type: Name | None = None
    connection: Name | None = None
    name: EntityName | None = None
    hidden: bool = False
    limit: Limit = limits.PAGE


class EntityId(Input):
    """Which entity, by id or node_id."""

    entity: Id


class NewAlias(EntityId):
    """Another name that an entity goes by."""

    alias: EntityName


class MergeRequest(Input):
    """Which entity stays, and which becomes part of it; by id or node_id."""

    keep: Id
    absorb: Id


class ResolvedEntity(Result):
    """What a name means.

    `stage` says how it was found: exact (an entity's own name), alias, trigram (similar), model, or new; `score` is
    the similarity of the names, 0 to 1. `created` says whether this call made the entity. `candidates` are others
    that it may mean: maps of entity_id, name and score.
    """

    name: str | None
    entity_id: str
    node_id: str | None
    stage: Stage
    score: float
    created: bool
    candidates: tuple[Any, ...] = ()


class EntityRow(Result):
    """An entity. `aliases` are the names it goes by beside its own; `memories` how many are about it."""

    id: str
    node_id: str | None
    name: str | None
    type: str | None
    description: str | None
    connection: str | None
    hidden: bool
    merged_into: str | None
    aliases: tuple[str, ...]
    memories: int


class EntityDetails(EntityRow):
    """An entity with all its properties and relationships.

    `properties` are the node's, without its vectors; of a node of your own graph an agent's token gets those that were
    chosen. `absorbed` are the ids of those that were merged into it; `references` how many actions and patterns refer
    to it; `links` its relationships of the domain, at most 100.
    """

    properties: Mapping[str, Any]
    absorbed: tuple[str, ...]
    references: int
    links: tuple[Any, ...]


class AliasGiven(Result):
    """A name that an entity goes by; `others` are the ids of other entities of that name."""

    entity_id: str
    alias: str
    created: bool
    others: tuple[str, ...]


class MergeReport(Result):
    """How much was moved by a merge or a split: names, edges from memories, edges from actions and patterns."""

    entity_id: str
    absorbed_id: str
    outcome: Literal["merged", "split", "unchanged"]
    aliases: int
    memories: int
    references: int


class Visibility(Result):
    """Whether an entity is hidden, and whether this call changed it."""

    entity_id: str
    hidden: bool
    changed: bool
