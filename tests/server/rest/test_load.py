"""200 concurrent agents: no error, no leak, bounded latency.

A minute of it: `OXGRAPH_LOAD_SECONDS=60 pytest tests/server/test_rest_load.py -s`.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.fixtures.neo4j import port
from tests.server.conftest import Tokens
from tests.server.rest.load import Held, agents, held
from tests.server.test_serve import PROGRAM, _address

pytestmark = [pytest.mark.deep, pytest.mark.skipif(sys.platform == "win32", reason="counts open files")]
SECONDS = float(os.environ.get("OXGRAPH_LOAD_SECONDS", "4"))
AGENTS = 200
FACTOR = 5
POOL = 100
"""Connections that the driver holds at most."""
FILES = 30
"""Open at rest: libraries', pipes, the event loop's, and the port."""


@pytest.fixture
def process(server: Server) -> Iterator[subprocess.Popen[str]]:
    """The server, in a process of its own."""
    own = {"OXGRAPH_URI": server.uri, "OXGRAPH_USER": server.user, "OXGRAPH_PASSWORD": server.password}
    limits = ["--calls-per-minute", "10000000"]
    started = subprocess.Popen(
        [*PROGRAM, *limits], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=os.environ | own
    )
    try:
        yield started
    finally:
        started.send_signal(signal.SIGTERM)
        try:
            started.communicate(timeout=60)
        finally:
            started.kill()


def _connections(graph: Graph) -> int:
    """Connections that Neo4j has, of all clients."""
    rows, _, _ = graph.driver.execute_query("CALL dbms.listConnections() YIELD connectionId RETURN count(*) AS n")
    return int(rows[0]["n"])


def test_two_hundred_agents(process: subprocess.Popen[str], tokens: Tokens, server: Server, graph: Graph) -> None:
    base = f"{_address(process)}/v1/workspaces/{tokens.workspace_id}"
    _swallow(process)
    before = _connections(graph)
    agents(base, tokens.agent, 1, 2)
    alone = agents(base, tokens.agent, 1, max(2.0, SECONDS / 10))
    first = agents(base, tokens.agent, AGENTS, SECONDS / 2)
    between = _at_rest(process.pid, server)
    second = agents(base, tokens.agent, AGENTS, SECONDS / 2)
    after = _at_rest(process.pid, server)
    bound = FACTOR * alone.p95 * AGENTS / (os.cpu_count() or 1)
    print(
        f"alone {len(alone.seconds)} calls, p95 {alone.p95:.3f} s; together {len(second.seconds)}, {second.p95:.3f} s"
    )
    print(f"at most {bound:.1f} s; {between} {after}; connections {before} {_connections(graph)}")
    assert alone.failed + first.failed + second.failed == []
    assert second.p95 <= bound
    assert after.memory <= between.memory * 1.2 + 20
    assert after.files <= between.files + 20
    assert after.files <= FILES
    assert after.pooled <= POOL
    assert _connections(graph) <= before + POOL


def _at_rest(pid: int, server: Server) -> Held:
    """What it holds once it has noticed that its clients have hung up."""
    until = time.monotonic() + 10
    while (now := held(pid, port(server))).files > FILES and time.monotonic() < until:
        time.sleep(0.05)
    return now


def _swallow(process: subprocess.Popen[str]) -> None:
    """Reads the log away, so that the pipe never fills."""
    assert process.stderr is not None
    threading.Thread(target=process.stderr.read, daemon=True).start()
