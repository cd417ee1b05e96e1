"""Inject, in a database of many workspaces, against a bare RETURN 1 over the same driver."""

import random
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import oxgraph
from oxgraph.passes import run_pass
from tests.bench.figures import Figure, p95, spread
from tests.bench.load import NODE_TYPES, NODES, STEP, History, counts, cypher, node_id, write_actions, write_entities
from tests.bench.sizes import Sizes

MOST = 4
WARM = 0.1
TARGETS = 3
OPEN = 5
"""Sessions under way in each workspace, which are as long as injection looks back."""

STEPS = 50
GAP = 86_400


def run(client: oxgraph.Client, sizes: Sizes) -> list[Figure]:
    """The 95th percentiles of both, call by call in turns; the first tenth does not count."""
    memories = [fill(client, sizes) for _ in range(sizes.inject_workspaces)]
    patterns = sum(counts(client.graph, memory.workspace_id)["pattern"] for memory in memories)
    numbers = random.Random(0)
    bare, injected, shown, warned = [], [], 0, 0
    for _ in range(sizes.inject_calls):
        bare.append(timed(lambda: client.graph.read(cypher("one"))))
        memory = numbers.choice(memories)
        tool = numbers.randrange(sizes.inject_patterns // sizes.inject_workspaces)
        kind = tool % len(NODE_TYPES)
        targets = [node_id(kind, numbers.randrange(NODES)) for _ in range(TARGETS)]
        session = f"{under_way(memory)}/{numbers.randrange(OPEN)}"
        began = time.perf_counter()
        found = memory.telemetry.inject(targets, f"tool_{tool}", session)
        injected.append(time.perf_counter() - began)
        shown += bool(found.block)
        warned += any(row.context for row in found.patterns)
    cold = int(sizes.inject_calls * WARM)
    bare, injected = bare[cold:], injected[cold:]
    return [
        Figure("inject p95 / RETURN 1 p95", p95(injected) / p95(bare), at_most=MOST, note=spread(injected)),
        Figure("  RETURN 1", p95(bare) * 1000, "ms p95", note=spread(bare)),
        Figure("  patterns in all workspaces", patterns, "", at_least=sizes.inject_patterns),
        Figure("  calls that were shown a pattern", shown / sizes.inject_calls * 100, "%"),
        Figure("  calls that were warned by the situation", warned / sizes.inject_calls * 100, "%"),
    ]


def fill(client: oxgraph.Client, sizes: Sizes) -> oxgraph.Memory:
    """A workspace with its share of actions and patterns, found by the real passes."""
    now = datetime.now(UTC)
    memory = client.create_workspace(f"bench-inject-{uuid.uuid4()}")
    history = History(
        name=memory.workspace_id,
        actions=sizes.inject_actions // sizes.inject_workspaces,
        start=now - timedelta(days=29),
        tools=sizes.inject_patterns // sizes.inject_workspaces,
    )
    write_entities(client.graph, memory.workspace_id, now)
    write_actions(client.graph, memory.workspace_id, history, now)
    for name in ("sequences", "patterns"):
        run_pass(client.graph, memory.workspace_id, name, now=now)
    begin_sessions(client, memory, history.tools)
    return memory


def begin_sessions(client: oxgraph.Client, memory: oxgraph.Memory, tools: int) -> None:
    """Sessions whose last action was just now, and stays so for the time of the bench."""
    now = datetime.now(UTC)
    start = now - STEP * STEPS
    history = History(under_way(memory), OPEN * STEPS, start, days=0, tools=tools, session_length=STEPS)
    write_actions(client.graph, memory.workspace_id, history, now)
    memory.update_settings(sequence_gap_seconds=GAP)


def under_way(memory: oxgraph.Memory) -> str:
    """What the sessions under way are called."""
    return f"{memory.workspace_id}/open"


def timed(call: Callable[[], object]) -> float:
    """Seconds that a call takes."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
