"""Many at the same slots: every reader gets a value that somebody set, and nobody is refused."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.graph import Graph
from tests.working.test_slots import TALK, stored

pytestmark = pytest.mark.deep

SECONDS = 6.0


def at_once(*works: Callable[[], Any]) -> None:
    """Each again and again, side by side; raises what any of them raised."""
    over = threading.Event()

    def again(work: Callable[[], Any]) -> None:
        while not over.is_set():
            work()

    with ThreadPoolExecutor(len(works)) as pool:
        running = [pool.submit(again, work) for work in works]
        over.wait(SECONDS)
        over.set()
    for one in running:
        one.result()


def test_a_long_value_is_one_of_those_that_were_set(world: Memory, graph: Graph) -> None:
    values = ["a" * 300_000, "b" * 200_000, {"c": "c" * 100}]
    torn: list[str] = []

    def read() -> None:
        got = world.working.get(TALK, "plan")
        if got not in values:
            torn.append(repr(got)[:100])

    world.working.set(TALK, "plan", values[0])
    at_once(read, read, *(lambda value=value: world.working.set(TALK, "plan", value) for value in values))
    assert torn == []
    assert len(stored(graph, world)) == 1


def test_setting_deleting_clearing_and_reading(world: Memory, graph: Graph) -> None:
    seen: set[Any] = set()

    def write() -> None:
        for name in ("a", "b", "c"):
            world.working.set(TALK, name, "x")

    at_once(
        write,
        write,
        lambda: world.working.clear(TALK),
        lambda: world.working.delete(TALK, "b"),
        lambda: seen.update(world.working.get_many(TALK).values()),
        lambda: seen.add(world.working.get(TALK, "a")),
    )
    assert seen <= {"x", None}
    write()
    assert world.working.get_many(TALK) == {"a": "x", "b": "x", "c": "x"}
    assert len(stored(graph, world)) == 3
    assert world.working.clear(TALK) == 3
    assert stored(graph, world) == []
