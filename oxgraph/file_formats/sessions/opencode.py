"""Sessions of opencode: what `opencode export` writes, or the files of its storage folder (message, part).

An export is {"info": session, "messages": [{"info": message, "parts": […]}]}. A file of a part is one part, which names
its session.
"""

from collections.abc import Iterator

from oxgraph.file_formats.sessions.records import (
    Item,
    Place,
    Row,
    Session,
    SessionMessage,
    ToolCall,
    code,
    row,
    rows,
    text,
)
from oxgraph.file_formats.times import at

AGENT = "opencode"


def fits(value: Row) -> bool:
    """Whether an object is an export, or a part of a message."""
    if isinstance(value.get("messages"), list) and str(row(value.get("info")).get("id", "")).startswith("ses"):
        return True
    return isinstance(value.get("sessionID"), str) and str(value.get("id", "")).startswith(("prt", "msg"))


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the sessions and their calls."""
    seen: set[str] = set()
    for _, value in records:
        info = row(value.get("info"))
        session = str(value.get("sessionID") or info.get("id") or "")
        if session and session not in seen:
            seen.add(session)
            parent = info.get("parentID")
            yield Session(session, AGENT, parent if isinstance(parent, str) and "messages" in value else None)
        if "sessionID" in value:
            yield from _part(session, value, {}, None)
        folder = info.get("directory") if isinstance(info.get("directory"), str) else None
        for message in rows(value.get("messages")):
            for part in rows(message.get("parts")):
                yield from _part(session, part, row(message.get("info")), folder)


def _part(session: str, part: Row, message: Row, folder: str | None) -> Iterator[Item]:
    if part.get("type") == "tool":
        yield _call(session, part, message, folder)
    elif part.get("type") == "text" and message.get("role") in ("user", "assistant") and not part.get("synthetic"):
        yield SessionMessage(
            session, message["role"], str(part.get("text", "")), at(row(message.get("time")).get("created"))
        )


def _call(session: str, part: Row, message: Row, folder: str | None) -> ToolCall:
    state = row(part.get("state"))
    time, path = row(state.get("time")), row(message.get("path"))
    root = path.get("root") if isinstance(path.get("root"), str) and path["root"] != "/" else path.get("cwd")
    call = ToolCall(session, AGENT, str(part.get("callID") or part.get("id")), str(part.get("tool") or ""))
    call.arguments = state.get("input")
    call.started_at = at(time.get("start")) or at(row(message.get("time")).get("created"))
    call.ended_at = at(time.get("end"))
    call.folder = folder or (root if isinstance(root, str) else None)
    call.answered = state.get("status") in ("completed", "error")
    call.is_error = state.get("status") == "error"
    call.exit_code = code(row(state.get("metadata")).get("exit")) if not call.is_error else None
    call.text = text(state.get("error") if call.is_error else state.get("output"))
    return call
