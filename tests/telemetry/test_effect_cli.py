"""What `oxgraph patterns effect` and `forecast` say to a person."""

from datetime import UTC, datetime
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.cli.patterns import drift_warning, print_effect
from oxgraph.graph import Graph
from oxgraph.ids import stable_id
from oxgraph.types import EffectReport, EffectRow, ForecastState
from tests.fixtures.cli import Cli
from tests.fixtures.client_samples import NOON, counts, pattern, write

AT = datetime(2026, 5, 1, 12, tzinfo=UTC)
UNTRIED: dict[str, Any] = {
    "pattern_id": "p1",
    "name": "book:User:AnyError, after two failed attempts in a row",
    "action_type": "book",
    "node_type": "User",
    "error_code": "AnyError",
    "context": "run=2",
    "suppressed": False,
    "retired": False,
    "shown_trials": 0,
    "shown_failures": 0,
    "withheld_trials": 0,
    "withheld_failures": 0,
    "harmful": False,
    "verdict": "untried",
} | dict.fromkeys(
    ("shown_rate", "withheld_rate", "shown_interval", "withheld_interval", "risk_reduction", "low", "high")
)
TRIED = UNTRIED | {
    "shown_trials": 40,
    "shown_failures": 12,
    "withheld_trials": 20,
    "withheld_failures": 12,
    "risk_reduction": 0.3,
    "low": -0.004,
    "high": 0.58,
    "verdict": "uncertain",
}


def said(capsys: pytest.CaptureFixture[str], *rows: dict[str, Any], rate: float = 0.1) -> str:
    """What is printed of a report."""
    report = EffectReport(
        holdout_rate=rate,
        holdout_since=AT if rate else None,
        counted_actions=300,
        counted_since=AT,
        patterns=tuple(EffectRow(**row) for row in rows),
    )
    print_effect(report)
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_no_holdout_says_what_to_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert "settings NAME holdout_rate=0.1" in said(capsys, UNTRIED, rate=0)


def test_without_a_holdout_actions_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    counts = {"actions_shown": 40, "actions_shown_failed": 10, "actions_not_shown": 20, "actions_not_shown_failed": 15}
    text = said(capsys, UNTRIED | counts, UNTRIED | {"name": "never shown"}, rate=0)
    assert "10 of 40 (25%)" in text and "15 of 20 (75%)" in text and "never shown" not in text
    assert "newest 300 actions" in text and "nothing about a cause" in text


def test_shares_points_and_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, TRIED)
    for part in (
        "book:User:AnyError, after two failed attempts in a row",
        "12 of 40 (30%)",
        "12 of 20 (60%)",
        "+30",
        "0 to +58",
        "not certain yet",
    ):
        assert part in text
    assert "in 10% of the sessions, since 2026-05-01 12:00Z" in text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"verdict": "helps"}, "it helps"),
        ({"verdict": "harms"}, "it does harm"),
        ({"verdict": "harms", "retired": True, "suppressed": True}, "retired: it did harm"),
        ({"retired": True, "suppressed": True, "shown_trials": 0}, "retired: an earlier version did harm"),
        ({"verdict": "helps", "suppressed": True}, "it helps, suppressed"),
    ],
)
def test_verdicts(capsys: pytest.CaptureFixture[str], changes: dict[str, Any], words: str) -> None:
    assert words in said(capsys, TRIED | changes)


def test_what_was_not_tried(capsys: pytest.CaptureFixture[str]) -> None:
    assert "not tried in both arms yet" in said(capsys, UNTRIED)
    assert "No pattern yet." in said(capsys)


def test_drift_is_told_with_its_beginning() -> None:
    state = ForecastState(threshold=0.52, cases=900, drifting=True, drifting_since=AT, fitted_at=AT)
    assert drift_warning(state) == (
        "Warnings come true too seldom since 2026-05-01 12:00Z: agents are now warned from 0.52 on."
    )
    assert drift_warning(state.model_copy(update={"drifting": False})) == ""


def test_the_forecast_says_what_is_known_of_warnings_and_what_is_not(workspace: Memory, graph: Graph, cli: Cli) -> None:
    """Of a mistake that was mended: 41 warnings in a row that did not come true are no word for warnings."""
    said = cli("patterns", "forecast", "--workspace", workspace.name).out
    assert "is not known" in said and "warned of" not in said
    shown = pattern(graph, workspace.workspace_id)
    about: dict[str, Any] = {"action_type": "get", "target_node_type": "person", "injected_patterns": [shown]}
    for number in range(42):
        how: dict[str, Any] = {"outcome": "success"} if number else {"outcome": "failure", "error_code": "NotFound"}
        workspace.telemetry.capture(session_id=f"s-{number}", **about, **how)
    # Named by an action of another kind, it was not of this one that the agent was warned.
    workspace.telemetry.capture(session_id="s", outcome="success", **about | {"action_type": "list"})
    said = cli("patterns", "forecast", "--workspace", workspace.name).out
    assert "Of 42 actions of the last 30 days that agents were warned of, 1 failed." in said
    assert "only a holdout shows" in said and "is not known" in said
    found = workspace.telemetry.calibration()
    assert (found.shown, found.shown_failures, found.warned) == (42, 1, 0)
    # Most warnings are of a situation that is no pattern yet.
    counts(graph, workspace.workspace_id, "pattern_key", ("get", "person", "AnyError", "run=2"), NOON)
    key = stable_id(workspace.workspace_id, "pattern_key", ["get", "person", "AnyError", "run=2"])
    named = (
        "MATCH (k:pattern_key {id: $key}) SET k.action_type = 'get', k.node_type = 'person', k.error_code = 'AnyError'"
    )
    write(graph, named, key=key)
    failed: dict[str, Any] = {"outcome": "failure", "error_code": "NotFound"}
    workspace.telemetry.capture(session_id="s-again", **about | {"injected_patterns": [key]}, **failed)
    found = workspace.telemetry.calibration()
    assert (found.shown, found.shown_failures) == (43, 2)
