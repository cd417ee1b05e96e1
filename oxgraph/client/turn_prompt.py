"""The text of a turn's parts, its prompt, and its messages for a model."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from oxgraph.client.concurrency import Outcome
from oxgraph.extraction.markers import SLOTS_OPENING
from oxgraph.types.episodic import Episodes, Message
from oxgraph.types.recall import Recall, Recalled
from oxgraph.types.results import Injection
from oxgraph.types.turn import PartName, Reason, TurnPart

COMPOSED: tuple[PartName, ...] = ("episodes", "memories", "patterns", "slots")
"""The parts of the prompt, in order; history is messages of its own."""

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


ORDER: tuple[PartName, ...] = get_args(PartName)

MISSING: tuple[Reason, ...] = ("timeout", "failed", "disabled", "left_out")
"""Reasons of a part that could have said something."""

PartText = tuple[str, tuple[str, ...], str]
"""A part's text, the ids that support it, and a detail."""


def part(name: PartName, ended: Outcome) -> TurnPart:
    """A part that was asked for."""
    if ended.late:
        return TurnPart(name=name, reason="timeout", detail=ended.why, elapsed_ms=ended.elapsed_ms)
    if ended.error is not None:
        return TurnPart(name=name, reason="failed", detail=ended.why, elapsed_ms=ended.elapsed_ms)
    text, ids, detail = SAYING[name](ended.value)
    off = name == "patterns" and bool(ended.value.reason)
    reason: Reason = "disabled" if off else "" if text or ids else "empty"
    return TurnPart(name=name, text=text, ids=ids, reason=reason, detail=detail, elapsed_ms=ended.elapsed_ms)


def _history(said: tuple[Message, ...]) -> PartText:
    return "", tuple(one.id for one in said), ""


def _episodes(found: Episodes) -> PartText:
    return found.block, found.ids, ""


def _memories(found: Recall) -> PartText:
    """The ids are those in the context; what did not fit supports nothing."""
    inside = tuple(one.id for one in found.results if one.in_context)
    beyond = len(found.results) - len(inside)
    told = f"{beyond} beyond the budget" if beyond else found.notes.empty_because or ""
    return found.context if inside else "", inside, told


def _patterns(found: Injection) -> PartText:
    return found.block, found.ids, found.reason


def _slots(values: Mapping[str, Any]) -> PartText:
    return slots_text(values), tuple(values), ""


SAYING: Mapping[PartName, Callable[[Any], PartText]] = {
    "history": _history,
    "episodes": _episodes,
    "memories": _memories,
    "patterns": _patterns,
    "slots": _slots,
}


def left_out(parts: Mapping[PartName, TurnPart]) -> dict[str, str]:
    """Why parts that could have said something do not, by name."""
    return {
        name: one.reason + (f": {one.detail}" if one.detail else "")
        for name, one in parts.items()
        if one.reason in MISSING
    }


def shown(result: Recalled, said: Iterable[str]) -> bool:
    """Whether a result says only what is shown already: it is one of these, or all that it was taken from is."""
    known = frozenset(said)
    whole = 0 < result.evidence_count == len(result.evidence)
    return result.id in known or (whole and known.issuperset(result.evidence))
