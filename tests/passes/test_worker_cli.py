"""`oxgraph worker` runs the passes until a signal ends it."""

import logging
import os
import re
import signal
import subprocess
import sys

import pytest

from oxgraph.cli.output import log_to_stderr
from oxgraph.local import Server
from tests.fixtures.cli import end_log

pytestmark = pytest.mark.deep


def test_a_worker_runs_until_it_is_told_to_end(server: Server) -> None:
    environment = {**os.environ, "OXGRAPH_URI": server.uri, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-c", "from oxgraph.cli import main; main()", "worker", "--embedder", "none"]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "The worker runs" in process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=120) == 0


def test_the_worker_logs_as_serve_does(capsys: pytest.CaptureFixture[str]) -> None:
    log_to_stderr()
    try:
        logging.getLogger("oxgraph.passes").info("a line")
    finally:
        end_log()
    assert re.fullmatch(r"\S+T\S+Z INFO oxgraph\.passes a line\n", capsys.readouterr().err)
