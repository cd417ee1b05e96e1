"""What happened in a coding agent, read from the payload that its hook sends; each agent has its own names for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from oxgraph.errors import InvalidInput

Kind = Literal["before_tool", "after_tool", "prompt", "session_start", "session_end"]

EVENTS: dict[str, dict[str, Kind]] = {
    "claude-code": {
        "PreToolUse": "before_tool",
        "PostToolUse": "after_tool",
        "PostToolUseFailure": "after_tool",
        "UserPromptSubmit": "prompt",
        "SessionStart": "session_start",
        "SessionEnd": "session_end",
    },
    "codex": {
        "PreToolUse": "before_tool",
        "PostToolUse": "after_tool",
        "UserPromptSubmit": "prompt",
        "SessionStart": "session_start",
        "Stop": "session_end",
    },
    "gemini": {
        "BeforeTool": "before_tool",
        "AfterTool": "after_tool",
        "BeforeAgent": "prompt",
        "SessionStart": "session_start",
        "SessionEnd": "session_end",
    },
    "opencode": {
        "before_tool": "before_tool",
        "after_tool": "after_tool",
        "prompt": "prompt",
        "session_start": "session_start",
        "session_end": "session_end",
    },
}
"""The events of each agent that have a hook, and what they are. Codex has no event for the end of a session: there the
end of a turn stands for it; an action that follows belongs to the session all the same."""

FAILED_EVENTS = ("PostToolUseFailure",)


@dataclass(frozen=True)
class HookEvent:
    """One event of an agent.

    `call_id` is the agent's id of the tool call, None where it gives none. `result` is what the tool returned, or the
    error's text; `failed` whether the agent itself marks the call as failed, None where it does not say. `seconds` is
    how long the call took, None where the agent does not say. Arguments, result and prompt are read and never stored.
    """

    agent: str
    name: str
    kind: Kind
    session_id: str
    subagent: str | None = None
    cwd: str | None = None
    tool: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict, repr=False)
    call_id: str | None = None
    result: Any = field(default=None, repr=False)
    failed: bool | None = None
    interrupted: bool = False
    seconds: float | None = None
    prompt: str = field(default="", repr=False)

    @property
    def agent_id(self) -> str:
        """The agent, as actions name it."""
        return self.agent


def event_of(agent: str, name: str, payload: Any) -> HookEvent | None:
    """The event; None where nothing is done for it. Raises InvalidInput for what is no payload of the agent."""
    kind = EVENTS[agent].get(name)
    if kind is None:
        return None
    if not isinstance(payload, dict):
        raise InvalidInput(field="body", reason="must be a JSON object")
    of = _Payload(payload)
    session_id = of.text("session_id")
    if session_id is None:
        raise InvalidInput(field="session_id", reason="must be a text")
    if kind in ("before_tool", "after_tool") and of.text("tool_name") is None:
        raise InvalidInput(field="tool_name", reason="must be a text")
    arguments = payload.get("tool_input")
    failed, result = _ending(name, payload)
    return HookEvent(
        agent,
        name,
        kind,
        session_id,
        subagent=of.text("agent_type"),
        cwd=of.text("cwd"),
        tool=of.text("tool_name") or "",
        arguments=arguments if isinstance(arguments, dict) else {},
        call_id=of.text("tool_use_id"),
        result=result,
        failed=failed,
        interrupted=payload.get("is_interrupt") is True,
        seconds=of.seconds("duration_ms"),
        prompt=of.text("prompt") or "",
    )


class _Payload:
    """Members of a payload; of another type than expected, they count as absent."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def text(self, name: str) -> str | None:
        """A text that is not blank."""
        value = self._values.get(name)
        return value if isinstance(value, str) and value.strip() else None

    def seconds(self, name: str) -> float | None:
        """A number of milliseconds, as seconds."""
        value = self._values.get(name)
        good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e9
        return value / 1000 if good else None  # type: ignore[operator]


def _ending(name: str, payload: Mapping[str, Any]) -> tuple[bool | None, Any]:
    """Whether the agent marks the call as failed, and what came of it."""
    result = payload.get("tool_response")
    if name in FAILED_EVENTS:
        return True, payload.get("error")
    if not isinstance(result, dict):
        return None, result
    if result.get("error"):  # Gemini CLI and opencode: the error of a tool that could not do its work
        return True, result
    if result.get("is_error") is True or result.get("isError") is True or result.get("success") is False:
        return True, result
    return None, result
