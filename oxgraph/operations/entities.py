"""The entities of a workspace: read as lists, resolved, named, merged and hidden."""

from typing import Annotated, Any

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import Cursor
from oxgraph.operations.operation import Page, operation
from oxgraph.types import AliasGiven, EntityRow, MergeReport, ResolvedEntity, Visibility, limits
from oxgraph.types.entities import EntityName
from oxgraph.types.fields import Id, Name

Entity = Annotated[Id, Field(description="The entity, by its id or by the id that your systems use (node_id).")]
PATH = "/entities/{node_id}"


@operation("semantic.entities", "GET /entities", call="semantic.entities.list_page", effect="reads", tool=False)
async def entities(
    memory: AsyncMemory,
    *,
    type: Name | None = None,
    connection: Annotated[Name, Field(description="The source that they came from.")] | None = None,
    name: Annotated[EntityName, Field(description="Only those that are called so.")] | None = None,
    hidden: Annotated[bool, Field(description="Also those that are hidden.")] = False,
    limit: Annotated[int, Field(ge=1, le=1_000)] = 50,
    cursor: Cursor | None = None,
) -> Page[EntityRow]:
    """List entities by name."""
    given: dict[str, Any] = {"type": type, "connection": connection, "name": name, "hidden": hidden}
    return await memory.semantic.entities.list_page(**given, limit=limit, cursor=cursor)


@operation(
    "semantic.resolve",
    "POST /entities/resolve",
    call="semantic.entities.resolve",
    effect="writes",
    idempotent=True,
    tool=False,
)
async def resolve(
    memory: AsyncMemory,
    names: Annotated[tuple[EntityName, ...], Field(min_length=1, max_length=limits.STATEMENTS)],
    create: Annotated[bool, Field(description="Whether names that are not known become entities.")] = True,
) -> Page[ResolvedEntity]:
    """Find the entities that names stand for: exactly, by alias, by likeness, else a new one."""
    return Page(items=tuple(await memory.semantic.entities.resolve(list(names), create=create)))


@operation("semantic.alias", f"POST {PATH}/aliases", call="semantic.entities.alias", effect="writes", tool=False)
async def alias(
    memory: AsyncMemory, node_id: Entity, alias: Annotated[EntityName, Field(description="Another name of it.")]
) -> AliasGiven:
    """Give an entity another name."""
    return await memory.semantic.entities.alias(node_id, alias)


@operation("semantic.merge", f"POST {PATH}/merge", call="semantic.entities.merge", effect="writes", tool=False)
async def merge(
    memory: AsyncMemory,
    node_id: Entity,
    absorb: Annotated[Id, Field(description="The entity that becomes part of it.")],
) -> MergeReport:
    """Make one entity of two; `split` takes it back."""
    return await memory.semantic.entities.merge(node_id, absorb)


@operation("semantic.split", f"POST {PATH}/split", call="semantic.entities.split", effect="writes", tool=False)
async def split(memory: AsyncMemory, node_id: Entity) -> MergeReport:
    """Take an entity that was merged out of the other again."""
    return await memory.semantic.entities.split(node_id)


@operation(
    "semantic.hide", f"POST {PATH}/hide", call="semantic.entities.hide", effect="writes", idempotent=True, tool=False
)
async def hide(memory: AsyncMemory, node_id: Entity) -> Visibility:
    """Hide an entity: it leaves every reading, and nothing is deleted."""
    return await memory.semantic.entities.hide(node_id)


@operation(
    "semantic.show", f"POST {PATH}/show", call="semantic.entities.show", effect="writes", idempotent=True, tool=False
)
async def show(memory: AsyncMemory, node_id: Entity) -> Visibility:
    """Show an entity that was hidden."""
    return await memory.semantic.entities.show(node_id)
