"""A tool call of a coding agent as an action, and its result as an error code."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from oxgraph.server.hooks.events import HookEvent

INTERRUPTED = "Cancelled"


@dataclass(frozen=True)
class MappedAction:
    """The action's type, its targets and their node type."""

    action_type: str
    targets: tuple[str, ...] = ()
    node_type: str | None = None


def action_of(event: HookEvent) -> MappedAction:
    """The action that a tool call is. Stand-in."""
    command = str(event.arguments.get("command") or "")
    words = command.split()
    name = words[0] if words else event.tool
    targets = (f"repo:{PurePath(event.cwd).name}",) if event.cwd else ()
    return MappedAction(name, targets, "repository" if targets else None)


def error_code_of(event: HookEvent) -> str | None:
    """The error code of a failed call; None for a success. Stand-in."""
    if event.interrupted:
        return INTERRUPTED
    return "ToolError" if event.failed else None


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else str(value)
