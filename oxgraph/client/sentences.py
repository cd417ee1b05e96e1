"""What a transition of a memory or an entity says, in a sentence.

A transition's inputs are ids, numbers and times, as docs/architecture.md lists them by rule; `names` gives the words
of the memories and entities that the ids stand for.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

SHOWN = 80
"""Characters of a content that a sentence quotes."""

Inputs = Mapping[str, Any]
Names = Mapping[str, str]

SOURCES = {
    "caller": "given by a caller",
    "rules": "taken from a turn by rules",
    "model": "taken from a turn by a model",
}
MERGED = {
    "hash": "in the same words",
    "value": "with the same value",
    "meaning": "with the same meaning",
    "judge": "judged to mean the same",
}
REVIVED = {
    "touch": "because it was read",
    "merge": "because it was said again",
    "revive": "on request",
}


def sentence(rule: str, inputs: Inputs, at: datetime, names: Names) -> str:
    """One sentence with a full stop, for whatever rule."""
    made = RULES.get(rule, _plainly(rule))(inputs, names)
    return f"{made[0]} on {day(at)}{made[1]}."


def day(value: Any) -> str:
    """A time as its day in UTC; texts are ISO 8601."""
    try:
        time = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    except ValueError:
        return str(value)
    return time.astimezone(UTC).date().isoformat()


def number(value: Any) -> str:
    """A number with at most three digits behind the point."""
    return f"{round(value, 3):g}" if isinstance(value, int | float) else "?"


def quoted(text: str) -> str:
    """The beginning of a content, in quotation marks, on one line."""
    line = " ".join(text.split())
    return f"“{line if len(line) <= SHOWN else line[: SHOWN - 1] + '…'}”"


def named(inputs: Inputs, names: Names, key: str = "other") -> str:
    """The other node by its words, and by its id where it is gone."""
    other = str(inputs.get(key) or inputs.get("by") or "")
    return names.get(other) or (f"memory {other}" if other else "another memory")


Said = tuple[str, str]
"""What stands before the day and what after it."""


def _remembered(inputs: Inputs, names: Names) -> Said:
    source = SOURCES.get(str(inputs.get("source")), "")
    since = f"; it holds from {day(inputs['valid_from'])}" if inputs.get("valid_from") else ""
    confidence = f" with confidence {number(inputs['confidence'])}" if "confidence" in inputs else ""
    return "Remembered", f"{', ' + source if source else ''}{confidence}{since}"


def _merged(inputs: Inputs, names: Names) -> Said:
    how = MERGED.get(str(inputs.get("by")), "")
    cosine = f" (cosine {number(inputs['cosine'])})" if inputs.get("cosine") is not None else ""
    change = ""
    if "confidence" in inputs:
        change = f"; confidence {number(inputs.get('confidence_before'))} → {number(inputs['confidence'])}"
    times = f", said {inputs['repetitions']} times by then" if "repetitions" in inputs else ""
    return "Said again", f"{' ' + how if how else ''}{cosine}{change}{times}"


def _superseded(inputs: Inputs, names: Names) -> Said:
    until = f"; it holds until {day(inputs['valid_to'])}" if inputs.get("valid_to") else ""
    return "Superseded", f" by {named(inputs, names)}{_reason(inputs)}{until}"


def _reason(inputs: Inputs) -> str:
    if inputs.get("explicit"):
        return " because the caller said so"
    if "other_valid_from" not in inputs:
        return ""
    began = f"{day(inputs['other_valid_from'])} > {day(inputs.get('valid_from'))}"
    sure = f"{number(inputs.get('other_confidence'))} ≥ {number(inputs.get('confidence'))}"
    return f" because it began later ({began}) and is not less certain ({sure})"


def _corrected(inputs: Inputs, names: Names) -> Said:
    return "Corrected", f" by {named(inputs, names)}: it was wrong, and is believed no longer"


def _contradicted(inputs: Inputs, names: Names) -> Said:
    why = "neither clearly replaces the other"
    if "other_valid_from" in inputs:
        began = f"{day(inputs.get('valid_from'))} and {day(inputs['other_valid_from'])}"
        sure = f"{number(inputs.get('confidence'))} and {number(inputs.get('other_confidence'))}"
        why += f" (they began {began}, with confidence {sure})"
    review = "; it waits for a review" if inputs.get("needs_review") else ""
    return "Found", f" to contradict {named(inputs, names)}: {why}{review}"


def _reviewed(inputs: Inputs, names: Names) -> Said:
    return "Found wrong", f" by a review, which kept {named(inputs, names)}"


def _expired(inputs: Inputs, names: Names) -> Said:
    if "freshness" not in inputs:
        return "Expired", ""
    floor = number(inputs.get("expire_freshness"))
    life = f"half-life {number(inputs.get('half_life_days'))} days"
    read = f"last read {day(inputs.get('last_accessed_at'))}, {inputs.get('access_count')} times in all"
    return "Expired", f" because its freshness {number(inputs['freshness'])} fell below {floor} ({life}, {read})"


def _revived(inputs: Inputs, names: Names) -> Said:
    fresh = f" (freshness {number(inputs['freshness'])})" if inputs.get("freshness") is not None else ""
    how = REVIVED.get(str(inputs.get("by")), "")
    return "Active again", f"{' ' + how if how else ''}{fresh}"


def _restored(inputs: Inputs, names: Names) -> Said:
    return "Active again", f" because {named(inputs, names)}, which alone had superseded it, was forgotten"


def _pruned(inputs: Inputs, names: Names) -> Said:
    sure = f"its confidence {number(inputs.get('confidence'))} was too low"
    return "Deleted", f" because {sure} and nothing had confirmed it since {day(inputs.get('reinforced_at'))}"


def _deleted(inputs: Inputs, names: Names) -> Said:
    if "expired_at" not in inputs:
        return "Deleted", ""
    sure = f"with a confidence of {number(inputs.get('confidence'))}"
    return "Deleted", f" because it had been expired since {day(inputs['expired_at'])} {sure}"


def _merged_entity(inputs: Inputs, names: Names) -> Said:
    moved = f"{inputs.get('memories', 0)} memories and {inputs.get('aliases', 0)} names"
    absorbed, keep = (_called(inputs, names, key) for key in ("absorbed", "keep"))
    return f"{absorbed} became part of {keep}", f", with {moved}"


def _split_entity(inputs: Inputs, names: Names) -> Said:
    absorbed, keep = (_called(inputs, names, key) for key in ("absorbed", "keep"))
    return f"{absorbed} was taken apart from {keep} again", ""


def _called(inputs: Inputs, names: Names, key: str) -> str:
    id = str(inputs.get(key) or "")
    return names.get(id) or f"Entity {id}"


def _aliased(inputs: Inputs, names: Names) -> Said:
    return f"Given the name {names.get(str(inputs.get('alias_id')), 'of an alias')}", ""


def _plainly(rule: str) -> Callable[[Inputs, Names], Said]:
    """For rules whose inputs say all there is to say."""

    def said(inputs: Inputs, names: Names) -> Said:
        facts = ", ".join(f"{key} {names.get(str(value), value)}" for key, value in inputs.items() if value is not None)
        return rule.replace("_", " ").capitalize(), f" ({facts})" if facts else ""

    return said


RULES: dict[str, Callable[[Inputs, Names], Said]] = {
    "remembered": _remembered,
    "merged": _merged,
    "superseded": _superseded,
    "corrected": _corrected,
    "contradicted": _contradicted,
    "reviewed": _reviewed,
    "expired": _expired,
    "revived": _revived,
    "forgotten": lambda inputs, names: ("Forgotten", " on request"),
    "restored": _restored,
    "pruned": _pruned,
    "deleted": _deleted,
    "merged_entity": _merged_entity,
    "split_entity": _split_entity,
    "aliased": _aliased,
    "hidden": lambda inputs, names: ("Hidden", " from every answer"),
    "shown": lambda inputs, names: ("Shown", " again"),
    "erased": lambda inputs, names: ("Erased", " with all that was known of its subject"),
}
