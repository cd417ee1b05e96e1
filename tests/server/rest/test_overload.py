"""Far more calls than there are places: each is done or refused with a time to try again, and the server stays well."""

import threading
import time
from collections import Counter
from dataclasses import replace

import httpx
import pytest

from oxgraph.client import Memory
from oxgraph.ids import new_id
from oxgraph.local import Server
from tests.server.conftest import PATIENT, Site, tokens_of

pytestmark = pytest.mark.deep
CALLERS, SECONDS = 120, 3.0
TIGHT = replace(PATIENT, calls_at_once=4, calls_waiting=16, wait_seconds=0.2, calls_per_minute=100_000)


def test_a_crowd_is_served_or_refused_and_leaves_nothing_behind(server: Server, workspace: Memory) -> None:
    site, tokens = Site(server.uri, server.auth, TIGHT), tokens_of(workspace)
    found, done, waiting, untold = Counter[int](), set[str](), list[int](), list[str]()
    until = time.monotonic() + SECONDS

    def caller() -> None:
        with site.client(tokens.agent) as http:
            while time.monotonic() < until:
                body = {"id": new_id(), "session_id": "crowd", "action_type": "get", "outcome": "success"}
                answer = http.post(f"{site.of(tokens)}/actions", json=body)
                found[answer.status_code] += 1
                waiting.append(site.service.dispatcher._waiting)
                if answer.is_success:
                    done.add(body["id"])
                elif "retry-after" not in answer.headers or answer.json()["code"] != "overloaded":
                    untold.append(answer.text)

    try:
        threads = [threading.Thread(target=caller) for _ in range(CALLERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert set(found) == {201, 503}, found
        assert untold == []
        assert max(waiting) <= TIGHT.calls_waiting
        with site.client(tokens.agent) as http:
            began = time.monotonic()
            after: httpx.Response = http.get(f"{site.of(tokens)}/search")
            assert (after.status_code, time.monotonic() - began < 5) == (200, True)
    finally:
        site.close()
    kept = [action.id for action in workspace.telemetry.timeline(limit=1_000)]
    assert site.service.dispatcher._waiting == 0
    assert done <= set(kept)
    assert len(kept) == len(set(kept))
