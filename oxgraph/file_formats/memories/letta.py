"""Letta's agent files (.af): blocks of core memory, and the messages of the agent.

Such a file holds no archival memory and no user. The block `human` is about the user; others tell the agent what it is.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from oxgraph.file_formats.memories.found import USER, Found, FoundMemory, FoundMessage, Source
from oxgraph.file_formats.memories.wording import type_of

HUMAN = "human"
INSTRUCTIONS = frozenset(("persona", "soul", "custom_instructions", "instructions"))

Row = Mapping[str, Any]


@dataclass
class Letta(Source):
    """One agent file."""

    kind: str = "letta"
    document: Row = field(default_factory=dict)

    def __iter__(self) -> Iterator[Found]:
        """Messages, then a memory for each line of a block."""
        blocks = {str(block.get("id")): block for block in _rows(self.document.get("blocks"))}
        for agent in _rows(self.document.get("agents")) or [self.document]:
            name = str(agent.get("name") or "agent")
            yield from self._messages(agent, name)
            own = [blocks[one] for one in agent.get("block_ids") or [] if one in blocks]
            for block in own or _rows(agent.get("core_memory")):
                yield from self._block(block, name)
        for kind in ("files", "sources", "tools", "skills", "mcp_servers"):
            self.left_out[kind.replace("_", " ")] += len(_rows(self.document.get(kind)))

    def _block(self, block: Row, agent: str) -> Iterator[FoundMemory]:
        label = str(block.get("label") or "block")
        stated = self.time(block.get("updated_at") or block.get("created_at") or self.document.get("created_at"))
        for line in str(block.get("value") or "").splitlines():
            text = line.strip().lstrip("-*• ").strip()
            if not any(character.isalnum() for character in text) or (text.startswith("<") and text.endswith(">")):
                continue
            about_user = label == HUMAN
            yield FoundMemory(
                f"{agent}/{label}/{text}",
                text,
                type="instruction" if label in INSTRUCTIONS else type_of(text),
                subject=USER if about_user else None,
                category=label[:200],
                agent_id=agent[:200],
                stated_at=stated,
            )

    def _messages(self, agent: Row, name: str) -> Iterator[FoundMessage]:
        for number, message in enumerate(_rows(agent.get("messages"))):
            texts = list(_texts_by_role(message))
            if not texts:
                self.left_out["message of a system or tool, or without words"] += 1
            for role, text in texts:
                yield FoundMessage(
                    key=f"{name}/{number}",
                    conversation_id=f"letta:{name}"[:500],
                    role=role,
                    text=text,
                    said_at=self.time(message.get("created_at")),
                    agent_id=name[:200],
                )


def is_letta(value: Any) -> bool:
    """Whether a document is an agent file."""
    if not isinstance(value, dict):
        return False
    return ({"agents", "blocks"} <= value.keys() and isinstance(value["agents"], list)) or (
        {"agent_type", "core_memory", "messages"} <= value.keys()
    )


def _rows(value: Any) -> list[Row]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _texts_by_role(message: Row) -> Iterator[tuple[str, str]]:
    """The words of a message, with who said them: what the user wrote, and what the agent sent."""
    role = message.get("role")
    if role == "user":
        text = _text(message.get("content"))
        packed = _object(text)
        if packed.get("type", "user_message") == "user_message":  # else an event, such as a login or a heartbeat
            text = str(packed.get("message") or "") if packed else text
            if text.strip():
                yield "user", text
    elif role == "assistant":
        sent = [_sent(call) for call in _rows(message.get("tool_calls"))]
        spoken = [one for one in sent if one] or ([] if message.get("tool_calls") else [_text(message.get("content"))])
        yield from (("assistant", text) for text in spoken if text.strip())


def _sent(call: Row) -> str:
    function = call.get("function")
    if not isinstance(function, dict) or function.get("name") != "send_message":
        return ""
    return str(_object(function.get("arguments")).get("message") or "")


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(str(part.get("text") or "") for part in _rows(content) if part.get("type") == "text")


def _object(text: Any) -> dict[str, Any]:
    try:
        found = json.loads(text) if isinstance(text, str) else None
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
