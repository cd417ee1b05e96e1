"""Eight writers at once: what comes out is what some order of the same calls gives, and nobody sees a deadlock."""

import random
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest

from oxgraph.graph import Graph
from oxgraph.ids import stable_id
from oxgraph.local import Server
from tests.semantic.reference import Reference
from tests.semantic.support import Store, at, differences, item, query

WRITERS = 8
PLACES = ["oslo", "lima", "rome"]

Call = tuple[datetime, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def graphs(server: Server) -> Iterator[list[Graph]]:
    """A connection for each writer."""
    opened = [Graph.open(server.uri, server.auth) for _ in range(WRITERS)]
    yield opened
    for graph in opened:
        graph.close()


def at_once(store: Store, graphs: list[Graph], work: list[list[Call]]) -> list[dict[str, Any]]:
    """Each writer's calls, one after the other, all writers beginning together; all the rows."""
    start = threading.Barrier(len(work))

    def write(graph: Graph, calls: list[Call]) -> list[dict[str, Any]]:
        mine = store.through(graph)
        start.wait()
        return [row for now, items in calls for row in mine.remember(items, now)]

    with ThreadPoolExecutor(len(work)) as pool:
        return [row for rows in pool.map(write, graphs, work) for row in rows]


def in_order_of_commits(store: Store, work: list[list[Call]]) -> Reference:
    """The reference over the same calls, in the order in which the graph took them.

    `rev` only grows, and writers of one subject hold it until they have committed.
    """
    rows = store.graph.read(query("statements"), workspace_id=store.workspace_id)
    revs = {row["id"]: row["rev"] for row in rows}
    reference = Reference(store.workspace_id)
    calls = [(min(revs[key] for key in _ids(store, items) if key in revs), now, items) for now, items in _all(work)]
    for _, now, items in sorted(calls, key=lambda call: call[0]):
        reference.remember(items, now)
    return reference


def _all(work: list[list[Call]]) -> list[Call]:
    return [call for calls in work for call in calls]


def _ids(store: Store, items: list[dict[str, Any]]) -> list[str]:
    return [stable_id(store.workspace_id, "statement", [said["id"]]) for said in items]


def home(place: str, subject: str = "anna", **fields: Any) -> dict[str, Any]:
    return item(f"lives in {place}", subject=subject, predicate="lives_in", object=place, **fields)


def test_one_fact_becomes_one_memory(graph: Graph, graphs: list[Graph]) -> None:
    store = Store(graph)
    work = [[(at(n), [home("oslo", evidence=[f"turn-{n}"])])] for n in range(WRITERS)]
    rows = at_once(store, graphs, work)
    assert len({row["memory_id"] for row in rows}) == 1
    assert sorted(row["outcome"] for row in rows) == ["created"] + ["merged"] * (WRITERS - 1)
    (held,) = store.state().values()
    assert (held["repetitions"], held["evidence"]) == (WRITERS, [f"turn-{n}" for n in range(WRITERS)])
    assert differences(store, in_order_of_commits(store, work)) == []


def test_one_statement_is_written_once(graph: Graph, graphs: list[Graph]) -> None:
    """The same call, sent by all."""
    store, said = Store(graph), [home("oslo"), home("lima", subject="bruno")]
    rows = at_once(store, graphs, [[(at(0), said)]] * WRITERS)
    assert sorted(row["outcome"] for row in rows) == ["created"] * 2 + ["unchanged"] * 2 * (WRITERS - 1)
    assert {held["repetitions"] for held in store.state().values()} == {1}


@pytest.mark.parametrize("seed", range(3))
def test_conflicts_end_in_one_history(graph: Graph, graphs: list[Graph], seed: int) -> None:
    store, chance = Store(graph), random.Random(seed)
    work = [[(at(n), [_any(chance)]) for n in range(10)] for _ in range(WRITERS)]
    at_once(store, graphs, work)
    assert differences(store, in_order_of_commits(store, work)) == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.deep
def test_batches_that_overlap(graph: Graph, graphs: list[Graph], seed: int) -> None:
    """The subjects of the batches come in any order, so that careless locks would wait for each other."""
    store, chance = Store(graph), random.Random(seed)
    work = [[(at(n), [_any(chance, many=True) for _ in range(40)]) for n in range(3)] for _ in range(WRITERS)]
    at_once(store, graphs, work)
    assert differences(store, in_order_of_commits(store, work)) == []


def _any(chance: random.Random, many: bool = False) -> dict[str, Any]:
    since = chance.choice([None, at(-chance.randrange(50))])
    subject = chance.choice(["anna", "bruno", "carla", "dora", "emil"]) if many else "anna"
    said = home(chance.choice(PLACES), subject, confidence=chance.choice([0.4, 0.8, 1.0]))
    if many and chance.random() < 0.1:
        del said["subject"]
    return said | ({"valid_from": since} if since else {})


def test_one_name_becomes_one_entity(graph: Graph, graphs: list[Graph]) -> None:
    """Also under spellings that the cascade takes for one."""
    store = Store(graph)
    spellings = ["International Workers Associations", "International Workers Association", "international  workers"]
    work = [[(at(n), [item(f"it is thing {n}", subject=spellings[n % 2]), item("x", object="Zug")])] for n in range(8)]
    rows = at_once(store, graphs, work)
    assert len({row["subject_id"] for row in rows if row["item"] == 0}) == 1
    assert len({row["object_id"] for row in rows if row["item"] == 1}) == 1
