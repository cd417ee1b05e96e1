"""An import of sessions that is killed in between, and then run again, makes the same graph."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from oxgraph.local import Server
from tests.fixtures.cli import Cli
from tests.sessions.samples import mini_swe_agent
from tests.sessions.test_session_import import _workspace, graph, imported

KILLED = """
import os, signal, sys
import oxgraph
from oxgraph.imports.sessions import import_sessions

def progress(done, total):
    if done >= float(sys.argv[3]) * total:
        os.kill(os.getpid(), signal.SIGKILL)

with oxgraph.connect() as client:
    import_sessions(client.workspace(sys.argv[1]), [sys.argv[2]], batch_size=40, progress=progress)
"""
"""Dies while a batch is under way."""


def killed(server: Server, name: str, folder: Path, share: float) -> int:
    """Imports until a share of the bytes was read; how the process ended."""
    environment = {**os.environ, "OXGRAPH_URI": server.uri, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-c", KILLED, name, str(folder), str(share)]
    return subprocess.run(command, env=environment, capture_output=True, check=False, timeout=120).returncode


@pytest.mark.deep
def test_killed_twice_and_run_again_is_the_same_graph(cli: Cli, server: Server, memory: Any, tmp_path: Path) -> None:
    for place in range(12):
        (tmp_path / f"{place:02}.traj.json").write_text(mini_swe_agent(f"acme__shop-{place}", actions=50))
    whole, broken = _workspace(cli), _workspace(cli)
    assert imported(cli, whole, tmp_path)["captured"] == 600
    for share in (0.2, 0.6):
        assert killed(server, broken, tmp_path, share) == -signal.SIGKILL
        assert 0 < len(graph(memory, broken)[0]) < 600
    again = imported(cli, broken, tmp_path)
    assert again["captured"] + again["duplicates"] == 600
    assert graph(memory, broken) == graph(memory, whole)
