"""What becomes of each node that names the subject."""

from dataclasses import dataclass, field
from typing import Any

from oxgraph.client.erasing.names import ERASED, Names
from oxgraph.graph import Row
from oxgraph.ids import stable_id

STATEMENT = ("content", "topic_key", "keywords", "category", "predicate")
"""A memory that names the subject in one of these is about it, and goes; in another it is only reworded."""

DELETED = ("question", "predicate", "slot")
FIXED = ("transition", "tombstone", "workspace")
"""Kinds that cannot be changed; what is found there is told in the receipt."""

IDENTIFIERS = ("session_id", "agent_id", "conversation_id", "node_id", "connection", "released_from")
"""Ids of other systems: the same becomes the same other one everywhere, so that what belongs together still does."""

KINDS = ("memory", "message", "alias", "entity", *DELETED, *FIXED)


@dataclass
class Deeds:
    """What is to be done about a batch of nodes, and every hit as (id, kind, property)."""

    memories: list[str] = field(default_factory=list)
    nodes: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    hits: list[tuple[str, str, str]] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    @property
    def any(self) -> bool:
        """Whether something is to be done."""
        return bool(self.memories or self.nodes or self.rows)


def sort_out(workspace_id: str, names: Names, found: list[Row]) -> Deeds:
    """Sorts nodes (id, labels, hits of property, value and ours) by what becomes of them."""
    deeds = Deeds()
    for node in found:
        hits = {hit["property"]: hit["value"] for hit in node["hits"] if hit["ours"]}
        if len(hits) < len(node["hits"]):
            deeds.foreign.append(node["id"])
        if hits:
            _decide(workspace_id, names, node, hits, deeds)
    return deeds


def _decide(workspace_id: str, names: Names, node: Row, hits: dict[str, Any], deeds: Deeds) -> None:
    kind = kind_of(node["labels"])
    deeds.hits += [(node["id"], kind, name) for name in hits]
    if kind in FIXED:
        return
    if kind == "memory" and any(name in STATEMENT for name in hits):
        deeds.memories.append(node["id"])
    elif kind in DELETED:
        deeds.nodes.append(node["id"])
    else:
        after = {name: _other(workspace_id, names, name, value) for name, value in hits.items()}
        if kind == "message":
            after |= _of_message(hits)
        deeds.rows.append({"id": node["id"], "before": hits, "after": after})


def _of_message(hits: dict[str, Any]) -> dict[str, Any]:
    """What else changes in a message: one that names the subject loses its text, and its metadata in any case."""
    after: dict[str, Any] = {} if "metadata" not in hits else {"metadata": None}
    if "text" in hits or "speaker" in hits:
        after |= {"text": ERASED, "metadata": None}
    return after | ({"speaker": None} if "speaker" in hits else {})


def kind_of(labels: list[str]) -> str:
    """The kind of a node by its labels."""
    return next((kind for kind in KINDS if kind in labels), next((one for one in labels if one != "_mem"), "_mem"))


def _other(workspace_id: str, names: Names, name: str, value: Any) -> Any:
    if isinstance(value, list):
        kept = [one for one in value if name != "target_node_ids" or one not in names.values]
        change = _identifier if name == "target_node_ids" else _text
        found = [change(workspace_id, names, one) if names.stands_in(one) else one for one in kept]
        return found if found != value else []
    return _identifier(workspace_id, names, value) if name in IDENTIFIERS else _text(workspace_id, names, value)


def _identifier(workspace_id: str, names: Names, value: str) -> str:
    return f"erased-{stable_id(workspace_id, 'erased', [value])}"


def _text(workspace_id: str, names: Names, value: str) -> str:
    return names.without(value)
