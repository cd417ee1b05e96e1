"""Trajectories of mini-SWE-agent: one JSON document (.traj.json) for a run.

Version 1 puts one command into a block of the answer's text; an answer with none or several is refused by the program,
so that nothing was called. Version 2 names the commands in `extra.actions`.
"""

import re
from collections.abc import Iterator
from datetime import datetime

from oxgraph.file_formats.sessions.records import (
    Item,
    Place,
    Row,
    Session,
    SessionMessage,
    ToolCall,
    code,
    digest,
    message_text,
    row,
    rows,
    text,
)
from oxgraph.file_formats.times import at

AGENT = "mini-swe-agent"
TOOL = "bash"
BLOCK = re.compile(r"```(?:bash|mswea_bash_command)\s*\n(.*?)\n```", re.DOTALL)
RETURN_CODE = re.compile(r"\s*<returncode>(-?\d{1,5})</returncode>")
TIMED_OUT = re.compile(r"\s*(?:<[a-z_]+>)?\s*The (?:last )?command\b.{0,20000}?\btimed out", re.DOTALL)
INSTANCE = re.compile(r"[A-Za-z0-9.-]+__([A-Za-z0-9._-]+?)-\d+")


def fits(value: Row) -> bool:
    """Whether an object is such a trajectory."""
    return str(value.get("trajectory_format", "")).startswith("mini-swe-agent") or (
        isinstance(value.get("messages"), list) and "mini_version" in row(value.get("info"))
    )


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the runs and their commands."""
    for _, value in records:
        if not fits(value):
            continue
        messages = rows(value.get("messages"))
        session = _session(value, messages, name)
        yield Session(session, AGENT, model=_model(value))
        yield from _calls(value, messages, session)
        yield from (
            SessionMessage(session, str(one.get("role")), message_text(one.get("content")), _time(one))
            for one in messages
            if one.get("role") in ("user", "assistant")
        )


def _session(value: Row, messages: list[Row], name: str) -> str:
    first = next((one for one in messages if one.get("role") == "assistant"), {})
    response = row(row(first.get("extra")).get("response"))
    given = row(row(row(value.get("info")).get("config")).get("model")).get("model_name")
    own = digest(response.get("id") or first.get("content"), response.get("created"), given)
    instance = value.get("instance_id")
    return f"{instance}/{own}" if isinstance(instance, str) and INSTANCE.fullmatch(instance) else own


def _model(value: Row) -> str | None:
    given = row(row(row(value.get("info")).get("config")).get("model")).get("model_name")
    return given if isinstance(given, str) and given.strip() else None


def _calls(value: Row, messages: list[Row], session: str) -> Iterator[ToolCall]:
    repository = _repository(value)
    for place, message in enumerate(messages):
        if message.get("role") != "assistant":
            continue
        answers = _answers(messages, place)
        for number, command in enumerate(_commands(message)):
            answer = answers[number] if number < len(answers) else None
            call = ToolCall(session, AGENT, f"{place}/{number}", TOOL, {"command": command}, _time(message))
            call.remote = repository
            if answer is not None:
                _conclude(call, answer)
            yield call


def _commands(message: Row) -> list[str]:
    given = row(message.get("extra")).get("actions")
    if isinstance(given, list):
        return [str(one.get("command", "")) for one in rows(given)]
    found = BLOCK.findall(message_text(message.get("content")))
    return found if len(found) == 1 else []


def _answers(messages: list[Row], place: int) -> list[Row]:
    """The messages between this answer of the model and its next."""
    found = []
    for one in messages[place + 1 :]:
        if one.get("role") == "assistant":
            break
        found.append(one)
    return found


def _conclude(call: ToolCall, answer: Row) -> None:
    words, extra = text(answer.get("content")), row(answer.get("extra"))
    match = RETURN_CODE.match(words)
    call.answered, call.text, call.ended_at = True, words, at(extra.get("timestamp"))
    call.exit_code = code(extra.get("returncode"))
    if call.exit_code is None and match:
        call.exit_code = int(match[1])
    if call.exit_code in {None, -1} and (TIMED_OUT.match(words) or "Timeout" in str(extra.get("exception_info"))):
        call.known_class = "Timeout"
    if call.exit_code is None and call.known_class is None:
        call.is_error = False


def _repository(value: Row) -> str | None:
    match = INSTANCE.fullmatch(str(value.get("instance_id", "")))
    return match[1] if match else None


def _time(message: Row) -> datetime | None:
    extra = row(message.get("extra"))
    return at(row(extra.get("response")).get("created")) or at(extra.get("timestamp"))
