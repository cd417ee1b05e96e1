"""An empty list says which actions there are, and why none of what was made from them counts."""

import json
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import Client, Memory
from oxgraph.imports.traces import import_traces
from oxgraph.passes import evaluate, evaluate_history
from tests.fixtures.cli import Cli
from tests.telemetry.trace_samples import FIRST, file, shop

LAST_DAY = (FIRST + timedelta(hours=39)).date()
AFTER = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def space(memory: Client) -> Memory:
    """A fresh workspace."""
    return memory.create_workspace(f"coverage-{uuid.uuid4()}")


def imported(space: Memory, tmp_path: Path) -> None:
    import_traces(space, [file(tmp_path / "old.jsonl", shop(40))])


def test_nothing_was_captured(space: Memory, cli: Cli) -> None:
    found = space.telemetry.coverage()
    assert (found.first_action_at, found.active, found.unevaluated) == (None, 0, False)
    assert found.explanation == "No patterns: no action was captured in this workspace yet."
    for command in (["sequences", "list"], ["timeline"], ["benchmark", "get", "Task success rate"]):
        assert "o action was captured in this workspace yet." in cli(*command, "--workspace", space.name).out


def test_nothing_was_evaluated(space: Memory, tmp_path: Path) -> None:
    imported(space, tmp_path)
    found = space.telemetry.coverage()
    assert found.unevaluated
    assert "not all are evaluated. `oxgraph passes run` evaluates them now" in found.explanation


def test_what_was_active_has_lapsed_and_can_be_seen(space: Memory, cli: Cli, tmp_path: Path) -> None:
    """The command that an empty list names shows what it speaks of; running the passes is not suggested again."""
    imported(space, tmp_path)
    evaluate_history(space._access.graph, space.workspace_id, now=AFTER)
    then = len(space.telemetry.patterns(as_of=LAST_DAY))
    assert then > 1
    said = cli("patterns", "list", "--workspace", space.name).out.strip()
    assert said == (
        f"No active patterns. {then} patterns were active on {LAST_DAY}, the day of the last action; the evidence "
        f"window is 30 days. See them: oxgraph patterns list --as-of {LAST_DAY}"
    )
    named = said.split("oxgraph ")[-1].split()
    rows = cli(*named, "--workspace", space.name, "--json").json
    assert len(rows) == then and {row["status"] for row in rows} == {"active"}
    assert json.loads(cli("patterns", "list", "--workspace", space.name, "--json").out) == []


def test_a_day_before_the_first_action(space: Memory, cli: Cli, tmp_path: Path) -> None:
    imported(space, tmp_path)
    evaluate_history(space._access.graph, space.workspace_id, now=AFTER)
    asked = ["--as-of", "2024-12-31", "--workspace", space.name]
    assert cli("patterns", "list", *asked).out.startswith("No pattern was active on 2024-12-31. There are actions from")
    assert "No sequence had begun on 2024-12-31" in cli("sequences", "list", *asked).out
    assert "No benchmark up to 2024-12-31" in cli("benchmark", "get", "Task success rate", *asked).out


def test_days_without_a_value_name_those_that_have_one(space: Memory, cli: Cli, tmp_path: Path) -> None:
    imported(space, tmp_path)
    evaluate(space._access.graph, space.workspace_id, now=AFTER)
    printed = cli("benchmark", "get", "Task success rate", "--workspace", space.name)
    assert "See what was measured then: oxgraph benchmark get METRIC --as-of" in printed.err


def test_too_seldom_for_a_pattern(space: Memory, cli: Cli) -> None:
    space.telemetry.capture(action_type="pay", session_id="s", outcome="success", started_at=AFTER - timedelta(hours=1))
    evaluate(space._access.graph, space.workspace_id, now=AFTER)
    assert "no outcome recurred often enough" in cli("patterns", "list", "--workspace", space.name).out
    all_keys = cli("patterns", "list", "--all", "--workspace", space.name, "--json").json
    assert {row["status"] for row in all_keys} == {"candidate"}


def test_sequences_that_have_not_closed_yet(space: Memory, cli: Cli) -> None:
    """Five failing sessions that nobody ended: the passes have read them, and they count for no pattern yet."""
    failed: dict[str, Any] = {"action_type": "pay", "outcome": "failure", "error_code": "Refused"}
    space.telemetry.capture_many([{**failed, "session_id": f"s{n}"} for n in range(5)])
    assert "no sequence that has closed waits to be counted" in cli("passes", "run", "--workspace", space.name).out
    found = space.telemetry.coverage()
    assert (found.unevaluated, found.open) == (False, 5)
    assert "5 sequences are still open: each counts once its session was ended" in found.explanation
    for number in range(5):
        space.telemetry.end_session(f"s{number}", outcome="failure")
    evaluate(space._access.graph, space.workspace_id, now=datetime.now(UTC))
    found = space.telemetry.coverage()
    assert (found.open, found.active, found.explanation) == (0, 1, "")


def test_captured_late_and_not_imported(space: Memory) -> None:
    old = {"action_type": "pay", "outcome": "success", "started_at": AFTER - timedelta(days=90)}
    space.telemetry.capture_many([{**old, "session_id": f"s{n}"} for n in range(8)])
    evaluate(space._access.graph, space.workspace_id, now=AFTER)
    assert "older than the evidence window of 30 days" in space.telemetry.coverage().explanation


def test_some_are_active(space: Memory, cli: Cli, tmp_path: Path) -> None:
    imported(space, tmp_path)
    evaluate(space._access.graph, space.workspace_id, now=FIRST + timedelta(days=3))
    assert space.telemetry.coverage().explanation == ""
    said = cli("patterns", "list", "--action-type", "nothing", "--workspace", space.name).out
    assert said.strip() == "No pattern fits these filters."


@pytest.mark.parametrize("day", ["2025-13-01", "yesterday", "2025-06-29T10:00:00"])
def test_days_that_are_none(space: Memory, cli: Cli, day: str) -> None:
    ended = cli("patterns", "list", "--as-of", day, "--workspace", space.name, ok=False)
    assert ended.status == 2 and "--as-of" in ended.err


def test_all_keys_have_no_past(space: Memory, cli: Cli) -> None:
    given: dict[str, Any] = {"ok": False}
    ended = cli("patterns", "list", "--all", "--as-of", "2025-06-29", "--workspace", space.name, **given)
    assert ended.status == 2 and "as_of: does not go with all keys" in ended.err
