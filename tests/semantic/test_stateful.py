"""Long random histories: after every step the graph holds what the reference holds.

OXGRAPH_HYPOTHESIS=deep runs many more and longer ones.
"""

import math
import os
from datetime import datetime, timedelta
from typing import Any, ClassVar
from uuid import UUID

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from oxgraph import errors
from oxgraph.graph import Graph
from tests.semantic.facts import Memory, are_twins, rivals
from tests.semantic.reference import Outcome, Reference
from tests.semantic.support import START, Store, differences, item

pytestmark = pytest.mark.deep

DEEP = os.environ.get("OXGRAPH_HYPOTHESIS") == "deep"
EXAMPLES, STEPS = (300, 100) if DEEP else (12, 40)

CONTENTS = {
    "the answer is round": 0,
    "the  Answer is round": 0,
    "the answer is circular": 10,
    "the answer is not round": 5,
    "the answer is oval": 30,
    "the answer is round as of 7": 10,
    "the answer is round says Ines": 15,
    "the answer is square": 100,
}
"""Each with the angle of its vector: 20° apart is a cosine of 0.94, 30° one of 0.87, 40° one of 0.77."""
PREDICATES = ["lives_in", "lives_in", "lives_in", "age", "likes", None]
SUBJECTS = ["anna", "anna", "anna", "bruno", None]
OBJECTS = ["oslo", "lima", "rome", None]
DAYS = [-400, -200, -30, -10, -1, 0]


def vector(content: str) -> list[float]:
    """The content's unit vector."""
    angle = math.radians(CONTENTS[content])
    return [math.cos(angle), math.sin(angle)]


def flaws(reference: Reference) -> list[str]:
    """What no history may lead to."""
    held = reference.memories.values()
    active = [memory for memory in held if memory.status == "active"]
    pairs = [(a, b) for a in active for b in active if rivals(a, b)]
    linked = reference.contradicts | {(b, a) for a, b in reference.contradicts}
    return [
        *[f"{m.id} ends before it begins" for m in held if m.valid_from >= m.valid_to],
        *[f"{m.id} goes on beside {e.id}" for m in active for e in reference.ends(m.id) if m.valid_to > e.valid_from],
        *[f"{m.id} is active and retired" for m in active if m.retired_at],
        *[f"{m.id} superseded itself" for m in held if reference.in_circle(m.id)],
        *[f"{a.id} and {b.id} cannot both hold, unlinked" for a, b in pairs if (a.id, b.id) not in linked],
    ]


class Histories(RuleBasedStateMachine):
    """Calls of the semantic layer, on the server and on the reference."""

    graph: ClassVar[Graph]

    @initialize()
    def begin(self) -> None:
        self.store = Store(self.graph)
        self.reference = Reference(self.store.workspace_id)
        self.now, self.said = START, 0

    def _tick(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now

    def _id(self, data: st.DataObject) -> str:
        """The next statement's id: nothing here may depend on chance that was not drawn, the order of ids neither."""
        self.said += 1
        return str(UUID(int=data.draw(st.integers(0, 15), "id") << 124 | self.said, version=4))

    def _some(self, data: st.DataObject, *statuses: str) -> Memory:
        found = [memory.id for memory in self.reference.memories.values() if memory.status in statuses]
        return self.reference.memories[data.draw(st.sampled_from(found), "memory")]

    def _has(self, *statuses: str) -> bool:
        return any(memory.status in statuses for memory in self.reference.memories.values())

    def _when(self, data: st.DataObject, label: str) -> datetime | None:
        days = data.draw(st.one_of(st.none(), st.sampled_from(DAYS)), label)
        return None if days is None else START + timedelta(days=days)

    def _item(self, data: st.DataObject, **fields: Any) -> dict[str, Any]:
        content = data.draw(st.sampled_from(sorted(CONTENTS)), "content")
        given: dict[str, Any] = {
            "type": data.draw(st.sampled_from(["fact", "fact", "fact", "fact", "preference", "event"]), "type"),
            "subject": data.draw(st.sampled_from(SUBJECTS), "subject"),
            "predicate": data.draw(st.sampled_from(PREDICATES), "predicate"),
            "object": data.draw(st.sampled_from(OBJECTS), "object"),
            "topic_key": data.draw(st.sampled_from([None, None, "shape"]), "topic"),
            "confidence": data.draw(st.sampled_from([1.0, 0.8, 0.8, 0.5, 0.1]), "confidence"),
            "evidence": data.draw(st.lists(st.sampled_from(["a", "b", "c"]), max_size=2, unique=True), "evidence"),
            "embedding": data.draw(st.sampled_from([None, vector(content)]), "embedding"),
            "stated_at": self._when(data, "stated_at"),
            "valid_from": self._when(data, "valid_from"),
        }
        given["id"] = self._id(data)
        given["policy"] = "confidence" if given["type"] == "preference" else "freshness"
        begins = given["valid_from"] or given["stated_at"] or self.now
        lasts = data.draw(st.sampled_from([None, None, None, 5, 100]), "valid for days")
        given["valid_to"] = begins + timedelta(days=lasts) if lasts else None
        return item(content, **{name: value for name, value in (given | fields).items() if value is not None})

    @rule(data=st.data(), size=st.sampled_from([1, 1, 1, 2, 5]))
    def remember(self, data: st.DataObject, size: int) -> None:
        self._remember([self._item(data) for _ in range(size)])

    def _remember(self, items: list[dict[str, Any]]) -> None:
        now = self._tick()
        rows, outcomes = self.store.remember(items, now), self.reference.remember(items, now)
        self._compare(rows, outcomes)

    def _compare(self, rows: list[dict[str, Any]], outcomes: list[Outcome]) -> None:
        for row, wanted in zip(rows, outcomes, strict=True):
            assert (row["outcome"], row["memory_id"]) == (wanted.outcome, wanted.memory_id)
            assert {found["memory_id"] for found in row["candidates"] or []} == wanted.candidates
            if wanted.outcome == "created":
                assert set(row["superseded"]) == wanted.superseded
                assert row["superseded_by"] == wanted.superseded_by
                assert set(row["contradicts"]) == wanted.contradicts

    @rule(data=st.data(), place=st.sampled_from(["oslo", "lima", "rome"]))
    def move(self, data: st.DataObject, place: str) -> None:
        """News of one thing that can have one value."""
        since, sure = self._when(data, "valid_from"), data.draw(st.sampled_from([1.0, 0.9]), "confidence")
        home = item(
            f"lives in {place}", subject="anna", predicate="lives_in", object=place, confidence=sure, id=self._id(data)
        )
        self._remember([home | ({"valid_from": since} if since else {})])

    @precondition(lambda self: self.reference.memories)
    @rule(data=st.data())
    def restate(self, data: st.DataObject) -> None:
        """The words of a memory once more, perhaps with another time, certainty or source."""
        old = self.reference.memories[data.draw(st.sampled_from(sorted(self.reference.memories)), "restated")]
        names = {self.reference.entity(name): name for name in [*SUBJECTS, *OBJECTS] if name}
        fields = {
            "type": old.type,
            "subject": names.get(old.subject),
            "predicate": old.predicate or None,
            "object": names.get(old.object),
            "topic_key": old.topic_key,
            "policy": old.policy,
            "valid_from": data.draw(st.sampled_from([None, old.valid_from]), "same valid_from"),
            "valid_to": None,
        }
        self._remember([self._item(data, **fields) | {"content": old.content}])

    @precondition(lambda self: self.reference.memories)
    @rule(data=st.data())
    def judge(self, data: st.DataObject) -> None:
        """As a language model would be asked, and would answer."""
        ids = data.draw(st.lists(st.sampled_from(sorted(self.reference.memories)), max_size=3, unique=True), "judged")
        self._remember([self._item(data, judge=True, judged={key: data.draw(st.booleans()) for key in ids})])

    @precondition(lambda self: self.reference.statements)
    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """A statement that was written before changes nothing, whatever it says now."""
        known = data.draw(st.sampled_from(sorted(self.reference.statements)), "statement")
        self._remember([self._item(data) | {"id": known}])

    @precondition(lambda self: self._has("active", "superseded", "expired"))
    @rule(data=st.data(), correction=st.booleans())
    def supersede(self, data: st.DataObject, correction: bool) -> None:
        old = self._some(data, "active", "superseded", "expired")
        given = self._item(data, supersedes=[old.id], correction=correction)
        if not self.reference.was_replaced(given, self.now + timedelta(minutes=1)):
            self._remember([given])
            return
        with pytest.raises(errors.MemoryReplaced, match=old.id):
            self.store.remember([given], self._tick())

    @precondition(lambda self: self.reference.memories)
    @rule(data=st.data())
    def touch(self, data: st.DataObject) -> None:
        memory_id, now = data.draw(st.sampled_from(sorted(self.reference.memories)), "memory"), self._tick()
        self.store.touch(memory_id, now)
        self.reference.touch(memory_id, now)

    @precondition(lambda self: self.reference.memories)
    @rule(data=st.data(), restore=st.booleans())
    def forget(self, data: st.DataObject, restore: bool) -> None:
        now, ends = self._tick(), sorted({end for _, end in self.reference.superseded_by})
        memory_id = data.draw(
            st.sampled_from(ends if restore and ends else sorted(self.reference.memories)), "forgotten"
        )
        self.store.forget(memory_id, restore, now)
        self.reference.forget(memory_id, restore, now)

    @precondition(lambda self: self.reference.memories)
    @rule(data=st.data())
    def revive(self, data: st.DataObject) -> None:
        held, now = self.reference.memories, self._tick()
        gone = sorted(memory.id for memory in held.values() if memory.status in ("forgotten", "expired"))
        memory_id = data.draw(st.sampled_from(gone or sorted(held)), "memory")
        self.store.revive(memory_id, now)
        self.reference.revive(memory_id, now)
        revived = held[memory_id]
        twins = [other.id for other in held.values() if revived.status == "active" and are_twins(revived, other)]
        assert not gone or twins == []

    @precondition(lambda self: sum(m.status == "active" for m in self.reference.memories.values()) > 1)
    @rule(data=st.data())
    def review(self, data: st.DataObject) -> None:
        keep = self._some(data, "active")
        other, now = self._some(data, "active", "expired", "superseded"), self._tick()
        if other.id != keep.id:
            self.store.review(keep.id, [other.id], now)
            self.reference.review(keep.id, [other.id], now)

    @rule(days=st.sampled_from([1, 8, 40, 100, 300, 700]), name=st.sampled_from(["expire", "collect", "decay"]))
    def time_passes(self, days: int, name: str) -> None:
        self.now += timedelta(days=days)
        self.store.run(name, self.now)
        getattr(self.reference, name)(self.now)
        assert self.store.deleted() == self.reference.gone

    @invariant()
    def is_sound(self) -> None:
        if hasattr(self, "store"):
            assert flaws(self.reference) == []

    @invariant()
    def agrees(self) -> None:
        if hasattr(self, "store"):
            assert differences(self.store, self.reference) == []


def test_random_histories(graph: Graph) -> None:
    machine = type("TestedHistories", (Histories,), {"graph": graph})
    checks = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    profile = settings(
        max_examples=EXAMPLES, stateful_step_count=STEPS, deadline=None, suppress_health_check=checks, print_blob=True
    )
    run_state_machine_as_test(machine, settings=profile)
