"""What the benches are run over: made-up agents, the same in every run, written in batches."""

import itertools
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from oxgraph.cypher import CypherFile, load, statement
from oxgraph.graph import Graph

BATCH = 2_000
NODE_TYPES = ("Order", "Customer", "Invoice", "Flight", "Ticket")
NODES = 200
FAILING = 0.9
STEP = timedelta(seconds=5)


def cypher(name: str) -> CypherFile:
    """A statement of the benches' own."""
    return load(Path(__file__).parent / "cypher" / f"{name}.cypher", "statement")


@dataclass(frozen=True)
class History:
    """Sessions of equal length, spread evenly from `start` over `days`; each tool has one node type and one error.

    Nine actions in ten fail, so that each tool has one pattern at the default thresholds.
    """

    name: str
    actions: int
    start: datetime
    days: float = 28
    tools: int = 10
    session_length: int = 10

    def rows(self) -> Iterator[dict[str, Any]]:
        """The actions, as oxgraph.capture_many takes them."""
        numbers = random.Random(self.name)
        sessions = max(1, self.actions // self.session_length)
        for session in range(sessions):
            began = self.start + timedelta(days=self.days) * session / sessions
            for seq in range(self.session_length):
                yield self._action(numbers, session, seq, began)

    def _action(self, numbers: random.Random, session: int, seq: int, began: datetime) -> dict[str, Any]:
        tool = (session * self.session_length + seq) % self.tools
        failed = numbers.random() < FAILING
        return {
            "session_id": f"{self.name}/{session}",
            "agent_id": "bench",
            "action_type": f"tool_{tool}",
            "target_node_type": NODE_TYPES[tool % len(NODE_TYPES)],
            "target_node_ids": [node_id(tool % len(NODE_TYPES), numbers.randrange(NODES))],
            "outcome": "failure" if failed else "success",
            "error_code": f"Error{tool}" if failed else None,
            "latency_ms": numbers.randrange(1, 500),
            "started_at": began + STEP * seq,
            "seq": seq,
        }


def node_id(kind: int, number: int) -> str:
    """The id of a domain node."""
    return f"{NODE_TYPES[kind].lower()}-{number}"


def batches(rows: Iterable[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """The rows in pieces."""
    iterator = iter(rows)
    while batch := list(itertools.islice(iterator, BATCH)):
        yield batch


def write_entities(graph: Graph, workspace_id: str, now: datetime) -> None:
    """The domain nodes that the histories refer to."""
    nodes = [
        {"node_id": node_id(kind, number), "type": name}
        for kind, name in enumerate(NODE_TYPES)
        for number in range(NODES)
    ]
    graph.write(cypher("entities"), workspace_id=workspace_id, nodes=nodes, now=now)


def write_actions(graph: Graph, workspace_id: str, history: History, now: datetime) -> int:
    """Captures a history; the number of its actions."""
    written = 0
    for batch in batches(history.rows()):
        parameters = {"workspace_id": workspace_id, "token_hash": None, "actions": batch, "now": now}
        (row,) = graph.write(statement("telemetry/capture_many"), **parameters)
        written += row["captured"]
    return written


def counts(graph: Graph, workspace_id: str) -> Counter[str]:
    """How many nodes of each kind a workspace has."""
    rows = graph.read(cypher("counts"), workspace_id=workspace_id)
    return Counter({row["kind"]: row["count"] for row in rows})
