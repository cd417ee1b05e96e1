"""Capture, one call at a time, against the same single CREATE sent by hand over the same driver."""

import statistics
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import oxgraph
from tests.bench.figures import Figure
from tests.bench.load import cypher, node_id, write_entities
from tests.bench.sizes import Sizes

SESSION_LENGTH = 20
LEAST = 0.85

Call = Callable[[int], None]


def run(client: oxgraph.Client, sizes: Sizes) -> list[Figure]:
    """The rate of capture over that of CREATE: sent auto-commit, and as a managed transaction."""
    memory = client.create_workspace(f"bench-capture-{uuid.uuid4()}")
    write_entities(client.graph, memory.workspace_id, datetime.now(UTC))
    with client.graph.driver.session(database=client.graph.database) as session:
        ways = {
            "auto-commit": by_auto_commit(session, memory.workspace_id),
            "managed": by_managed(client.graph.driver, memory.workspace_id),
            "capture, target in the graph": by_capture(memory, lambda number: node_id(0, number % 100)),
            "capture, target elsewhere": by_capture(memory, lambda number: f"elsewhere-{number}"),
        }
        times = take_turns(ways, sizes)
    return [figure(captured, by_hand, times) for captured in list(ways)[2:] for by_hand in list(ways)[:2]]


def figure(captured: str, by_hand: str, times: dict[str, list[float]]) -> Figure:
    """The ratio of two rates, block by block."""
    ratio = statistics.median(hand / own for hand, own in zip(times[by_hand], times[captured], strict=True))
    per_call = {name: statistics.median(times[name]) * 1000 for name in (captured, by_hand)}
    note = f"{per_call[captured]:.2f} ms against {per_call[by_hand]:.2f} ms a call"
    return Figure(f"rate of {captured} / {by_hand} CREATE", ratio, at_least=LEAST, note=note)


def take_turns(ways: dict[str, Call], sizes: Sizes) -> dict[str, list[float]]:
    """Seconds a call, for each way and block.

    The first blocks do not count: until a call was made some ten thousand times, Java still compiles what it runs, and
    that of the longer call for longer. By 20 blocks each, the ratio went 0.77, 0.88, 0.83, 0.81, 0.85, and then stood
    between 0.90 and 0.93.
    """
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for block in range(sizes.capture_warm + sizes.capture_blocks):
        for name in names[block % len(names) :] + names[: block % len(names)]:
            began = time.perf_counter()
            for number in range(sizes.capture_calls):
                ways[name](block * sizes.capture_calls + number)
            times[name].append((time.perf_counter() - began) / sizes.capture_calls)
    return {name: found[sizes.capture_warm :] for name, found in times.items()}


def by_capture(memory: oxgraph.Memory, target: Callable[[int], str]) -> Call:
    """An agent's own call."""
    prefix = str(uuid.uuid4())

    def call(number: int) -> None:
        memory.telemetry.capture(
            session_id=f"{prefix}/{number // SESSION_LENGTH}",
            agent_id="bench",
            action_type="update",
            target_node_type="Order",
            targets=[target(number)],
            outcome="success",
            latency_ms=12.5,
            seq=number % SESSION_LENGTH,
        )

    return call


def by_auto_commit(session: Any, workspace_id: str) -> Call:
    """CREATE in an auto-commit transaction, in a session that stays open."""
    prefix, text = str(uuid.uuid4()), cypher("hand_create").text
    return lambda number: session.run(text, action=properties(workspace_id, prefix, number)).consume()


def by_managed(driver: Any, workspace_id: str) -> Call:
    """CREATE as the driver recommends it."""
    prefix, text = str(uuid.uuid4()), cypher("hand_create").text

    def call(number: int) -> None:
        driver.execute_query(text, action=properties(workspace_id, prefix, number), database_="neo4j")

    return call


def properties(workspace_id: str, prefix: str, number: int) -> dict[str, Any]:
    """The properties that capture writes."""
    now = datetime.now(UTC)
    return {
        "id": str(uuid.uuid4()),
        "workspace_id": workspace_id,
        "created_at": now,
        "session_id": f"{prefix}/{number // SESSION_LENGTH}",
        "agent_id": "bench",
        "action_type": "update",
        "target_node_type": "Order",
        "target_node_ids": [node_id(0, number % 100)],
        "outcome": "success",
        "latency_ms": 12.5,
        "started_at": now,
        "ended_at": now,
        "seq": number % SESSION_LENGTH,
    }
