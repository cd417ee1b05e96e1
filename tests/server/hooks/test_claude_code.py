"""Hooks of Claude Code, from the payloads that it documents to the graph and back."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from tests.server.captures import captured
from tests.server.conftest import Site, Tokens
from tests.server.hooks.conftest import Hooks, payload
from tests.server.mcp.test_past_experience import later
from tests.server.queries import query

AGENT = "claude-code"
SECRET = "sesame"
"""Stands in every argument, prompt and result of the examples."""


def call(hooks: Hooks, session: str, number: int, ending: str = "PostToolUseFailure") -> str:
    """One call of Bash; what the agent is told before it."""
    about = {"session_id": session, "tool_use_id": f"toolu_{session}_{number}"}
    said = hooks.says("PreToolUse", **about)
    hooks.says(ending, **about)
    return said


def test_calls_are_captured_without_a_word_of_them(claude_code: Hooks, workspace: Memory, graph: Graph) -> None:
    assert claude_code.says("PreToolUse") == ""
    assert claude_code.says("PostToolUseFailure") == ""
    for name in ("PostToolUse-Edit", "PostToolUseFailure-Edit", "PostToolUseFailure-interrupted"):
        assert claude_code.says(name) == ""
    rows = captured(workspace)
    assert [(row.action_type, row.outcome, row.error_code) for row in rows] == [
        ("pytest", "failure", "TestsFailed"),
        ("edit python", "success", None),
        ("edit python", "failure", "NoMatchForEdit"),
        ("pytest", "failure", "Interrupted"),
    ]
    first = rows[0]
    assert (first.agent_id, first.session_id) == (AGENT, payload(AGENT, "PreToolUse")["session_id"])
    assert (first.node_type, first.target_node_ids, first.latency_ms) == ("Repository", ("repository:shop",), 934)
    kept = str(graph.read(query("everything"), workspace_id=workspace.workspace_id))
    assert "repository:shop" in kept and SECRET not in kept and "/home/ada" not in kept


def test_a_repeated_event_changes_nothing(claude_code: Hooks, workspace: Memory) -> None:
    for _ in range(3):
        claude_code.says("PostToolUseFailure")
    assert len(captured(workspace)) == 1


def test_a_call_without_its_beginning_is_captured(claude_code: Hooks, workspace: Memory) -> None:
    """As where the server was away before it; the agent's own duration counts."""
    claude_code.says("PostToolUse")
    assert [(row.outcome, row.latency_ms) for row in captured(workspace)] == [("success", 812)]


def test_the_sixth_session_is_told_before_the_call(claude_code: Hooks, workspace: Memory, graph: Graph) -> None:
    for number in range(5):
        assert call(claude_code, f"s-{number}", 1) == ""
        claude_code.says("SessionEnd", session_id=f"s-{number}")
    later(graph, workspace)
    begins = claude_code.says("SessionStart", session_id="sixth")
    assert "Pattern: pytest:Repository:TestsFailed (confidence 1.00)" in begins
    told = call(claude_code, "sixth", 1)
    assert told.startswith("[Oxagen memory — 1 relevant pattern]\nPattern: pytest:Repository:TestsFailed")
    assert call(claude_code, "sixth", 2) == ""  # a session is shown a warning once
    claude_code.says("SessionStart", session_id="sixth", source="compact")
    assert call(claude_code, "sixth", 3) == told  # its context was compacted meanwhile
    (pattern,) = workspace.telemetry.patterns(action_type="pytest")
    shown = graph.read(query("injected"), workspace_id=workspace.workspace_id, pattern_id=pattern.pattern_id)
    assert len(shown) == 3


def test_it_blocks_once_and_only_where_asked(claude_code: Hooks, workspace: Memory, graph: Graph) -> None:
    for number in range(5):
        call(claude_code, f"s-{number}", 1)
    later(graph, workspace)
    given = payload(AGENT, "PreToolUse", session_id="sixth")
    stopped = claude_code.run("PreToolUse", given, block=True).output
    assert (stopped["hookEventName"], stopped["permissionDecision"]) == ("PreToolUse", "deny")
    assert "TestsFailed" in stopped["permissionDecisionReason"]
    assert claude_code.run("PreToolUse", given, block=True).text == ""
    assert claude_code.run("PreToolUse", payload(AGENT, "PreToolUse", session_id="another")).output == {
        "hookEventName": "PreToolUse",
        "additionalContext": stopped["permissionDecisionReason"].rpartition("\n")[0],
    }


def named(graph: Graph, workspace: Memory, session: str) -> list[tuple[str, bool]]:
    """The actions of a session, and whether each names a pattern that its agent was shown."""
    rows = graph.read(query("shown"), workspace_id=workspace.workspace_id, session_id=session)
    return [(row["action_type"], row["shown"] > 0) for row in rows]


def test_an_agent_that_heeds_a_stop_counts_as_warned(claude_code: Hooks, workspace: Memory, graph: Graph) -> None:
    """The call that was stopped is no action, so the next one names what was shown; no later one does."""
    for number in range(5):
        call(claude_code, f"s-{number}", 1)
    later(graph, workspace)
    assert claude_code.run("PreToolUse", payload(AGENT, "PreToolUse", session_id="sixth"), block=True).text
    for number in (2, 3):
        about: dict[str, Any] = {"session_id": "sixth", "tool_use_id": f"toolu_{number}"}
        for event in ("PreToolUse", "PostToolUse"):
            claude_code.says(event, tool_input={"command": "uv sync"}, **about)
    assert named(graph, workspace, "sixth") == [("uv sync", True), ("uv sync", False)]


def test_an_operators_note_on_successes_is_shown_and_stops_nothing(
    claude_code: Hooks, workspace: Memory, graph: Graph
) -> None:
    """A pattern without one says nothing about a call that works, and is not named."""
    for number in range(5):
        call(claude_code, f"s-{number}", 1, "PostToolUse")
    later(graph, workspace)
    (pattern,) = workspace.telemetry.patterns(action_type="pytest")
    assert pattern.pattern_id
    assert call(claude_code, "sixth", 1, "PostToolUse") == ""
    assert named(graph, workspace, "sixth") == [("pytest", False)]
    workspace.telemetry.annotate(pattern.pattern_id, annotation="Begin with -x.")
    given = payload(AGENT, "PreToolUse", session_id="seventh")
    assert (
        "Operator note: Begin with -x." in claude_code.run("PreToolUse", given, block=True).output["additionalContext"]
    )
    claude_code.says("PostToolUse", session_id="seventh")
    assert named(graph, workspace, "seventh") == [("pytest", True)]
    assert call(claude_code, "seventh", 2, "PostToolUse") == ""  # once in a session


def test_what_a_session_begins_with_is_named_by_its_first_action(
    claude_code: Hooks, workspace: Memory, graph: Graph
) -> None:
    for number in range(5):
        call(claude_code, f"s-{number}", 1)
    later(graph, workspace)
    assert "pytest:Repository:TestsFailed" in claude_code.says("SessionStart", session_id="sixth")
    for number in (1, 2):
        about: dict[str, Any] = {"session_id": "sixth", "tool_use_id": f"toolu_{number}"}
        for event in ("PreToolUse", "PostToolUse"):
            claude_code.says(event, tool_input={"command": "uv sync"}, **about)
    assert named(graph, workspace, "sixth") == [("uv sync", True), ("uv sync", False)]


def test_the_same_call_is_not_stopped_again_where_its_counts_have_changed(
    claude_code: Hooks, workspace: Memory, graph: Graph
) -> None:
    for number in range(5):
        call(claude_code, f"s-{number}", 1)
    call(claude_code, "fine", 1, "PostToolUse")
    later(graph, workspace)
    given = payload(AGENT, "PreToolUse", session_id="sixth")
    stopped = claude_code.run("PreToolUse", given, block=True).output["permissionDecisionReason"]
    for number in range(5, 9):
        call(claude_code, f"s-{number}", 1)
    evaluate(graph, workspace.workspace_id, now=datetime.now(UTC) + timedelta(hours=2))
    assert "TestsFailed" in stopped
    assert "permissionDecision" not in claude_code.run("PreToolUse", given, block=True).text


def test_a_prompt_is_answered_with_what_is_known(claude_code: Hooks, workspace: Memory) -> None:
    assert claude_code.says("UserPromptSubmit") == ""
    workspace.semantic.remember(type="preference", content="Ana prefers green tea.", subject="Ana")
    said = claude_code.says("UserPromptSubmit")
    assert said.startswith("[Recalled memory — 1 result]") and "Ana prefers green tea." in said


def test_a_session_ends(claude_code: Hooks, workspace: Memory, graph: Graph) -> None:
    claude_code.says("PostToolUse")
    claude_code.says("SessionEnd")
    later(graph, workspace)
    (sequence,) = workspace.telemetry.sequences()
    assert (sequence.closed, sequence.outcome, sequence.agent_id) == (True, "success", AGENT)


@pytest.mark.parametrize(
    ("event", "given", "status", "code"),
    [
        ("PreToolUse", [], 422, "invalid_input"),
        ("PreToolUse", {"session_id": 7, "tool_name": "Bash"}, 422, "invalid_input"),
        ("PreToolUse", {"session_id": "s"}, 422, "invalid_input"),
        ("Unheard", {"session_id": "s"}, 204, None),
    ],
)
def test_odd_payloads(  # noqa: PLR0917 - fixtures and parameters
    site: Site, tokens: Tokens, event: str, given: Any, status: int, code: str | None
) -> None:
    with site.client(tokens.agent) as client:
        response = client.post(f"/v1/hooks/claude-code/{event}", json=given)
        assert response.status_code == status
        assert code is None or response.json()["code"] == code
        assert client.post(f"/v1/hooks/unheard/{event}", json=given).status_code == 404
    with site.client() as client:
        assert client.post(f"/v1/hooks/claude-code/{event}", json=given).status_code == 401
