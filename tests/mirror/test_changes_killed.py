"""The server is killed in the midst of writers: what was committed is served, once for its last change, and no more."""

import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import oxgraph
from oxgraph import local
from oxgraph.errors import OxgraphError
from oxgraph.graph import Graph, Row
from oxgraph.local import Home, Server
from tests.mirror.changes_samples import Polling, in_graph
from tests.mirror.changes_writers import Writers

ROUNDS = 3
ENDLESS = 1_000_000


@pytest.fixture
def own() -> Iterator[Server]:
    """A server that may be killed."""
    home = Home(Path(tempfile.mkdtemp(prefix="oxgraph-kill-")))
    try:
        yield local.up(home, heap="512m")
    finally:
        local.down(home)
        shutil.rmtree(home.path, ignore_errors=True)


def poll_until_killed(feed: Polling) -> None:
    """Reads page by page, as a copier does."""
    while True:
        try:
            feed.page(limit=20)
        except OxgraphError:
            return


@pytest.mark.slow
def test_killed_in_the_midst_of_writers(own: Server) -> None:
    heard: dict[tuple[str, str], Row] = {}
    since, server = 0, own
    with oxgraph.connect(own.uri, own.auth) as client:
        workspace_id = client.create_workspace("killed").workspace_id
    for number in range(ROUNDS):
        with Graph.open(server.uri, server.auth) as graph:
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
        server, since = local.up(Home(own.home), heap="512m"), feed.since
        with Graph.open(server.uri, server.auth) as graph:
            after = Polling(graph, since)
            assert after.position() >= since
            after.heard = heard
            after.all()
            since = after.since
            assert after.living(workspace_id) == in_graph(graph, workspace_id)
