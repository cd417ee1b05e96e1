"""Operations on the vocabulary: predicates, memory types, entity types and connections (sources)."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.definition import Page, operation
from oxgraph.types import ConnectionRow, EntityTypeRow, PredicateRow, TypeRow
from oxgraph.types.entities import EntityCounts
from oxgraph.types.fields import Name, Text
from oxgraph.types.semantic_inputs import HalfLife, Share, TypeName, Worded

PredicateName = Annotated[Worded, Field(description="The predicate, or one of its synonyms.", examples=["drives"])]
MemoryType = Annotated[TypeName, Field(description="The memory type.", examples=["incident"])]
EntityType = Annotated[Name, Field(description="The entity type.", examples=["employee"])]
Description = Annotated[Text, Field(description="A description of what it is for.")]


@operation("semantic.predicates", "GET /predicates", call="semantic.predicates.list", effect="reads")
async def predicates(memory: AsyncMemory) -> Page[PredicateRow]:
    """List the predicates, and which of them are single-valued."""
    return Page(items=tuple(await memory.semantic.predicates.list()))


@operation(
    "semantic.define_predicate",
    "PUT /predicates/{name}",
    call="semantic.predicates.define",
    effect="writes",
    example={"stateful": True, "importance": 0.9, "synonyms": ["drives", "car"]},
)
async def define_predicate(
    memory: AsyncMemory,
    name: PredicateName,
    *,
    stateful: Annotated[
        bool | None,
        Field(description="Whether it is single-valued: only one value holds at a time. Without it, as it is."),
    ] = None,
    importance: Annotated[
        Share | None, Field(description="Importance, 0 to 1, from which a contradiction waits for a person's decision.")
    ] = None,
    description: Description | None = None,
    synonyms: Annotated[
        list[Worded] | None, Field(description="Other names that mean it; they replace those defined before.")
    ] = None,
) -> PredicateRow:
    """Define a predicate and its synonyms, or change its definition."""
    return await memory.semantic.predicates.define(name, stateful, importance, description, synonyms)


@operation("semantic.types", "GET /memory-types", call="semantic.types.list", effect="reads")
async def types(memory: AsyncMemory) -> Page[TypeRow]:
    """List the memory types with the half-life of their freshness."""
    return Page(items=tuple(await memory.semantic.types.list()))


@operation(
    "semantic.define_type",
    "PUT /memory-types/{name}",
    call="semantic.types.define",
    effect="writes",
    example={"half_life_days": 30},
)
async def define_type(
    memory: AsyncMemory,
    name: MemoryType,
    half_life_days: Annotated[HalfLife, Field(description="Days after which freshness has halved.")],
) -> TypeRow:
    """Add a memory type, or change its half-life."""
    return await memory.semantic.types.define(name, half_life_days)


@operation("semantic.entity_types", "GET /entity-types", call="semantic.entities.types", effect="reads")
async def entity_types(memory: AsyncMemory) -> Page[EntityTypeRow]:
    """List the entity types of the ontology."""
    return Page(items=tuple(await memory.semantic.entities.types()))


@operation("semantic.entity_counts", "GET /entity-counts", call="semantic.entities.counts", effect="reads")
async def entity_counts(memory: AsyncMemory) -> EntityCounts:
    """Count the entities: those shown, those hidden or merged, and those of each type, the commonest first."""
    return await memory.semantic.entities.counts()


@operation(
    "semantic.define_entity_type",
    "PUT /entity-types/{name}",
    call="semantic.entities.define_type",
    effect="writes",
    example={"description": "Somebody who works for us."},
)
async def define_entity_type(
    memory: AsyncMemory,
    name: EntityType,
    description: Description | None = None,
    parent: Annotated[Name, Field(description="Its parent type.")] | None = None,
) -> EntityTypeRow:
    """Add an entity type to the ontology, or change it."""
    return await memory.semantic.entities.define_type(name, description, parent)


@operation("semantic.connections", "GET /connections", call="semantic.connections.list", effect="reads")
async def connections(memory: AsyncMemory) -> Page[ConnectionRow]:
    """List the connections: the sources that entities and edges came from."""
    return Page(items=tuple(await memory.semantic.connections.list()))
