"""Claude's export: a list of messages, in newer ones with parents, of which the last message's branch is what is shown.

A conversation is {uuid, name, created_at, chat_messages}; a message {uuid, sender: human or assistant, text, content:
list of blocks {type, text}, created_at, parent_message_uuid?, attachments}. `text` repeats the texts of the blocks,
with words in place of tool calls, so the blocks go before it.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from oxgraph.client.chats.said import Said, kind_of, name_of, texts, time_of

Row = dict[str, Any]

ROLES = {"human": "user", "user": "user", "assistant": "assistant"}
TEXTS = frozenset({"text", "voice_note"})


def said(conversation: Row, left_out: Counter[str]) -> Iterator[Said]:
    """What user and assistant said to each other, in order; counts what is left out, and why."""
    given = [message for message in conversation["chat_messages"] if isinstance(message, dict)]
    branch = _branch(given, conversation.get("current_leaf_message_uuid"))
    left_out["other branch"] += len(given) - len(branch)
    for message in branch:
        left_out["attachment"] += len(_list(message, "attachments")) + len(_list(message, "files"))
        reason = _reason(message)
        if reason:
            left_out[reason] += 1
        else:
            role = ROLES[message["sender"]]
            yield Said(name_of(message.get("uuid")), role, _text(message), time_of(message.get("created_at")))


def _branch(given: list[Row], leaf: object) -> list[Row]:
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


def _reason(message: Row) -> str:
    if _text_of(message, "sender") not in ROLES:
        return "other role"
    if _text(message):
        return ""
    return "tool" if any("tool" in kind_of(block) for block in _blocks(message)) else "without text"


def _text(message: Row) -> str:
    blocks = _blocks(message)
    return texts(blocks, TEXTS) if blocks else texts(message.get("text"), TEXTS)


def _blocks(message: Row) -> list[Row]:
    return [block for block in _list(message, "content") if isinstance(block, dict)]


def _list(message: Row, name: str) -> list[Any]:
    value = message.get(name)
    return value if isinstance(value, list) else []


def _text_of(message: Row, name: str) -> str:
    value = message.get(name)
    return value if isinstance(value, str) else ""
