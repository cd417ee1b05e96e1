"""Which nodes of an existing graph become entities themselves, and beside which a stand-in is made. Pure; no graph.

Nothing of the user's own is changed: a node gets a property only where it has none of that name, so one that has
another value in a place of ours is left alone, and an entity of our own stands for it.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from oxgraph.ids import stable_id
from oxgraph.types.fields import CONTROL
from oxgraph.types.limits import ID, NAME

Row = dict[str, Any]
NODES = 1_000
DEGREES = 20_000
EXAMPLES = 5
CROWDED = "many relationships of what was kept"
"""Why a stand-in node stays: it has too many relationships to move in one transaction."""
COMPARED = ("id", "workspace_id", "node_id", "type", "name", "connection")
"""Properties whose value on the node decides whether it can be an entity as it stands."""


@dataclass
class Batch:
    """Element ids, at most NODES of them with (but for a single node) at most DEGREES relationships."""

    element_ids: list[str] = field(default_factory=list)
    degrees: int = 0

    def add(self, row: Row) -> list[str] | None:
        """Adds a node; the batch so far where the node is one too many for it."""
        full = self.element_ids and (len(self.element_ids) == NODES or self.degrees + row["degree"] > DEGREES)
        done = self.take() if full else None
        self.element_ids.append(row["element_id"])
        self.degrees += row["degree"]
        return done

    def take(self) -> list[str]:
        """The element ids of the batch, which is empty afterwards."""
        taken, self.element_ids, self.degrees = self.element_ids, [], 0
        return taken


def fitting_id(text: str | None) -> str | None:
    """The id by which systems name a node; None where it could not be given with an action."""
    if not text or text.isspace() or len(text) > ID or CONTROL.search(text):
        return None
    return text


def fitting_name(text: str | None) -> str | None:
    """A name in one line of at most NAME characters; None where nothing is left of it."""
    cleaned = CONTROL.sub(" ", text or "")[:NAME]
    return cleaned if cleaned.strip() else None


@dataclass(frozen=True)
class Target:
    """The target of an adoption: workspace, label, entity type, connection."""

    workspace_id: str
    label: str
    type: str
    connection: str

    def entity_id(self, node_id: str) -> str:
        """The id of an entity whose node has none that can be taken."""
        return stable_id(self.workspace_id, "entity", [self.connection, node_id])

    def node_ids(self, value: str) -> tuple[str, str]:
        """What a node of this value may be called: the second where another entity has the first."""
        return value, f"{self.label}/{value}"


@dataclass
class Planner:
    """Decides on one batch.

    `holders` are the entities that have one of the batch's node_ids, `taken` the ids that are taken; both grow by
    what is decided, so that the second of two equal nodes finds the first.
    """

    target: Target
    holders: dict[str, Row]
    taken: set[str]
    rows: list[Row] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    blocked: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)

    def add(self, found: Row) -> None:
        """Decides on one examined node."""
        value = fitting_id(found["value"])
        if value is None:
            self.counts["without_id"] += 1
            return
        place = self._place(value)
        if place is None:
            self.counts["duplicates"] += 1
            self.examples.append(value)
            return
        node_id, old = place
        name = fitting_name(found["name"])
        self.counts["unnamed"] += name is None
        self._write(found, node_id, name or fitting_name(node_id) or node_id, old)

    def _place(self, value: str) -> tuple[str, Row | None] | None:
        """The node_id, and what a release kept under it; None where a node of the label has it, or no id is left."""
        for node_id in self.target.node_ids(value):
            holder = self.holders.get(node_id)
            if holder is None:
                return (node_id, None) if len(node_id) <= ID else None
            if self._kept_for_us(holder):
                return node_id, holder
            if holder["labelled"]:
                return None
        return None

    def _kept_for_us(self, holder: Row) -> bool:
        source = holder["released_from"]
        return source is not None and (source == self.target.connection or holder["type"] == self.target.type)

    def _write(self, found: Row, node_id: str, name: str, old: Row | None) -> None:
        own = dict(found["own"])
        entity_id = old["id"] if old else self._own_id(own) or self.target.entity_id(node_id)
        if old is None and entity_id in self.taken:
            self.counts["duplicates"] += 1
            self.examples.append(node_id)
            return
        wanted = self._wanted(entity_id, node_id, name)
        blocking = found["taken"] + [key for key in own if own[key] != wanted[key]]
        if old and old["crowded"]:
            blocking.append(CROWDED)
        self.blocked.update(blocking)
        added = {key: value for key, value in wanted.items() if key not in own}
        self._keep(node_id, entity_id)
        self.rows.append(
            {
                "element_id": found["element_id"],
                "in_place": not blocking,
                "id": entity_id,
                "node_id": node_id,
                "name": name,
                "added": added,
                "adopted_properties": sorted([*added, *_later(found)]),
                "restored": old is not None,
            }
        )

    def _own_id(self, own: Mapping[str, str | None]) -> str | None:
        """The node's own id, where an entity can have it."""
        given = fitting_id(own.get("id"))
        return None if given in self.taken else given

    def _wanted(self, entity_id: str, node_id: str, name: str) -> dict[str, str]:
        return {
            "id": entity_id,
            "workspace_id": self.target.workspace_id,
            "node_id": node_id,
            "type": self.target.type,
            "name": name,
            "connection": self.target.connection,
        }

    def _keep(self, node_id: str, entity_id: str) -> None:
        self.taken.add(entity_id)
        self.holders[node_id] = {"labelled": True, "released_from": None, "type": self.target.type}


def _later(found: Row) -> list[str]:
    """What the statement adds by itself."""
    return [key for key, absent in (("created_at", found["undated"]), ("description", found["described"])) if absent]
