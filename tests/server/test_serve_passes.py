"""`oxgraph serve` runs the passes too."""

import os
import signal
import subprocess
import time
from datetime import UTC, datetime, timedelta

import pytest

import oxgraph
from oxgraph.local import Server
from tests.server.test_serve import SERVE, _address

SECONDS = 90


@pytest.mark.deep
def test_what_agents_did_becomes_a_pattern(killable: Server) -> None:
    own = {"OXGRAPH_URI": killable.uri, "OXGRAPH_USER": killable.user, "OXGRAPH_PASSWORD": killable.password}
    with oxgraph.connect(killable.uri, killable.auth) as client:
        telemetry = client.create_workspace("served").telemetry
        at = datetime.now(UTC) - timedelta(hours=1)
        telemetry.capture_many(
            {"action_type": "look", "session_id": f"s{n}", "outcome": "failure", "error_code": "E", "started_at": at}
            for n in range(5)
        )
        process = subprocess.Popen(
            SERVE, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=os.environ | own
        )
        try:
            _address(process)
            until = time.monotonic() + SECONDS
            while not telemetry.patterns() and time.monotonic() < until:
                time.sleep(0.1)
            [pattern] = telemetry.patterns()
            assert (pattern.action_type, pattern.error_code, pattern.sample_count) == ("look", "E", 5)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)
            assert process.returncode == 0
        finally:
            process.kill()
            process.communicate()
