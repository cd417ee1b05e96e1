"""The server is killed in the middle of many batches: each is whole or absent, and sending all again completes them."""

import os
import signal
import threading
import time
from collections import Counter
from typing import Any

import pytest

from oxgraph import local
from oxgraph.errors import OxgraphError
from oxgraph.graph import Graph
from oxgraph.local import Home, Server
from tests.fixtures.neo4j import HEAP
from tests.semantic.reference import Reference
from tests.semantic.support import Store, at, differences, item

BATCHES, SIZE = 24, 50


def batch(number: int) -> list[dict[str, Any]]:
    """Homes of five people, whose earlier homes came in earlier batches."""
    return [
        item(
            f"person {row % 5} lives in house {number} of street {row}",
            subject=f"person {row % 5}",
            predicate="lives_in" if row < 5 else "likes",
            object=f"house {number} of street {row}",
            valid_from=at(number),
        )
        for row in range(SIZE)
    ]


def write_until_killed(store: Store, batches: list[list[dict[str, Any]]], written: list[int]) -> None:
    for number, items in enumerate(batches):
        try:
            store.remember(items, at(number))
        except OxgraphError:
            return
        written.append(number)


@pytest.mark.deep
def test_killed_while_remembering(killable: Server) -> None:
    batches, written = [batch(number) for number in range(BATCHES)], list[int]()
    with Graph.at(killable.uri, killable.auth, retry_seconds=1) as graph:
        store = Store(graph)
        writer = threading.Thread(target=write_until_killed, args=(store, batches, written))
        writer.start()
        while len(written) < 6:
            time.sleep(0.01)
        os.kill(killable.pid, signal.SIGKILL)
        writer.join(timeout=240)
    assert 6 <= len(written) < BATCHES

    again = local.up(Home(killable.home), heap=HEAP)
    with Graph.open(again.uri, again.auth) as graph:
        store = store.through(graph)
        owners = {said["id"]: number for number, items in enumerate(batches) for said in items}
        held = Counter(owners[memory_id] for memory_id in store.state())
        assert set(held.values()) == {SIZE}
        assert set(written) <= held.keys() <= {*written, len(written)}

        reference = Reference(store.workspace_id)
        for number, items in enumerate(batches):
            store.remember(items, at(number))
            reference.remember(items, at(number))
        assert differences(store, reference) == []
