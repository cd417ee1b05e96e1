"""A workspace's memory as a graph to look at."""

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any, get_args

from pydantic import Field, StringConstraints

from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, OneOrMany
from oxgraph.types.node_kinds import NodeKind
from oxgraph.types.pages import PageRequest
from oxgraph.types.results import Result

PARAMETER = re.compile(r"\$([a-z_]\w*)")
KINDS: tuple[NodeKind, ...] = get_args(NodeKind)


class GraphNode(Result):
    """A node: what it is, a line that says which one, and what stands on it, vectors left out."""

    id: str
    kind: NodeKind
    title: str
    properties: Mapping[str, Any] = Field(default_factory=dict)


class GraphEdge(Result):
    """A relationship, from `source` to `target`; its type as the graph has it: `_mem:…`, or a name of the domain."""

    id: str
    type: str
    source: str
    target: str


class GraphNeighbourhood(Result):
    """A node and a page of those next to it, with the edges between them and it; `next` goes on, None is the end.

    `cypher` shows the same in Neo4j Browser: paste it there.
    """

    node: GraphNode
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    next: str | None = None
    cypher: str


class NodeRequest(Input):
    """Which node. Raises InvalidInput."""

    id: Id


class NeighboursRequest(PageRequest):
    """Whose neighbours, and of which kinds; none means all. Raises InvalidInput."""

    id: Id
    kinds: OneOrMany[NodeKind] = ()


class FindRequest(Input):
    """What to begin with. Raises InvalidInput."""

    text: Annotated[str, StringConstraints(max_length=limits.INTENT)] = ""
    kind: NodeKind | None = None
    limit: Annotated[int, Field(ge=1, le=200)] = 20


def pasted(text: str, parameters: Mapping[str, Any]) -> str:
    """A query with the values in place of its parameters, for a person to paste: what is JSON is a literal of Cypher.

    Neo4j Browser takes whole numbers of a map of parameters for fractions, and draws nothing where `:param` stands
    before a query.
    """
    return PARAMETER.sub(lambda match: json.dumps(parameters[match[1]], ensure_ascii=False), text.strip())
