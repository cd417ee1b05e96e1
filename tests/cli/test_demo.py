"""The demo, by the command that a person runs. Its figures are what happened; only their direction is sure."""

import json
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import oxgraph
from oxgraph.demo.report import SETTLED, measured
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.passes import evaluate
from tests.fixtures.cli import Cli
from tests.telemetry.test_trace_import_cli import text

QUERIES = 3
LATER = timedelta(days=1)


@pytest.mark.deep
def test_the_agent_fails_for_real_and_less_so_with_its_memory(cli: Cli) -> None:
    report = cli("demo", "--json").json
    before, after = report["rounds"]
    failures = {"NodeNotFoundError", "ConstraintValidationFailed", "TypeError"}
    assert failures <= set(before["failures"])
    warned = {row["error_code"] for row in report["patterns"] if row["error_code"] != "None"}
    assert warned & failures
    assert sum(after["failures"][code] for code in warned if code in after["failures"]) < sum(
        before["failures"][code] for code in warned
    )
    assert after["solved"] > before["solved"]
    assert report["block"].startswith("[Oxagen memory — ")
    assert {row["context"] for row in report["situations"] if row["action_type"] == "reserve_product"} >= {"run=1"}
    assert "reserve_product" not in {row["action_type"] for row in report["patterns"] if row["error_code"] != "None"}
    assert before["heeded"] == 0
    assert after["heeded"] > 0
    assert "reserve_product actions on Product nodes" in after["warning"].replace("\n", " ")
    assert after["failures"]["NotEnoughStockError"] < before["failures"]["NotEnoughStockError"]
    metrics = {row["metric"]: row for row in report["metrics"]}
    assert metrics["Task success rate"]["before"] == before["solved"] / before["tasks"]
    assert metrics["Task success rate"]["after"] == after["solved"] / after["tasks"]
    assert metrics["Task success rate"]["delta_vs_baseline"] > 0
    assert metrics["Pattern utilization"]["after"] > 0


def test_recorded_traces_twice_and_for_people(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    file.write_text(text(20))
    for _ in range(2):
        shown = cli("demo", "--traces", str(file), "--embedder", "none").out
    assert "100 actions in 20 sessions" in shown
    assert "Gone" in shown
    assert "promote_confidence=0.3" in shown
    assert shown.count("MATCH") >= QUERIES


def test_what_a_worker_measures_meanwhile_is_not_the_demos(server: Server, graph: Graph) -> None:
    now = datetime.now(UTC)
    traces = [{"session_id": f"s-{n}", "action_type": "call", "outcome": "success"} for n in range(3)]
    then = now - timedelta(days=2)
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.create_workspace(f"demo-{uuid.uuid4()}")
        memory.telemetry.capture_many([{**one, "started_at": then} for one in traces])
        evaluate(graph, memory.workspace_id, passes=[1, 3], now=then + SETTLED)
        memory.telemetry.capture(action_type="call", session_id="later", outcome="failure", started_at=then + LATER)
        evaluate(graph, memory.workspace_id, passes=[1, 3], now=now)
        rate = next(one for one in measured(memory, then + SETTLED) if one.metric == "Task success rate")
        assert len(memory.telemetry.benchmarks.get("Task success rate")) == len(("then", "now"))
    assert (rate.before, rate.after, rate.delta_vs_baseline) == (1.0, 1.0, 0.0)


def test_a_workspace_that_is_there_is_refused(cli: Cli, server: Server) -> None:
    cli("workspace", "create", "taken")
    ended = cli("demo", "--workspace", "taken", "--json", ok=False)
    assert ended.status == 3
    assert json.loads(ended.err)["error"]["code"] == "workspace_exists"
