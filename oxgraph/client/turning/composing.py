"""The prompt of a turn, and the messages for a model."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from oxgraph.extraction.markers import SLOTS_OPENING
from oxgraph.types.episodic import Message
from oxgraph.types.turn import PartName, TurnPart

COMPOSED: tuple[PartName, ...] = ("episodes", "memories", "patterns", "slots")
"""The parts of the prompt, in order (001); history is messages of its own."""

SPOKEN = ("system", "user", "assistant")
"""Roles that a model takes as they are; a tool's answer would have to follow its call, which is not kept."""


def prompt(system: str, parts: Mapping[PartName, TurnPart]) -> str:
    """What stands before the turn, then the parts that say something, an empty line between them."""
    return "\n\n".join(text for text in (system, *(parts[name].text for name in COMPOSED)) if text)


def slots_text(values: Mapping[str, Any]) -> str:
    """A line a slot, its value as JSON; '' without any."""
    lines = [f"- {name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items()]
    opening = f"{SLOTS_OPENING} — {len(lines)} {'slot' if len(lines) == 1 else 'slots'}]"
    return "\n".join((opening, *lines)) if lines else ""


def messages(
    system: str, history: Iterable[Message], user_message: str, speaker: str | None = None
) -> list[dict[str, str]]:
    """What a chat completion takes: the prompt, what was said, and what is said now.

    Where several named users speak, each message of a user begins with the name of who said it.
    """
    said = [(one.role, one.speaker, one.text) for one in history if one.role in SPOKEN]
    said.append(("user", speaker, user_message))
    named = {name for role, name, _ in said if role == "user" and name}
    first = [{"role": "system", "content": system}] if system else []
    return first + [
        {"role": role, "content": f"{name}: {text}" if name and role == "user" and len(named) > 1 else text}
        for role, name, text in said
    ]
