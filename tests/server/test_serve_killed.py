"""Neo4j killed under the server: 503 at once, and full service soon after its return."""

import os
import signal
import time

import httpx
import pytest

import oxgraph
from oxgraph import local
from oxgraph.local import Home, Server
from oxgraph.server.config import ServerConfig
from tests.server.conftest import Site, tokens_of

pytestmark = pytest.mark.deep
AGAIN = 15.0
"""Seconds after its return within which everything must go again."""


def test_a_killed_neo4j(killable: Server, killable_home: Home) -> None:
    with oxgraph.connect(killable.uri, killable.auth) as client:
        made = tokens_of(client.create_workspace(f"killed-{time.time_ns()}"))
    site = Site(killable.uri, killable.auth, ServerConfig(port=0, drain_seconds=2))
    try:
        with site.client(made.agent) as http:
            path = f"/v1/workspaces/{made.workspace_id}"
            assert http.get(f"{path}/search").status_code == 200
            os.kill(killable.pid, signal.SIGKILL)
            _refused(http, path)
            began = _restarted(killable_home)
            while http.get(f"{path}/search").status_code != 200:
                assert time.monotonic() - began < AGAIN
            body = {"action_type": "test", "session_id": "after", "outcome": "success"}
            assert http.post(f"{path}/actions", json=body).json()["captured"] is True
            assert http.get("/readyz").status_code == 200
            assert time.monotonic() - began < AGAIN
    finally:
        site.close()


def _refused(http: httpx.Client, path: str) -> None:
    """The first call after the kill may wait for a moment; those after it are refused at once."""
    first = time.monotonic()
    answers = [http.get(f"{path}/search") for _ in range(3)]
    assert time.monotonic() - first < 15
    began = time.monotonic()
    answers += [http.get(f"{path}/search"), http.get("/v1/me"), http.post(f"{path}/inject", json={})]
    assert time.monotonic() - began < 2
    for answer in answers:
        assert answer.status_code == 503
        assert int(answer.headers["retry-after"]) > 0
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["code"] == "connection_failed"
        assert "bolt" not in answer.text
    assert http.get("/healthz").status_code == 200
    ready = http.get("/readyz")
    assert ready.status_code == 503
    assert ready.json()["reason"] == "connection_failed"


def _restarted(home: Home) -> float:
    """When it was back: a client that comes anew has got from it what the server is asked for."""
    again = local.up(home, heap="512m")
    with oxgraph.connect(again.uri, again.auth) as client:
        memory = client.create_workspace(f"again-{time.time_ns()}")
        memory.telemetry.search(limit=1)
        memory.telemetry.capture(action_type="test", session_id="before", outcome="success")
    return time.monotonic()


def test_a_server_started_before_neo4j_waits(killable: Server, killable_home: Home) -> None:
    uri, auth = killable.uri, killable.auth
    local.down(killable_home)
    site = Site(uri, auth, ServerConfig(port=0, drain_seconds=2))
    try:
        with site.client() as http:
            assert http.get("/healthz").status_code == 200
            assert http.get("/readyz").status_code == 503
            began = _restarted(killable_home)
            while http.get("/readyz").status_code != 200:
                assert time.monotonic() - began < AGAIN
    finally:
        site.close()
