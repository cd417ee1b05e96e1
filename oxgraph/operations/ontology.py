"""The things that the workspace knows of, and how they stand to each other."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import NodeType
from oxgraph.operations.operation import Page, operation
from oxgraph.types import EntityDetails, LinkedEntities, limits
from oxgraph.types.entities import EntityName
from oxgraph.types.fields import Id, Name, OneOrMany
from oxgraph.types.ontology import PROPERTIES, Direction, FoundEntity, RelationshipType, Traversal

NodeId = Annotated[Id, Field(description="The node's id, as ontology.search shows it.")]
NewName = Annotated[EntityName, Field(description="What it is called.", examples=["Ada Lovelace"])]
Description = Annotated[str, Field(max_length=limits.INTENT, description="What it is, in a sentence.")]
Properties = Annotated[
    Mapping[str, Any],
    Field(
        max_length=PROPERTIES,
        description="Properties of yours by name: texts, numbers, true or false, or lists of one of these.",
        examples=[{"country": "PT", "tags": ["vip"]}],
    ),
]
Relationship = Annotated[
    RelationshipType,
    Field(description="The relationship's type: letters, digits and underscores.", examples=["WORKS_AT"]),
]


@operation("ontology.search", "GET /ontology/search", call="semantic.entities.search", effect="reads", node_type="type")
async def search(
    memory: AsyncMemory,
    text: Annotated[
        str, Field(min_length=1, max_length=limits.INTENT, description="A name or words.", examples=["Ada"])
    ],
    type: NodeType | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Nodes at most.")] = 10,
) -> Page[FoundEntity]:
    """Search the nodes of the workspace's graph by name, words and meaning, the best first.

    Use it to find a node's id before you read, change or link it, and before you create one that may be there
    already. `found_by` says how it was found.
    """
    return Page(items=tuple(await memory.semantic.entities.search(text, type=type, limit=limit)))


@operation(
    "ontology.get_node", "GET /entities/{node_id}", call="semantic.entities.get", effect="reads", targets=("node_id",)
)
async def get_node(memory: AsyncMemory, node_id: NodeId) -> EntityDetails:
    """Get a node with its properties, its other names, and its relationships (at most 100).

    Use it before you change a node, or to see what it is joined to; ontology.traverse goes further.
    """
    return await memory.semantic.entities.get(node_id)


@operation(
    "ontology.create_node",
    "POST /entities",
    call="semantic.entities.create",
    effect="writes",
    targets=("node_id",),
    node_type="type",
    status=201,
)
async def create_node(
    memory: AsyncMemory,
    *,
    name: NewName,
    type: NodeType | None = None,
    node_id: Annotated[Id, Field(description="The id by which your systems name it; default: one is made.")]
    | None = None,
    description: Description | None = None,
    properties: Properties | None = None,
    connection: Annotated[Name, Field(description="The source that it comes from.", examples=["crm"])] | None = None,
) -> EntityDetails:
    """Create a node in the workspace's graph.

    Search first (ontology.search): a node of this name and type that is there already should be changed
    (ontology.update_node), and a second one is refused unless its own `node_id` tells it apart. Join it to others with
    ontology.link.
    """
    given: dict[str, Any] = {key: value for key, value in locals().items() if key not in ("memory", "name")}
    return await memory.semantic.entities.create(name, **given)


@operation(
    "ontology.update_node",
    "PATCH /entities/{node_id}",
    call="semantic.entities.update",
    effect="writes",
    idempotent=True,
    targets=("node_id",),
    node_type="type",
)
async def update_node(
    memory: AsyncMemory,
    *,
    node_id: NodeId,
    name: Annotated[EntityName, Field(description="A new name; the old one goes on leading to it.")] | None = None,
    type: NodeType | None = None,
    description: Description | None = None,
    properties: Annotated[Properties, Field(description="Properties to set; null takes one off, the others stay.")]
    | None = None,
) -> EntityDetails:
    """Change a node: its name, type, description or properties; what is left out stays as it is.

    Get the node first (ontology.get_node), so that you know what you replace.
    """
    given: dict[str, Any] = {key: value for key, value in locals().items() if key not in ("memory", "node_id")}
    return await memory.semantic.entities.update(node_id, **given)


@operation(
    "ontology.link",
    "POST /entities/{source}/links",
    call="semantic.entities.link",
    effect="writes",
    idempotent=True,
    targets=("source", "target"),
)
async def link(
    memory: AsyncMemory,
    source: Annotated[NodeId, Field(description="From which node: its id.")],
    type: Relationship,
    target: Annotated[NodeId, Field(description="To which node: its id.")],
    connection: Annotated[Name, Field(description="The source that says so.", examples=["crm"])] | None = None,
) -> LinkedEntities:
    """Draw a relationship from one node to another, such as WORKS_AT from a person to a company.

    Both nodes must be there. Drawn once: again changes nothing, and `created` is false.
    """
    return await memory.semantic.entities.link(source, type, target, connection)


@operation(
    "ontology.traverse",
    "GET /entities/{node_id}/traversal",
    call="semantic.entities.traverse",
    effect="reads",
    targets=("node_id",),
)
async def traverse(
    memory: AsyncMemory,
    *,
    node_id: NodeId,
    types: Annotated[
        OneOrMany[RelationshipType], Field(description="Only relationships of these types.", examples=[["WORKS_AT"]])
    ] = (),
    direction: Annotated[Direction, Field(description="Along the relationships' direction, against it, or both.")] = (
        "both"
    ),
    depth: Annotated[int, Field(ge=1, le=4, description="Steps at most.")] = 1,
    limit: Annotated[int, Field(ge=1, le=1_000, description="Nodes at most; the nearest come first.")] = 100,
    memory_edges: Annotated[bool, Field(description="Also what memories say of the nodes.")] = False,
) -> Traversal:
    """Walk the graph from a node along its relationships, breadth first.

    Use it to see what is joined to a node, and through what. Each node has its `depth`, the steps from where you
    began; `truncated` says that there was more: narrow `types`, or begin nearer.
    """
    return await memory.semantic.entities.traverse(
        node_id, types=types, direction=direction, depth=depth, limit=limit, memory=memory_edges
    )
