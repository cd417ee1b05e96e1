"""Trajectories of SWE-agent (.traj): one JSON document for a run, with `history` and mostly `trajectory`.

The program records no exit code and no mark of failure; calls are judged by their results.
"""

import json
import re
from collections.abc import Iterator

from oxgraph.file_formats.sessions.records import (
    Item,
    Place,
    Row,
    Session,
    SessionMessage,
    ToolCall,
    arguments,
    digest,
    message_text,
    row,
    rows,
    text,
)

AGENT = "swe-agent"
SHELL = "bash"
COMMANDS = {"open", "goto", "scroll_up", "scroll_down", "create", "edit", "insert", "search_dir", "search_file"}
COMMANDS |= {"find_file", "submit", "str_replace_editor", "exit_forfeit", "filemap", "view_image", "undo_edit"}
REPOSITORY = re.compile(r"/?[A-Za-z0-9.-]+__([A-Za-z0-9.-]+?)(?:-\d+)?")
NEW_ERRORS = "Your proposed edit has introduced new syntax error"
TIMEOUT = "EXECUTION TIMED OUT"
CANCELLED = re.compile(r"\s*The command '.{0,4000}' was cancelled because it took more than", re.DOTALL)


def fits(value: Row) -> bool:
    """Whether an object is such a trajectory."""
    history = rows(value.get("history"))
    return bool(history) and "role" in history[0] and any("agent" in one or "action" in one for one in history[:3])


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the runs and their calls."""
    for line, value in records:
        if not fits(value):
            continue
        history = [one for one in rows(value.get("history")) if not one.get("is_demo")]
        answers = [place for place, one in enumerate(history) if one.get("role") == "assistant"]
        start = history[answers[0]].get("content") if answers else None
        session = digest(name, line, value.get("environment"), start)
        yield Session(session, AGENT)
        yield from _calls(value, history, answers, session)
        for one in history:
            if one.get("role") in ("user", "assistant"):
                yield SessionMessage(session, one["role"], message_text(one.get("content")))


def _calls(value: Row, history: list[Row], answers: list[int], session: str) -> Iterator[ToolCall]:
    """The calls of the steps; where only the history was kept, of its answers."""
    state: Row = {}
    for number, (message, step, result) in enumerate(_steps(value, history, answers)):
        for inner, (tool, given) in enumerate(_named(message, step, state)):
            call = ToolCall(session, AGENT, f"{number}/{inner}", tool, given, remote=_repository(state))
            call.answered, call.text = result is not None, text(result)
            call.known_class = _known(call.text)
            yield call
        state = _state(step) or state


def _steps(value: Row, history: list[Row], answers: list[int]) -> Iterator[tuple[Row, Row, object]]:
    """Answers of the model with their steps and results; a step has no answer where the two lists differ in length."""
    steps = rows(value.get("trajectory"))
    if not steps:
        for place in answers:
            yield history[place], {}, _content(history[place + 1] if place + 1 < len(history) else {})
        return
    aligned = len(steps) == len(answers)
    for number, step in enumerate(steps):
        yield history[answers[number]] if aligned else {}, step, step.get("observation")


def _content(message: Row) -> object:
    return message.get("content") if message.get("role") in ("user", "tool") else None


def _named(message: Row, step: Row, state: Row) -> Iterator[tuple[str, object]]:
    """The tools of an answer with their arguments: functions, or the command in its text."""
    calls = rows(message.get("tool_calls"))
    for one in calls:
        function = row(one.get("function"))
        yield str(function.get("name") or ""), arguments(function.get("arguments"))
    action = message.get("action") or step.get("action")
    if calls or not isinstance(action, str) or not action.strip():
        return
    words = action.split(maxsplit=2)
    if words[0] not in COMMANDS:
        yield SHELL, {"command": action}
    elif words[0] in {"open", "create"}:
        yield words[0], {"path": words[1] if len(words) > 1 else None}
    else:
        yield words[0], {"path": state.get("open_file")}


def _state(step: Row) -> Row:
    """The state after a step: the working folder and the open file."""
    try:
        given = step.get("state")
        return row(json.loads(given) if isinstance(given, str) else given)
    except (ValueError, RecursionError):
        return {}


def _repository(state: Row) -> str | None:
    match = REPOSITORY.fullmatch(str(state.get("working_dir", "")))
    return match[1] if match else None


def _known(words: str) -> str | None:
    if words.lstrip().startswith(NEW_ERRORS):
        return "SyntaxError"
    return "Timeout" if TIMEOUT in words[:200] or CANCELLED.match(words) else None
