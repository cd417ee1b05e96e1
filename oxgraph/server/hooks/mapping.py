"""A tool call of a coding agent as an action, and its result as an error code, by the rules of `oxgraph.actions`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from oxgraph.actions import ToolAction, action_of_tool_call, error_class_of, repository_of
from oxgraph.server.hooks.events import HookEvent

INTERRUPTED = "Interrupted"
MAX_TEXT = 32_000
"""Characters of a result's beginning that are looked at, and as many of its end."""

EXIT_NAMES = ("exit_code", "exitCode", "exit")
EXIT_LINE = re.compile(
    r"^(?:Error: )?(?:Exit code:? |Process exited with (?:exit )?code |Command exited with (?:non-zero status )?code )"
    r"(\d{1,3})\b",
    re.IGNORECASE | re.MULTILINE,
)
"""How agents write an exit code into the result that their model reads."""


def action_of(event: HookEvent) -> ToolAction:
    """The action that a tool call is; its target is the repository of the working folder."""
    return action_of_tool_call(event.tool, event.arguments, repository=repository_of(event.cwd))


def error_code_of(event: HookEvent, action: ToolAction) -> str | None:
    """The class of a call's error; None for a success. The result is looked at and not kept.

    `action` is what `action_of` gives for the call.
    """
    if event.interrupted:
        return INTERRUPTED
    text = text_of(event.result)
    code = event.exit_code
    if code is None and action.kind == "shell":
        code = _exit_code(event.result, text)
    return error_class_of(action, exit_code=code, is_error=event.failed, text=text)


def text_of(result: Any) -> str:
    """The texts in a result; of a long one its beginning and its end."""
    text = "\n".join(_texts(result))
    return text if len(text) <= 2 * MAX_TEXT else f"{text[:MAX_TEXT]}\n{text[-MAX_TEXT:]}"


def _texts(value: Any, depth: int = 4) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one, depth - 1)
    elif depth and isinstance(value, list):
        for one in value:
            yield from _texts(one, depth - 1)


def _exit_code(result: Any, text: str) -> int | None:
    """The exit code of a shell call: a member of the result, else a line of its text."""
    if isinstance(result, Mapping):
        inner = result.get("metadata")
        for place in (result, inner if isinstance(inner, Mapping) else {}):
            codes = [place.get(name) for name in EXIT_NAMES]
            if (
                code := next((one for one in codes if isinstance(one, int) and not isinstance(one, bool)), None)
            ) is not None:
                return code
    found = EXIT_LINE.search(text)
    return int(found[1]) if found else None
