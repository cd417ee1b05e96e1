"""An explanation from what the graph holds of a node."""

import json
import math
from datetime import datetime, timedelta
from typing import Any

from oxgraph.client.memory_rows import BOOST, ENOUGH, MOST_BOOST, half_lives, memory_row
from oxgraph.client.sentences import Names, day, number, quoted, sentence
from oxgraph.graph import Row
from oxgraph.types import EvidenceRow, Explanation, LinkRow, MemoryRow, TransitionRow

FAR_OFF = 36_500
"""Days after which it is of no use to say when a memory would expire."""


def others(found: Row) -> list[str]:
    """The ids that the transitions name besides the links."""
    known = {link["id"] for link in found["links"]}
    named = {value for row in found["transitions"] for value in _inputs(row).values() if _is_id(value)}
    return sorted(named - known)


def explanation(id: str, found: Row, words: list[Row], settings: Row, now: datetime) -> Explanation:
    """All of it; `words` are those of the nodes that `others` asked for."""
    names = {link["id"]: quoted(link["name"]) for link in found["links"] if link["name"]}
    names |= {row["id"]: quoted(row["words"]) for row in words if row["words"]}
    transitions = _transitions(found["transitions"], names)
    memory = memory_row(found["memory"], now) if found["memory"] else None
    numbers = _numbers(found, memory, settings, now)
    told = (row.sentence for row in transitions)
    sentences = (_what(found, memory), *told, *_summed_up(found), *_state(found, memory, numbers, names))
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


def _inputs(row: Row) -> dict[str, Any]:
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
        for row, inputs in ((row, _inputs(row)) for row in ordered)
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
    return f"A {gone['kind']} that is deleted since {day(gone['deleted_at'])} ({gone['reason']}); its content is gone."


def _evidence(memory: MemoryRow | None, messages: list[Row], episodes: list[Row]) -> tuple[EvidenceRow, ...]:
    kept = {row["id"]: row for row in messages}
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
    half_life = half_lives(settings).get(memory.type, 365.0)
    numbers: dict[str, Any] = {
        "confidence": memory.confidence,
        "repetitions": memory.repetitions,
        "rank_weight": memory.rank_weight,
        "access_count": memory.access_count,
        "last_accessed_at": memory.last_accessed_at.isoformat(),
    }
    if memory.policy == "confidence":
        reinforced = memory.reinforced_at or memory.recorded_at
        return numbers | {"reinforced_at": reinforced.isoformat()}
    floor = float(settings.get("expire_freshness", 0.1))
    expires = _expires_at(memory, half_life, floor)
    return numbers | {
        "freshness": memory.freshness,
        "half_life_days": half_life,
        "expire_freshness": floor,
        "expires_at": expires.isoformat() if expires and memory.status == "active" else None,
    }


def _expires_at(memory: MemoryRow, half_life: float, floor: float) -> datetime | None:
    """When freshness reaches the floor if nobody reads it: boost × 2^(−days / half-life) = floor."""
    if floor <= 0:
        return None
    boost = min(MOST_BOOST, BOOST ** min(memory.access_count, ENOUGH))
    days = half_life * math.log2(boost / floor)
    return memory.last_accessed_at + timedelta(days=days) if days < FAR_OFF else None


def _state(found: Row, memory: MemoryRow | None, numbers: dict[str, Any], names: Names) -> list[str]:
    """How it stands now."""
    if memory is None:
        return []
    said = [f"It is {memory.status}{_validity(memory)}, with confidence {number(memory.confidence)}."]
    if memory.status == "active" and memory.contradicts:
        against = ", ".join(names.get(id, id) for id in memory.contradicts)
        waits = " It waits for a review." if memory.needs_review else ""
        said.append(f"It stands against {against}, and ranks at {number(memory.rank_weight)} of its score.{waits}")
    if memory.freshness is not None:
        said.append(_freshness(memory, numbers))
    return said


def _validity(memory: MemoryRow) -> str:
    assumed = " (assumed)" if memory.valid_from_assumed else ""
    until = f" until {day(memory.valid_to)}" if memory.valid_to else ""
    wrong = f", believed until {day(memory.retired_at)}" if memory.retired_at else ""
    return f", valid from {day(memory.valid_from)}{assumed}{until}{wrong}"


def _freshness(memory: MemoryRow, numbers: dict[str, Any]) -> str:
    read = f"last read {day(memory.last_accessed_at)}, {memory.access_count} times in all"
    text = f"Its freshness is {number(memory.freshness)} (half-life {number(numbers['half_life_days'])} days, {read})"
    if numbers["expires_at"] is None:
        return f"{text}."
    floor = number(numbers["expire_freshness"])
    return f"{text}; unless it is read, it falls below {floor} on {day(numbers['expires_at'])} and expires."
