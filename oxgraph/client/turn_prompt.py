"""The text of a turn's parts, its prompt, and its messages for a model."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from oxgraph.client.concurrency import Outcome
from oxgraph.client.recall_request import EntitiesApart
from oxgraph.extraction.recalled_text import one_line, unmarked
from oxgraph.graph import Row
from oxgraph.prompt_blocks import heading
from oxgraph.types import limits
from oxgraph.types.episodic import Episodes, Message
from oxgraph.types.recall import Recall, Recalled
from oxgraph.types.results import Injection
from oxgraph.types.turn import INSTRUCTION_CHARACTERS, PartName, Reason, TurnPart
from oxgraph.wording import count

COMPOSED: tuple[PartName, ...] = ("instructions", "episodes", "entities", "memories", "patterns", "slots")
"""The parts of the prompt, in order. The history is given as messages instead."""

SPOKEN = ("system", "user", "assistant")
"""Roles of messages that a model accepts. A tool's answer would have to follow its call, which is not stored."""


def prompt(system: str, parts: Mapping[PartName, TurnPart]) -> str:
    """The system text, then the parts that have a text, separated by empty lines."""
    return "\n\n".join(text for text in (system, *(parts[name].text for name in COMPOSED)) if text)


ON_NODES: tuple[PartName, ...] = ("patterns", "instructions", "episodes", "entities", "memories")
"""Parts of the prompt that rest on nodes; the memories, of which there may be many, come last."""


def shown_ids(parts: Mapping[PartName, TurnPart]) -> tuple[str, ...]:
    """The ids of what the prompt shows, each once; of more than can be stored with a reply, the first."""
    return tuple(dict.fromkeys(id for name in ON_NODES if name in parts for id in parts[name].ids))[: limits.SHOWN_IDS]


def fitting(instructions: Iterable[Row]) -> list[Row]:
    """Of instructions, the latest first, those that fit into the part together."""
    kept: list[Row] = []
    left = INSTRUCTION_CHARACTERS
    for one in instructions:
        length = len(one["content"])
        if length <= left:
            kept.append(one)
            left -= length
    return kept


def instructions_text(instructions: Iterable[Row]) -> str:
    """The text of the instructions: one line for each; '' without any."""
    lines = [f"- {one_line(one['content'])}" for one in instructions]
    return "\n".join((heading("instructions", len(lines)), *lines)) if lines else ""


def slots_text(values: Mapping[str, Any]) -> str:
    """The text of the slots: one line for each, with its value as JSON; '' without any."""
    lines = [unmarked(f"- {name}: {json.dumps(value, ensure_ascii=False)}") for name, value in values.items()]
    return "\n".join((heading("slots", len(lines)), *lines)) if lines else ""


def messages(
    system: str, history: Iterable[Message], user_message: str, speaker: str | None = None
) -> list[dict[str, str]]:
    """The messages for a chat completion: the prompt, the history, the user's message.

    Where several named users speak, each message of a user begins with the name of who said it.
    """
    messages = [(one.role, one.speaker, one.text) for one in history if one.role in SPOKEN]
    messages.append(("user", speaker, user_message))
    named = {name for role, name, _ in messages if role == "user" and name}
    first = [{"role": "system", "content": system}] if system else []
    return first + [
        {"role": role, "content": f"{name}: {text}" if name and role == "user" and len(named) > 1 else text}
        for role, name, text in messages
    ]


ORDER: tuple[PartName, ...] = get_args(PartName)

MISSING: tuple[Reason, ...] = ("timeout", "failed", "disabled", "left_out")
"""Reasons for which a part is missing that could have had a text."""


PartText = tuple[str, tuple[str, ...], str]
"""A part's text, the ids that support it, and a detail."""


def part(name: PartName, ended: Outcome) -> TurnPart:
    """A requested part, made of its outcome."""
    if ended.late:
        return TurnPart(name=name, reason="timeout", detail=ended.detail, elapsed_ms=ended.elapsed_ms)
    if ended.error is not None:
        return TurnPart(name=name, reason="failed", detail=ended.detail, elapsed_ms=ended.elapsed_ms)
    text, ids, detail = SAYING[name](ended.value)
    off = name == "patterns" and bool(ended.value.reason)
    reason: Reason = "disabled" if off else "" if text or ids else "empty"
    return TurnPart(name=name, text=text, ids=ids, reason=reason, detail=detail, elapsed_ms=ended.elapsed_ms)


def _history(messages: tuple[Message, ...]) -> PartText:
    cut = sum(one.cut for one in messages)
    return "", tuple(one.id for one in messages), f"{count(cut, 'message')} cut" if cut else ""


def _instructions(found: list[Row]) -> PartText:
    return instructions_text(found), tuple(one["id"] for one in found), ""


def _episodes(found: Episodes) -> PartText:
    return found.block, found.ids, ""


def _entities(found: EntitiesApart) -> PartText:
    beyond = found.count - len(found.ids)
    return found.text if found.ids else "", found.ids, f"{beyond} beyond the budget" if beyond else ""


def _memories(found: Recall) -> PartText:
    """The context of recall, with the ids of the results in it; the others support nothing."""
    inside = found.context_ids
    beyond = len(found.results) - len(inside)
    note = f"{beyond} beyond the budget" if beyond else found.notes.empty_because or ""
    return found.context if inside else "", inside, note


def _patterns(found: Injection) -> PartText:
    return found.block, found.ids, found.reason


def _slots(values: Mapping[str, Any]) -> PartText:
    return slots_text(values), tuple(values), ""


SAYING: Mapping[PartName, Callable[[Any], PartText]] = {
    "history": _history,
    "instructions": _instructions,
    "episodes": _episodes,
    "entities": _entities,
    "memories": _memories,
    "patterns": _patterns,
    "slots": _slots,
}


def whole_ids(history: Iterable[Message]) -> list[str]:
    """The ids of the messages that a history shows whole."""
    return [one.id for one in history if not one.cut]


def left_out(parts: Mapping[PartName, TurnPart]) -> dict[str, str]:
    """Why parts are missing, by name."""
    return {
        name: one.reason + (f": {one.detail}" if one.detail else "")
        for name, one in parts.items()
        if one.reason in MISSING
    }


def shown(result: Recalled, ids: Iterable[str]) -> bool:
    """Whether a result is shown already: its own id is among these, or the ids of all its evidence are."""
    known = frozenset(ids)
    whole = 0 < result.evidence_count == len(result.evidence)
    return result.id in known or (whole and known.issuperset(result.evidence))
