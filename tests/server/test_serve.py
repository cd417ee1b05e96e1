"""`oxgraph serve` as a process: start, graceful shutdown, JSON log, exit status."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest

from oxgraph.local import Server
from tests.server.conftest import Tokens

SERVE = [sys.executable, "-c", "from oxgraph.cli import main; main()", "serve", "--port", "0", "--embedder", "none"]
PROGRAM = [*SERVE, "--no-worker"]
"""Without the passes: those would run in the workspaces of other tests too."""
PATIENCE = 30
"""Seconds for a first call, whose statement is planned, on a machine that has other things to do."""
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


@pytest.fixture
def process(server: Server) -> Iterator[subprocess.Popen[str]]:
    """The server, in a process of its own."""
    own = {"OXGRAPH_URI": server.uri, "OXGRAPH_USER": server.user, "OXGRAPH_PASSWORD": server.password}
    started = subprocess.Popen(
        [*PROGRAM, "--log-format", "json", "--drain-seconds", "20"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | own,
    )
    try:
        yield started
    finally:
        started.kill()
        started.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    """Connection it listens, as it says on its standard error."""
    assert process.stderr is not None
    for line in process.stderr:
        found = ADDRESS.search(line)
        if found:
            return found[0]
    raise AssertionError(f"it ended with {process.wait()}")


def test_a_call_under_way_finishes_before_shutdown(process: subprocess.Popen[str], tokens: Tokens) -> None:
    address = _address(process)
    body = json.dumps({"action_type": "test", "session_id": "s", "outcome": "success"}).encode()
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
    connection.putrequest("POST", f"/v1/workspaces/{tokens.workspace_id}/actions")
    headers = {"Authorization": f"Bearer {tokens.agent}", "Content-Type": "application/json"}
    for name, value in (headers | {"Content-Length": str(len(body))}).items():
        connection.putheader(name, value)
    connection.endheaders()
    connection.send(body[:10])
    httpx.get(f"{address}/healthz").raise_for_status()
    process.send_signal(signal.SIGTERM)
    _closed(address)
    connection.send(body[10:])
    answer = connection.getresponse()
    assert (answer.status, json.loads(answer.read())["captured"]) == (200, True)
    connection.close()
    assert process.wait(30) == 0


def _closed(address: str) -> None:
    """Returns when no new connection is taken."""
    for _ in range(10_000):
        try:
            httpx.get(f"{address}/healthz")
        except httpx.ConnectError:
            return
        except httpx.ReadError:  # Taken by the system just before the port was closed.
            continue
    raise AssertionError("it still takes calls")


@pytest.mark.deep
def test_the_log_is_json_and_holds_no_token(process: subprocess.Popen[str], tokens: Tokens) -> None:
    address = _address(process)
    headers = {"Authorization": f"Bearer {tokens.agent}"}
    listed = f"{address}/v1/workspaces/{tokens.workspace_id}/memories"
    httpx.get(f"{listed}?subject=Ada", headers=headers, timeout=PATIENCE).raise_for_status()
    httpx.get(f"{listed}?limit=x", headers=headers, timeout=PATIENCE)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=30)[1]
    assert process.returncode == 0
    rows = [json.loads(line) for line in told.splitlines() if line.startswith("{")]
    calls = [row for row in rows if row["event"] == "call"]
    assert [(row["operation"], row["transport"], row["outcome"]) for row in calls] == [
        ("semantic.list", "rest", "done"),
        ("semantic.list", "rest", "invalid_input"),
    ]
    assert all(row["ms"] >= 0 for row in calls)
    assert [row["status"] for row in rows if row["event"] == "request"] == [200, 422]
    assert tokens.agent not in told
    assert "Ada" not in told
