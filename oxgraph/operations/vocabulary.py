"""The words that a workspace's memory is made of: predicates, types of memories, types of entities, connections."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.operation import Page, operation
from oxgraph.types import ConnectionRemoval, ConnectionRow, EntityTypeRow, PredicateRow, TypeRow
from oxgraph.types.fields import Name, Text
from oxgraph.types.semantic_inputs import HalfLife, Share, TypeName, Worded

Description = Annotated[Text, Field(description="A word on what it is for.")]


@operation("semantic.predicates", "GET /predicates", call="semantic.predicates.list", effect="reads", tool=False)
async def predicates(memory: AsyncMemory) -> Page[PredicateRow]:
    """List the predicates, and which of them hold one value at a time."""
    return Page(items=tuple(await memory.semantic.predicates.list()))


@operation(
    "semantic.define_predicate",
    "PUT /predicates/{name}",
    call="semantic.predicates.define",
    effect="writes",
    tool=False,
)
async def define_predicate(
    memory: AsyncMemory,
    name: Worded,
    stateful: Annotated[bool, Field(description="Whether only one value holds at a time.")],
    importance: Annotated[Share, Field(description="From where on a contradiction asks for a person's word.")] = 0.5,
    description: Description | None = None,
) -> PredicateRow:
    """Say what is known of a predicate."""
    return await memory.semantic.predicates.define(name, stateful, importance, description)


@operation("semantic.types", "GET /memory-types", call="semantic.types.list", effect="reads", tool=False)
async def types(memory: AsyncMemory) -> Page[TypeRow]:
    """List the types of memories and how fast each loses its freshness."""
    return Page(items=tuple(await memory.semantic.types.list()))


@operation(
    "semantic.define_type", "PUT /memory-types/{name}", call="semantic.types.define", effect="writes", tool=False
)
async def define_type(
    memory: AsyncMemory,
    name: TypeName,
    half_life_days: Annotated[HalfLife, Field(description="Days after which half of the freshness is gone.")],
) -> TypeRow:
    """Add a type of memories, or change its half-life."""
    return await memory.semantic.types.define(name, half_life_days)


@operation("semantic.entity_types", "GET /entity-types", call="semantic.entities.types", effect="reads", tool=False)
async def entity_types(memory: AsyncMemory) -> Page[EntityTypeRow]:
    """List the types of the ontology."""
    return Page(items=tuple(await memory.semantic.entities.types()))


@operation(
    "semantic.define_entity_type",
    "PUT /entity-types/{name}",
    call="semantic.entities.define_type",
    effect="writes",
    tool=False,
)
async def define_entity_type(
    memory: AsyncMemory,
    name: Name,
    description: Description | None = None,
    parent: Annotated[Name, Field(description="The type that it is a kind of.")] | None = None,
) -> EntityTypeRow:
    """Add a type of the ontology, or say more of it."""
    return await memory.semantic.entities.define_type(name, description, parent)


@operation("semantic.connections", "GET /connections", call="semantic.connections.list", effect="reads", tool=False)
async def connections(memory: AsyncMemory) -> Page[ConnectionRow]:
    """List the sources that entities and edges came from."""
    return Page(items=tuple(await memory.semantic.connections.list()))


@operation(
    "semantic.delete_connection",
    "DELETE /connections/{name}",
    call="semantic.connections.delete",
    effect="destroys",
    tool=False,
)
async def delete_connection(memory: AsyncMemory, name: Name) -> ConnectionRemoval:
    """Remove a source's slice of the graph. Where it takes too long, the same call again goes on."""
    return await memory.semantic.connections.delete(name)
