"""What is in the graph, by the names that the ledgers give it."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any

from oxgraph.graph import Graph
from tests.campaign.statements import query
from tests.campaign.talks import INGESTED

Rows = Mapping[str, list[dict[str, Any]]]
KEYS = {
    "action": "id",
    "memory": "id",
    "entity": "node_id",
    "message": "text",
    "session": "session_id",
    "metric": "name",
    "pattern": "id",
    "predicate": "name",
    "entity_type": "name",
    "alias": "text",
}
"""Kinds of nodes, and the property by which the ledgers name them."""
NODES = (*KEYS, "slot", "named", "merged", "hidden", "link", "extracted", "stated")
"""Kinds of things that are there or not, and are there once."""
WORD = re.compile(rf"{INGESTED}[a-z]+")


class Found:
    """The nodes of a workspace, indexed as the ledger names things."""

    def __init__(self, graph: Graph, workspace_id: str) -> None:
        self._graph = graph
        self._workspace_id = workspace_id
        self._things: dict[str, Rows] = {kind: self._nodes(kind, key) for kind, key in KEYS.items()}
        self.actions, self.memories = self._things["action"], self._things["memory"]
        self.entities, self.messages = self._things["entity"], self._things["message"]
        self._things |= self._derived()
        self.episodes = [one for found in self._nodes("episode", "id").values() for one in found]
        self.told = Counter(source for one in self.episodes for source in one["source_message_ids"])
        self.successors: dict[str, list[str]] = defaultdict(list)
        for row in graph.read(query("supersessions"), workspace_id=workspace_id):
            self.successors[row["older"]].append(row["newer"])

    def _nodes(self, kind: str, key: str) -> Rows:
        found: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self._graph.read(query("nodes"), workspace_id=self._workspace_id, kind=kind):
            found[str(row["found"].get(key))].append(row["found"])
        return found

    def _derived(self) -> dict[str, Rows]:
        """What is not a node by one property."""
        named, hidden = defaultdict(list), {}
        for node_id, rows in self.entities.items():
            hidden[node_id] = [row | {"hidden": row.get("deleted_at") is not None} for row in rows]
            for row in rows:
                named[row["name"]].append(row)
        links: dict[str, list[dict[str, Any]]] = defaultdict(list)
        extracted: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self._graph.read(query("links"), workspace_id=self._workspace_id):
            links[f"{row['source']} {row['target']}"].append({})
        stated: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for rows in self.memories.values():
            stated[rows[0]["content"]] += rows
            for word in set(WORD.findall(rows[0]["content"])):
                extracted[word] += rows
        return {
            "slot": self._slots(),
            "named": named,
            "merged": self.entities,
            "hidden": hidden,
            "link": links,
            "extracted": extracted,
            "stated": stated,
        }

    def _slots(self) -> Rows:
        """By conversation and name, with the value that its JSON stands for."""
        found: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for rows in self._nodes("slot", "id").values():
            for row in rows:
                key = f"{row['conversation_id']}/{row['name']}"
                found[key].append(row | {"value": json.loads(row["value"])})
        return found

    def of(self, kind: str, key: str) -> list[dict[str, Any]]:
        """The nodes that stand for a thing of the ledger."""
        return self._things.get(kind, {}).get(key, [])
