"""A metric computed from the rows is the number that Cypher gives, to the last bit."""

import random
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

import oxgraph
from oxgraph import Memory, MetricRow
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.mirror import Mirror, metrics
from oxgraph.mirror.connection import Connection, connect
from oxgraph.passes import evaluate
from oxgraph.types.metrics import parameters, unsaved
from tests.fixtures.client_samples import NOON, at
from tests.mirror.metric_samples import WINDOWS, exactly, fill, metric, moment

pytestmark = pytest.mark.deep

GENERATED = 200
FIRST = 30
"""How many sequences the baseline is."""


@pytest.fixture
def filled(server: Server, graph: Graph) -> Iterator[Memory]:
    clock = [NOON]
    with oxgraph.connect(server.uri, server.auth, clock=lambda: clock[0]) as client:
        memory = client.create_workspace(f"metrics {new_id()}", baseline_sequences=FIRST, promote_confidence=0.2)
        fill(graph, memory, clock)
        evaluate(graph, memory.workspace_id, now=NOON)
        yield memory


@pytest.fixture
def mirror(graph: Graph, mirror_dsn: str, filled: Memory) -> Mirror:
    found = Mirror(mirror_dsn, graph)
    found.init()
    found.run_once()
    return found


@pytest.fixture
def connection(mirror: Mirror) -> Iterator[Connection]:
    with connect(mirror.dsn) as opened:
        yield opened


def by_cypher(graph: Graph, workspace_id: str, row: MetricRow, now: datetime, first: int) -> tuple[Any, ...]:
    span: dict[str, Any] = {"now": now, "since": now - timedelta(days=row.window_days), "until": now}
    span |= {"workspace_id": workspace_id, "baseline_sequences": first}
    if row.kind == "pattern_utilization":
        return exactly(graph.read(statement("metric/utilization"), **span)[0])
    return exactly(graph.read(statement("metric/value"), **span, **parameters(row))[0])


def by_sql(
    connection: Connection, workspace_id: str, row: MetricRow, now: datetime, first: int | None
) -> tuple[Any, ...]:
    return exactly(metrics.preview(connection, workspace_id, row, now, first).model_dump())


@pytest.mark.deep
def test_two_hundred_custom_metrics(graph: Graph, filled: Memory, connection: Connection) -> None:
    chance, w, kinds = random.Random(11), filled.workspace_id, set()
    for _ in range(GENERATED):
        row, now, first = unsaved(metric(chance)), moment(chance), chance.choice((1, FIRST, 100_000))
        expected = by_cypher(graph, w, row, now, first)
        assert by_sql(connection, w, row, now, first) == expected, (row, now, first)
        kinds.add((row.aggregation, expected[0] is None, expected[1] is None, expected[3] > 10))
    assert len(kinds) > 8, "windows and baselines, full, small and empty"


def test_the_built_in_ones_at_every_window(graph: Graph, filled: Memory, connection: Connection) -> None:
    w, shown = filled.workspace_id, 0
    for row in filled.telemetry.metrics.list(all=True):
        for days in WINDOWS:
            for now in (NOON, at(days=1), at(days=19), at(days=30), at(days=400)):
                asked = row.model_copy(update={"window_days": days})
                expected = by_cypher(graph, w, asked, now, FIRST)
                assert by_sql(connection, w, asked, now, None) == expected, (asked, now)
                shown += row.kind == "pattern_utilization" and expected[3] > 3
    assert shown > 5, "patterns were shown"


def test_saved_metrics_are_the_benchmarks_of_the_day(graph: Graph, filled: Memory, mirror: Mirror) -> None:
    chance = random.Random(12)
    for n in range(10):
        filled.telemetry.metrics.create(f"m{n}", **metric(chance))
    evaluate(graph, filled.workspace_id, now=NOON, passes=[3])
    mirror.run_once()
    reader = mirror.reader(filled.workspace_id)
    with psycopg.connect(reader.dsn, row_factory=dict_row) as connection:
        for row in filled.telemetry.metrics.list():
            (benchmark,) = filled.telemetry.benchmarks.get(row.id)
            found = connection.execute("SELECT * FROM agent_memory.metric(%s, %s)", (row.name, NOON)).fetchall()
            assert [exactly(one) for one in found] == [exactly(benchmark.model_dump())], row
        stored = connection.execute("SELECT * FROM agent_memory.agent_benchmarks").fetchall()
        benchmarks = {
            one.metric_id: one for r in filled.telemetry.metrics.list() for one in filled.telemetry.benchmarks.get(r.id)
        }
        assert {str(one["metric_id"]): exactly(one) for one in stored} == {
            name: exactly(one.model_dump()) for name, one in benchmarks.items()
        }
        assert connection.execute("SELECT * FROM agent_memory.metric('no such')").fetchall() == []


def test_a_reader_of_another_workspace_gets_nothing(filled: Memory, mirror: Mirror, server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        other = client.create_workspace(f"other {new_id()}")
    mirror.run_once()
    row = filled.telemetry.metrics.get("Task success rate")
    with connect(mirror.reader(other.workspace_id).dsn) as connection:
        found = metrics.preview(connection, filled.workspace_id, row, NOON, FIRST)
        assert (found.value, found.baseline, found.sample_count) == (None, None, 0)
        with pytest.raises(oxgraph.WorkspaceNotFound):
            metrics.preview(connection, filled.workspace_id, row, NOON)
