"""Memories as callers get them, made of rows of the graph."""

import json
from datetime import datetime
from typing import Any

from oxgraph.client.readable import read_or_none
from oxgraph.graph import Row
from oxgraph.memory_types import DEFAULT_HALF_LIVES, UNKNOWN_TYPE_HALF_LIFE
from oxgraph.types import MemoryRow
from oxgraph.types.semantic_inputs import FAR

DAY = 86_400
BOOST = 1.2
MOST_BOOST = 3.0
ENOUGH = 7
"""Accesses after which the boost is at its cap: 1.2^7 > 3."""


def freshness(last_accessed_at: datetime, access_count: int, half_life_days: float, now: datetime) -> float:
    """2^(−days since last access / half-life) × min(3, 1.2^access_count)."""
    days = (now - last_accessed_at).total_seconds() / DAY
    return float(2 ** (-days / half_life_days) * min(MOST_BOOST, BOOST ** min(access_count, ENOUGH)))


FIELDS: Row = dict.fromkeys(MemoryRow.model_fields)
TIMES = [name for name, field in MemoryRow.model_fields.items() if field.annotation in (datetime, datetime | None)]


def memory_of(text: str, now: datetime) -> MemoryRow:
    """A memory from its JSON: Neo4j's driver needs 45 µs for each of the six times and more that a memory has."""
    return _memory(_fields(text), now)


def _fields(text: str) -> Row:
    found: Row = json.loads(text)
    return FIELDS | found


def _memory(found: Row, now: datetime) -> MemoryRow:
    times = {name: datetime.fromisoformat(found[name]) for name in TIMES if found[name] is not None}
    return memory_row(found | times, now)


def memory_row(found: Row, now: datetime) -> MemoryRow:
    """A memory as its caller sees it: open ends are None, and so is what is not there."""
    half_life = found.get("half_life_days") or DEFAULT_HALF_LIVES.get(found["type"], UNKNOWN_TYPE_HALF_LIFE)
    fresh = freshness(found["last_accessed_at"], found["access_count"], half_life, now)
    values: dict[str, Any] = found | {
        "valid_to": None if found["valid_to"] is None or found["valid_to"] >= FAR else found["valid_to"],
        "freshness": fresh if found["policy"] == "freshness" else None,
        "needs_review": bool(found["needs_review"]),
        "valid_from_assumed": bool(found["valid_from_assumed"]),
        "rank_weight": 1.0 if found["rank_weight"] is None else found["rank_weight"],
        "keywords": found["keywords"] or (),
        "evidence": found["evidence"] or (),
        "contradicts": found["contradicts"] or (),
    }
    for name in ("user_id", "subject_id", "object_id", "predicate", "topic_key"):
        values[name] = found[name] or None
    return MemoryRow(**values)


def memory_rows(rows: list[Row], now: datetime) -> list[MemoryRow]:
    """Each row's memory, without those that cannot be read."""
    return [found for found in memories_or_none(rows, now) if found is not None]


def memories_or_none(rows: list[Row], now: datetime) -> list[MemoryRow | None]:
    """Each row's memory; None for one that cannot be read."""
    return [read_or_none(lambda found: _memory(found, now), _fields(row["memory"])) for row in rows]
