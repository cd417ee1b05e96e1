"""What the tests of conversations share."""

from collections.abc import Iterator
from itertools import chain as flat
from pathlib import Path
from typing import Any

import oxgraph
from oxgraph import Client, Memory, cypher
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.fixtures.client_samples import NOON, at

TALK: list[dict[str, Any]] = [
    {"text": "Hi, I live in Berlin with my dog Max.", "speaker": "Ana", "said_at": at(hours=3)},
    {"text": "A fine city.", "role": "assistant", "said_at": at(hours=2)},
    {"text": "ok", "speaker": "Ana"},
    {"text": "ok", "speaker": "Ana"},
    {"text": "lookup(berlin)", "role": "tool"},
]


def connected(server: Server, embedder: Any = None) -> Client:
    """A client whose time is NOON."""
    return oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=embedder)


def messages(graph: Graph, space: Memory, conversation_id: str | None = None) -> list[dict[str, Any]]:
    """The messages of a workspace, or of one conversation of it, in their order."""
    file = cypher.load(Path(__file__).parents[1] / "cypher" / "client" / "messages.cypher", "query")
    rows = graph.read(file, workspace_id=space.workspace_id, conversation_id=conversation_id)
    return [row["properties"] for row in rows]


def chain(graph: Graph, space: Memory, conversation_id: str) -> list[int]:
    """The positions along `next`; each message has one behind it at most."""
    text = (
        "MATCH (m:_mem:message {workspace_id: $w, conversation_id: $c}) WHERE NOT ()-[:`_mem:next`]->(m)"
        " MATCH p = (m)-[:`_mem:next`*0..]->(last) WHERE NOT (last)-[:`_mem:next`]->()"
        " RETURN [n IN nodes(p) | n.position] AS places"
    )
    (row,) = graph.driver.execute_query(text, w=space.workspace_id, c=conversation_id).records
    return list(row["places"])


def walk(plan: Any) -> Iterator[Any]:
    """An operator of a plan and all below it."""
    yield plan
    yield from flat.from_iterable(walk(child) for child in plan.get("children", ()))
