"""A tool call as an action: its type, and the type of the node that it was about.

A shell call is named by its program and subcommand, a file tool by what it does and the file's kind (`edit python`),
whatever the agent calls it. Any other tool keeps its name.
"""

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from oxgraph import tables
from oxgraph.actions.repositories import NODE_TYPE, repository_target
from oxgraph.actions.shell import shell_action
from oxgraph.types import limits

OTHER = "other"
UNNAMED = "unnamed"
ANY_FILE = "file"
TOOL_NAME = re.compile(r"[A-Za-z0-9_.:/@-]{1,128}")
EDITOR = {"view": "read", "create": "write", "str_replace": "edit", "insert": "edit", "undo_edit": "edit"}
WITH_FILE = frozenset({"read", "write", "edit", "delete"})
PATCHED = re.compile(r"^(?:\*\*\* (?:Update|Add|Delete) File: |\+\+\+ (?:b/)?)(\S[^\n\t]*)", re.MULTILINE)
IDENTIFIED = re.compile(r"([a-z][a-z0-9]*(?:_[a-z0-9]+)*?)_(?:ids?|number|key)|([a-z][A-Za-z0-9]*?)Ids?")
NO_NODE = frozenset({
    "session", "request", "trace", "span", "message", "tool", "call", "tool_call", "task", "shell", "bash", "page",
    "api", "access", "private", "secret", "public", "agent", "thread", "conversation", "token", "phone", "client",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class ToolAction:
    """What a tool call was.

    `kind` is shell, ipython, read, write, edit, delete, list, find, search or other. `targets` holds the node id of
    the repository, or none.
    """

    action_type: str
    kind: str
    node_type: str | None = None
    targets: tuple[str, ...] = ()


@cache
def _tools() -> dict[str, tuple[str, tuple[str, ...]]]:
    return {row["tool"]: (row["kind"], tuple(row["arguments"].split())) for row in tables.read("tool_kinds")}


@cache
def _file_kinds() -> dict[str, str]:
    return {row["name"]: row["kind"] for row in tables.read("file_kinds")}


def file_kind(path: str) -> str:
    """The kind of a file by its name: `python` for setup.py; `file` for one that is not known."""
    name = path.replace("\\", "/").rstrip("/").rpartition("/")[2].lower()
    kinds = _file_kinds()
    return kinds.get(name) or kinds.get("." + name.rpartition(".")[2]) or ANY_FILE


def action_of_tool_call(tool: str, arguments: object, *, repository: str | None = None) -> ToolAction:
    """The action that a tool call was.

    Args:
        tool: The tool's name, as the agent's program gives it (`Bash`, `functions.shell`, `mcp__github__get_issue`).
        arguments: The call's arguments: an object, or the command line or JSON text itself. Nothing of them is kept
            but words of the tables.
        repository: The name of the repository that the agent works in (`repository_of`).

    Returns:
        The action. Its node type is Repository for tools of coding agents, and for others the type that an argument's
        name gives (`booking` for `booking_id`), else Repository where one is known.
    """
    own = re.sub(r"^(?:functions|default_api|tools)[./]", "", tool.strip())
    kind, names = _tools().get(re.sub(r"(?:_?action|_?tool)$", "", own.lower()) or own.lower(), (OTHER, ()))
    given = _object(arguments, names)
    if kind == "editor":
        kind = EDITOR.get(str(given.get("command")), "edit")
    action_type = _action_type(own, kind, names, given)
    stem = _node_type(given) if kind == OTHER else None
    if stem:
        return ToolAction(action_type, kind, stem)
    return ToolAction(action_type, kind, *((NODE_TYPE, (repository_target(repository),)) if repository else (None, ())))


def _object(arguments: object, names: tuple[str, ...]) -> Mapping[str, Any]:
    if isinstance(arguments, Mapping):
        return arguments
    return {names[0]: arguments} if names and isinstance(arguments, (str, list)) else {}


def _action_type(tool: str, kind: str, names: tuple[str, ...], given: Mapping[str, Any]) -> str:
    value = next((given[name] for name in names if given.get(name)), None)
    if kind == "shell":
        return shell_action(_line(value))[: limits.NAME]
    if kind == "ipython":
        return "python -c"
    if kind in WITH_FILE:
        return f"{kind} {_kind_of(value)}"
    if kind != OTHER:
        return kind
    return tool if TOOL_NAME.fullmatch(tool) else UNNAMED


def _line(value: object) -> str:
    """A command line; a list of words is quoted, and `["bash", "-lc", LINE]` is read by the program's rule."""
    if isinstance(value, list):
        return shlex.join(str(word) for word in value)
    return value if isinstance(value, str) else ""


def _kind_of(value: object) -> str:
    """The kind of the file that a path, a list of paths or a patch names."""
    one = value[0] if isinstance(value, list) and value else value
    if not isinstance(one, str):
        return ANY_FILE
    patched = PATCHED.search(one) if "\n" in one else None
    return file_kind(patched[1] if patched else one if "\n" not in one else "")


def _node_type(given: Mapping[str, Any]) -> str | None:
    """The node type in the name of the first argument that holds an id."""
    for name in given:
        match = IDENTIFIED.fullmatch(name) if isinstance(name, str) else None
        stem = match and (match[1] or match[2])
        if stem and stem.lower() not in NO_NODE and given[name]:
            return stem.lower()[: limits.NAME]
    return None
