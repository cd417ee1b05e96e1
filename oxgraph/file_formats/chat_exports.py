"""Chats as ChatGPT and Claude export them, turned into messages."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from oxgraph.file_formats.times import at
from oxgraph.surrogates import whole
from oxgraph.types import limits
from oxgraph.types.fields import CONTROL
from oxgraph.types.ingest import NewMessage

CITATION = re.compile("\ue200[^\ue201]*\ue201")
"""Where ChatGPT puts a link to a source: for its screen, not for reading."""


class ExportedMessage(NamedTuple):
    """A message of an export."""

    id: str | None
    role: str
    text: str
    at: datetime | None


def clean(text: str) -> str:
    """The text as it was read: halves of characters, which a cut-off emoji leaves, become a replacement character."""
    return CITATION.sub("", whole(text)).strip()


def texts(parts: object, kinds: frozenset[str]) -> str:
    """A text, or the texts among the parts of a message; those that are objects count when their type is in `kinds`."""
    if isinstance(parts, str):
        return clean(parts)
    found = parts if isinstance(parts, list) else []
    return clean("\n".join(filter(None, (_part_text(part, kinds) for part in found))))


def _part_text(part: object, kinds: frozenset[str]) -> str:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict) or kind_of(part) not in kinds:
        return ""
    text = part.get("text")
    text = text.get("value") if isinstance(text, dict) else text
    return text if isinstance(text, str) else ""


def kind_of(part: dict[str, Any]) -> str:
    """What a part of a message is: text, image and so on."""
    return str(part.get("type") or part.get("content_type") or "")


def dated(value: object) -> datetime | None:
    """A time as `at` reads it; None for what is no time since 2000."""
    found = at(value)
    return found if found is not None and found >= limits.EARLIEST else None


def title_of(value: object) -> str | None:
    """A title as one line of at most 200 characters; None for none."""
    text = " ".join(CONTROL.sub(" ", clean(value)).split()) if isinstance(value, str) else ""
    return text[: limits.NAME].strip() or None


def name_of(value: object) -> str | None:
    """An id; None for none."""
    return str(value) if isinstance(value, str | int) and str(value).strip() else None


def timed(messages: Iterable[ExportedMessage], started: datetime | None) -> Iterator[ExportedMessage]:
    """The messages in the order in which they are shown, none earlier than the one before it.

    Assistants date an answer by its beginning, at times before its question. One without a time has that of the one
    before, the first that of the conversation.
    """
    at: datetime | None = None
    for one in messages:
        at = max(filter(None, (at, one.at)), default=started)
        yield one._replace(at=at)


def new_message(message: ExportedMessage, conversation_id: str | None) -> NewMessage:
    """It as a message to be written. Raises InvalidInput."""
    given: dict[str, Any] = {"text": message.text, "role": message.role, "said_at": message.at, "id": message.id}
    given |= {"conversation_id": conversation_id}
    return NewMessage(**{name: value for name, value in given.items() if value is not None})


Row = dict[str, Any]

SPOKEN = frozenset({"text", "multimodal_text", ""})
CHATGPT_TEXTS = frozenset({"text", "audio_transcription"})
REASONING = frozenset({"thoughts", "reasoning_recap"})
CONTEXT = frozenset({"user_editable_context", "model_editable_context"})
"""What a person or the assistant has written down once for all conversations."""


def chatgpt_messages(conversation: Row, left_out: Counter[str]) -> Iterator[ExportedMessage]:
    """What user and assistant said to each other, in order; counts what is left out, and why."""
    nodes = {str(name): node for name, node in conversation["mapping"].items() if isinstance(node, dict)}
    branch = _chatgpt_branch(nodes, conversation.get("current_node"))
    shown = set(branch)
    left_out["other branch"] += sum(name not in shown and _chatgpt_reason(node) == "" for name, node in nodes.items())
    for name in branch:
        reason = _chatgpt_reason(nodes[name])
        if reason:
            left_out[reason] += 1
        elif reason is not None:
            message = nodes[name]["message"]
            role = message["author"]["role"]
            yield ExportedMessage(
                name_of(message.get("id")) or name, role, _chatgpt_text(message), dated(message.get("create_time"))
            )


def _chatgpt_branch(nodes: dict[str, Row], current: object) -> list[str]:
    """The names of the nodes from the first to the current one, along the parents."""
    parents = {str(child): name for name, node in nodes.items() for child in _list_in(node.get("children"))}
    name = str(current) if str(current) in nodes else _latest(nodes)
    branch: dict[str, None] = {}
    while name in nodes and name not in branch:
        branch[name] = None
        parent = nodes[name].get("parent")
        name = str(parent) if parent is not None else parents.get(name, "")
    return list(branch)[::-1]


def _latest(nodes: dict[str, Row]) -> str:
    """The node whose message is the latest: where the conversation went on."""
    times = {name: dated(_object(node.get("message")).get("create_time")) for name, node in nodes.items()}
    known = {name: time for name, time in times.items() if time}
    return max(known, key=lambda name: known[name]) if known else next(reversed(nodes), "")


def _chatgpt_reason(node: Row) -> str | None:
    """Why a node's message is left out; '' where it is not, None where there is none."""
    message = node.get("message")
    if not isinstance(message, dict):
        return None
    role = _object(message.get("author")).get("role")
    kind = kind_of(_object(message.get("content")))
    reasons = {
        "other role": role not in ("user", "assistant", "system", "tool"),
        "system": role == "system" or kind in CONTEXT,
        "reasoning": kind in REASONING or message.get("channel") == "analysis",
        "tool": role == "tool" or kind not in SPOKEN or message.get("recipient") not in (None, "", "all"),
        "hidden": bool(_object(message.get("metadata")).get("is_visually_hidden_from_conversation")),
        "without text": not _chatgpt_text(message),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _chatgpt_text(message: Row) -> str:
    content = _object(message.get("content"))
    return texts(content.get("parts", content.get("text")), CHATGPT_TEXTS)


def _object(value: object) -> Row:
    return value if isinstance(value, dict) else {}


def _list_in(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


CLAUDE_ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
CLAUDE_TEXTS = frozenset({"text", "voice_note"})


def claude_messages(conversation: Row, left_out: Counter[str]) -> Iterator[ExportedMessage]:
    """What user and assistant said to each other, in order; counts what is left out, and why."""
    given = [message for message in conversation["chat_messages"] if isinstance(message, dict)]
    branch = _claude_branch(given, conversation.get("current_leaf_message_uuid"))
    left_out["other branch"] += len(given) - len(branch)
    for message in branch:
        left_out["attachment"] += len(_list_of(message, "attachments")) + len(_list_of(message, "files"))
        reason = _claude_reason(message)
        if reason:
            left_out[reason] += 1
        else:
            role = CLAUDE_ROLES[message["sender"]]
            yield ExportedMessage(
                name_of(message.get("uuid")), role, _claude_text(message), dated(message.get("created_at"))
            )


def _claude_branch(given: list[Row], leaf: object) -> list[Row]:
    """The messages that lead to the leaf, or to the last one; all of them where they do not name their parents."""
    known = {name: message for message in given if (name := _text_of(message, "uuid"))}
    parents = {name: _text_of(message, "parent_message_uuid") for name, message in known.items()}
    if not any(parent in known for parent in parents.values()):
        return given
    name = leaf if isinstance(leaf, str) and leaf in known else next(reversed(known))
    branch: dict[str, Row] = {}
    while name in known and name not in branch:
        branch[name] = known[name]
        name = parents[name]
    return list(branch.values())[::-1]


def _claude_reason(message: Row) -> str:
    if _text_of(message, "sender") not in CLAUDE_ROLES:
        return "other role"
    if _claude_text(message):
        return ""
    return "tool" if any("tool" in kind_of(block) for block in _blocks(message)) else "without text"


def _claude_text(message: Row) -> str:
    blocks = _blocks(message)
    return texts(blocks, CLAUDE_TEXTS) if blocks else texts(message.get("text"), CLAUDE_TEXTS)


def _blocks(message: Row) -> list[Row]:
    return [block for block in _list_of(message, "content") if isinstance(block, dict)]


def _list_of(message: Row, name: str) -> list[Any]:
    value = message.get(name)
    return value if isinstance(value, list) else []


def _text_of(message: Row, name: str) -> str:
    value = message.get(name)
    return value if isinstance(value, str) else ""
