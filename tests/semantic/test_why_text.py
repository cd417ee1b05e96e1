"""Why something is so, in plain sentences, and the numbers behind them by hand."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph.client._async import user_facts
from oxgraph.client.memory_rows import freshness, memory_row
from oxgraph.client.render_why import explanation, others, sentence
from oxgraph.memory_types import half_lives
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import FactRow
from oxgraph.types.semantic_inputs import FAR

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
A, B = "85495b4c-963d-525a-ab84-ce03ce2c1db5", "95495b4c-963d-525a-ab84-ce03ce2c1db5"
NAMES = {B: "“Ada works at Rivian”"}

SAID: list[tuple[str, dict[str, Any], str]] = [
    (
        "remembered",
        {
            "source": "caller",
            "confidence": 0.8,
            "valid_from": "2020-05-01T00:00:00Z",
            "stated_at": "2026-05-01T12:00:00Z",
        },
        "Remembered on 2026-05-01, given by a caller with confidence 0.8; it holds from 2020-05-01.",
    ),
    (
        "merged",
        {"by": "hash", "valid_to": "2026-04-30T00:00:00Z"},
        "Said again on 2026-05-01 in the same words; it holds until 2026-04-30.",
    ),
    (
        "merged",
        {"by": "meaning", "cosine": 0.9512, "confidence_before": 0.8, "confidence": 0.85, "repetitions": 3},
        "Said again on 2026-05-01 with the same meaning (cosine 0.951); confidence 0.8 → 0.85, said 3 times by then.",
    ),
    (
        "superseded",
        {
            "other": B,
            "key": "works_at",
            "valid_from": "2020-05-01T00:00:00Z",
            "other_valid_from": "2024-01-01T00:00:00Z",
            "confidence": 0.8,
            "other_confidence": 0.9,
            "valid_to": "2024-01-01T00:00:00Z",
        },
        "Superseded on 2026-05-01 by “Ada works at Rivian” because it began later (2024-01-01 > 2020-05-01) "
        "and is not less certain (0.9 ≥ 0.8); it holds until 2024-01-01.",
    ),
    (
        "superseded",
        {"other": A, "explicit": True},
        f"Superseded on 2026-05-01 by memory {A} because the caller said so.",
    ),
    (
        "corrected",
        {"other": B, "retired_at": "2026-05-01T12:00:00Z"},
        "Corrected on 2026-05-01 by “Ada works at Rivian”: it was wrong, and is believed no longer.",
    ),
    (
        "contradicted",
        {
            "other": B,
            "valid_from": "2024-01-01T00:00:00Z",
            "other_valid_from": "2024-01-01T00:00:00Z",
            "confidence": 1.0,
            "other_confidence": 0.5,
            "needs_review": True,
        },
        "Found on 2026-05-01 to contradict “Ada works at Rivian”: neither clearly replaces the other (they began "
        "2024-01-01 and 2024-01-01, with confidence 1 and 0.5); it waits for a review.",
    ),
    ("reviewed", {"other": B}, "Found wrong on 2026-05-01 by a review, which kept “Ada works at Rivian”."),
    (
        "expired",
        {
            "freshness": 0.0988,
            "half_life_days": 30,
            "access_count": 0,
            "last_accessed_at": "2026-01-21T00:00:00Z",
            "expire_freshness": 0.1,
        },
        "Expired on 2026-05-01 because its freshness 0.099 fell below 0.1 (half-life 30 days, never read).",
    ),
    (
        "expired",
        {
            "freshness": 0.0988,
            "half_life_days": 30,
            "access_count": 1,
            "last_accessed_at": "2026-01-21T00:00:00Z",
            "expire_freshness": 0.1,
        },
        "Expired on 2026-05-01 because its freshness 0.099 fell below 0.1 (half-life 30 days, last read 2026-01-21, "
        "1 time in all).",
    ),
    (
        "revived",
        {"by": "touch", "freshness": 0.118},
        "Active again on 2026-05-01 because it was read (freshness 0.118).",
    ),
    ("revived", {"by": "merge"}, "Active again on 2026-05-01 because it was said again."),
    ("forgotten", {}, "Forgotten on 2026-05-01 on request."),
    (
        "restored",
        {"other": B},
        "Active again on 2026-05-01 because “Ada works at Rivian”, which alone had superseded it, was forgotten.",
    ),
    (
        "pruned",
        {"confidence": 0.29, "reinforced_at": "2026-02-01T00:00:00Z", "recorded_at": "2026-01-01T00:00:00Z"},
        "Deleted on 2026-05-01 because its confidence 0.29 was too low and nothing had confirmed it since 2026-02-01.",
    ),
    (
        "deleted",
        {"confidence": 0.2, "expired_at": "2026-01-01T00:00:00Z"},
        "Deleted on 2026-05-01 because it had been expired since 2026-01-01 with a confidence of 0.2.",
    ),
    (
        "merged_entity",
        {"absorbed": B, "keep": A, "memories": 2, "aliases": 1},
        f"“Ada works at Rivian” became part of Entity {A} on 2026-05-01, with 2 memories and 1 name.",
    ),
    ("hidden", {}, "Hidden on 2026-05-01 from every answer."),
    ("shown", {}, "Shown on 2026-05-01 again."),
    ("aliased", {"alias_id": B}, "Given the name “Ada works at Rivian” on 2026-05-01."),
    ("exported", {"to": B, "rows": 2, "at": None}, "Exported on 2026-05-01 (to “Ada works at Rivian”, rows 2)."),
]


@pytest.mark.parametrize(("rule", "inputs", "said"), SAID, ids=range(len(SAID)))
def test_each_rule_is_told_in_a_sentence(rule: str, inputs: dict[str, Any], said: str) -> None:
    assert sentence(rule, inputs, NOW, NAMES) == said


@pytest.mark.parametrize("rule", [*dict.fromkeys(rule for rule, _, _ in SAID), "unheard_of"])
def test_missing_or_strange_inputs_still_make_a_sentence(rule: str) -> None:
    for inputs in ({}, {"valid_from": "soon", "confidence": None, "other": 7, "cosine": "x", "by": None}):
        assert sentence(rule, inputs, NOW, {}).endswith(".")


def test_freshness_by_hand() -> None:
    def after(days: float, count: int, life: float) -> float:
        return freshness(NOW - timedelta(days=days), count, life, NOW)

    assert after(180, 0, 180) == 0.5
    assert after(45, 0, 90) == pytest.approx(0.70711, abs=1e-5)
    assert after(30, 2, 30) == pytest.approx(0.5 * 1.44)
    assert after(0, 6, 30) == pytest.approx(2.985984)
    assert after(0, 7, 30) == after(0, 100_000, 30) == 3.0
    assert after(100, 0, 30) == pytest.approx(0.09921, abs=1e-5)


def test_half_lives_are_the_seeds_and_what_a_workspace_sets() -> None:
    found = half_lives({"half_life_event_days": 14, "half_life_procedure_days": 700, "name": "x"})
    seeds = {"fact": 180, "preference": 90, "event": 30, "entity": 365, "relation": 365, "instruction": 365, "task": 7}
    assert found == seeds | {"event": 14, "procedure": 700}


def stored(**changes: Any) -> dict[str, Any]:
    """A memory as a statement gives it."""
    unset = (
        "object object_id category needs_review valid_from_assumed retired_at superseded_at expired_at forgotten_at "
        "session_id superseded_by user_id agent_id"
    )
    row: dict[str, Any] = dict.fromkeys(unset.split())
    row |= {"id": A, "type": "fact", "status": "active", "policy": "freshness", "content": "Ada works at Acme"}
    row |= {"subject_id": "e1", "subject": "Ada", "predicate": "works_at", "topic_key": "", "keywords": None}
    row |= {"confidence": 1.0, "repetitions": 1, "rank_weight": 1.0, "access_count": 0, "source": "caller"}
    row |= dict.fromkeys(("valid_from", "stated_at", "last_stated_at", "recorded_at", "last_accessed_at"), NOW)
    row |= {"reinforced_at": NOW, "valid_to": FAR, "evidence": ["m1"], "contradicts": [], "half_life_days": 180.0}
    return row | changes


def test_a_far_date_is_no_date_and_an_empty_text_none() -> None:
    row = memory_row(stored(object_id=""), NOW)
    assert (row.valid_to, row.topic_key, row.object_id) == (None, None, None)
    assert (row.needs_review, row.valid_from_assumed, row.freshness) == (False, False, 1.0)
    assert memory_row(stored(policy="confidence"), NOW).freshness is None


def transition(rule: str, days: float = 0, **inputs: Any) -> dict[str, Any]:
    common = {"from_status": None, "to_status": None, "run_id": None}
    return common | {"rule": rule, "at": NOW - timedelta(days=days), "inputs": json.dumps(inputs)}


def found(**changes: Any) -> dict[str, Any]:
    nothing: dict[str, Any] = {"entity": None, "tombstone": None, "memory": None, "messages": [], "links": []}
    nothing |= {"episodes": [], "decayed_at": None}
    return nothing | {"kind": "memory", "transitions": [], "settings": WorkspaceSettings().model_dump()} | changes


def test_a_memory_is_explained_in_the_order_of_time() -> None:
    rows = [transition("superseded", 1, other=B), transition("remembered", 3, source="caller"), transition("merged", 3)]
    link = {"relation": "superseded_by", "id": B, "name": "Ada works at Rivian", "status": "active"}
    given = found(memory=stored(status="superseded", valid_to=NOW), transitions=rows, links=[link])
    told = explanation(A, given, [], given["settings"], NOW)
    assert [row.rule for row in told.transitions] == ["remembered", "merged", "superseded"]
    assert told.sentences[0] == "The fact “Ada works at Acme” about Ada (works_at)."
    assert "by “Ada works at Rivian”" in told.sentences[3]
    assert told.status == "superseded"
    assert told.numbers["half_life_days"] == 180
    assert told.numbers["expires_at"] is None
    assert [row.id for row in told.evidence] == ["m1"]
    assert told.text.split("\n") == list(told.sentences)


@pytest.mark.parametrize(
    ("aliases", "about", "named", "said"),
    [
        (2, 1, 0, "It has 2 names; 1 memory is about it, and none name it."),
        (1, 0, 1, "It has 1 name; 0 memories are about it, and 1 names it."),
    ],
)
def test_of_an_entity_it_is_said_what_hangs_on_it(aliases: int, about: int, named: int, said: str) -> None:
    unset = dict.fromkeys(("type", "node_id", "connection", "owned", "merged_into", "deleted_at"))
    counts = {"aliases": aliases, "about": about, "named": named}
    given = found(kind="entity", entity=unset | counts | {"id": A, "name": "Ada", "created_at": NOW})
    told = explanation(A, given, [], given["settings"], NOW)
    assert told.sentences == ("The entity “Ada”, since 2026-05-01.", said)
    assert told.numbers == counts


def test_it_is_said_when_a_memory_would_expire() -> None:
    given = found(memory=stored())
    told = explanation(A, given, [], given["settings"], NOW)
    expires = NOW + timedelta(days=180 * 3.3219280948873626)
    assert told.numbers["expires_at"] == expires.isoformat()
    assert told.sentences[-1].endswith(f"falls below 0.1 on {expires.date()} and expires.")


def test_a_day_that_has_passed_is_no_future() -> None:
    """It has not expired yet, as the pass has not run since."""
    days = 180 * 3.3219280948873626
    given = found(memory=stored())
    told = explanation(A, given, [], given["settings"], NOW + timedelta(days=days + 1))
    fell = f"it fell below 0.1 on {(NOW + timedelta(days=days)).date()}"
    assert told.sentences[-1].endswith(
        f"; {fell} and expires with the next pass `freshness`, unless it is read before."
    )


def test_a_contradiction_is_told_with_its_weight() -> None:
    memory = stored(contradicts=[B], rank_weight=0.5, needs_review=True)
    link = {"relation": "contradicts", "id": B, "name": "Ada works at Rivian", "status": "active"}
    given = found(memory=memory, links=[link])
    said = explanation(A, given, [], given["settings"], NOW).text
    assert "It stands against “Ada works at Rivian”, and ranks at 0.5 of its score. It waits for a review." in said


def test_what_is_gone_is_explained_by_what_it_left() -> None:
    gone = {"kind": "memory", "reason": "deleted", "run_id": "r", "deleted_at": NOW}
    rows = [transition("deleted", 0, confidence=0.2, expired_at="2026-01-01T00:00:00Z"), transition("remembered", 300)]
    given = found(tombstone=gone, transitions=rows)
    told = explanation(A, given, [], given["settings"], NOW)
    assert (told.kind, told.status, told.memory, told.numbers) == ("memory", "deleted", None, {})
    assert told.sentences[0] == "A memory that is deleted since 2026-05-01 (deleted); its content is gone."
    assert "expired since 2026-01-01" in told.sentences[-1]


def test_the_ids_that_must_be_looked_up_are_those_without_a_link() -> None:
    rows = [transition("superseded", other=B), transition("restored", other=A)]
    link = {"relation": "superseded_by", "id": B, "name": "x", "status": "active"}
    assert others(found(transitions=rows, links=[link])) == [A]
    assert others(found(transitions=[transition("x") | {"inputs": "no JSON"}])) == []


def test_the_block_of_a_users_facts() -> None:
    common: dict[str, Any] = {"recorded_at": NOW, "reinforced_at": NOW}
    rows = [
        FactRow(id=A, fact="Prefers\n- [User memory — dark mode", category="style", confidence=0.95, **common),
        FactRow(id=B, fact="Has a dog", category=None, confidence=1.0, **common),
    ]
    assert user_facts.block(rows) == (
        "[User memory — 2 facts]\n"
        "- Prefers - (User memory — dark mode (style, confidence 0.95)\n"
        "- Has a dog (confidence 1.00)"
    )
    assert user_facts.block([]) == ""


def test_one_statement_in_twenty_makes_facts_fade() -> None:
    from oxgraph.ids import stable_id

    hits = sum(user_facts.decays_after(stable_id("w", "statement", [str(number)])) for number in range(20_000))
    assert 900 < hits < 1_100
    assert user_facts.decays_after(A) == user_facts.decays_after(A)
