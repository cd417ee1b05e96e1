"""Operations on entities, the nodes of the workspace's graph: search, create, change, link, traverse, merge, hide."""

from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import Cursor, Limit, NodeType
from oxgraph.operations.definition import Page, Tool, operation
from oxgraph.types import (
    AliasGiven,
    EntityDetails,
    EntityRow,
    LinkedEntities,
    MergeReport,
    ResolvedEntity,
    Visibility,
    limits,
)
from oxgraph.types.adoption import SHOWN
from oxgraph.types.entities import EntityName
from oxgraph.types.fields import Id, Name, OneOrMany
from oxgraph.types.ontology import PROPERTIES, Direction, FoundEntity, RelationshipType, Traversal

NodeId = Annotated[Id, Field(description="The node's id, as ontology.search shows it.")]

NewName = Annotated[EntityName, Field(description="Its name.", examples=["Ada Lovelace"])]

Description = Annotated[str, Field(max_length=limits.INTENT, description="A description in one sentence.")]

Properties = Annotated[
    Mapping[str, Any],
    Field(
        max_length=PROPERTIES,
        description="Your own properties by name: texts, numbers, booleans, or lists of one of these.",
        examples=[{"country": "PT", "tags": ["vip"]}],
    ),
]

ShownNames = Annotated[
    tuple[Name, ...],
    Field(max_length=SHOWN, description="Names of properties that recall searches and shows.", examples=[["hours"]]),
]

RelationType = Annotated[
    RelationshipType,
    Field(description="The relationship's type: letters, digits and underscores.", examples=["WORKS_AT"]),
]


@operation(
    "ontology.search",
    "GET /ontology/search",
    call="semantic.entities.search",
    tool=Tool("ontology"),
    effect="reads",
    node_type="node_type",
    renamed={"text": "query", "type": "node_type"},
)
async def search(
    memory: AsyncMemory,
    query: Annotated[
        str, Field(min_length=1, max_length=limits.INTENT, description="A name or words.", examples=["Ada"])
    ],
    node_type: NodeType | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Maximum number of nodes.")] = 10,
) -> Page[FoundEntity]:
    """Search the nodes of the workspace's graph by name, words and meaning, the best first.

    Use it to find a node's id before you read, change or link it, and before you create one that may exist already.
    `found_by` says how it was found.
    """
    return Page(items=tuple(await memory.semantic.entities.search(query, type=node_type, limit=limit)))


@operation(
    "ontology.get_node",
    "GET /entities/{node_id}",
    call="semantic.entities.get",
    tool=Tool("ontology"),
    effect="reads",
    targets=("node_id",),
)
async def get_node(memory: AsyncMemory, node_id: NodeId) -> EntityDetails:
    """Get a node with its properties, its other names, and its relationships (at most 100).

    Use it before you change a node, or to see its relationships; ontology.traverse goes further.
    """
    return await memory.semantic.entities.get(node_id)


@operation(
    "ontology.create_node",
    "POST /entities",
    call="semantic.entities.create",
    tool=Tool("ontology", often=("name", "node_type", "node_id", "description", "properties")),
    effect="writes",
    targets=("node_id",),
    node_type="node_type",
    location=lambda made: f"/entities/{quote(made.node_id, safe='')}",
    renamed={"type": "node_type"},
    example={"name": "Ada Lovelace", "node_type": "person", "node_id": "person-17"},
)
async def create_node(
    memory: AsyncMemory,
    *,
    name: NewName,
    node_type: NodeType | None = None,
    node_id: Annotated[Id, Field(description="Its id in your systems; default: a new one.")] | None = None,
    description: Description | None = None,
    properties: Properties | None = None,
    shown: ShownNames = (),
    connection: Annotated[Name, Field(description="The source that it comes from.", examples=["crm"])] | None = None,
) -> EntityDetails:
    """Create a node in the workspace's graph.

    Search first (ontology.search): change an existing node of this name and type with ontology.update_node; a second
    one is refused unless it has its own `node_id`. Connect it to others with ontology.link.
    """
    return await memory.semantic.entities.create(
        name,
        type=node_type,
        node_id=node_id,
        description=description,
        properties=properties,
        shown=shown,
        connection=connection,
    )


@operation(
    "ontology.update_node",
    "PATCH /entities/{node_id}",
    call="semantic.entities.update",
    tool=Tool("ontology", often=("node_id", "name", "node_type", "description", "properties")),
    effect="writes",
    idempotent=True,
    targets=("node_id",),
    node_type="node_type",
    renamed={"type": "node_type"},
    example={"description": "Wrote the first program."},
)
async def update_node(
    memory: AsyncMemory,
    *,
    node_id: NodeId,
    name: Annotated[EntityName, Field(description="A new name; it is still found by the old one.")] | None = None,
    node_type: NodeType | None = None,
    description: Description | None = None,
    properties: Annotated[Properties, Field(description="Properties to set; null removes one, the others stay.")]
    | None = None,
    shown: ShownNames | None = None,
) -> EntityDetails:
    """Change a node: its name, type, description or properties; what is left out stays as it is.

    Get the node first (ontology.get_node) to see what you replace.
    """
    return await memory.semantic.entities.update(
        node_id, name=name, type=node_type, description=description, properties=properties, shown=shown
    )


@operation(
    "ontology.link",
    "POST /entities/{source}/links",
    call="semantic.entities.link",
    tool=Tool("ontology", often=("source", "relationship_type", "target")),
    effect="writes",
    idempotent=True,
    targets=("source", "target"),
    renamed={"type": "relationship_type"},
    example={"relationship_type": "WORKS_AT", "target": "company-3"},
)
async def link(
    memory: AsyncMemory,
    source: Annotated[NodeId, Field(description="The id of the node that it starts from.")],
    relationship_type: RelationType,
    target: Annotated[NodeId, Field(description="The id of the node that it points to.")],
    connection: Annotated[Name, Field(description="The source that states it.", examples=["crm"])] | None = None,
) -> LinkedEntities:
    """Create a relationship from one node to another, such as WORKS_AT from a person to a company.

    Both nodes must exist. A repetition changes nothing, and `created` is false.
    """
    return await memory.semantic.entities.link(source, relationship_type, target, connection)


@operation(
    "ontology.traverse",
    "GET /entities/{node_id}/traversal",
    call="semantic.entities.traverse",
    tool=Tool("ontology", often=("node_id", "relationship_types", "direction", "depth")),
    effect="reads",
    targets=("node_id",),
)
async def traverse(
    memory: AsyncMemory,
    *,
    node_id: NodeId,
    relationship_types: Annotated[
        OneOrMany[RelationshipType], Field(description="Only relationships of these types.", examples=[["WORKS_AT"]])
    ] = (),
    direction: Annotated[Direction, Field(description="Follow relationships forwards, backwards, or both.")] = ("both"),
    depth: Annotated[int, Field(ge=1, le=4, description="Maximum number of steps.")] = 1,
    limit: Annotated[
        int, Field(ge=1, le=1_000, description="Maximum number of nodes; the nearest come first.")
    ] = limits.PAGE,
    memory_edges: Annotated[bool, Field(description="Also relationships stated by memories.")] = False,
) -> Traversal:
    """Walk the graph from a node along its relationships, breadth first.

    Use it to see what a node is connected to, and how. Each node has its `depth`, the number of steps from the start;
    `truncated` says that there was more: narrow `relationship_types`, or start nearer.
    """
    return await memory.semantic.entities.traverse(
        node_id, types=relationship_types, direction=direction, depth=depth, limit=limit, memory=memory_edges
    )


Entity = Annotated[Id, Field(description="The entity, by its id or by its id in your systems (node_id).")]

PATH = "/entities/{node_id}"


@operation(
    "semantic.entities",
    "GET /entities",
    call="semantic.entities.list_page",
    effect="reads",
    renamed={"type": "node_type"},
)
async def entities(
    memory: AsyncMemory,
    *,
    node_type: NodeType | None = None,
    connection: Annotated[Name, Field(description="The source that they came from.")] | None = None,
    name: Annotated[EntityName, Field(description="Only those of this name.")] | None = None,
    hidden: Annotated[bool, Field(description="Also hidden ones.")] = False,
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
) -> Page[EntityRow]:
    """List entities by name."""
    return await memory.semantic.entities.list_page(
        type=node_type, connection=connection, name=name, hidden=hidden, limit=limit, cursor=cursor
    )


@operation(
    "semantic.resolve",
    "POST /entities/resolve",
    call="semantic.entities.resolve",
    effect="writes",
    idempotent=True,
    example={"names": ["Ada Lovelace", "Initech"], "create": False},
)
async def resolve(
    memory: AsyncMemory,
    names: Annotated[tuple[EntityName, ...], Field(min_length=1, max_length=limits.STATEMENTS)],
    create: Annotated[bool, Field(description="Whether unknown names become entities.")] = True,
) -> Page[ResolvedEntity]:
    """Resolve names to entities: by exact name, by alias, by similarity, else a new one."""
    return Page(items=tuple(await memory.semantic.entities.resolve(list(names), create=create)))


@operation(
    "semantic.alias",
    f"POST {PATH}/aliases",
    call="semantic.entities.alias",
    effect="writes",
    example={"alias": "A. Lovelace"},
)
async def alias(
    memory: AsyncMemory, node_id: Entity, alias: Annotated[EntityName, Field(description="Another name for it.")]
) -> AliasGiven:
    """Add an alias to an entity."""
    return await memory.semantic.entities.alias(node_id, alias)


@operation(
    "semantic.merge",
    f"POST {PATH}/merge",
    call="semantic.entities.merge",
    effect="writes",
    example={"absorb": "person-18"},
)
async def merge(
    memory: AsyncMemory,
    node_id: Entity,
    absorb: Annotated[Id, Field(description="The id of the entity to merge into it.")],
) -> MergeReport:
    """Merge one entity into another; `split` undoes it."""
    return await memory.semantic.entities.merge(node_id, absorb)


@operation("semantic.split", f"POST {PATH}/split", call="semantic.entities.split", effect="writes")
async def split(memory: AsyncMemory, node_id: Entity) -> MergeReport:
    """Undo the merge of an entity."""
    return await memory.semantic.entities.split(node_id)


@operation("semantic.hide", f"POST {PATH}/hide", call="semantic.entities.hide", effect="writes", idempotent=True)
async def hide(memory: AsyncMemory, node_id: Entity) -> Visibility:
    """Hide an entity from every read; nothing is deleted."""
    return await memory.semantic.entities.hide(node_id)


@operation("semantic.show", f"POST {PATH}/show", call="semantic.entities.show", effect="writes", idempotent=True)
async def show(memory: AsyncMemory, node_id: Entity) -> Visibility:
    """Show a hidden entity again."""
    return await memory.semantic.entities.show(node_id)
