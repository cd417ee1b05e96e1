"""A coding agent by its hooks: what Claude Code tells its hooks, and the warning that it gets in the sixth session.

    oxgraph up
    oxgraph serve --detach
    python examples/coding_agent.py

Claude Code runs a command at each event and gives it the event as JSON; `oxgraph hooks install claude-code` enters
oxgraph's command there. This example sends the same events to the route that the command asks, so that it needs no
agent and changes none of your settings.
"""

import os
import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

import oxgraph
from oxgraph.local import ensure
from oxgraph.passes import evaluate

SERVER = os.environ.get("OXGRAPH_SERVER") or ensure().url
TEST = {"tool_name": "Bash", "cwd": "/home/ana/shop", "tool_input": {"command": "pytest -q tests/test_cart.py"}}
FAILED = {"error": "Exit code 1\nFAILED tests/test_cart.py::test_total\n1 failed in 0.12s", "is_interrupt": False}


class ClaudeCode:
    """What the agent's hooks send."""

    def __init__(self, token: str) -> None:
        self._http = httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=30)

    def tells(self, event: str, session: str, **given: Any) -> str:
        """The text that the hook gives to the agent at an event; mostly there is none."""
        body = {"session_id": session, "hook_event_name": event, **given}
        answer = self._http.post(f"{SERVER}/v1/hooks/claude-code/{event}", json=body).raise_for_status()
        if answer.status_code == httpx.codes.NO_CONTENT:
            return ""
        return str(answer.json().get("hookSpecificOutput", {}).get("additionalContext", ""))

    def session(self, session: str) -> str:
        """One session in which a test fails; returns the warning that the agent got before the call, if any."""
        self.tells("SessionStart", session, source="startup")
        told = self.tells("PreToolUse", session, tool_use_id="call-1", **TEST)
        self.tells("PostToolUseFailure", session, tool_use_id="call-1", **TEST, **FAILED)
        self.tells("SessionEnd", session, reason="exit")
        return told


def main() -> None:
    """Five sessions, the passes, and the sixth."""
    with oxgraph.connect() as client:
        memory = client.create_workspace(f"coding {uuid.uuid4()}")
        agent = ClaudeCode(memory.tokens.create("agent", "claude-code").secret)
        for number in range(1, 6):
            print(f"session {number}: told {agent.session(f'session-{number}')!r}")
        evaluate(client.graph, memory.workspace_id, now=datetime.now(UTC) + timedelta(minutes=1))  # `serve` does this
        print("session 6: told", agent.session("session-6"))
        for row in memory.telemetry.timeline(limit=1):
            print("captured:", row.action_type, row.outcome, row.error_code, *row.target_node_ids)


if __name__ == "__main__":
    main()
