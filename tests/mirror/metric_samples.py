"""A workspace with a history, and metrics by chance, for asking the same of Cypher and of SQL."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.ids import stable_id
from oxgraph.passes import evaluate
from tests.fixtures.client_samples import NOON, at
from tests.passes.support import query

ACTION_TYPES = ("search", "read", "charge", "book a seat", "x")
NODE_TYPES = ("Order", "Customer", None)
ERRORS = ("NotFound", "CardExpired", None)
DAYS = 45
SESSIONS = 160
HALF = at(days=20)
"""When the patterns are found that the later sessions are shown."""

WINDOWS = (1, 2, 7, 8, 30, 60, 3_650)
FIGURES = ("value", "baseline", "delta_vs_baseline", "sample_count")


def fill(graph: Graph, memory: Memory, clock: list[datetime]) -> None:
    """Sessions over `DAYS` days, some at the very edge of a window, some shown what the passes found in the first.

    Among what is shown is a pattern with a context, which any failure of its pair fulfils.
    """
    chance = random.Random(7)
    starts = sorted(at(days=DAYS * chance.random()) for _ in range(SESSIONS))
    starts += [
        at(days=7),
        at(days=7, minutes=-1),
        at(days=1),
        at(minutes=5),
        at(minutes=4),
        NOON - timedelta(minutes=1),
    ]
    before = [n for n, start in enumerate(starts) if start < HALF]
    clock[0] = HALF
    memory.telemetry.capture_many([one for n in before for one in _session(chance, n, starts[n], [])])
    evaluate(graph, memory.workspace_id, now=HALF, passes=[1, 2])
    graph.write(query("situational_pattern"), workspace_id=memory.workspace_id, now=HALF)
    shown = [row["id"] for row in graph.read(query("patterns"), workspace_id=memory.workspace_id)]
    clock[0] = NOON
    after = [n for n in range(len(starts)) if n not in before]
    memory.telemetry.capture_many([one for n in after for one in _session(chance, n, starts[n], shown)])


def _session(chance: random.Random, number: int, start: datetime, patterns: list[str]) -> Iterator[dict[str, Any]]:
    for place in range(chance.choice((1, 1, 2, 3, 5, 9))):
        fails = chance.random() < 0.4
        fields: dict[str, Any] = {"target_node_type": chance.choice(NODE_TYPES)}
        fields |= {"error_code": chance.choice(ERRORS)} if fails else {}
        fields |= {"seq": place} if chance.random() < 0.7 else {}
        fields |= {"latency_ms": chance.choice((0, 12.5, 250))} if chance.random() < 0.5 else {}
        if patterns and chance.random() < 0.5:
            fields["injected_patterns"] = chance.sample(patterns, k=min(2, len(patterns)))
        given = {name: value for name, value in fields.items() if value is not None}
        # Some of one instant, so that the order within it matters.
        later = timedelta(seconds=chance.choice((0, 0, 7)) * place)
        yield given | {
            "id": stable_id("metrics", "action", [str(number), str(place)]),
            "session_id": f"session-{number}",
            "agent_id": f"agent-{number % 3}",
            "action_type": chance.choice(ACTION_TYPES),
            "outcome": "failure" if fails else "success",
            "started_at": start + later,
        }


def metric(chance: random.Random) -> dict[str, Any]:
    """A custom metric's definition, as the client takes it; some say nothing of anything."""
    aggregation = chance.choice(("rate", "average", "p95"))
    below = chance.choice((1, 2, 3, 5, 6, 1_000_000_000))
    conditions: list[str | None] = ["outcome == 'success'", "outcome == 'failure'", f"action_count < {below}"]
    conditions += [None] if aggregation != "rate" else []
    events: dict[str, Any] = {}
    if chance.random() < 0.6:
        events["action_type"] = chance.sample((*ACTION_TYPES, "never"), k=chance.choice((1, 1, 2, 4)))
    if chance.random() < 0.4:
        events["target_node_type"] = chance.sample(("Order", "Customer", "Nothing"), k=chance.choice((1, 2)))
    return {
        "success_condition": chance.choice(conditions),
        "aggregation": aggregation,
        "event_filter": events or None,
        "window_days": chance.choice(WINDOWS),
        "better": chance.choice(("higher", "lower")),
    }


def moment(chance: random.Random) -> datetime:
    """A time at which a metric is asked: now, an edge, or before everything."""
    days = chance.choice((0, 0, 0, 0.5, 1, 7, 14, 38, DAYS + 1, 400))
    return at(days=days) + timedelta(microseconds=chance.choice((-1, 0, 0, 1)))


def exactly(row: dict[str, Any]) -> tuple[Any, ...]:
    """The figures, with numbers told to the last bit."""
    return tuple(one.hex() if isinstance(one := row[name], float) else one for name in FIGURES)
