"""What a transition of a memory or an entity says, in a sentence.

A transition's inputs are ids, numbers and times, listed by rule in docs/reference/graph.md; `names` gives the words
of the memories and entities that the ids stand for.
"""

import json
import math
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from oxgraph.client.memory_rows import BOOST, ENOUGH, MOST_BOOST, memory_row
from oxgraph.graph import Row
from oxgraph.memory_types import UNKNOWN_TYPE_HALF_LIFE, half_lives
from oxgraph.types import EvidenceRow, Explanation, LinkRow, MemoryRow, TransitionRow
from oxgraph.wording import count

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


RuleText = tuple[str, str]
"""What stands before the day and what after it."""


def _remembered(inputs: Inputs, names: Names) -> RuleText:
    source = SOURCES.get(str(inputs.get("source")), "")
    since = f"; it holds from {day(inputs['valid_from'])}" if inputs.get("valid_from") else ""
    confidence = f" with confidence {number(inputs['confidence'])}" if "confidence" in inputs else ""
    return "Remembered", f"{', ' + source if source else ''}{confidence}{_stated(inputs)}{since}"


def _stated(inputs: Inputs) -> str:
    """The predicate as it was stated, where that was a synonym."""
    return f", stated as {inputs['stated_predicate']}" if inputs.get("stated_predicate") else ""


def _merged(inputs: Inputs, names: Names) -> RuleText:
    how = MERGED.get(str(inputs.get("by")), "")
    cosine = f" (cosine {number(inputs['cosine'])})" if inputs.get("cosine") is not None else ""
    change = ""
    if "confidence" in inputs:
        change = f"; confidence {number(inputs.get('confidence_before'))} → {number(inputs['confidence'])}"
    times = f", said {inputs['repetitions']} times by then" if "repetitions" in inputs else ""
    return "Said again", f"{' ' + how if how else ''}{cosine}{change}{times}{_stated(inputs)}{_until(inputs)}"


def _until(inputs: Inputs) -> str:
    return f"; it holds until {day(inputs['valid_to'])}" if inputs.get("valid_to") else ""


def _superseded(inputs: Inputs, names: Names) -> RuleText:
    return "Superseded", f" by {named(inputs, names)}{_reason(inputs)}{_until(inputs)}"


def _reason(inputs: Inputs) -> str:
    if inputs.get("explicit"):
        return " because the caller said so"
    if "other_valid_from" not in inputs:
        return ""
    began = f"{day(inputs['other_valid_from'])} > {day(inputs.get('valid_from'))}"
    new, old = number(inputs.get("other_confidence")), number(inputs.get("confidence"))
    if float(inputs.get("other_confidence") or 0) < float(inputs.get("confidence") or 0):
        return f" because it began later ({began}) and is hardly less certain ({new}, before {old})"
    return f" because it began later ({began}) and is not less certain ({new} ≥ {old})"


def _corrected(inputs: Inputs, names: Names) -> RuleText:
    return "Corrected", f" by {named(inputs, names)}: it was wrong, and is believed no longer"


def _contradicted(inputs: Inputs, names: Names) -> RuleText:
    why = "neither clearly replaces the other"
    if "other_valid_from" in inputs:
        began = f"{day(inputs.get('valid_from'))} and {day(inputs['other_valid_from'])}"
        sure = f"{number(inputs.get('confidence'))} and {number(inputs.get('other_confidence'))}"
        why += f" (they began {began}, with confidence {sure})"
    review = "; it waits for a review" if inputs.get("needs_review") else ""
    return "Found", f" to contradict {named(inputs, names)}: {why}{review}"


def _reviewed(inputs: Inputs, names: Names) -> RuleText:
    return "Found wrong", f" by a review, which kept {named(inputs, names)}"


def _read(last: Any, times: Any) -> str:
    """How often a memory was read; one that never was has the time of its recording as its last."""
    return f"last read {day(last)}, {count(int(times), 'time')} in all" if times else "never read"


def _expired(inputs: Inputs, names: Names) -> RuleText:
    if "freshness" not in inputs:
        return "Expired", ""
    floor = number(inputs.get("expire_freshness"))
    life = f"half-life {number(inputs.get('half_life_days'))} days"
    read = _read(inputs.get("last_accessed_at"), inputs.get("access_count"))
    return "Expired", f" because its freshness {number(inputs['freshness'])} fell below {floor} ({life}, {read})"


def _revived(inputs: Inputs, names: Names) -> RuleText:
    fresh = f" (freshness {number(inputs['freshness'])})" if inputs.get("freshness") is not None else ""
    how = REVIVED.get(str(inputs.get("by")), "")
    return "Active again", f"{' ' + how if how else ''}{fresh}"


def _restored(inputs: Inputs, names: Names) -> RuleText:
    return "Active again", f" because {named(inputs, names)}, which alone had superseded it, was forgotten"


def _pruned(inputs: Inputs, names: Names) -> RuleText:
    sure = f"its confidence {number(inputs.get('confidence'))} was too low"
    return "Deleted", f" because {sure} and nothing had confirmed it since {day(inputs.get('reinforced_at'))}"


def _deleted(inputs: Inputs, names: Names) -> RuleText:
    if "expired_at" not in inputs:
        return "Deleted", ""
    sure = f"with a confidence of {number(inputs.get('confidence'))}"
    return "Deleted", f" because it had been expired since {day(inputs['expired_at'])} {sure}"


def _merged_entity(inputs: Inputs, names: Names) -> RuleText:
    moved = f"{count(inputs.get('memories', 0), 'memory')} and {count(inputs.get('aliases', 0), 'name')}"
    absorbed, keep = (_called(inputs, names, key) for key in ("absorbed", "keep"))
    return f"{absorbed} became part of {keep}", f", with {moved}"


def _split_entity(inputs: Inputs, names: Names) -> RuleText:
    absorbed, keep = (_called(inputs, names, key) for key in ("absorbed", "keep"))
    return f"{absorbed} was taken apart from {keep} again", ""


def _called(inputs: Inputs, names: Names, key: str) -> str:
    id = str(inputs.get(key) or "")
    return names.get(id) or f"Entity {id}"


def _aliased(inputs: Inputs, names: Names) -> RuleText:
    return f"Given the name {names.get(str(inputs.get('alias_id')), 'of an alias')}", ""


def _named(value: Any, names: Names) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(names.get(str(value), value))


def _plainly(rule: str) -> Callable[[Inputs, Names], RuleText]:
    """For rules whose inputs say all there is to say."""

    def render(inputs: Inputs, names: Names) -> RuleText:
        facts = [f"{key} {_named(value, names)}" for key, value in inputs.items() if value is not None]
        lists = any(isinstance(value, list) for value in inputs.values())
        told = ("; " if lists else ", ").join(facts)
        return rule.replace("_", " ").capitalize(), f" ({told})" if told else ""

    return render


RULES: dict[str, Callable[[Inputs, Names], RuleText]] = {
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


FAR_OFF = 36_500
"""Days after which it is of no use to say when a memory would expire."""


def others(found: Row) -> list[str]:
    """The ids that the transitions name besides the links."""
    known = {link["id"] for link in found["links"]}
    named = {value for row in found["transitions"] for value in _transition_inputs(row).values() if _is_id(value)}
    return sorted(named - known)


def explanation(id: str, found: Row, words: list[Row], settings: Row, now: datetime) -> Explanation:
    """All of it; `words` are those of the nodes that `others` asked for."""
    names = {link["id"]: quoted(link["name"]) for link in found["links"] if link["name"]}
    names |= {row["id"]: quoted(row["words"]) for row in words if row["words"]}
    transitions = _transitions(found["transitions"], names)
    memory = memory_row(found["memory"], now) if found["memory"] else None
    numbers = _numbers(found, memory, settings, now)
    changes = (row.sentence for row in transitions)
    sentences = (_what(found, memory), *changes, *_summed_up(found), *_state(found, memory, numbers, names, now))
    return Explanation(
        id=id,
        kind=found["kind"],
        status=_status(found, memory),
        text="\n".join(sentences),
        sentences=sentences,
        transitions=transitions,
        evidence=_evidence(memory, found["messages"], found["episodes"]),
        links=tuple(LinkRow(**link) for link in found["links"]),
        numbers=numbers,
        memory=memory,
    )


def _transition_inputs(row: Row) -> dict[str, Any]:
    try:
        inputs = json.loads(row["inputs"] or "{}")
    except ValueError:
        return {}
    return inputs if isinstance(inputs, dict) else {}


def _is_id(value: object) -> bool:
    return isinstance(value, str) and len(value) == 36 and value.count("-") == 4


def _transitions(rows: list[Row], names: Names) -> tuple[TransitionRow, ...]:
    """In the order of time; what was written at one instant starts with its being remembered."""
    oldest_first = reversed(rows)
    ordered = sorted(oldest_first, key=lambda row: (row["at"], row["rule"] != "remembered"))
    return tuple(
        TransitionRow(**row | {"inputs": inputs, "sentence": sentence(row["rule"], inputs, row["at"], names)})
        for row, inputs in ((row, _transition_inputs(row)) for row in ordered)
    )


def _status(found: Row, memory: MemoryRow | None) -> str:
    if memory is not None:
        return memory.status
    entity = found["entity"]
    if entity is None:
        return "deleted"
    return "merged" if entity["merged_into"] else "hidden" if entity["deleted_at"] else "active"


def _what(found: Row, memory: MemoryRow | None) -> str:
    if memory is not None:
        about = f" about {memory.subject or memory.subject_id}" if memory.subject_id else ""
        by = " ".join(part for part in (memory.predicate, memory.object) if part)
        return f"The {memory.type} {quoted(memory.content)}{about}{f' ({by})' if by else ''}."
    if found["entity"] is not None:
        entity = found["entity"]
        of = f", {entity['type']}" if entity["type"] else ""
        source = f", from {entity['connection']}" if entity["connection"] else ""
        return f"The entity {quoted(entity['name'] or entity['id'])}{of}{source}, since {day(entity['created_at'])}."
    gone = found["tombstone"]
    kind = "An entity" if gone["kind"] == "entity" else f"A {gone['kind']}"
    return f"{kind} that is deleted since {day(gone['deleted_at'])} ({gone['reason']}); its content is gone."


def _evidence(memory: MemoryRow | None, messages: list[Row], episodes: list[Row]) -> tuple[EvidenceRow, ...]:
    kept = {row["id"]: row | {"user_id": row["user_id"] or None} for row in messages}
    summed = {id: {"episode_id": row["id"], "summary": row["summary"]} for row in episodes for id in row["message_ids"]}
    nothing = {"role": None, "text": None, "said_at": None}
    ids = memory.evidence if memory else ()
    return tuple(EvidenceRow(**(kept.get(id, {"id": id} | nothing) | summed.get(id, {}))) for id in ids)


def _summed_up(found: Row) -> list[str]:
    """Where what it was taken from has been summed up."""
    summaries = (quoted(row["summary"]) for row in found["episodes"])
    return [f"What it was taken from is summed up in the episode {summary}." for summary in summaries]


def _numbers(found: Row, memory: MemoryRow | None, settings: Row, now: datetime) -> dict[str, Any]:
    if memory is None:
        entity = found["entity"] or {}
        return {name: entity[name] for name in ("aliases", "about", "named") if name in entity}
    half_life = half_lives(settings).get(memory.type, UNKNOWN_TYPE_HALF_LIFE)
    numbers: dict[str, Any] = {
        "confidence": memory.confidence,
        "repetitions": memory.repetitions,
        "rank_weight": memory.rank_weight,
        "access_count": memory.access_count,
        "last_accessed_at": memory.last_accessed_at.isoformat(),
    }
    if memory.policy == "confidence":
        reinforced = memory.reinforced_at or memory.recorded_at
        numbers |= {"reinforced_at": reinforced.isoformat()}
        decayed = found["decayed_at"]
        if decayed is not None and decayed > reinforced:  # Being said again raises it anew.
            return numbers | {"decayed_at": decayed.isoformat()}
        return numbers
    floor = float(settings.get("expire_freshness", 0.1))
    expires = _expires_at(memory, half_life, floor)
    return numbers | {
        "freshness": memory.freshness,
        "half_life_days": half_life,
        "expire_freshness": floor,
        "expires_at": expires.isoformat() if expires and memory.status == "active" else None,
    }


def _expires_at(memory: MemoryRow, half_life: float, floor: float) -> datetime | None:
    """When freshness reaches the floor if it is not read: boost × 2^(−days / half-life) = floor."""
    if floor <= 0:
        return None
    boost = min(MOST_BOOST, BOOST ** min(memory.access_count, ENOUGH))
    days = half_life * math.log2(boost / floor)
    return memory.last_accessed_at + timedelta(days=days) if days < FAR_OFF else None


def _state(found: Row, memory: MemoryRow | None, numbers: dict[str, Any], names: Names, now: datetime) -> list[str]:
    """How it stands now."""
    if memory is None:
        return [_known_of(numbers)] if numbers else []
    sentences = [f"It is {memory.status}{_validity(memory)}, with confidence {number(memory.confidence)}."]
    if "decayed_at" in numbers:
        sentences.append(_faded(numbers, memory))
    if memory.status == "active" and memory.contradicts:
        against = ", ".join(names.get(id, id) for id in memory.contradicts)
        waits = " It waits for a review." if memory.needs_review else ""
        sentences.append(f"It stands against {against}, and ranks at {number(memory.rank_weight)} of its score.{waits}")
    if memory.freshness is not None:
        sentences.append(_freshness(memory, numbers, now))
    return sentences


def _known_of(numbers: dict[str, Any]) -> str:
    """What hangs on an entity: its names, and the memories of whatever status that are about it or name it."""
    about, named = numbers.get("about", 0), numbers.get("named", 0)
    names = f"It has {count(numbers.get('aliases', 0), 'name')}"
    are, name = "is" if about == 1 else "are", "names" if named == 1 else "name"
    return f"{names}; {count(about, 'memory')} {are} about it, and {named or 'none'} {name} it."


def _faded(numbers: dict[str, Any], memory: MemoryRow) -> str:
    read = _read(memory.last_accessed_at, memory.access_count)
    said = f"last said {day(numbers['reinforced_at'])}, {read}"
    return f"Its confidence fell by decay, last on {day(numbers['decayed_at'])}, as nothing confirmed it ({said})."


def _validity(memory: MemoryRow) -> str:
    assumed = " (assumed)" if memory.valid_from_assumed else ""
    until = f" until {day(memory.valid_to)}" if memory.valid_to else ""
    wrong = f", believed until {day(memory.retired_at)}" if memory.retired_at else ""
    return f", valid from {day(memory.valid_from)}{assumed}{until}{wrong}"


def _freshness(memory: MemoryRow, numbers: dict[str, Any], now: datetime) -> str:
    read = _read(memory.last_accessed_at, memory.access_count)
    text = f"Its freshness is {number(memory.freshness)} (half-life {number(numbers['half_life_days'])} days, {read})"
    if numbers["expires_at"] is None:
        return f"{text}."
    floor = number(numbers["expire_freshness"])
    if datetime.fromisoformat(numbers["expires_at"]) <= now:
        fell = f"it fell below {floor} on {day(numbers['expires_at'])}"
        return f"{text}; {fell} and expires with the next pass `freshness`, unless it is read before."
    return f"{text}; unless it is read, it falls below {floor} on {day(numbers['expires_at'])} and expires."
