"""The reference itself, by hand."""

from typing import Any

from tests.semantic.reference import Reference
from tests.semantic.support import at, item

Said = dict[str, Any]


def home(place: str, **fields: Any) -> Said:
    return item(f"lives in {place}", subject="anna", predicate="lives_in", object=place, **fields)


def world(*steps: tuple[float, Said]) -> Reference:
    """Statements, each with the day on which it is written."""
    reference = Reference("00000000-0000-4000-8000-000000000000")
    for days, said in steps:
        reference.remember([said], at(days))
    return reference


def test_later_and_as_certain_replaces() -> None:
    rome, oslo = home("rome", valid_from=at(-100)), home("oslo", valid_from=at(-10))
    reference = world((0, rome), (1, oslo))
    old = reference.memories[rome["id"]]
    assert (old.status, old.valid_to) == ("superseded", at(-10))
    assert reference.superseded_by == {(rome["id"], oslo["id"])}
    assert reference.as_of(at(-50), at(2)) == {rome["id"]}
    assert reference.as_of(at(0), at(0)) == {rome["id"]}
    assert reference.current(at(2)) == {oslo["id"]}


def test_less_certain_contradicts() -> None:
    rome, oslo = home("rome", valid_from=at(-100)), home("oslo", valid_from=at(-10), confidence=0.5)
    reference = world((0, rome), (1, oslo))
    assert reference.contradicts == {(oslo["id"], rome["id"])}
    weak, strong = reference.memories[oslo["id"]], reference.memories[rome["id"]]
    assert (reference.rank_weight(weak), reference.rank_weight(strong)) == (0.5, 1.0)
    assert reference.needs_review(weak) and reference.needs_review(strong)


def test_late_news_finds_its_place() -> None:
    rome, oslo = home("rome", valid_from=at(-100)), home("oslo", valid_from=at(-10))
    lima = home("lima", valid_from=at(-50))
    reference = world((0, rome), (1, oslo), (2, lima))
    assert reference.superseded_by == {(rome["id"], lima["id"]), (lima["id"], oslo["id"])}
    assert [reference.memories[said["id"]].valid_to for said in (rome, lima)] == [at(-50), at(-10)]
    assert reference.as_of(at(-30), at(1)) == {rome["id"]}
    assert reference.as_of(at(-30), at(2)) == {lima["id"]}


def test_forgetting_with_restore_brings_back() -> None:
    rome, oslo = home("rome", valid_from=at(-100)), home("oslo", valid_from=at(-10))
    reference = world((0, rome), (1, oslo))
    reference.forget(oslo["id"], True, at(2))
    assert reference.current(at(3)) == {rome["id"]}
    reference.revive(oslo["id"], at(4))
    assert reference.current(at(5)) == {oslo["id"]}


def test_merging_weighs() -> None:
    first, again = home("rome", confidence=1.0), home("rome", confidence=0.4)
    reference = world((0, first), (1, again))
    memory = reference.memories[first["id"]]
    assert (memory.repetitions, memory.confidence) == (2, 0.7)


def test_an_access_revives_what_has_expired() -> None:
    rome = home("rome", confidence=0.2)
    reference = world((0, rome))
    memory = reference.memories[rome["id"]]
    reference.expire(at(597))
    assert memory.status == "active"
    reference.expire(at(599))
    assert memory.status == "expired"
    reference.touch(rome["id"], at(600))
    assert (memory.status, memory.access_count) == ("active", 1)


def test_only_expired_and_uncertain_is_deleted() -> None:
    unsure, sure = home("rome", confidence=0.2), item("is tall", confidence=0.3)
    reference = world((0, unsure), (0, sure))
    reference.expire(at(600))
    reference.collect(at(689))
    assert reference.gone == set()
    reference.collect(at(690))
    assert reference.gone == {unsure["id"]}
