"""Rollouts of Codex CLI: JSON lines in ~/.codex/sessions/YEAR/MONTH/DAY/rollout-*.jsonl.

A line is {"timestamp", "type", "payload"}; in old versions the payload itself, after a first line about the session.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from oxgraph.file_formats.sessions.records import (
    Item,
    Pending,
    Place,
    Row,
    Session,
    SessionMessage,
    ToolCall,
    arguments,
    code,
    message_text,
    row,
    text,
)
from oxgraph.file_formats.times import at

AGENT = "codex"
TYPES = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
EXIT = re.compile(r"^(?:Exit code: |Process exited with code |exited )(-?\d{1,5})\b", re.MULTILINE)
TIMED_OUT = re.compile(r"^(?:command timed out after|Wall time: .*\btimed out)", re.MULTILINE)
REFUSED = re.compile(r"(?:exec command |patch )?(?:rejected by user|failed: rejected)|failed in sandbox", re.IGNORECASE)
NOT_DONE = re.compile(r"\w+ (?:verification )?failed\b")
"""How Codex says that it could not make a call: `apply_patch verification failed: …`. Other results begin otherwise
(`Exit code: `, `Chunk ID: `, `Wall time: `)."""

MCP = "mcp__"
"""How the namespaces of MCP servers begin; such a tool is `mcp__SERVER__TOOL`, as in the hooks."""

NOT_SAID = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|turn_aborted|skill|subagent_notification)>"
    r"|# AGENTS\.md instructions )"
)
"""How what Codex itself puts among the user's messages begins."""

SAID = "user."
"""How the kinds of what the user said begin, in versions that note them."""


def fits(value: Row) -> bool:
    """Whether an object is a line of a rollout."""
    if value.get("type") in TYPES and isinstance(value.get("payload"), dict):
        return True
    return isinstance(value.get("id"), str) and "timestamp" in value and "instructions" in value and "type" not in value


@dataclass(slots=True)
class _Rollout:
    session: str = ""
    folder: str | None = None
    remote: str | None = None
    pending: Pending = field(default_factory=Pending)
    early_results: dict[str, Row] = field(default_factory=dict)
    """Exit codes that events told before the result came."""


def read(records: Iterator[Place], name: str) -> Iterator[Item]:
    """Yields the session and its calls."""
    found = _Rollout()
    for _, value in records:
        payload = row(value.get("payload")) if value.get("type") in TYPES else value
        kind, time = value.get("type"), at(value.get("timestamp"))
        if kind == "session_meta" or (not found.session and fits(value) and kind not in TYPES):
            yield from _begin(found, payload)
        elif kind == "turn_context":
            found.folder = found.folder or (payload.get("cwd") if isinstance(payload.get("cwd"), str) else None)
        elif kind == "event_msg":
            _event(found, payload)
        elif kind != "compacted":
            if not found.session:
                found.session = name
                yield Session(name, AGENT)
            yield from _item(found, payload, time)
    yield from found.pending.rest()


def _begin(found: _Rollout, meta: Row) -> Iterator[Session]:
    if found.session:  # a fork repeats the lines of the session that it goes on from
        return
    found.session = str(meta.get("id") or meta.get("session_id") or "")
    found.folder = meta["cwd"] if isinstance(meta.get("cwd"), str) else None
    remote = row(meta.get("git")).get("repository_url")
    found.remote = remote if isinstance(remote, str) else None
    if found.session:
        yield Session(found.session, AGENT)


def _event(found: _Rollout, payload: Row) -> None:
    """The end of a command tells its exit code; the result itself comes as a response item."""
    own = payload.get("call_id")
    if payload.get("type") == "exec_command_end" and isinstance(own, str):
        found.early_results[own] = {"exit_code": code(payload.get("exit_code"))}
    elif payload.get("type") == "patch_apply_end" and isinstance(own, str):
        found.early_results[own] = {"is_error": payload.get("success") is False}
    elif payload.get("type") == "mcp_tool_call_end" and isinstance(own, str):
        result = row(payload.get("result"))
        found.early_results[own] = {"is_error": "Err" in result or row(result.get("Ok")).get("isError") is True}
    elif payload.get("type") == "item_completed":
        item = row(payload.get("item"))
        if item.get("type") == "McpToolCall" and isinstance(item.get("id"), str):
            found.early_results[item["id"]] = {"is_error": item.get("status") == "failed"}


def _item(found: _Rollout, item: Row, time: datetime | None) -> Iterator[Item]:
    kind, own = item.get("type"), item.get("call_id") or item.get("id")
    if kind in ("function_call", "custom_tool_call", "local_shell_call", "mcp_tool_call"):
        given = item.get("arguments", item.get("input", row(item.get("action")) or None))
        call = ToolCall(found.session, AGENT, str(own), _tool(item), arguments(given), time, folder=found.folder)
        call.remote = found.remote
        found.pending.begin(call)
    elif kind in ("function_call_output", "custom_tool_call_output", "mcp_tool_call_output"):
        early = found.early_results.pop(str(own), {})
        facts = _facts(item.get("output")) | {name: value for name, value in early.items() if value is not None}
        yield from found.pending.end(str(own), time, **facts)
    elif kind == "message" and (words := _said(item)):
        yield SessionMessage(found.session, item["role"], words, time)


def _tool(item: Row) -> str:
    """The name of the tool that a call was of."""
    name = str(item.get("name") or ("local_shell" if item.get("type") == "local_shell_call" else ""))
    namespace = item.get("namespace")
    if isinstance(namespace, str) and namespace.startswith(MCP):
        return f"{namespace.rstrip('_')}__{name}"
    return name


def _said(item: Row) -> str:
    """What user or assistant said in a message; '' for others, and for what Codex tells its model as the user."""
    role, words = item.get("role"), message_text(item.get("content"))
    if role == "assistant":
        return words
    kinds = row(item.get("internal_chat_message_metadata_passthrough")).get("content_item_kinds")
    if role != "user" or NOT_SAID.match(words):
        return ""
    if isinstance(kinds, list) and kinds:
        return words if any(str(kind).startswith(SAID) for kind in kinds) else ""
    return words


def _facts(output: object) -> Row:
    """Exit code and mark of an output: a text, JSON text with metadata, or an object with `success`."""
    mark, exit_code, words = None, None, text(output)
    if isinstance(output, dict):
        success = output.get("success")
        mark = not success if isinstance(success, bool) else None
        words = text(output.get("content"))
    if isinstance(output, str) and output.lstrip().startswith("{"):
        inner = row(_json(output))
        exit_code = code(row(inner.get("metadata")).get("exit_code"))
        words = text(inner["output"]) if "output" in inner else words
    if exit_code is None and (match := EXIT.search(words[:400])):
        exit_code = int(match[1])
    known = "Timeout" if TIMED_OUT.search(words[:400]) else None
    if mark is None and exit_code is None:
        known = known or ("RejectedByUser" if REFUSED.match(words) else None)
        mark = True if NOT_DONE.match(words) else None
    return {"is_error": mark, "exit_code": exit_code, "text": words, "known_class": known}


def _json(value: str) -> object:
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None
