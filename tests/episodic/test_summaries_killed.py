"""The server or the client is killed while old turns are summed up: no turn is lost, and none stands twice."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from oxgraph import Memory, local
from oxgraph.errors import OxgraphError
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Home, Server
from oxgraph.models.openai_compatible import OpenAICompatibleModel
from tests.episodic.summary_samples import SUMMARY, buried, chain, connected, episodes, left, rows, talk
from tests.fixtures.chat_server import ChatServer
from tests.fixtures.client_samples import NOON
from tests.fixtures.neo4j import HEAP
from tests.passes.test_runner import audits

TURNS = 300
PROGRAM = """
import sys
from datetime import datetime
import oxgraph
from oxgraph.models.openai_compatible import OpenAICompatibleModel

uri, user, password, name, url, now = sys.argv[1:]
model, clock = OpenAICompatibleModel("test", url, "key"), lambda: datetime.fromisoformat(now)
with oxgraph.connect(uri, (user, password), clock=clock, model=model) as client:
    client.workspace(name).episodic.summarize_old_turns("c", retain_last=0)
"""


def check(graph: Graph, space: Memory, ids: tuple[str, ...]) -> int:
    """Each turn is told by one episode or there, in the same order, and an episode's turns are all gone; how many."""
    found = episodes(graph, space)
    told = [id for episode in found for id in episode["source_message_ids"]]
    assert told + [row["id"] for row in left(graph, space)] == list(ids)
    assert buried(graph, space) == {*told}
    assert len(
        rows(graph, "MATCH (e:_mem:episode {workspace_id: $w})-[:`_mem:summarises`]->(c) RETURN c", space)
    ) == len(found)
    if left(graph, space):
        assert chain(graph, space) == list(range(len(told), len(ids)))
    assert audits(graph, space.workspace_id, NOON) == []
    return len(told)


LATER_KILLS = [(1, 0.0), (2, 0.0), (3, 0.01), (3, 0.02), (4, 0.04)]
"""Further points at which the client is killed: the call of the model, and seconds after it."""


@pytest.fixture
def chat() -> Iterator[ChatServer]:
    with ChatServer() as running:
        running.answer({"summary": SUMMARY})
        yield running


@pytest.fixture
def space(server: Server, chat: ChatServer) -> Iterator[Memory]:
    with connected(server, model=OpenAICompatibleModel("test", chat.url, "key")) as client:
        yield client.create_workspace(f"test {new_id()}")


def started(server: Server, space: Memory, chat: ChatServer) -> "subprocess.Popen[bytes]":
    user, password = server.auth
    given = (server.uri, user, password, space.name, chat.url, NOON.isoformat())
    return subprocess.Popen([sys.executable, "-c", PROGRAM, *given])


def wait_for(there: Callable[[], object], seconds: float = 120) -> None:
    until = time.monotonic() + seconds
    while not there():
        assert time.monotonic() < until, "it never came that far"
        time.sleep(0.002)


@pytest.mark.deep
@pytest.mark.parametrize("when", [(2, 0.005), *LATER_KILLS])
def test_the_client_is_killed(
    space: Memory, server: Server, graph: Graph, chat: ChatServer, when: tuple[int, float]
) -> None:
    """While the model is asked the n-th time, and so long after: before, within and after the transaction."""
    requests, pause = when
    ids = space.episodic.add_messages(talk(TURNS), conversation_id="c").ids
    process = started(server, space, chat)
    wait_for(lambda: len(chat.requests) >= requests or process.poll() is not None)
    time.sleep(pause)
    process.kill()
    process.wait()
    # What the server is still at when its client is gone is done or undone a moment later.
    running = "SHOW TRANSACTIONS YIELD currentQuery AS q WHERE q STARTS WITH $begins RETURN q"
    wait_for(lambda: not rows(graph, running, space, begins="//@ statement: episode/consolidate"))
    assert check(graph, space, ids) in range(50 * (requests - 1), TURNS + 1, 50)
    space.episodic.summarize_old_turns("c", retain_last=0)
    assert check(graph, space, ids) == TURNS
    assert [row["turn_count"] for row in episodes(graph, space)] == [50] * 6


@pytest.mark.deep
def test_the_server_is_killed(killable: Server, chat: ChatServer) -> None:
    """Several conversations are summed up side by side, so that the kill meets each at another point."""
    names, done = [f"talk {n} {new_id()}" for n in range(4)], list[Any]()

    def sum_up(memory: Memory) -> None:
        try:
            done.append(memory.episodic.summarize_old_turns("c", retain_last=0))
        except OxgraphError:
            return

    with connected(killable, model=OpenAICompatibleModel("test", chat.url, "key")) as client:
        spaces = [client.create_workspace(name) for name in names]
        ids = {space.name: space.episodic.add_messages(talk(TURNS), conversation_id="c").ids for space in spaces}
        workers = [threading.Thread(target=sum_up, args=(space,)) for space in spaces]
        for worker in workers:
            worker.start()
        wait_for(lambda: len(chat.requests) >= 10)
        os.kill(killable.pid, signal.SIGKILL)
        assert len(done) < len(names)
        # A caller that was cut off retries for a while and may succeed once the server is back, so it ends before the
        # checks, which read several times and compare.
        try:
            again = local.up(Home(killable.home), heap=HEAP)
        finally:
            for worker in workers:
                worker.join(timeout=240)
        assert not any(worker.is_alive() for worker in workers)
        for name in names:
            check_again(again, name, ids[name])


def check_again(server: Server, name: str, ids: tuple[str, ...]) -> None:
    """After the kill no turn is lost or told twice, and the rest can be summed up."""
    with connected(server) as client:
        space = client.workspace(name)
        check(client.graph, space, ids)
        space.episodic.summarize_old_turns("c", retain_last=0)
        assert check(client.graph, space, ids) == TURNS
