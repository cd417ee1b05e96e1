"""Old talks to sum up, and what is left of them in the graph."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeVar

from pydantic import BaseModel

import oxgraph
from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.fixtures.client_samples import NOON, at

M = TypeVar("M", bound=BaseModel)
EXTRACT = "Extract, not written by a language model: "
SUMMARY = "The user planned a trip by boat and asked the assistant what to take along."


def connected(server: Server, **more: Any) -> Client:
    client: Client = oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, **more)
    return client


def sentence(n: int) -> str:
    return f"Sentence {n} of the talk about sailing is here only so that it can be looked for afterwards."


def talk(count: int, days: float = 60, first: int = 0) -> list[dict[str, Any]]:
    """Turns of a talk that began so many days ago, each a minute after the other."""
    return [
        {"text": sentence(n), "role": ("user", "assistant")[n % 2], "said_at": at(days=days, minutes=-n)}
        for n in range(first, first + count)
    ]


def rows(graph: Graph, text: str, space: Memory, **params: Any) -> list[Any]:
    """The first column of a test's statement."""
    return [row[0] for row in graph.driver.execute_query(text, w=space.workspace_id, **params).records]


def left(graph: Graph, space: Memory, conversation_id: str = "c") -> list[dict[str, Any]]:
    """The messages that are there, in their order."""
    text = "MATCH (m:_mem:message {workspace_id: $w, conversation_id: $c}) RETURN properties(m) ORDER BY m.position"
    return rows(graph, text, space, c=conversation_id)


def chain(graph: Graph, space: Memory, conversation_id: str = "c") -> list[int]:
    """The positions along `next`, from the message that nobody stands before."""
    text = """MATCH (m:_mem:message {workspace_id: $w, conversation_id: $c})
              OPTIONAL MATCH (m)-[:`_mem:next`]->(n)
              RETURN {at: m.position, next: n.position}"""
    steps = {row["at"]: row["next"] for row in rows(graph, text, space, c=conversation_id)}
    (place,) = steps.keys() - {*steps.values()}
    found = []
    while place is not None:
        found.append(place)
        place = steps.pop(place)
    assert not steps
    return found


def episodes(graph: Graph, space: Memory) -> list[dict[str, Any]]:
    """All episode nodes, the earliest first."""
    text = "MATCH (e:_mem:episode {workspace_id: $w}) RETURN properties(e) ORDER BY e.started_at"
    return rows(graph, text, space)


def buried(graph: Graph, space: Memory) -> set[str]:
    """The ids of messages that a tombstone says were summed up."""
    text = "MATCH (t:_mem:tombstone {workspace_id: $w, reason: 'consolidated', kind: 'message'}) RETURN t.node_id"
    return {*rows(graph, text, space)}


class Model:
    """A language model that says `text`, after `before` has been done."""

    name = "scripted"

    def __init__(self, text: str = SUMMARY, before: Callable[[], object] = lambda: None) -> None:
        self.text, self.before = text, before

    def complete(self, system: str, user: str, schema: type[M], *, timeout: float = 0) -> M:
        self.before()
        return schema(summary=self.text)


def spoken_at(n: int, days: float = 60) -> datetime:
    """When the n-th sentence of `talk` was said."""
    return at(days=days, minutes=-n)
