"""How runs end, from capture to inject: the risk of a run, outcome patterns, `oxgraph eval outcomes`."""

import json
import random
import uuid
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from oxgraph.replay.replay import RecordedTime
from tests.fixtures.cli import Cli

START = datetime.now(UTC).replace(microsecond=0) - timedelta(days=2)
RUNS = 120


def run(number: int, rng: random.Random) -> list[dict[str, Any]]:
    """A run in which a failed payment goes with a bad end; calls come 5 s apart, runs 10 minutes."""
    steps = [("find", False), ("read", False)]
    pays = rng.random() < 0.4
    if pays:
        steps.append(("pay", rng.random() < 0.5))
    steps += [("read", False)] * rng.randint(0, 3)
    steps.append(("answer", False))
    success = rng.random() < (0.15 if pays else 0.85)
    at = START + timedelta(minutes=10 * number)
    return [
        {
            "session_id": f"run-{number}",
            "agent_id": "clerk",
            "action_type": action_type,
            "target_node_type": "Order",
            "target_node_id": f"order-{number}",
            "outcome": "failure" if failed else "success",
            "error_code": "Declined" if failed else None,
            "task_success": success,
            "seq": place,
            "ts": (at + timedelta(seconds=5 * place)).isoformat(),
        }
        for place, (action_type, failed) in enumerate(steps)
    ]


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    rng = random.Random(7)
    return [line for number in range(RUNS) for line in run(number, rng)]


@pytest.fixture
def file(tmp_path: Path, lines: list[dict[str, Any]]) -> str:
    path = tmp_path / "runs.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return str(path)


@pytest.mark.deep
def test_the_risk_is_measured_without_looking_ahead(cli: Cli, file: str) -> None:
    name = f"outcomes-{uuid.uuid4()}"
    found = cli("eval", "outcomes", file, "--workspace", name, "--json").json
    assert (found["sessions"], found["scored"]) == (RUNS, RUNS - RUNS // 5)
    assert set(found["first_3"]) == {"auroc", "ap", "brier"}
    assert found["end"]["auroc"] > 0.75
    assert found["first_3"]["auroc"] > 0.7
    assert found["brier"] < found["base_rate"]["half"]["brier"]
    assert any("pay was called ended in failure" in text for text in found["patterns"])
    assert found["run"]["kind"] == "outcomes"
    few = Path(file).with_name("few.jsonl")
    few.write_text("".join(f"{line}\n" for line in Path(file).read_text().splitlines()[:60]))
    assert "plain counting" in cli("eval", "outcomes", str(few), "--workspace", name, "--no-progress").out
    assert "half_auroc" in cli("eval", "list", "--workspace", name).out


def test_files_without_outcomes_are_refused(cli: Cli, tmp_path: Path, lines: list[dict[str, Any]]) -> None:
    path = tmp_path / "bare.jsonl"
    path.write_text("".join(json.dumps(line | {"task_success": None}) + "\n" for line in lines[:5]))
    refused = cli("eval", "outcomes", str(path), "--workspace", f"none-{uuid.uuid4()}", "--json", ok=False)
    assert "no session with an outcome" in refused.err


def test_what_was_imported_becomes_patterns_and_a_risk(
    cli: Cli, memory: oxgraph.Client, graph: Graph, workspace_id: str, file: str
) -> None:
    name = next(one.name for one in memory.workspaces() if one.workspace_id == workspace_id)
    space = memory.workspace(name)
    cli("import", "traces", file, "--workspace", name)
    now = START + timedelta(minutes=10 * RUNS)
    evaluate(graph, workspace_id, passes=(1, 2), now=now)
    (pays, *_) = space.telemetry.patterns(kind="outcome")
    assert pays.context == "outcome=has:pay"
    assert pays.error_code == "RunFailure"
    assert pays.action_count > 0.7 * pays.total_count
    assert pays.recommendation is not None
    expected = f"Runs in which pay was called ended in failure {pays.action_count} of {pays.total_count} times"
    assert pays.recommendation.startswith(expected)
    assert f"otherwise {pays.other_failures} of {pays.other_count}" in pays.recommendation
    assert all(row.context is None or "outcome" not in row.context for row in space.telemetry.patterns(kind="plain"))
    assert "pay was called" in cli("patterns", "list", "--kind", "outcome", "--workspace", name).out
    again = [row.pattern_id for row in space.telemetry.patterns(kind="outcome")]
    evaluate(graph, workspace_id, passes=(1, 2), now=now)
    assert [row.pattern_id for row in space.telemetry.patterns(kind="outcome")] == again

    for place, action in enumerate(["find", "read", "pay"]):
        space.telemetry.capture(
            action_type=action,
            session_id="live",
            outcome="success",
            agent_id="clerk",
            seq=place,
            started_at=now + timedelta(seconds=place),
        )
    risk = space.telemetry.inject(action_type="answer", session_id="live").risk
    assert risk is not None
    assert risk.proved
    assert risk.area_low is not None
    assert risk.area_low > 0.5
    assert risk.probability > risk.base + 0.2
    assert any("pay" in reason.text for reason in risk.reasons)
    assert risk.recovery is not None
    assert risk.text in space.telemetry.inject(action_type="answer", session_id="live").block
    assert space.telemetry.inject(action_type="answer").risk is None
    space.update_settings(run_risk="off")
    assert space.telemetry.inject(action_type="answer", session_id="live").risk is None


def test_the_way_that_worked_is_shown_before_a_task(
    cli: Cli, memory: oxgraph.Client, workspace_id: str, file: str
) -> None:
    name = next(one.name for one in memory.workspaces() if one.workspace_id == workspace_id)
    cli("import", "traces", file, "--workspace", name)
    space = memory.workspace(name)
    before = space.telemetry.inject(target_node_type="Order")
    assert "Runs on Order nodes that went find > read > answer ended in success" in " ".join(before.block.split())
    assert "that went" not in space.telemetry.inject(target_node_type="Order", action_type="pay").block


def test_an_outage_is_seen_within_three_failures_and_gone_within_five_successes(
    memory: oxgraph.Client, graph: Graph, workspace_id: str
) -> None:
    """Ten agents call a tool in turn; for a while it is out of order."""
    clock = RecordedTime(datetime.now(UTC))
    space = replace(memory, clock=clock).memory_of(workspace_id, "outages")
    began = datetime.now(UTC) - timedelta(hours=3)
    outcomes = "S" * 30 + "F" * 6 + "S" * 20 + "FSSSSSSSSS" * 3
    warned = []
    for place, outcome in enumerate(outcomes):
        clock.time = at = began + timedelta(seconds=20 * place)
        call: dict[str, Any] = {
            "action_type": "quote",
            "session_id": f"agent-{place % 10}",
            "target_node_type": "Stock",
        }
        warned.append(space.telemetry.inject(targets=[f"stock-{place}"], **call).warned)
        failed = outcome == "F"
        space.telemetry.capture(
            **call,
            targets=[f"stock-{place}"],
            outcome="failure" if failed else "success",
            error_code="Unavailable" if failed else None,
            started_at=at,
        )
        if place == 29:
            evaluate(graph, workspace_id, passes=(1, 2), now=at + timedelta(seconds=1))
    assert not any(warned[:32])
    assert all(warned[33:36])
    assert not any(warned[36 + 5 :])
