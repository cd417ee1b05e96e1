"""A line that says which node one is."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oxgraph.graph import Row
from oxgraph.types.graph import KINDS, GraphNode, NodeKind

LONGEST = 80
Properties = Mapping[str, Any]
Composed = Callable[[Properties], str]


def graph_node(row: Row) -> GraphNode | None:
    """The node of a row with id, labels and properties; None for a kind that is not to be looked at."""
    kind = kind_of(row["labels"])
    if kind is None:
        return None
    properties = {name: value for name, value in row["properties"].items() if value is not None}
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


def _said(given: Properties) -> str:
    return f"{given.get('speaker') or given.get('role')}: {given.get('text')}"


SPEAKING = ("content", "text", "intent_summary", "summary", "intent", "title", "name", "conversation_id", "session_id")
COMPOSED: dict[NodeKind, Composed] = {
    "action": _joined("action_type", "target_node_type", "error_code"),
    "message": _said,
    "pattern_key": _joined("action_type", "node_type", "error_code", "context", by=":"),
    "benchmark": _joined("metric_name", "date", "value"),
}
