"""The server is killed in the midst of writers: what was committed is served, once for its last change, and no more."""

import os
import signal
import threading
import time

import pytest

import oxgraph
from oxgraph import local
from oxgraph.errors import OxgraphError
from oxgraph.graph import Graph, Row
from oxgraph.ids import new_id
from oxgraph.local import Home, Server
from tests.fixtures.neo4j import HEAP
from tests.mirror.changes_samples import Polling, in_graph
from tests.mirror.changes_writers import Writers

ROUNDS = int(os.environ.get("OXGRAPH_STORM_ROUNDS") or 1)
ENDLESS = 1_000_000


def poll_until_killed(feed: Polling) -> None:
    """Reads page by page, as a copier does."""
    while True:
        try:
            feed.page(limit=20)
        except OxgraphError:
            return


@pytest.mark.deep
def test_killed_in_the_midst_of_writers(killable: Server) -> None:
    heard: dict[tuple[str, str], Row] = {}
    since, server = 0, killable
    with oxgraph.connect(killable.uri, killable.auth) as client:
        workspace_id = client.create_workspace(f"killed {new_id()}").workspace_id
    for number in range(ROUNDS):
        with Graph.at(server.uri, server.auth, retry_seconds=1) as graph:
            feed = Polling(graph, since)
            feed.heard = heard
            writers = Writers(graph, workspace_id, seed=number)
            threads = [
                threading.Thread(target=writers.run, args=(ENDLESS,)),
                threading.Thread(target=poll_until_killed, args=(feed,)),
            ]
            for thread in threads:
                thread.start()
            while writers.committed < 100:
                time.sleep(0.05)
            os.kill(server.pid, signal.SIGKILL)
            for thread in threads:
                thread.join(timeout=120)
        assert feed.revs == sorted(set(feed.revs))
        server, since = local.up(Home(killable.home), heap=HEAP), feed.since
        with Graph.open(server.uri, server.auth) as graph:
            after = Polling(graph, since)
            assert after.position() >= since
            after.heard = heard
            after.all()
            since = after.since
            assert after.living(workspace_id) == in_graph(graph, workspace_id)
