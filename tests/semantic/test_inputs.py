"""What semantic memory is told is checked before anything is sent, and refused with one short message."""

import struct
from array import array
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from oxgraph.errors import InvalidInput
from oxgraph.types import AsOf, NewMemory, limits
from oxgraph.types.semantic_inputs import (
    EntityTypeDefinition,
    FactQuery,
    HistoryOf,
    LinkRequest,
    MemoryFilter,
    Pattern,
    PredicateDefinition,
    TypeDefinition,
    UserId,
    as_of,
)

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
GOOD: dict[str, Any] = {"type": "fact", "content": "Ada works at Acme"}
UUID = "85495b4c-963d-525a-ab84-ce03ce2c1db5"
HUGE = "x" * 10_000_000

BAD: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "colour: is not a known field"),
    ({"type": "Fact"}, "type: must be at most 31 lower case"),
    ({"type": "fact type"}, "type: must be"),
    ({"type": "a" * 32}, "type: must be"),
    ({"type": 5}, "type: must be a text"),
    ({"content": ""}, "content: must not be empty"),
    ({"content": " \n\t"}, "content: must not be blank"),
    ({"content": HUGE}, "content: .* at most 10,000"),
    ({"content": "\ud800"}, "content: must be valid Unicode"),
    ({"content": None}, "content"),
    ({"subject": "--"}, "subject: must have a letter or a digit"),
    ({"subject": "a\nb"}, "subject: must not contain control"),
    ({"subject": "s" * 201}, "subject: .* at most 200"),
    ({"subject": "Ada", "subject_id": "e1"}, "subject_id: goes only without subject"),
    ({"object": "Acme", "object_id": "e2"}, "object_id: goes only without object"),
    ({"subject_id": "i" * 513}, "subject_id: .* at most 512"),
    ({"predicate": "!?"}, "predicate: must have a letter or a digit"),
    ({"predicate": "p" * 201}, "predicate"),
    ({"topic_key": " "}, "topic_key"),
    ({"keywords": ["k" * 101]}, r"keywords\[0\]"),
    ({"keywords": ["k"] * 33}, "keywords"),
    ({"evidence": ["m"] * 101}, "evidence"),
    ({"evidence": [5]}, r"evidence\[0\]: must be a text"),
    ({"confidence": float("nan")}, "confidence: must be a finite number"),
    ({"confidence": 1.1}, "confidence: must be less than or equal to 1"),
    ({"confidence": -0.1}, "confidence"),
    ({"confidence": True}, "confidence"),
    ({"confidence": "0.5"}, "confidence"),
    ({"policy": "both"}, "policy"),
    ({"source": "agent"}, "source"),
    ({"valid_from": datetime(2020, 1, 1)}, "valid_from: must have a time zone"),
    ({"valid_from": "2020-01-01T00:00:00"}, "valid_from: must have a time zone"),
    ({"valid_from": 1_700_000_000}, "valid_from: must be a time with a zone"),
    ({"valid_to": datetime(9999, 12, 31, tzinfo=UTC)}, "valid_to: must lie before 9999-12-31"),
    ({"valid_from": datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=2)))}, "valid_from: must lie in the years 1"),
    ({"valid_from": NOW, "valid_to": NOW}, "valid_to: must lie after valid_from"),
    ({"stated_at": NOW + timedelta(days=1, seconds=1)}, "stated_at: lies more than a day in the future"),
    ({"embedding": [0.5, float("nan")]}, "embedding: must be finite and not all zeros"),
    ({"embedding": [0.5, float("inf")]}, "embedding: must be finite"),
    ({"embedding": [0.0, 0.0]}, "embedding: must be finite and not all zeros"),
    ({"embedding": []}, "embedding: must have 1 to 4096 numbers"),
    ({"embedding": [1.0] * 4097}, "embedding: must have 1 to 4096 numbers"),
    ({"embedding": ["a"]}, "embedding: must be a list of numbers"),
    ({"embedding": [1e300]}, "embedding: must be a list of numbers"),
    ({"embedding": b"abc"}, "embedding: must be a list of numbers"),
    ({"embedding": 5}, "embedding: must be a list of numbers"),
    ({"supersedes": ["m1"]}, r"supersedes\[0\]: must be a UUID"),
    ({"correction": True}, "correction: goes only with supersedes"),
    ({"judged": {"m1": True}}, "judged.*must be a UUID"),
    ({"id": "i"}, "id: must be a UUID"),
    ({"session_id": ""}, "session_id: must not be empty"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=range(len(BAD)))
def test_a_bad_statement_is_refused_in_a_few_words(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message) as refused:
        NewMemory(**GOOD | change).row(NOW)
    assert len(str(refused.value)) < 400
    assert refused.value.__cause__ is None


def test_a_statement_as_the_plugin_takes_it() -> None:
    born = datetime.fromisoformat("1815-12-10T02:00:00+02:00")
    row = NewMemory(
        **GOOD, confidence=0, valid_from=born, keywords="work", supersedes=[UUID], judged={UUID: False}
    ).row(NOW)
    assert row.pop("id")
    assert row == GOOD | {
        "confidence": 0,
        "valid_from": datetime(1815, 12, 10, tzinfo=UTC),
        "keywords": ["work"],
        "supersedes": [UUID],
        "judged": {UUID: False},
    }


@pytest.mark.parametrize("vector", [[1, 0.5], (1.0, 0.5), array("f", [1, 0.5]), struct.pack("<2f", 1, 0.5)])
def test_a_vector_travels_as_bytes(vector: Any) -> None:
    assert NewMemory(**GOOD, embedding=vector).row(NOW)["embedding"] == struct.pack("<2f", 1, 0.5)


def test_both_clocks_can_be_given_as_a_pair() -> None:
    then = NOW - timedelta(days=9)
    assert as_of((then, None)) == AsOf(valid=then)
    assert as_of(AsOf(known=then)) == AsOf(known=then)
    assert as_of(None) is None
    for wrong in ("now", NOW, (NOW,), (1, 2), (datetime(2020, 1, 1), None)):
        with pytest.raises(InvalidInput):
            as_of(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "given", "field"),
    [
        (MemoryFilter, {"status": "gone"}, "status"),
        (MemoryFilter, {"limit": 0}, "limit"),
        (MemoryFilter, {"limit": limits.ROWS + 1}, "limit"),
        (MemoryFilter, {"type": "FACT"}, "type"),
        (MemoryFilter, {"predicate": "…"}, "predicate"),
        (HistoryOf, {}, "history"),
        (HistoryOf, {"predicate": "works_at"}, "history"),
        (HistoryOf, {"memory_id": UUID, "subject": "Ada"}, "history"),
        (HistoryOf, {"memory_id": "1"}, "memory_id"),
        (PredicateDefinition, {"name": "p", "stateful": 1, "importance": 0.5}, "stateful"),
        (PredicateDefinition, {"name": "p", "stateful": True, "importance": 2}, "importance"),
        (PredicateDefinition, {"name": "_", "stateful": True, "importance": 0.5}, "name"),
        (TypeDefinition, {"name": "procedure", "half_life_days": 0}, "half_life_days"),
        (TypeDefinition, {"name": "procedure", "half_life_days": float("inf")}, "half_life_days"),
        (TypeDefinition, {"name": "a-b", "half_life_days": 5}, "name"),
        (EntityTypeDefinition, {"name": ""}, "name"),
        (LinkRequest, {"a": "1", "b": "2", "type": "_mem:names"}, "type"),
        (LinkRequest, {"a": "1", "b": "2", "type": "A]->() DELETE"}, "type"),
        (UserId, {"user_id": ""}, "user_id"),
        (FactQuery, {}, "query"),
        (FactQuery, {"query": "x" * 2001}, "query"),
        (FactQuery, {"query": "x", "top_k": 0}, "top_k"),
        (Pattern, {"pattern": " "}, "pattern"),
    ],
)
def test_other_input_outside_the_rules_is_refused(kind: Any, given: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidInput, match=f"^{field}"):
        kind(**given)
