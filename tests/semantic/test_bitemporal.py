"""A scripted history with late corrections: what was true then, as known then, each cell by hand.

Valid time: Anna lived in Rome from 1 January, in Oslo from 1 April. What was said, and when it was recorded:

    1 February   "Rome, since January"
    1 May        "Oslo, since May"                  (a month too late)
    1 June       "no: Oslo since April"             (a correction of the one before)
    1 July       "Lima, from 1 February to 1 March" (a stay that nobody had told)
"""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from oxgraph.cypher import statement
from oxgraph.graph import Graph
from tests.semantic.reference import Reference
from tests.semantic.support import Store, differences, item


def on(month: int, day: int = 1) -> datetime:
    """Noon of a day in 2025."""
    return datetime(2025, month, day, 12, tzinfo=UTC)


def home(place: str, since: datetime, **fields: Any) -> dict[str, Any]:
    return item(f"lives in {place}", subject="Anna", predicate="lives_in", object=place, valid_from=since, **fields)


ROME = home("Rome", on(1))
OSLO = home("Oslo", on(5))
OSLO_EARLIER = home("Oslo", on(4), supersedes=[OSLO["id"]], correction=True)
LIMA = home("Lima", on(2), valid_to=on(3))
SAID = [(on(2), ROME), (on(5), OSLO), (on(6), OSLO_EARLIER), (on(7), LIMA)]
NAMES = {ROME["id"]: "Rome", OSLO["id"]: "Oslo", OSLO_EARLIER["id"]: "Oslo", LIMA["id"]: "Lima"}

KNOWN = [on(1, 15), on(2, 15), on(5, 15), on(6, 15), on(7, 15)]
TABLE: list[tuple[datetime, list[set[str]]]] = [
    # valid           known: January  February  May       June      July
    (on(1, 15), [set(), {"Rome"}, {"Rome"}, {"Rome"}, {"Rome"}]),
    (on(2, 15), [set(), {"Rome"}, {"Rome"}, {"Rome"}, {"Rome", "Lima"}]),
    (on(3, 15), [set(), {"Rome"}, {"Rome"}, {"Rome"}, {"Rome"}]),
    (on(4, 15), [set(), {"Rome"}, {"Rome"}, {"Oslo"}, {"Oslo"}]),
    (on(5, 15), [set(), {"Rome"}, {"Oslo"}, {"Oslo"}, {"Oslo"}]),
    (on(9, 15), [set(), {"Rome"}, {"Oslo"}, {"Oslo"}, {"Oslo"}]),
]


def seen(store: Store, valid: datetime | None, known: datetime | None, now: datetime) -> set[str]:
    """The places that the graph names."""
    names: dict[str, Any] = {"type": None, "predicate": "lives in", "status": None, "valid": valid, "known": known}
    names["visible"] = None
    names["after"] = ["9999-12-31T00:00:00Z", ""]
    rows = store.graph.read(statement("semantic/list"), workspace_id=store.workspace_id, limit=10, now=now, **names)
    return {NAMES[json.loads(row["memory"])["id"]] for row in rows}


@pytest.fixture(scope="module")
def told(graph: Graph) -> tuple[Store, Reference]:
    store = Store(graph)
    reference = Reference(store.workspace_id)
    for now, said in SAID:
        store.remember([said], now)
        reference.remember([said], now)
    return store, reference


@pytest.mark.parametrize("column", range(len(KNOWN)))
@pytest.mark.parametrize("row", range(len(TABLE)))
def test_what_was_true_then_as_known_then(told: tuple[Store, Reference], row: int, column: int) -> None:
    store, reference = told
    valid, known = TABLE[row][0], KNOWN[column]
    wanted = TABLE[row][1][column]
    assert seen(store, valid, known, on(12)) == wanted
    assert {NAMES[memory_id] for memory_id in reference.as_of(valid, known)} == wanted


def test_without_clocks_what_holds_now(told: tuple[Store, Reference]) -> None:
    store, reference = told
    assert seen(store, None, None, on(12)) == {"Oslo"}
    assert reference.current(on(12)) == {OSLO_EARLIER["id"]}
    assert differences(store, reference) == []


def test_the_forgotten_is_never_seen(graph: Graph) -> None:
    store = Store(graph)
    stay = home("Lima", on(2), valid_to=on(3)) | {"id": LIMA["id"]}
    store.remember([stay], on(7))
    assert seen(store, on(2, 15), on(7, 15), on(12)) == {"Lima"}
    store.forget(stay["id"], False, on(8))
    assert seen(store, on(2, 15), on(7, 15), on(12)) == set()
    assert seen(store, on(2, 15), on(8, 15), on(12)) == set()
