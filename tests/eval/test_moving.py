"""Export and import of recorded data: a conversation, agents' runs and a business graph; every read as before."""

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.imports.graph import import_graph
from oxgraph.imports.traces import import_traces
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.passes import evaluate, evaluate_history
from tests.eval.conversations import SHARED
from tests.eval.recall import gold
from tests.upgrade.home_reads import plain

pytestmark = [pytest.mark.eval, pytest.mark.skipif(not SHARED.is_dir(), reason="the measuring data is not here")]

NOW = datetime(2026, 3, 4, 9, tzinfo=UTC)
SAMPLE = 60
UNORDERED = ("links", "nodes", "edges")


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOW, embedder=embedder("minilm")) as found:
        yield found


def conversation(client: Client, graph: Graph) -> tuple[Memory, Callable[[Memory], Any]]:
    """A LoCoMo conversation as memories; its questions."""
    unit = gold("locomo").units[0]
    memory = client.create_workspace(f"locomo {new_id()}")
    memory.ingest([turn.message.model_copy(update={"id": turn.id}) for turn in unit.turns])
    evaluate(graph, memory.workspace_id, now=NOW, embedder=embedder("minilm"))

    def read(one: Memory) -> Any:
        rows = one.semantic.list(status="any", limit=1_000)
        return {
            "recall": [one.recall(question.text, now=NOW, touch=False, explain=True) for question in unit.questions],
            "memories": rows,
            "why": [one.semantic.why(row.id) for row in rows[:SAMPLE]],
            "history": [one.semantic.history(row.id) for row in rows[:SAMPLE]],
        }

    return memory, read


def runs(client: Client, graph: Graph) -> tuple[Memory, Callable[[Memory], Any]]:
    """Recorded runs, evaluated as of their own days."""
    memory = client.create_workspace(f"traces {new_id()}")
    files = [str(path) for path in sorted((SHARED / "traces").glob("*.jsonl.gz"))]
    import_traces(memory, files)
    evaluate_history(graph, memory.workspace_id, now=NOW)
    evaluate(graph, memory.workspace_id, passes=[1, 2, 3], now=NOW)

    def read(one: Memory) -> Any:
        patterns = one.telemetry.patterns(all=True)
        asked = sorted({(row.action_type, row.node_type) for row in patterns if row.action_type}, key=str)[:SAMPLE]
        return {
            "patterns": patterns,
            "effect": one.telemetry.effect(),
            "forecast": one.telemetry.forecast(),
            "sequences": one.telemetry.sequences(limit=1_000),
            "chain": one.telemetry.timeline(limit=1_000),
            "injected": [one.telemetry.inject([], action_type=action, target_node_type=node) for action, node in asked],
            "metrics": [one.telemetry.benchmarks.get(metric.id) for metric in one.telemetry.metrics.list()],
        }

    return memory, read


def shop(client: Client, graph: Graph) -> tuple[Memory, Callable[[Memory], Any]]:
    """A business graph."""
    memory = client.create_workspace(f"retail {new_id()}")
    folder = SHARED / "domain-graph"
    import_graph(memory, str(folder / "retail.nodes.jsonl.gz"), str(folder / "retail.edges.jsonl.gz"))
    evaluate(graph, memory.workspace_id, now=NOW, embedder=embedder("minilm"))

    def read(one: Memory) -> Any:
        rows = one.semantic.entities.list(limit=1_000)
        return {
            "entities": rows,
            "each": [one.semantic.entities.get(row.id) for row in rows[:SAMPLE]],
            "walk": [one.semantic.entities.traverse(row.id, depth=2) for row in rows[:10]],
            "search": [one.semantic.entities.search(row.name or "") for row in rows[:SAMPLE]],
        }

    return memory, read


def ordered(value: Any) -> Any:
    """Links of an entity and what a walk reaches at once have no order."""
    return sorted(value, key=lambda one: json.dumps(one, sort_keys=True)) if isinstance(value, list) else value


def said(read: Callable[[Memory], Any], memory: Memory) -> Any:
    text = json.dumps(plain(read(memory))).replace(memory.workspace_id, "(workspace)").replace(memory.name, "(name)")
    return _without(json.loads(text))


def _without(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: _without(part) for key, part in value.items() if key not in ("rev", "element_id", "elementId")}
        return {key: ordered(part) if key in UNORDERED else part for key, part in kept.items()}
    return [_without(part) for part in value] if isinstance(value, list) else value


@pytest.mark.parametrize("make", [conversation, runs, shop], ids=["locomo", "traces", "retail"])
def test_every_read_is_as_before(
    client: Client,
    graph: Graph,
    tmp_path: Path,
    make: Callable[[Client, Graph], tuple[Memory, Callable[[Memory], Any]]],
) -> None:
    memory, read = make(client, graph)
    before = said(read, memory)
    began = time.monotonic()
    made = client.export_workspace(memory.name, tmp_path / "archive.zip")
    exported = time.monotonic()
    found = client.import_workspace(tmp_path / "archive.zip", f"{memory.name} copy")
    imported = time.monotonic()
    assert made.digest == found.digest == client.digest_workspace(f"{memory.name} copy").digest
    after = said(read, client.workspace(f"{memory.name} copy"))
    for name, expected in before.items():
        assert after[name] == expected, name
    lines = made.nodes + made.relationships
    print(f"{lines} lines, {made.bytes} bytes, export {exported - began:.1f} s, import {imported - exported:.1f} s")
