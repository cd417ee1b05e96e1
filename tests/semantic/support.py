"""What these tests share: calls of the semantic layer, and what the graph holds next to what the reference holds."""

import copy
import uuid
from array import array
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from oxgraph import cypher
from oxgraph.cypher import CypherFile, statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.passes import run_pass
from oxgraph.settings import WorkspaceSettings
from tests.semantic.facts import Memory
from tests.semantic.reference import Reference

START = datetime(2025, 3, 1, 12, tzinfo=UTC)
PASSES = {"expire": "freshness", "collect": "garbage", "decay": "user_memory"}


def at(days: float = 0, minutes: float = 0) -> datetime:
    """A time counted from the start of the tests' world."""
    return START + timedelta(days=days, minutes=minutes)


def query(name: str) -> CypherFile:
    """A statement of these tests."""
    return cypher.load(Path(__file__).parents[1] / "cypher" / "semantic" / f"{name}.cypher", "query")


def item(content: str, **fields: Any) -> dict[str, Any]:
    """A statement as oxgraph.remember takes it, with an id of its own."""
    return {"id": str(uuid.uuid4()), "type": "fact", "content": content} | fields


class Store:
    """A workspace of its own on the server, called as the client calls it; it takes doubtful statements too."""

    def __init__(self, graph: Graph, **settings: Any) -> None:
        self.graph = graph
        row = graph.write(
            statement("workspace/create"),
            name=f"semantic-{uuid.uuid4()}",
            settings=WorkspaceSettings(**{"remember_confidence": 0.0} | settings).model_dump(),
            metrics=[],
            transition_id=new_id(),
            now=START,
        )
        self.workspace_id = str(row[0]["workspace_id"])

    def through(self, graph: Graph) -> "Store":
        """The same workspace over another connection."""
        other = copy.copy(self)
        other.graph = graph
        return other

    def call(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """One of the layer's statements."""
        file = statement(f"semantic/{name}")
        return self.graph.write(file, workspace_id=self.workspace_id, token_hash=None, **params)

    def remember(self, items: list[dict[str, Any]], now: datetime) -> list[dict[str, Any]]:
        """oxgraph.remember; embeddings are given as lists and travel as bytes."""
        return self.call("remember", items=[sendable(given) for given in items], now=now)

    def touch(self, memory_id: str, now: datetime) -> list[dict[str, Any]]:
        return self.call("touch", ids=[memory_id], now=now)

    def forget(self, memory_id: str, restore: bool, now: datetime) -> list[dict[str, Any]]:
        return self.call("forget", ids=[memory_id], restore=restore, now=now)

    def revive(self, memory_id: str, now: datetime) -> list[dict[str, Any]]:
        return self.call("revive", ids=[memory_id], now=now)

    def review(self, keep: str, others: list[str], now: datetime) -> list[dict[str, Any]]:
        return self.call("review", keep=keep, others=others, now=now)

    def run(self, name: str, now: datetime) -> None:
        """A pass, by the name of the reference's method."""
        run_pass(self.graph, self.workspace_id, PASSES[name], now=now)

    def rows(self) -> list[dict[str, Any]]:
        """Every memory's row."""
        return self.graph.read(query("memories"), workspace_id=self.workspace_id)

    def state(self) -> dict[str, dict[str, Any]]:
        """All memories, as `expected` gives them."""
        return {row["properties"]["id"]: _found(row) for row in self.rows()}

    def one(self, memory_id: str) -> dict[str, Any]:
        """A memory's properties."""
        (row,) = [row for row in self.rows() if row["properties"]["id"] == memory_id]
        return dict(row["properties"])

    def deleted(self) -> set[str]:
        """The memories that left a tombstone."""
        return {row["id"] for row in self.graph.read(query("deleted"), workspace_id=self.workspace_id)}


def sendable(given: dict[str, Any]) -> dict[str, Any]:
    """An item with its embedding as bytes."""
    if given.get("embedding") is None:
        return given
    return given | {"embedding": array("f", given["embedding"]).tobytes(), "embedding_model": "test"}


SAME = [
    "status",
    "type",
    "content",
    "policy",
    "predicate",
    "topic_key",
    "repetitions",
    "access_count",
    "valid_from",
    "valid_to",
    "stated_at",
    "last_stated_at",
    "recorded_at",
    "retired_at",
    "last_accessed_at",
    "reinforced_at",
]


def _found(row: dict[str, Any]) -> dict[str, Any]:
    held = row["properties"]
    moment = f"{held['status']}_at"
    return {name: held.get(name) for name in SAME} | {
        "assumed": bool(held.get("valid_from_assumed")),
        "valid_tos": list(zip(held["valid_to_known_at"], held["valid_to_history"], strict=True)),
        "confidence": round(held["confidence"], 9),
        "rank_weight": round(held["rank_weight"], 9),
        "needs_review": bool(held.get("needs_review")),
        "evidence": sorted(held["evidence"]),
        "since": held.get(moment),
        "subject": held["subject_id"],
        "object": held.get("object_id"),
        "edges": (row["subjects"], row["objects"]),
        "superseded_by": sorted(row["superseded_by"]),
        "contradicts": sorted(row["contradicts"]),
        "transitions": Counter(_step(step) for step in row["transitions"]),
    }


def _step(step: dict[str, Any]) -> tuple[str, str | None, datetime]:
    before, after = step.get("from_status"), step.get("to_status")
    return step["rule"], after if after != before else None, step["at"]


def expected(reference: Reference) -> dict[str, dict[str, Any]]:
    """All of the reference's memories, as `Store.state` gives them."""
    return {memory.id: _held(reference, memory) for memory in reference.memories.values()}


def _held(reference: Reference, memory: Memory) -> dict[str, Any]:
    return {name: getattr(memory, name) for name in SAME} | {
        "assumed": memory.assumed,
        "valid_tos": memory.valid_tos,
        "confidence": round(memory.confidence, 9),
        "rank_weight": round(reference.rank_weight(memory), 9),
        "needs_review": reference.needs_review(memory),
        "evidence": sorted(memory.evidence),
        "since": getattr(memory, f"{memory.status}_at", None),
        "subject": memory.subject,
        "object": memory.object,
        "edges": ([memory.subject] if memory.subject else [], [memory.object] if memory.object else []),
        "superseded_by": sorted(new for old, new in reference.superseded_by if old == memory.id),
        "contradicts": sorted(old for new, old in reference.contradicts if new == memory.id),
        "transitions": Counter(memory.transitions),
    }


def differences(store: Store, reference: Reference) -> list[str]:
    """Where the graph and the reference disagree, a line each."""
    found, wanted = store.state(), expected(reference)
    lines = [f"{key}: only in the graph" for key in found.keys() - wanted.keys()]
    lines += [f"{key}: only in the reference" for key in wanted.keys() - found.keys()]
    for key in found.keys() & wanted.keys():
        lines += [
            f"{key} {name}: graph {found[key][name]}, reference {wanted[key][name]}"
            for name in wanted[key]
            if found[key][name] != wanted[key][name]
        ]
    return lines
