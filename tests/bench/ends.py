"""What learning from the ends of runs costs: pass 2 with it and without, and inject in a workspace that has learned."""

import random
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import oxgraph
from oxgraph.cypher import CypherFile, statement
from oxgraph.graph import Graph, Row
from oxgraph.passes import run_pass
from tests.bench.figures import Figure, p95, spread
from tests.bench.inject import OPEN, TARGETS, WARM, begin_sessions, timed, under_way
from tests.bench.load import BATCH, NODE_TYPES, NODES, History, cypher, node_id, write_actions, write_entities
from tests.bench.sizes import Sizes

MOST_PASS = 1.5
MOST_INJECT = 2
TOOLS = 50
DAYS = 28
SHARE_FAILED = 0.4
ADDED = ("ends", "outcomes", "pilot", "transfer")
"""The files of pass 2 that learn how runs end, and for which agents patterns hold."""


@dataclass
class TimedGraph:
    """A graph that notes the seconds of each file that is written with."""

    graph: Graph
    seconds: Counter[str] = field(default_factory=Counter)

    def __getattr__(self, name: str) -> Any:
        """Everything else is the graph's."""
        return getattr(self.graph, name)

    def write(self, file: CypherFile, **params: Any) -> list[Row]:
        """Writes, and notes how long it took."""
        began = time.perf_counter()
        rows = self.graph.write(file, **params)
        self.seconds[file.name] += time.perf_counter() - began  # type: ignore[assignment]
        return rows

    def ratio(self) -> float:
        """All of pass 2 over what it is without the files that were added."""
        added = sum(self.seconds[name] for name in ADDED)
        return self.seconds.total() / (self.seconds.total() - added)

    def note(self) -> str:
        """The seconds in all, and those of the added files."""
        parts = ", ".join(f"{name} {self.seconds[name]:.2f}" for name in ADDED)
        return f"{self.seconds.total():.2f} s; {parts}"


def run(client: oxgraph.Client, sizes: Sizes) -> Iterator[Figure]:
    """Pass 2 over a history at once and over what is new; then inject against RETURN 1, call by call in turns."""
    now = datetime.now(UTC)
    memory = client.create_workspace(f"bench-ends-{uuid.uuid4()}")
    write_entities(client.graph, memory.workspace_id, now)
    start = now - timedelta(days=DAYS, hours=2)
    history = History("ends", sizes.ends_actions, start, DAYS, TOOLS)
    write(client.graph, memory.workspace_id, history, now)
    title = f"pass 2 with / without ends, {sizes.ends_actions:,} actions"
    first = evaluated(client.graph, memory.workspace_id, now - timedelta(hours=2))
    yield Figure(f"{title}, from nothing", first.ratio(), at_most=MOST_PASS, note=first.note())
    new = History("new", sizes.history_new, now - timedelta(hours=2), 1 / 24, TOOLS)
    write(client.graph, memory.workspace_id, new, now)
    later = evaluated(client.graph, memory.workspace_id, now)
    yield Figure(f"{title}, {sizes.history_new:,} new", later.ratio(), at_most=MOST_PASS, note=later.note())
    yield from injected(client, memory, sizes)


def write(graph: Graph, workspace_id: str, history: History, now: datetime) -> None:
    """The actions, and how each session ended."""
    write_actions(graph, workspace_id, history, now)
    numbers = random.Random(history.name)
    sessions = {row["session_id"]: row["started_at"] for row in history.rows()}
    rows = [
        {
            "session_id": session_id,
            "outcome": "failure" if numbers.random() < SHARE_FAILED else "success",
            "ended_at": started_at + timedelta(seconds=1),
        }
        for session_id, started_at in sessions.items()
    ]
    for place in range(0, len(rows), BATCH):
        params = {"workspace_id": workspace_id, "token_hash": None, "sessions": rows[place : place + BATCH], "now": now}
        graph.write(statement("telemetry/sessions_many"), **params)


def evaluated(graph: Graph, workspace_id: str, now: datetime) -> TimedGraph:
    """Pass 1, and pass 2 timed file by file."""
    run_pass(graph, workspace_id, "sequences", now=now)
    timing = TimedGraph(graph)
    run_pass(cast("Graph", timing), workspace_id, "patterns", now=now)
    return timing


def injected(client: oxgraph.Client, memory: oxgraph.Memory, sizes: Sizes) -> list[Figure]:
    """The 95th percentiles of inject, with the risk of the run, and of a bare statement."""
    memory.update_settings(run_risk="on")
    begin_sessions(client, memory, TOOLS)
    numbers = random.Random(0)
    bare, asked, risks = [], [], 0
    for _ in range(sizes.inject_calls):
        bare.append(timed(lambda: client.graph.read(cypher("one"))))
        tool = numbers.randrange(TOOLS)
        targets = [node_id(tool % len(NODE_TYPES), numbers.randrange(NODES)) for _ in range(TARGETS)]
        session = f"{under_way(memory)}/{numbers.randrange(OPEN)}"
        began = time.perf_counter()
        found = memory.telemetry.inject(targets, f"tool_{tool}", session)
        asked.append(time.perf_counter() - began)
        risks += found.risk is not None
    cold = int(sizes.inject_calls * WARM)
    ratio = p95(asked[cold:]) / p95(bare[cold:])
    note = f"{spread(asked[cold:])}; RETURN 1 {spread(bare[cold:])}"
    return [
        Figure("inject p95 / RETURN 1 p95 there", ratio, at_most=MOST_INJECT, note=note),
        Figure("  calls that were told the run's risk", risks / sizes.inject_calls * 100, "%"),
    ]
