"""What happened in a coding agent, read from the payload that its hook sends; each agent has its own names for it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from oxgraph.agents import HOOK_EVENTS
from oxgraph.errors import InvalidInput

Kind = Literal["before_tool", "after_tool", "prompt", "session_start", "session_end"]

EVENTS = {name: cast("dict[str, Kind]", events) for name, events in HOOK_EVENTS.items()}
"""The events of each agent that have a hook, and what they are. Codex has no event for the end of a session: there the
end of a turn stands for it; an action that follows belongs to the session all the same."""

FAILED_EVENTS = ("PostToolUseFailure",)
CONTEXT = re.compile(r"<hook_context>.*?</hook_context>", re.DOTALL)


@dataclass(frozen=True)
class HookEvent:
    """One event of an agent. A subagent's session is SESSION/AGENT, as an import names it.

    `call_id` is the agent's id of the tool call, None where it gives none. `result` is what the tool returned, or the
    error's text; `failed` whether the agent itself marks the call as failed, None where it does not say.
    `exit_code` is that of a command, where it came beside the payload. `seconds` is how long the call took, None where
    the agent does not say. Arguments, result and prompt are read and never stored.
    """

    agent: str
    name: str
    kind: Kind
    session_id: str
    cwd: str | None = None
    tool: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict, repr=False)
    call_id: str | None = None
    result: Any = field(default=None, repr=False)
    failed: bool | None = None
    exit_code: int | None = None
    interrupted: bool = False
    seconds: float | None = None
    prompt: str = field(default="", repr=False)


def event_of(agent: str, name: str, payload: Any, exit_code: int | None = None) -> HookEvent | None:
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
    arguments, subagent = payload.get("tool_input"), of.text("agent_id")
    failed, result = _ending(name, payload)
    return HookEvent(
        agent,
        name,
        kind,
        f"{session_id}/{subagent}" if subagent else session_id,
        cwd=of.text("cwd"),
        tool=of.text("tool_name") or "",
        arguments=arguments if isinstance(arguments, dict) else {},
        call_id=of.text("tool_use_id"),
        result=result,
        failed=failed,
        exit_code=exit_code,
        interrupted=payload.get("is_interrupt") is True,
        seconds=of.seconds("duration_ms"),
        prompt=_own_words(of.text("prompt") or ""),
    )


def _own_words(prompt: str) -> str:
    """The prompt without what hooks put before it (Gemini CLI)."""
    return CONTEXT.sub("", prompt).strip()


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
