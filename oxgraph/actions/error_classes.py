"""The class of a tool call's error by tables/error_classes.tsv; the text of a result is read and never kept."""

import re
from dataclasses import dataclass
from functools import cache

from oxgraph import tables
from oxgraph.action_codes import TOOL_ERROR
from oxgraph.actions.tool_calls import ToolAction

HEAD = 2_000
TAIL = 2_000
"""Characters at the beginning and at the end of a result that are read."""

FILE_KINDS = frozenset({"read", "write", "edit", "delete"})
SHELL = "shell"
EXCEPTION = "*"
OPENING = re.compile(
    r"\W{0,3}(?:<tool_use_error>|(?:fatal |unexpected |internal )?(?:error|exception|failure)\b|failed\b|failure\b"
    r"|traceback \(most recent call last\)|(?:invalid|unknown|unsupported) |(?:[a-z_]\w*\.)*\w*(?:error|exception): )",
    re.IGNORECASE,
)
"""How a result begins that says of itself that it is an error."""

SHELL_FAILURE = re.compile(
    r"^(?:/\S*/)?(?:ba|z|da|k)?sh: (?:line )?\d*:? ?.*(?:not found|No such file or directory)"
    r"|^(?:/\S*/)?(?:ba|z)?sh: .*(?:syntax error|Permission denied)"
    r"|^Traceback \(most recent call last\):$|^Your proposed edit has introduced new syntax error",
    re.MULTILINE,
)
"""Lines of a shell's answer that mean failure where no exit code was recorded."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the table."""

    name: str
    tools: frozenset[str]
    exit_code: int | None
    pattern: re.Pattern[str] | None

    def fits(self, action: ToolAction, exit_code: int | None, text: str) -> str | None:
        """The class, where the rule fits."""
        if self.exit_code is not None and self.exit_code != exit_code:
            return None
        if self.tools and not self.tools & _places(action):
            return None
        match = self.pattern.search(text) if self.pattern else None
        if self.pattern and match is None:
            return None
        return match[1] if match and self.name == EXCEPTION else self.name


@cache
def _rules() -> tuple[Rule, ...]:
    return tuple(
        Rule(
            row["class"],
            frozenset(row["tools"].split()),
            int(row["exit"]) if row["exit"] else None,
            re.compile(row["pattern"], _flags(row["class"])) if row["pattern"] else None,
        )
        for row in tables.read("error_classes")
    )


def _flags(name: str) -> re.RegexFlag:
    return re.MULTILINE if name == EXCEPTION else re.MULTILINE | re.IGNORECASE


@cache
def _places(action: ToolAction) -> frozenset[str]:
    kind = "file" if action.kind in FILE_KINDS else SHELL if action.kind == "ipython" else action.kind
    return frozenset({kind, action.kind, action.action_type.split(" ")[0]})


def error_class_of(
    action: ToolAction, *, exit_code: int | None = None, is_error: bool | None = None, text: str = ""
) -> str | None:
    """The class of a call's error.

    Args:
        action: The call, from `action_of_tool_call`.
        exit_code: The exit code of a command, if known.
        is_error: Whether the agent's program marks the result as failed; None where it does not say.
        text: The result, or its error text. It is only compared with the table.

    Returns:
        A name such as CommandNotFound; None for success. Where neither exit code nor mark is known, only a result that
        calls itself an error, or a shell's own complaint, is a failure.
    """
    if not failed(action, exit_code, is_error, text):
        return None
    excerpt = text if len(text) <= HEAD + TAIL else f"{text[:HEAD]}\n{text[-TAIL:]}"
    found = next((name for rule in _rules() if (name := rule.fits(action, exit_code, excerpt))), None)
    return found or (f"Exit{exit_code}" if exit_code else TOOL_ERROR)


def failed(action: ToolAction, exit_code: int | None, is_error: bool | None, text: str) -> bool:
    """Whether a call failed: by its mark, else by its exit code, else by its text."""
    if is_error or exit_code:
        return True
    if is_error is not None or exit_code is not None:
        return False
    if OPENING.match(text[:HEAD]):
        return True
    return action.kind in {SHELL, "ipython"} and SHELL_FAILURE.search(text[:HEAD] + "\n" + text[-TAIL:]) is not None
