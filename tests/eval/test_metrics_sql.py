"""Over recorded runs of agents, imported, passed over and copied, SQL and Cypher give the same numbers."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, MetricRow
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.imports.traces import import_traces
from oxgraph.local import Server
from oxgraph.mirror import Mirror, metrics
from oxgraph.mirror.connection import connect
from oxgraph.passes import evaluate
from oxgraph.types.metrics import parameters, unsaved
from tests.mirror.metric_samples import exactly
from tests.passes.test_traces import FILES, TRACES, rows_of

pytestmark = [pytest.mark.eval, pytest.mark.skipif(not TRACES.is_dir(), reason="the measuring data is not here")]

GENERATED = 200
WINDOWS = (1, 2, 7, 30, 365, 3_650)


def generated(name: str, chance: random.Random) -> Iterator[MetricRow]:
    """Metrics over the types that the runs have, and one that they have not."""
    rows = rows_of(name)
    actions = [*sorted({row["action_type"] for row in rows}), "never"]
    nodes = [*sorted({row["target_node_type"] for row in rows if row["target_node_type"]}), "Nothing"]
    for _ in range(GENERATED):
        aggregation = chance.choice(("rate", "average", "p95"))
        conditions = ["outcome == 'success'", "outcome == 'failure'", f"action_count < {chance.randint(1, 12)}"]
        events: dict[str, Any] = {}
        if chance.random() < 0.6:
            events["action_type"] = chance.sample(actions, k=chance.randint(1, 3))
        if chance.random() < 0.4:
            events["target_node_type"] = chance.sample(nodes, k=min(len(nodes), chance.randint(1, 2)))
        yield unsaved(
            {
                "aggregation": aggregation,
                "success_condition": chance.choice([*conditions, *([] if aggregation == "rate" else [None])]),
                "event_filter": events or None,
                "window_days": chance.choice(WINDOWS),
            }
        )


@contextmanager
def imported(server: Server, graph: Graph, name: str) -> Iterator[Memory]:
    """A workspace with the recorded runs, and with some more that were shown what recurs."""
    now = FILES[name]
    with oxgraph.connect(server.uri, server.auth, clock=lambda: now) as client:
        memory = client.create_workspace(f"traces {new_id()}")
        import_traces(memory, [str(TRACES / f"{name}.actions.jsonl.gz")])
        evaluate(graph, memory.workspace_id, now=now)
        # What the passes found is shown to agents that act on, so that the use of patterns has a figure.
        shown = [row.pattern_id for row in memory.telemetry.patterns(limit=5) if row.pattern_id]
        later = now - timedelta(hours=2)
        actions: list[dict[str, Any]] = []
        for n, row in enumerate(rows_of(name)[:300]):
            given: dict[str, Any] = {
                "outcome": row["outcome"],
                "session_id": f"again/{row['session_id']}",
                "seq": row["seq"],
            }
            given |= {"action_type": row["action_type"], "started_at": later + timedelta(seconds=n)}
            given |= {"target_node_type": row["target_node_type"]} if row["target_node_type"] else {}
            given |= {"error_code": row["error_code"]} if row["error_code"] else {}
            actions.append(given | {"injected_patterns": shown if n % 3 == 0 else []})
        memory.telemetry.capture_many(actions)
        evaluate(graph, memory.workspace_id, now=now)
        yield memory


@pytest.mark.parametrize("name", FILES)
def test_every_metric(server: Server, graph: Graph, mirror_dsn: str, name: str) -> None:
    now, chance = FILES[name], random.Random(name)
    mirror = Mirror(mirror_dsn, graph)
    mirror.init()
    with imported(server, graph, name) as memory:
        mirror.run_once()
        rows = [*memory_metrics(memory), *generated(name, chance)]
    said = 0
    with connect(mirror_dsn) as connection:
        for row in rows:
            at = now - timedelta(days=chance.choice((0, 0, 0, 1, 5, 4_000)))
            span: dict[str, Any] = {"now": at, "since": at - timedelta(days=row.window_days), "until": at}
            span |= {"workspace_id": memory.workspace_id, "baseline_sequences": 50}
            utilization = row.kind == "pattern_utilization"
            asked = {} if utilization else parameters(row)
            file = statement("metric/utilization" if utilization else "metric/value")
            expected = exactly(graph.read(file, **span, **asked)[0])
            found = metrics.preview(connection, memory.workspace_id, row, at)
            assert exactly(found.model_dump()) == expected, row
            said += expected[0] is not None
    assert 50 < said < len(rows), "full windows and empty ones"


def memory_metrics(memory: Memory) -> list[MetricRow]:
    """The built-in ones, each at every window."""
    return [
        row.model_copy(update={"window_days": days})
        for row in memory.telemetry.metrics.list(all=True)
        for days in WINDOWS
    ]
