"""The constants of docs/design.md, each computed by hand and compared with the server."""

import math
from typing import Any

import pytest

from oxgraph.graph import Graph
from tests.semantic.support import Store, at, item

EXPIRY = [  # half-life × log2(1 / 0.1) days: 3.3219 half-lives
    ("fact", 597, 598),
    ("preference", 298, 299),
    ("event", 99, 100),
    ("entity", 1212, 1213),
    ("relation", 1212, 1213),
    ("instruction", 1212, 1213),
    ("task", 23, 24),
]


def told(store: Store, days: float = 0, content: str = "it is so", **fields: Any) -> str:
    """The memory of a new statement."""
    (row,) = store.remember([item(content, subject="anna", **fields)], at(days))
    return str(row["memory_id"])


def status(store: Store, memory_id: str) -> str:
    return str(store.one(memory_id)["status"])


@pytest.mark.parametrize(("kind", "active", "expired"), EXPIRY)
def test_half_lives(graph: Graph, kind: str, active: int, expired: int) -> None:
    store = Store(graph)
    memory_id = told(store, type=kind)
    store.run("expire", at(active))
    assert status(store, memory_id) == "active"
    store.run("expire", at(expired))
    assert status(store, memory_id) == "expired"


@pytest.mark.parametrize(
    ("accesses", "active", "expired"), [(1, 107, 108), (6, 147, 148), (7, 147, 148), (30, 147, 148)]
)
def test_the_boost_is_capped_at_three(graph: Graph, accesses: int, active: int, expired: int) -> None:
    """An event: 30 × log2(12) = 107.5 days after one access; after seven 1.2^7 = 3.58 counts as 3, 147.2 days."""
    store = Store(graph)
    memory_id = told(store, type="event")
    for _ in range(accesses):
        store.touch(memory_id, at(0))
    assert store.one(memory_id)["access_count"] == accesses
    store.run("expire", at(active))
    assert status(store, memory_id) == "active"
    store.run("expire", at(expired))
    assert status(store, memory_id) == "expired"


def test_an_access_revives(graph: Graph) -> None:
    store = Store(graph)
    memory_id = told(store, type="event")
    store.run("expire", at(100))
    store.touch(memory_id, at(150))
    held = store.one(memory_id)
    assert (held["status"], held["access_count"], held["last_accessed_at"]) == ("active", 1, at(150))
    store.run("expire", at(257))
    assert status(store, memory_id) == "active"
    store.run("expire", at(258))
    assert status(store, memory_id) == "expired"


@pytest.mark.parametrize(("confidence", "days", "kept"), [(0.29, 90, False), (0.29, 89, True), (0.3, 900, True)])
def test_deleted_only_when_both_hold(graph: Graph, confidence: float, days: int, kept: bool) -> None:
    """Expired for 90 days, and a confidence below 0.3."""
    store = Store(graph)
    memory_id = told(store, type="event", confidence=confidence)
    store.run("expire", at(100))
    store.run("collect", at(100 + days))
    assert (memory_id in store.state()) is kept
    assert store.deleted() == (set() if kept else {memory_id})


def test_the_active_is_never_collected(graph: Graph) -> None:
    store = Store(graph)
    memory_id = told(store, type="fact", confidence=0.1)
    store.run("collect", at(5000))
    assert memory_id in store.state()


def test_merging_weighs_by_repetitions(graph: Graph) -> None:
    store = Store(graph)
    memory_id = told(store, confidence=1.0)
    for days, confidence, wanted in [(1, 0.4, 0.7), (2, 0.1, 0.5), (3, 1.0, 0.625)]:
        assert told(store, days, confidence=confidence) == memory_id
        assert store.one(memory_id)["confidence"] == pytest.approx(wanted)
    assert store.one(memory_id)["repetitions"] == 4


@pytest.mark.parametrize(
    ("cosine", "judged", "merged"),
    [
        (0.921, None, True),
        (0.919, None, False),
        (0.919, True, True),
        (0.919, False, False),
        (0.851, True, True),
        (0.849, True, False),
    ],
)
def test_the_bands_of_duplicates(graph: Graph, cosine: float, judged: bool | None, merged: bool) -> None:
    store = Store(graph)
    first = told(store, content="it is round", embedding=[1.0, 0.0])
    answer = {} if judged is None else {"judge": True, "judged": {first: judged}}
    second = told(store, 1, "it is circular", embedding=[cosine, math.sqrt(1 - cosine**2)], **answer)
    assert (second == first) is merged


@pytest.mark.parametrize(("cosine", "asked"), [(0.93, False), (0.91, True), (0.86, True), (0.84, False)])
def test_only_the_band_is_judged(graph: Graph, cosine: float, asked: bool) -> None:
    store = Store(graph)
    told(store, content="it is round", embedding=[1.0, 0.0])
    near = item("it is circular", subject="anna", embedding=[cosine, math.sqrt(1 - cosine**2)], judge=True)
    (row,) = store.remember([near], at(1))
    assert (row["outcome"] == "undecided") is asked


@pytest.mark.parametrize("content", ["it is not round", "it is round as of 7", "it is round says Ines"])
def test_near_vectors_do_not_outweigh_words(graph: Graph, content: str) -> None:
    """A negation, a number or a name more is another statement."""
    store = Store(graph)
    first = told(store, content="it is round", embedding=[1.0, 0.0])
    assert told(store, 1, content, embedding=[1.0, 0.0]) != first


@pytest.mark.parametrize(("new", "old", "weight"), [(0.5, 1.0, 0.5), (0.2, 0.8, 0.25), (0.0, 0.5, 0.0)])
def test_the_weaker_is_ranked_down(graph: Graph, new: float, old: float, weight: float) -> None:
    store = Store(graph)
    home: dict[str, Any] = {"predicate": "lives_in"}
    strong = told(store, content="in oslo", object="oslo", confidence=old, valid_from=at(-9), **home)
    weak = told(store, 1, "in lima", object="lima", confidence=new, valid_from=at(-5), **home)
    held = store.state()
    assert held[weak]["rank_weight"] == pytest.approx(weight)
    assert held[strong]["rank_weight"] == 1.0
    assert held[weak]["contradicts"] == [strong]
    assert held[weak]["needs_review"] and held[strong]["needs_review"]


def test_user_memory_grows_by_a_tenth(graph: Graph) -> None:
    """New: 1.0 by default, said again + 0.1, never above 1."""
    store = Store(graph)
    memory_id = told(store, policy="confidence", confidence=0.75)
    for days, wanted in [(1, 0.85), (2, 0.95), (3, 1.0), (4, 1.0)]:
        assert told(store, days, policy="confidence") == memory_id
        assert store.one(memory_id)["confidence"] == pytest.approx(wanted)
    assert store.one(told(store, content="it is new", policy="confidence"))["confidence"] == 1.0


def test_user_memory_fades_after_a_week(graph: Graph) -> None:
    """× 0.95 a run from the seventh day on."""
    store = Store(graph)
    memory_id = told(store, policy="confidence")
    for days, wanted in [(6.9, 1.0), (7, 0.95), (7, 0.95), (8, 0.9025), (30, 0.857375)]:
        store.run("decay", at(days))
        assert store.one(memory_id)["confidence"] == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("confidence", "days", "kept"), [(0.31, 31, False), (0.31, 30, True), (0.32, 31, True), (0.1, 29, True)]
)
def test_user_memory_is_pruned_when_faint_and_old(graph: Graph, confidence: float, days: int, kept: bool) -> None:
    """Below 0.3 (0.31 × 0.95 is 0.2945, 0.32 × 0.95 is 0.304) and older than 30 days."""
    store = Store(graph)
    memory_id = told(store, policy="confidence", confidence=confidence)
    store.run("decay", at(days))
    assert (memory_id in store.state()) is kept


def test_policies_stay_apart(graph: Graph) -> None:
    """A memory follows one policy: the other's pass does nothing to it."""
    store = Store(graph)
    faint, stale = told(store, policy="confidence", confidence=0.9), told(store, content="it is old", confidence=0.9)
    store.run("expire", at(5000))
    assert status(store, faint) == "active"
    store.run("decay", at(5000))
    assert (status(store, stale), store.one(stale)["confidence"]) == ("expired", 0.9)
