# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""A workspace's memory as a graph to browse: nodes, their neighbours, titles."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from oxgraph.client._sync.access import Access
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.entity_properties import shown_properties
from oxgraph.client.text import words
from oxgraph.cypher import query
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.graph import Row
from oxgraph.ids import is_uuid
from oxgraph.types import Role, limits
from oxgraph.types.graph import (
    KINDS,
    FindRequest,
    GraphEdge,
    GraphNeighbourhood,
    GraphNode,
    NeighboursRequest,
    NodeRequest,
    pasted,
)
from oxgraph.types.node_kinds import NodeKind
from oxgraph.types.pages import NOT_ONE, write_cursor

LONGEST = 80
Properties = Mapping[str, Any]
Composed = Callable[[Properties], str]


def graph_node(row: Row, role: Role) -> GraphNode | None:
    """The node of a row with id, labels and properties, as a caller of a role sees it.

    None for a kind that is not to be looked at.
    """
    kind = kind_of(row["labels"])
    if kind is None:
        return None
    properties = {name: value for name, value in row["properties"].items() if value is not None}
    if kind == "entity":
        properties = shown_properties(properties, role)
    return GraphNode(id=row["id"], kind=kind, title=title(kind, properties), properties=properties)


def kind_of(labels: Sequence[str]) -> NodeKind | None:
    """An entity first: the labels of the domain beside it may be any of the others."""
    return next((kind for kind in KINDS if kind in labels), None)


def title(kind: NodeKind, given: Properties) -> str:
    """What to call a node in a picture or a list: at most 80 characters on one line."""
    line = " ".join(str(_words(kind, given) or given.get("id") or kind).split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def _words(kind: NodeKind, given: Properties) -> Any:
    if kind in COMPOSED:
        return COMPOSED[kind](given)
    return next((given[key] for key in SPEAKING if given.get(key)), None)


def _joined(*keys: str, by: str = " ") -> Composed:
    return lambda given: by.join(str(given[key]) for key in keys if given.get(key))


def _message_text(given: Properties) -> str:
    return f"{given.get('speaker') or given.get('role')}: {given.get('text')}"


SPEAKING = ("content", "text", "intent_summary", "summary", "intent", "title", "name", "conversation_id", "session_id")
COMPOSED: dict[NodeKind, Composed] = {
    "entity": _joined("name"),
    "action": _joined("action_type", "target_node_type", "error_code"),
    "message": _message_text,
    "pattern_key": _joined("action_type", "node_type", "error_code", "context", by=":"),
    "benchmark": _joined("metric_name", "date", "value"),
}


MARGIN = 50

Nodes: TypeAlias = list[GraphNode]
After: TypeAlias = dict[str, int]


@typed_arguments
class GraphView:
    """Nodes of the workspace's memory and their neighbours: entities, memories, actions, patterns, what was said.

    Not tokens, slots and locks, and nothing that is hidden, deleted or forgotten.
    """

    def __init__(self, access: Access) -> None:
        self._access = access

    def node(self, id: str) -> GraphNode:
        """A node by its id, with what stands on it but for vectors. Raises InvalidInput, NotFound."""
        return self._node("graph.node", NodeRequest(id=id).id)

    def neighbours(
        self, id: str, *, kinds: Iterable[NodeKind] | NodeKind = (), limit: int = limits.PAGE, cursor: str | None = None
    ) -> GraphNeighbourhood:
        """A node and up to `limit` (1 to 1,000) of those next to it, of some `kinds` or of all.

        The latest of each kind of relationship come first, the kinds taking turns, so that a node with a million
        actions shows its memories too; `next` goes on. Of a kind of relationship the first 100,000 can be reached so.
        Raises InvalidInput, NotFound.
        """
        wanted: tuple[NodeKind, ...] = (kinds,) if isinstance(kinds, str) else tuple(kinds)
        asked = NeighboursRequest(id=id, kinds=wanted, limit=limit, cursor=cursor)
        after, node = _after(asked), self._node("graph.neighbours", asked.id)
        given = {"kinds": list(asked.kinds), "after": after, "limit": asked.one_more}
        rows = self._access.read("graph.neighbours", "graph/neighbours", id=asked.id, **given)
        return self._neighbourhood(node, asked, after, rows)

    def find(self, text: str = "", *, kind: NodeKind | None = None, limit: int = 20) -> Nodes:
        """Nodes to begin with: those that a text names or shares words with, or without one the latest of each kind.

        A text may be an id. Raises InvalidInput.
        """
        asked = FindRequest(text=text, kind=kind, limit=limit)
        text = asked.text.strip()
        if not text:
            given = {"kind": asked.kind, "limit": asked.limit}
            return self._nodes(self._access.read("graph.find", "graph/find", **given))
        found = self._of("graph.find", [text] if is_uuid(text) else [])
        found += self._named(text, asked) + self._worded(text, asked)
        return list({node.id: node for node in found if asked.kind in (None, node.kind)}.values())[: asked.limit]

    def _node(self, call: str, id: str) -> GraphNode:
        found = self._of(call, [id])
        if not found:
            raise NotFound(kind="node", id=id)
        return found[0]

    def _of(self, call: str, ids: list[str]) -> Nodes:
        return self._nodes(self._access.read(call, "graph/nodes", ids=ids)) if ids else []

    def _named(self, text: str, asked: FindRequest) -> Nodes:
        """Entities found by name, not by meaning."""
        if asked.kind not in (None, "entity"):
            return []
        given = {"text": text, "type": None, "reach": asked.limit + MARGIN, "limit": asked.limit}
        rows = self._access.read("graph.find", "entity/called", **given)
        return self._of("graph.find", [row["id"] for row in rows])

    def _worded(self, text: str, asked: FindRequest) -> Nodes:
        found = words(text)
        if not found:
            return []
        given = {"words": " ".join(found), "kind": asked.kind, "limit": asked.limit, "reach": asked.limit + MARGIN}
        return self._nodes(self._access.read("graph.find", "graph/words", **given))

    def _neighbourhood(
        self, node: GraphNode, asked: NeighboursRequest, after: After, rows: list[Row]
    ) -> GraphNeighbourhood:
        page = rows[: asked.limit]
        later = after | {row["group"]: row["place"] for row in page}
        given = {"workspace_id": self._access.workspace_id, "id": node.id, "limit": asked.limit}
        others = {found.id: found for found in self._nodes(page)}
        return GraphNeighbourhood(
            node=node,
            nodes=tuple(others.values()),
            edges=tuple(_edge(node.id, row) for row in page if row["id"] in others or row["id"] == node.id),
            next=write_cursor(_list(asked), [json.dumps(later)]) if len(rows) > asked.limit else None,
            cypher=pasted(query("neighbourhood").body, given),
        )

    def _nodes(self, rows: list[Row]) -> Nodes:
        return [node for row in rows if (node := graph_node(row, self._access.role)) is not None]


def _edge(id: str, row: Row) -> GraphEdge:
    source, target = (id, row["id"]) if row["outgoing"] else (row["id"], id)
    return GraphEdge(id=row["edge"], type=row["type"], source=source, target=target)


def _list(asked: NeighboursRequest) -> str:
    return f"neighbours {asked.id} {','.join(sorted(asked.kinds))}"


def _after(asked: NeighboursRequest) -> After:
    """The number of the last relationship returned of each group, from a cursor. Raises InvalidInput."""
    (text,) = asked.place(_list(asked), ["{}"])
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or any(type(number) is not int or abs(number) >= 2**63 for number in found.values()):
        raise InvalidInput(field="cursor", reason=NOT_ONE)
    return found
