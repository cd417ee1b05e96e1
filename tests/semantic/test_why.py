"""Why a memory or an entity is as it is: for every state it can be in."""

from typing import Any

import pytest

from oxgraph import Explanation, Memory, errors
from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.fixtures.samples import Clock, works_at


def rules(explanation: Explanation) -> list[str]:
    return [row.rule for row in explanation.transitions]


def test_a_superseded_memory(world: Memory, clock: Clock) -> None:
    old = works_at(world, "Acme", "2020-05-01", confidence=0.8, evidence=["m1"]).memory_id or ""
    clock.pass_days(1)
    works_at(world, "Rivian", "2024-01-01", confidence=0.9)
    why = world.semantic.why(old)
    assert (why.kind, why.status, rules(why)) == ("memory", "superseded", ["remembered", "superseded"])
    assert why.sentences[:3] == (
        "The fact “Ada works at Acme” about Ada (works_at Acme).",
        "Remembered on 2026-05-01, given by a caller with confidence 0.8; it holds from 2020-05-01.",
        "Superseded on 2026-05-02 by “Ada works at Rivian” because it began later (2024-01-01 > 2020-05-01) and is "
        "not less certain (0.9 ≥ 0.8); it holds until 2024-01-01.",
    )
    assert [(link.relation, link.name) for link in why.links] == [("superseded_by", "Ada works at Rivian")]
    assert [row.id for row in why.evidence] == ["m1"]
    assert why.memory is not None
    assert why.memory.access_count == 0


def test_what_contradicts_and_waits(world: Memory) -> None:
    works_at(world, "Acme", "2020-05-01", confidence=0.8)
    doubt = works_at(world, "Rivian", "2024-01-01", confidence=0.4).memory_id or ""
    why = world.semantic.why(doubt)
    assert why.status == "active"
    assert "contradicted" in rules(why)
    assert "to contradict “Ada works at Acme”: neither clearly replaces the other" in why.text
    assert "ranks at 0.5 of its score. It waits for a review." in why.text


def test_what_was_merged_forgotten_and_revived(world: Memory, clock: Clock) -> None:
    id = works_at(world, "Acme", confidence=0.5).memory_id or ""
    clock.pass_days(1)
    works_at(world, "Acme", confidence=1.0, evidence=["m2"])
    clock.pass_days(1)
    world.semantic.forget(id)
    assert world.semantic.why(id).status == "forgotten"
    clock.pass_days(1)
    world.semantic.revive(id)
    why = world.semantic.why(id)
    assert rules(why) == ["remembered", "merged", "forgotten", "revived"]
    assert "Said again on 2026-05-02 in the same words; confidence 0.5 → 0.75, said 2 times by then." in why.text
    assert why.sentences[3:5] == ("Forgotten on 2026-05-03 on request.", "Active again on 2026-05-04 on request.")


def test_what_expired_and_was_deleted(world: Memory, graph: Graph, clock: Clock) -> None:
    event: dict[str, Any] = {"type": "event", "content": "Ada sailed", "subject": "Ada", "confidence": 0.2}
    world.update_settings(remember_confidence=0.0)
    id = world.semantic.remember(**event).memory_id or ""
    clock.pass_days(101)
    run_pass(graph, world.workspace_id, "freshness", now=clock.now)
    why = world.semantic.why(id)
    assert (why.status, rules(why)) == ("expired", ["remembered", "expired"])
    assert "because its freshness 0.097 fell below 0.1 (half-life 30 days, never read)" in why.text
    clock.pass_days(91)
    run_pass(graph, world.workspace_id, "garbage", now=clock.now)
    gone = world.semantic.why(id)
    assert (gone.kind, gone.status, gone.memory) == ("memory", "deleted", None)
    assert rules(gone) == ["remembered", "expired", "deleted"]
    assert all(row.run_id for row in gone.transitions[1:])
    assert "expired since 2026-08-10 with a confidence of 0.2" in gone.text
    with pytest.raises(errors.NotFound):
        world.semantic.get(id)


def test_an_active_memory_says_when_it_would_expire(world: Memory) -> None:
    """A fact read twice: 1.44 × 2^(-days / 180) = 0.1 after 180 × log2(14.4) = 692.7 days."""
    id = works_at(world, "Acme").memory_id or ""
    for _ in range(2):
        assert world.recall("Where does Ada work?").results
        world.flush()
    why = world.semantic.why(id)
    assert why.sentences[-1].endswith("it falls below 0.1 on 2028-03-24 and expires.")
    assert why.numbers["freshness"] == pytest.approx(1.44)
    assert why.memory is not None
    assert why.memory.access_count == 2


def test_an_entity(world: Memory) -> None:
    made = works_at(world, "Acme")
    why = world.semantic.why(made.subject_id or "")
    assert (why.kind, why.status, why.memory) == ("entity", "active", None)
    assert why.sentences[0].startswith("The entity “Ada”")
    assert why.numbers == {"aliases": 1, "about": 1, "named": 0}


def test_an_entity_that_became_part_of_another(world: Memory) -> None:
    ada = works_at(world, "Acme").subject_id or ""
    augusta = world.semantic.remember(type="fact", content="Augusta sailed", subject="Augusta").subject_id or ""
    world.semantic.entities.alias(ada, "Countess")
    world.semantic.entities.merge(ada, augusta)
    said = "“Augusta” became part of “Ada” on 2026-05-01, with 1 memory and 1 name."
    assert "Given the name “Countess” on 2026-05-01." in world.semantic.why(ada).sentences
    assert said in world.semantic.why(augusta).sentences
    assert world.semantic.why(augusta).status == "merged"
    assert {row.content for row in world.semantic.list("Augusta")} == {"Ada works at Acme", "Augusta sailed"}
    world.semantic.entities.split(augusta)
    assert any("was taken apart from" in said for said in world.semantic.why(augusta).sentences)


def test_what_is_forgotten_is_not_quoted_elsewhere(world: Memory) -> None:
    old = works_at(world, "Acme", "2020-05-01").memory_id or ""
    new = works_at(world, "Rivian", "2024-01-01").memory_id or ""
    world.semantic.forget(new)
    why = world.semantic.why(old)
    assert "Rivian" not in repr(why)
    assert f"Superseded on 2026-05-01 by memory {new}" in why.text
