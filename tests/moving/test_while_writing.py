"""An export of a workspace that is written to meanwhile is the workspace as of its position."""

import json
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, Memory, cypher
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server

WRITERS = 6
ACTIONS = "MATCH (a:action) WHERE a.workspace_id = $id RETURN a.id AS id, a.rev AS rev"


def rows(file: Path, name: str) -> list[dict[str, Any]]:
    with zipfile.ZipFile(file) as opened:
        return [json.loads(line) for line in opened.read(name).splitlines()] if name in opened.namelist() else []


def write(memory: Memory, n: int, stop: threading.Event) -> None:
    """Captures, remembers, says, links and deletes until it is stopped."""
    step = 0
    while not stop.is_set():
        step += 1
        memory.telemetry.capture(action_type="step", session_id=f"w{n}", outcome="success", targets=[f"t{n}"])
        if step % 3 == 0:
            memory.semantic.remember(type="fact", subject=f"P{n}", predicate="rank", content=f"P{n} is at {step}")
        if step % 5 == 0:
            memory.episodic.add_messages([{"role": "user", "text": f"{n} says {step}"}], conversation_id=f"c{n}")
        if step % 7 == 0:
            memory.episodic.delete_conversation(f"c{n}")
        if step % 4 == 0:
            memory.semantic.entities.create(f"E{n} {step}", node_id=f"e{n}.{step}")
            memory.semantic.entities.link(f"e{n}.{step}", "NEAR", f"e{n}.{max(step - 4, 4)}")


def during_writes(server: Server, name: str, work: Callable[[], Any]) -> Any:
    stop, failed = threading.Event(), []

    def run(n: int) -> None:
        try:
            with oxgraph.connect(server.uri, server.auth) as own:
                write(own.workspace(name), n, stop)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(WRITERS)]
    for thread in threads:
        thread.start()
    try:
        return work()
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        assert not failed


@pytest.mark.deep
def test_the_archive_is_of_one_position(server: Server, client: Client, database: Graph, tmp_path: Path) -> None:
    memory = client.create_workspace(f"written {new_id()}")
    for n in range(200):
        memory.telemetry.capture_many(
            [{"action_type": "first", "session_id": f"s{n}", "outcome": "success"} for _ in range(20)]
        )
    files = [tmp_path / f"{n}.zip" for n in range(4)]
    reports = during_writes(server, memory.name, lambda: [client.export_workspace(memory.name, one) for one in files])
    found = database.driver.execute_query(ACTIONS, id=memory.workspace_id, database_=database.database).records
    assert len(found) > 4_000
    for file, report in zip(files, reports, strict=True):
        # An action's rev is that of its capture.
        expected = {row["id"] for row in found if row["rev"] <= report.position}
        assert {row["id"] for row in rows(file, "nodes/action.jsonl")} == expected
        copy = f"written {new_id()}"
        assert client.import_workspace(file, copy).digest == report.digest
        _sound(database, client.workspace(copy).workspace_id)
    last = client.export_workspace(memory.name, tmp_path / "last.zip")
    assert last.digest == client.digest_workspace(memory.name).digest


def _sound(graph: Graph, workspace_id: str) -> None:
    for name in ("chain_forks", "broken_conversations", "cross_workspace", "superseded_without_successor"):
        audit = next(file for file in cypher.all_files("audit") if file.name == name)
        found = [row for row in graph.read(audit) if workspace_id in str(row)]
        assert found == [], name
