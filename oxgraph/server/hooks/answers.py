"""What a hook prints, as each agent understands it."""

from dataclasses import dataclass
from typing import Any

from oxgraph.server.hooks.events import HookEvent


@dataclass(frozen=True)
class Answer:
    """`context` is what the agent reads; `denial`, where the call is not to be made, the reason that it reads."""

    context: str = ""
    denial: str = ""


def holds_context_back(event: HookEvent) -> bool:
    """Whether the agent shows its model nothing before a tool call, so that the warning goes with the result."""
    return event.agent in ("gemini", "opencode") and event.kind == "before_tool"


def printed(event: HookEvent, answer: Answer) -> dict[str, Any] | None:
    """The answer as JSON; None for nothing."""
    if event.agent == "opencode":
        given = {"context": answer.context, "denial": answer.denial}
        return {name: text for name, text in given.items() if text} or None
    if answer.denial and event.agent == "gemini":
        return {"decision": "deny", "reason": answer.denial}
    if answer.denial:
        denied = {"permissionDecision": "deny", "permissionDecisionReason": answer.denial}
        return {"hookSpecificOutput": {"hookEventName": event.name, **denied}}
    if answer.context:
        return {"hookSpecificOutput": {"hookEventName": event.name, "additionalContext": answer.context}}
    return None
