"""What became of the parts of a turn."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from oxgraph.client.beside import Outcome
from oxgraph.client.turning.composing import slots_text
from oxgraph.types.episodic import Episodes, Message
from oxgraph.types.recall import Recall, Recalled
from oxgraph.types.results import Injection
from oxgraph.types.turn import PartName, Reason, TurnPart

ORDER: tuple[PartName, ...] = get_args(PartName)

MISSING: tuple[Reason, ...] = ("timeout", "failed", "disabled", "left_out")
"""Reasons of a part that could have said something."""

Said = tuple[str, tuple[str, ...], str]
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


def _history(said: tuple[Message, ...]) -> Said:
    return "", tuple(one.id for one in said), ""


def _episodes(found: Episodes) -> Said:
    return found.block, found.ids, ""


def _memories(found: Recall) -> Said:
    """The ids are those in the context; what did not fit supports nothing."""
    inside = tuple(one.id for one in found.results if one.in_context)
    beyond = len(found.results) - len(inside)
    told = f"{beyond} beyond the budget" if beyond else found.notes.empty_because or ""
    return found.context if inside else "", inside, told


def _patterns(found: Injection) -> Said:
    return found.block, found.ids, found.reason


def _slots(values: Mapping[str, Any]) -> Said:
    return slots_text(values), tuple(values), ""


SAYING: Mapping[PartName, Callable[[Any], Said]] = {
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
