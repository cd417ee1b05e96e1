"""`oxgraph worker` runs the passes until a signal ends it."""

import os
import signal
import subprocess
import sys

import pytest

from oxgraph.local import Server

pytestmark = pytest.mark.deep


def test_a_worker_runs_until_it_is_told_to_end(server: Server) -> None:
    environment = {**os.environ, "OXGRAPH_URI": server.uri, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-c", "from oxgraph.cli import main; main()", "worker", "--embedder", "none"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "The worker runs" in process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=120) == 0
