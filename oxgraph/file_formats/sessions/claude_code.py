"""Sessions of Claude Code: JSON lines in ~/.claude/projects/PROJECT/SESSION.jsonl.

A subagent has a file of its own (SESSION/subagents/agent-ID.jsonl) with `agentId`, or, in older versions, stands as a
sidechain in its session's file. Each is a session of its own here, named SESSION/AGENT. Progress records repeat what
stands in subagents' files, and summaries of compaction repeat what was said; both are left out.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from oxgraph.file_formats.sessions.records import (
    Item,
    Pending,
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

AGENT = "claude-code"
EXIT = re.compile(r"(?:Error: )?Exit code (\d{1,3})\b")
KINDS = ("user", "assistant", "system", "progress", "queue-operation", "file-history-snapshot", "summary", "attachment")


def fits(value: Row) -> bool:
    """Whether an object is a record of Claude Code that says so."""
    kind = value.get("type")
    if kind in ("user", "assistant"):
        return isinstance(value.get("sessionId"), str) and isinstance(value.get("message"), dict) and "uuid" in value
    return kind in KINDS and isinstance(value.get("sessionId"), str) and isinstance(value.get("timestamp"), str)


@dataclass(slots=True)
class _File:
    """What is known of the sessions of one file."""

    found: dict[str, Session] = field(default_factory=dict)
    sessions: dict[str, Pending] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    sidechains: dict[str, str] = field(default_factory=dict)


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the sessions and their calls, as their results appear; at last the calls without a result."""
    file = _File()
    for _, value in records:
        session = value.get("sessionId")
        if not isinstance(session, str) or not session:
            continue
        own = _own_session(file, session, value)
        if own not in file.sessions:
            file.sessions[own] = Pending()
            file.found[own] = Session(own, AGENT, session if own != session else None)
            yield file.found[own]
        folder = value.get("cwd")
        if isinstance(folder, str):
            file.folders.setdefault(own, folder)
        if value.get("type") == "assistant":
            yield from _assistant(file, own, value)
        elif value.get("type") == "user":
            yield from _user(file, own, value)
    for pending in file.sessions.values():
        yield from pending.rest()


def _own_session(file: _File, session: str, value: Row) -> str:
    if value.get("isSidechain") is not True:
        return session
    agent = value.get("agentId")
    if isinstance(agent, str) and agent:
        return f"{session}/{agent}"
    uuid, parent = value.get("uuid"), value.get("parentUuid")
    root = file.sidechains.get(str(parent), str(parent or uuid))
    file.sidechains[str(uuid)] = root
    return f"{session}/{root}"


def _assistant(file: _File, session: str, value: Row) -> Iterator[Item]:
    message = row(value.get("message"))
    time, model = at(value.get("timestamp")), message.get("model")
    if file.found[session].model is None and isinstance(model, str) and not model.startswith("<"):
        file.found[session].model = model  # known before its calls have their results
    for block in rows(message.get("content")):
        if block.get("type") == "tool_use" and isinstance(block.get("id"), str):
            call = ToolCall(
                session,
                AGENT,
                block["id"],
                str(block.get("name") or ""),
                block.get("input"),
                started_at=time,
                folder=file.folders.get(session),
            )
            file.sessions[session].begin(call)
    if words := message_text(message.get("content")):
        yield SessionMessage(session, "assistant", words, time)


def _user(file: _File, session: str, value: Row) -> Iterator[Item]:
    content, time = row(value.get("message")).get("content"), at(value.get("timestamp"))
    for block in rows(content):
        if block.get("type") == "tool_result":
            yield from file.sessions[session].end(block.get("tool_use_id"), time, **_facts(block, value))
    if not value.get("isMeta") and not value.get("isCompactSummary") and (words := message_text(content)):
        yield SessionMessage(session, "user", words, time)


def _facts(block: Row, value: Row) -> Row:
    words, failed = text(block.get("content")), block.get("is_error") is True
    match = EXIT.match(words) if failed else None
    stopped = not failed and row(value.get("toolUseResult")).get("interrupted") is True
    return {
        "text": words,
        "is_error": failed,
        "exit_code": int(match[1]) if match else None,
        "known_class": "Interrupted" if stopped else None,
    }
