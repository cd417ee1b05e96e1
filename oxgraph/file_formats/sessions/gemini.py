"""Chats of Gemini CLI and its forks: ~/.gemini/tmp/PROJECT/chats/session-*.json, or JSON lines in newer versions.

A message of type gemini holds its calls with their results and status. In JSON lines a message is written again with
the same id as it grows; the last one counts.
"""

import re
from collections.abc import Iterator

from oxgraph.file_formats.sessions.records import (
    Item,
    Place,
    Row,
    Session,
    SessionMessage,
    ToolCall,
    message_text,
    row,
    rows,
    text,
)
from oxgraph.file_formats.times import at

AGENT = "gemini"
DONE = ("success", "error", "cancelled")
SHELL = "run_shell_command"
EXIT = re.compile(r"^Exit Code: (\d{1,3})$", re.MULTILINE)
"""Where the result of a command has its exit code: a status of success means only that the command was run."""

ROLES = {"user": "user", "gemini": "assistant"}
"""Who speaks in a message of a type; those of other types are the program's own notices."""


def fits(value: Row) -> bool:
    """Whether an object is a chat, or the first line of one."""
    return isinstance(value.get("sessionId"), str) and "projectHash" in value


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the session and its calls; the messages of one chat are held until its end."""
    session, folder, messages = "", None, dict[str, Row]()
    for line, value in records:
        about = value if fits(value) else row(value.get("$set"))
        if fits(value) and value["sessionId"] != session:
            yield from _items(session, folder, messages)
            session, messages = value["sessionId"], {}
            yield Session(session, AGENT)
        folder = _folder(about) or folder
        messages |= {str(one.get("id") or place): one for place, one in enumerate(rows(about.get("messages")))}
        if session and value.get("type") in list(ROLES):
            messages[str(value.get("id") or f"line {line}")] = value
    yield from _items(session, folder, messages)


def _folder(about: Row) -> str | None:
    directories = about.get("directories")
    first = directories[0] if isinstance(directories, list) and directories else None
    return first if isinstance(first, str) else None


def _items(session: str, folder: str | None, messages: dict[str, Row]) -> Iterator[Item]:
    for message in messages.values():
        time = at(message.get("timestamp"))
        role = ROLES.get(str(message.get("type")))
        words = message_text(message.get("content")) or message_text(_parts(message.get("content")))
        if role and words:
            yield SessionMessage(session, role, words, time)
        for place, call in enumerate(rows(message.get("toolCalls"))):
            own = str(call.get("id") or f"{message.get('id')}/{place}")
            found = ToolCall(session, AGENT, own, str(call.get("name") or ""), call.get("args"), folder=folder)
            found.started_at, found.answered = at(call.get("timestamp")) or time, call.get("status") in DONE
            found.is_error = call.get("status") == "error"
            found.known_class = "RejectedByUser" if call.get("status") == "cancelled" else None
            found.text = text(_response(call.get("result")) or call.get("resultDisplay"))
            if found.tool == SHELL and (codes := EXIT.findall(found.text)):
                found.exit_code = int(codes[-1])
            yield found


def _parts(content: object) -> list[Row]:
    """Parts as blocks of text."""
    return [{"type": "text", "text": one["text"]} for one in rows(content) if isinstance(one.get("text"), str)]


def _response(result: object) -> object:
    """The answer of a function: its error or its output."""
    for one in rows(result):
        response = row(row(one.get("functionResponse")).get("response"))
        if response:
            return response.get("error") or response.get("output") or response
    return result
