"""ChatGPT's memories: in its export of conversations, as JSON, or as the text that its settings show.

In conversations they are what the model wrote to the tool `bio`, the list of all that it was given
(`model_editable_context`), and what the user told of themself in the settings (`user_editable_context`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from oxgraph.file_formats import chat_exports
from oxgraph.file_formats.chat_exports import name_of, title_of
from oxgraph.file_formats.memories.found import USER, Found, FoundMemory, FoundMessage, Source, mostly
from oxgraph.file_formats.memories.wording import type_of

DATED = re.compile(r"^\s*(?:[-*•]|\d+[.)])?\s*(?:\[(\d{4}-\d{2}-\d{2})\][.:]?)?\s*(.*\S)\s*$")
TEXTS = ("memory", "content", "text")
ENDED_STATES = frozenset(("archived", "deleted", "invalidated"))
ENDED_TIMES = ("archived_at", "deleted_at", "invalidated_at")
LISTS = ("memories", "items", "results")
"""Under which a document has its list: of most programs, of Hindsight's list, of its recall."""

TIMES = ("mentioned_at", "updated_at", "created_at", "update_time", "create_time", "timestamp", "date")

Row = Mapping[str, Any]


@dataclass
class ChatGPT(Source):
    """The memories of one file: `conversations`, or `memories` that stand for themselves."""

    kind: str = "chatgpt"
    conversations: Iterable[Any] = field(default_factory=list)
    memories: list[Any] = field(default_factory=list)
    seen: set[tuple[str | None, str]] = field(default_factory=set)

    def __iter__(self) -> Iterator[Found]:
        """Memories, each after the message that it came from."""
        for conversation in self.conversations:
            if isinstance(conversation, dict):
                yield from self._conversation(conversation)
            else:
                self.refuse("a conversation", "is no JSON object")
        for one in self.memories:
            yield from self._memory(one)

    def _memory(self, one: Any) -> Iterator[FoundMemory]:
        row = one if isinstance(one, dict) else {"text": one}
        text = next((row[name] for name in TEXTS if isinstance(row.get(name), str) and row[name].strip()), None)
        if text is None:
            self.refuse("a memory", f"has none of {', '.join(TEXTS)}")
            return
        if str(row.get("state")).lower() in ENDED_STATES or any(row.get(name) for name in ENDED_TIMES):
            self.left_out["deleted memory"] += 1
            return
        at = next((self.time(row[name]) for name in TIMES if row.get(name)), None)
        for line in text.splitlines():
            yield from self._of(line, at, (), name_of(row.get("user_id")))

    def _conversation(self, value: Row) -> Iterator[Found]:
        nodes = value.get("mapping")
        name = name_of(value.get("conversation_id")) or name_of(value.get("id"))
        listed = [
            (node, node["message"])
            for node in (nodes or {}).values()
            if isinstance(node, dict) and isinstance(node.get("message"), dict)
        ]
        for node, message in listed:
            content = _object(message.get("content"))
            at = self.time(message.get("create_time")) or self.time(value.get("create_time"))
            if message.get("recipient") == "bio":
                asked = _asked(node, nodes)
                evidence: tuple[str, ...] = ()
                if asked is not None and name is not None:
                    messages = self._found_messages(asked, name, title_of(value.get("title")))
                    yield from messages
                    evidence = tuple(one.key for one in messages)
                for part in content.get("parts") or []:
                    for line in str(part).splitlines():
                        yield from self._of(line, at, evidence)
            for context in _contexts(content, message):
                for line in context.splitlines():
                    yield from self._of(line, at, ())

    def _found_messages(self, message: Row, conversation: str, title: str | None) -> list[FoundMessage]:
        """The user's message, as an import of the chat itself would store it."""
        content = _object(message.get("content"))
        text = "\n".join(part for part in content.get("parts") or [] if isinstance(part, str))
        text = chat_exports.clean(text)
        if not text:
            return []
        key, at = str(message.get("id")), self.time(message.get("create_time"))
        return [FoundMessage(key, conversation, "user", text, at, id=key, title=title)]

    def _of(
        self, line: str, at: datetime | None, evidence: tuple[str, ...], user_id: str | None = None
    ) -> Iterator[FoundMemory]:
        match = DATED.match(chat_exports.clean(line))
        if match is None or not any(character.isalnum() for character in match[2]):
            return
        text = match[2]
        if (user_id, text) in self.seen:
            self.left_out["memory that stands there twice"] += 1
            return
        self.seen.add((user_id, text))
        at = self.time(match[1]) if match[1] else at
        yield FoundMemory(
            text, text, type=type_of(text), subject=USER, user_id=user_id, stated_at=at, evidence=evidence
        )


def _contexts(content: Row, message: Row) -> Iterator[str]:
    kind = content.get("content_type")
    if kind == "model_editable_context":
        yield str(content.get("model_set_context") or "")
    if kind == "user_editable_context":
        data = (message.get("metadata") or {}).get("user_context_message_data") or {}
        yield str(data.get("about_user_message") or "")


def _object(value: Any) -> Row:
    return value if isinstance(value, dict) else {}


def _asked(node: Row, nodes: Any) -> Row | None:
    """The user's message behind what was written to `bio`."""
    for _ in range(len(nodes)):
        node = nodes.get(node.get("parent")) or {}
        message = node.get("message")
        if isinstance(message, dict) and (message.get("author") or {}).get("role") == "user":
            return message
    return None


def is_chat(value: Any) -> bool:
    """Whether a document is messages, each with its role, or conversations of another assistant."""
    found = value.get("messages") if isinstance(value, dict) else value
    if not isinstance(found, list):
        return False
    return mostly([isinstance(one, dict) and bool(one.keys() & {"role", "chat_messages", "messages"}) for one in found])


def listed(value: Any) -> list[Any] | None:
    """The memories of a document that is a list of them; None where it is another one."""
    found = next((value[x] for x in LISTS if value.get(x)), None) if isinstance(value, dict) else value
    if not isinstance(found, list) or not found:
        return None
    fits = [
        isinstance(one, str) or (isinstance(one, dict) and any(isinstance(one.get(x), str) for x in TEXTS))
        for one in found
    ]
    if not mostly(fits):
        return None
    user = _object(value.get("user")) if isinstance(value, dict) else {}
    if name_of(user.get("user_id")) is None:
        return found
    # OpenMemory's export names its user once; its memories have that user's id in its database.
    return [{**one, "user_id": user["user_id"]} if isinstance(one, dict) else one for one in found]
