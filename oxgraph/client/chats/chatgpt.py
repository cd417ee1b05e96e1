"""ChatGPT's export: a tree of messages, of which the branch that ends in `current_node` is what the person sees.

A conversation is {id or conversation_id, title, create_time, current_node, mapping}; a node of `mapping` is {id,
message, parent, children}, a message {id, author: {role}, create_time, recipient, channel, content: {content_type,
parts}, metadata}. Any of these may be missing.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from oxgraph.client.chats.said import Said, kind_of, name_of, texts, time_of

Row = dict[str, Any]

SPOKEN = frozenset({"text", "multimodal_text", ""})
TEXTS = frozenset({"text", "audio_transcription"})
REASONING = frozenset({"thoughts", "reasoning_recap"})
CONTEXT = frozenset({"user_editable_context", "model_editable_context"})
"""What a person or the assistant has written down once for all conversations."""


def said(conversation: Row, left_out: Counter[str]) -> Iterator[Said]:
    """What user and assistant said to each other, in order; counts what is left out, and why."""
    nodes = {str(name): node for name, node in conversation["mapping"].items() if isinstance(node, dict)}
    branch = _branch(nodes, conversation.get("current_node"))
    shown = set(branch)
    left_out["other branch"] += sum(name not in shown and _reason(node) == "" for name, node in nodes.items())
    for name in branch:
        reason = _reason(nodes[name])
        if reason:
            left_out[reason] += 1
        elif reason is not None:
            message = nodes[name]["message"]
            role = message["author"]["role"]
            yield Said(name_of(message.get("id")) or name, role, _text(message), time_of(message.get("create_time")))


def _branch(nodes: dict[str, Row], current: object) -> list[str]:
    """The names of the nodes from the first to the current one, along the parents."""
    parents = {str(child): name for name, node in nodes.items() for child in _list(node.get("children"))}
    name = str(current) if str(current) in nodes else _latest(nodes)
    branch: dict[str, None] = {}
    while name in nodes and name not in branch:
        branch[name] = None
        parent = nodes[name].get("parent")
        name = str(parent) if parent is not None else parents.get(name, "")
    return list(branch)[::-1]


def _latest(nodes: dict[str, Row]) -> str:
    """The node whose message is the latest: where the conversation went on."""
    times = {name: time_of(_object(node.get("message")).get("create_time")) for name, node in nodes.items()}
    dated = {name: time for name, time in times.items() if time}
    return max(dated, key=lambda name: dated[name]) if dated else next(reversed(nodes), "")


def _reason(node: Row) -> str | None:
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
        "without text": not _text(message),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _text(message: Row) -> str:
    content = _object(message.get("content"))
    return texts(content.get("parts", content.get("text")), TEXTS)


def _object(value: object) -> Row:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
