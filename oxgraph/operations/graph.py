"""Operations on the memory as a graph of nodes of any kind, as the explorer shows it."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.arguments import Cursor, Limit
from oxgraph.operations.definition import Page, operation
from oxgraph.types import limits
from oxgraph.types.fields import Id
from oxgraph.types.graph import GraphNeighbourhood, GraphNode
from oxgraph.types.node_kinds import NodeKind

NodeId = Annotated[Id, Field(description="The node's id.")]


@operation("graph.find", "GET /graph", call="graph.find", effect="reads", renamed={"text": "query"})
async def find(
    memory: AsyncMemory,
    query: Annotated[str, Field(max_length=limits.INTENT, description="A name, some words, or an id.")] = "",
    kind: Annotated[NodeKind, Field(description="Only nodes of this kind.")] | None = None,
    limit: Annotated[int, Field(ge=1, le=200, description="Maximum number of nodes.")] = 20,
) -> Page[GraphNode]:
    """Find nodes by name, by words or by id; without a query, the latest of each kind."""
    return Page(items=tuple(await memory.graph.find(query, kind=kind, limit=limit)))


@operation("graph.node", "GET /graph/{node_id}", call="graph.node", effect="reads")
async def node(memory: AsyncMemory, node_id: NodeId) -> GraphNode:
    """Read a node of any kind: its kind, a one-line label and its properties."""
    return await memory.graph.node(node_id)


@operation("graph.neighbours", "GET /graph/{node_id}/neighbours", call="graph.neighbours", effect="reads")
async def neighbours(
    memory: AsyncMemory,
    node_id: NodeId,
    kinds: Annotated[
        tuple[NodeKind, ...], Field(max_length=20, description="Only neighbours of these kinds; default: all.")
    ] = (),
    limit: Limit = limits.PAGE,
    cursor: Cursor | None = None,
) -> GraphNeighbourhood:
    """Read a node with its neighbours, the edges between them, and Cypher that shows the same in Neo4j Browser."""
    return await memory.graph.neighbours(node_id, kinds=kinds, limit=limit, cursor=cursor)
