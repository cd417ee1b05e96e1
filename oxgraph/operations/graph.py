"""A workspace's memory as a graph to look at, and who changed what in it."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import Cursor
from oxgraph.operations.operation import Page, operation
from oxgraph.types import limits
from oxgraph.types.fields import Id
from oxgraph.types.graph import GraphNeighbourhood, GraphNode, NodeKind
from oxgraph.types.pages import AuditRow

NodeId = Annotated[Id, Field(description="The node's id.")]
Limit = Annotated[int, Field(ge=1, le=1_000, description="At most so many.")]


@operation("graph.find", "GET /graph", call="graph.find", effect="reads", tool=False)
async def find(
    memory: AsyncMemory,
    text: Annotated[str, Field(max_length=limits.INTENT, description="A name, some words, or an id.")] = "",
    kind: Annotated[NodeKind, Field(description="Of this kind alone.")] | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="At most so many.")] = 20,
) -> Page[GraphNode]:
    """Find nodes to begin with: by a name, by words or by id; without a text the latest of each kind."""
    return Page(items=tuple(await memory.graph.find(text, kind=kind, limit=limit)))


@operation("graph.node", "GET /graph/{id}", call="graph.node", effect="reads", tool=False)
async def node(memory: AsyncMemory, id: NodeId) -> GraphNode:
    """Read a node of any kind: what it is, a line that says which one, and what stands on it."""
    return await memory.graph.node(id)


@operation("graph.neighbours", "GET /graph/{id}/neighbours", call="graph.neighbours", effect="reads", tool=False)
async def neighbours(
    memory: AsyncMemory,
    id: NodeId,
    kinds: Annotated[tuple[NodeKind, ...], Field(max_length=20, description="Of these kinds; none named: all.")] = (),
    limit: Limit = 50,
    cursor: Cursor | None = None,
) -> GraphNeighbourhood:
    """Read a node with those next to it and the edges between, and the Cypher that shows the same in Neo4j Browser."""
    return await memory.graph.neighbours(id, kinds=kinds, limit=limit, cursor=cursor)


@operation("workspace.audit", "GET /audit", call="audit", effect="reads", tool=False)
async def audit(memory: AsyncMemory, limit: Limit = 50, cursor: Cursor | None = None) -> Page[AuditRow]:
    """Tell who changed what in the workspace's house, the latest first."""
    return await memory.audit(limit=limit, cursor=cursor)
