"""What of the working set outlives the server: a stop loses nothing, a kill no slot that was set."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest

import oxgraph
from oxgraph import Memory, local
from oxgraph.local import Home, Server
from tests.fixtures.neo4j import HEAP
from tests.fixtures.samples import START
from tests.working.test_slots import TALK, stored

SPACE = "thoughts"


@contextmanager
def space(server: Server, seconds: float) -> Iterator[Memory]:
    """The workspace at so many seconds after the start."""
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START + timedelta(seconds=seconds)) as client:
        names = [row.name for row in client.workspaces()]
        yield client.workspace(SPACE) if SPACE in names else client.create_workspace(SPACE)


def ends(memory: Memory) -> dict[str, datetime]:
    """Until when slots live by the graph."""
    return {row["name"]: row["expires_at"] for row in stored(memory._access.graph, memory)}


@pytest.mark.deep
def test_a_stop_writes_what_was_read_and_a_kill_loses_nothing_that_was_set(killable: Server) -> None:
    home = Home(killable.home)
    with space(killable, 0) as memory:
        for number in range(200):
            memory.working.set(TALK, str(number), number)
    with space(killable, 1_800) as memory:
        assert len(memory.working.get_many(TALK)) == 200
    local.down(home)

    server = local.up(home, heap=HEAP)
    with space(server, 5_399) as memory:
        assert set(ends(memory).values()) == {START + timedelta(seconds=5_400)}
        memory.working.set(TALK, "late", "value")
        assert memory.working.get(TALK, "0") == 0
    os.kill(server.pid, signal.SIGKILL)

    server = local.up(home, heap=HEAP)
    with space(server, 5_399) as memory:
        assert memory.working.get_many(TALK, ["0", "1", "late"]) == {"0": 0, "1": 1, "late": "value"}
    with space(server, 5_400) as memory:
        assert memory.working.get_many(TALK, ["0", "1", "2", "late"]) == {"0": 0, "1": 1, "late": "value"}
