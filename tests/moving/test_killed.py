"""The process of an export or an import is killed: nothing half done is seen, and calling it again completes it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from oxgraph import Client, Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server

pytestmark = pytest.mark.deep

ACTIONS = 8_000
POSITION = "MATCH (w:_mem:workspace {name: $name}) RETURN w.import_position AS position"
SECONDS = 60.0


@pytest.fixture(scope="module")
def large(client: Client) -> Memory:
    memory = client.create_workspace(f"killed {new_id()}")
    for n in range(ACTIONS // 1_000):
        memory.telemetry.capture_many(
            [{"action_type": "step", "session_id": f"s{n}.{m % 50}", "outcome": "success"} for m in range(1_000)]
        )
    return memory


def killed_when(server: Server, arguments: list[str], reached: Callable[[], bool]) -> None:
    """Runs a command, and kills it at a moment."""
    environment = {**os.environ, "OXGRAPH_URI": server.uri, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-m", "oxgraph.cli", *arguments]
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until = time.monotonic() + SECONDS
        while not reached():
            assert process.poll() is None, "it ended before"
            assert time.monotonic() < until
        process.kill()


def test_an_export_that_was_killed_leaves_no_archive(
    server: Server, client: Client, large: Memory, tmp_path: Path
) -> None:
    file = tmp_path / "one.zip"
    begun = ["workspace", "export", large.name, "--out", str(file)]
    killed_when(server, begun, lambda: any(tmp_path.glob(".oxgraph-export-*/lines")))
    assert not file.exists()
    assert client.export_workspace(large.name, file).counts["action"] == ACTIONS
    assert not list(tmp_path.glob(".oxgraph-export-*")), "what a killed export has left is removed by the next"


def test_an_import_that_was_killed_is_completed(
    server: Server, client: Client, database: Graph, large: Memory, tmp_path: Path
) -> None:
    file, copy = tmp_path / "one.zip", f"killed {new_id()}"
    exported = client.export_workspace(large.name, file)

    def written() -> bool:
        found = database.driver.execute_query(POSITION, name=copy, database_=database.database).records
        return bool(found) and found[0]["position"] > 0

    killed_when(server, ["workspace", "import", str(file), "--as", copy], written)
    with pytest.raises(errors.WorkspaceImporting):
        client.workspace(copy)
    made = client.import_workspace(file, copy)
    assert 0 < made.written < made.nodes + made.relationships
    assert client.digest_workspace(copy).digest == exported.digest
