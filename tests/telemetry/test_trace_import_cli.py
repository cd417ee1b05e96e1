"""Recorded traces come in once and whole, whatever happens on the way."""

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import oxgraph
from oxgraph import ImportInterrupted, local
from oxgraph.client import Client
from oxgraph.file_formats.lines import Line, LineFiles
from oxgraph.graph import Graph
from oxgraph.imports.traces import TraceImport
from oxgraph.local import Home, Server
from tests.fixtures.cli import Cli
from tests.fixtures.neo4j import HEAP

START = datetime(2025, 3, 1, 9, tzinfo=UTC)


def record(session: int, seq: int, **changes: Any) -> dict[str, Any]:
    started = START + timedelta(minutes=10 * session, seconds=5 * seq)
    failed = seq % 3 == 0
    return {
        "session_id": f"run/{session}",
        "agent_id": "tester",
        "action_type": "get",
        "target_node_type": "Thing",
        "target_node_id": f"thing-{session % 7}",
        "outcome": "failure" if failed else "success",
        "error_code": "Gone" if failed else None,
        "latency_ms": None,
        "seq": seq,
        "ts": started.replace(tzinfo=None).isoformat(),
        "intent": f"Fetch thing {session}",
        "task_success": session % 2 == 0,
        "arguments": {"secret": "zebra"},
        **changes,
    }


def text(sessions: int, actions: int = 5) -> str:
    return "".join(json.dumps(record(one, seq)) + "\n" for one in range(sessions) for seq in range(actions))


@pytest.fixture
def name(cli: Cli) -> str:
    """A fresh workspace."""
    found = f"import-{uuid.uuid4()}"
    cli("workspace", "create", found)
    return found


def actions(memory: Any, name: str) -> int:
    rows = memory.graph.driver.execute_query(
        "MATCH (a:_mem:action {workspace_id: $w}) RETURN count(a) AS n, count(DISTINCT a.id) AS ids",
        w=memory.workspace(name).workspace_id,
    ).records
    assert rows[0]["n"] == rows[0]["ids"]
    return int(rows[0]["n"])


@pytest.mark.deep
def test_an_import_and_the_same_again(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    plain, packed = tmp_path / "a.jsonl", tmp_path / "b.jsonl.gz"
    plain.write_text(text(4))
    packed.write_bytes(gzip.compress(text(8).encode()))
    first = cli("import", "traces", str(plain), str(packed), "--workspace", name, "--json").json
    assert (first["read"], first["captured"], first["duplicates"], first["sessions"]) == (60, 40, 20, 8)
    assert first["naive_times"] == 60
    assert first["dropped_fields"] == {"arguments": 60, "intent": 60}
    assert (first["evaluated"]["days"], first["evaluated"]["begun"]) == (1, "2025-03-01T09:00:00Z")
    said = cli("import", "traces", str(packed), "--workspace", name).out
    assert "0 actions captured, 40 were there already" in said
    assert "40 times had no zone and were read as UTC" in said
    assert "arguments (40)" in said
    assert actions(memory, name) == 40
    cli("evaluate", "--workspace", name, "--now", "2025-03-02T00:00:00Z", "--embedder", "none")
    rows = cli("sequences", "list", "--workspace", name, "--json").json
    assert {(row["session_id"], row["action_count"], row["outcome"]) for row in rows} == {
        (f"run/{one}", 5, "success" if one % 2 == 0 else "failure") for one in range(8)
    }
    assert not any("Fetch" in row["intent_summary"] for row in rows)
    assert rows[-1]["started_at"] == "2025-03-01T09:00:00Z"
    keys = cli("patterns", "list", "--workspace", name, "--json", "--all", "--kind", "plain").json
    counts = {row["error_code"]: (row["sample_count"], round(row["confidence"], 6)) for row in keys}
    assert counts == {"Gone": (8, 0.4), "None": (8, 0.6)}


def test_it_says_what_was_evaluated_and_what_was_left_to_the_worker(cli: Cli, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(text(8))
    said = cli("import", "traces", str(tmp_path / "a.jsonl"), "--workspace", name, "--no-evaluate").out
    assert "Not evaluated yet: `oxgraph worker` or `oxgraph passes run` does that." in said
    assert cli("benchmark", "get", "Task success rate", "--workspace", name, "--json").json == []
    said = cli("passes", "run", "--workspace", name, "--embedder", "none").out
    assert re.search("Evaluated 1 day, 2025-03-01 to 2025-03-01: [0-9]+ patterns promoted, [0-9]+ lapsed since", said)
    assert "2025-03-02" in {
        row["date"] for row in cli("benchmark", "get", "Task success rate", "--workspace", name, "--json").json
    }


def test_intents_are_kept_where_that_is_asked_for(cli: Cli, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(text(3))
    cli("import", "traces", str(tmp_path / "a.jsonl"), "--keep-intents", "--workspace", name)
    rows = cli("sequences", "list", "--workspace", name, "--json").json
    assert {row["intent_summary"] for row in rows} == {f"Fetch thing {one}" for one in range(3)}


def test_nothing_of_what_is_dropped_is_stored(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    (tmp_path / "a.jsonl").write_text(text(2))
    cli("import", "traces", str(tmp_path / "a.jsonl"), "--workspace", name)
    rows = memory.graph.driver.execute_query(
        "MATCH (n:_mem {workspace_id: $w}) RETURN properties(n) AS p", w=memory.workspace(name).workspace_id
    ).records
    assert "zebra" not in repr([row["p"] for row in rows])
    assert "Fetch thing" not in repr([row["p"] for row in rows])


def test_the_standard_input(cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text(2).encode())))
    assert cli("import", "traces", "-", "--workspace", name, "--json").json["captured"] == 10


def test_a_line_that_does_not_fit_stops_its_batch(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(text(2) + json.dumps(record(3, 0, outcome="maybe")) + "\n" + text(3))
    ended = cli("import", "traces", str(file), "--workspace", name, ok=False)
    assert ended.status == 2
    assert "bad.jsonl, line 11, outcome: must be one of success, failure" in ended.err
    assert actions(memory, name) == 0
    report = cli("import", "traces", str(file), "--skip-invalid", "--workspace", name, "--json").json
    assert (report["read"], report["captured"], report["duplicates"], report["invalid"]) == (26, 15, 10, 1)
    assert "line 11" in report["refusals"][0]


def test_a_missing_file_a_missing_workspace_and_one_that_is_switched_off(cli: Cli, name: str, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(text(1))
    assert cli("import", "traces", str(tmp_path / "none"), "--workspace", name, ok=False).status == 2
    assert cli("import", "traces", str(tmp_path / "a.jsonl"), "--workspace", "no such", ok=False).status == 3
    cli("workspace", "disable", "--workspace", name)
    ended = cli("import", "traces", str(tmp_path / "a.jsonl"), "--workspace", name, "--json", ok=False)
    assert ended.status == 3
    assert json.loads(ended.err)["error"]["code"] == "memory_disabled"


def test_an_agents_token_imports_into_its_workspace(cli: Cli, name: str, tmp_path: Path, memory: Any) -> None:
    (tmp_path / "a.jsonl").write_text(text(1))
    secret = cli("token", "create", "bot", "--workspace", name, "--json").json["secret"]
    assert cli("import", "traces", str(tmp_path / "a.jsonl"), "--token", secret, "--json").json["captured"] == 5
    assert actions(memory, name) == 5


def importer(server: Server, file: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "OXGRAPH_URI": server.uri, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-c", "from oxgraph.cli import main; main()", "import", "traces", str(file)]
    return subprocess.Popen(
        [*command, "--workspace", "killed", "--no-evaluate", "--json"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def until_some(client: oxgraph.Client, least: int) -> None:
    deadline = time.monotonic() + 60
    while actions(client, "killed") < least:
        assert time.monotonic() < deadline
        time.sleep(0.05)


class Killing(LineFiles):
    """Files during whose reading the server dies."""

    def __init__(self, names: list[str], pid: int) -> None:
        super().__init__(names)
        self.pid = pid

    def __iter__(self) -> Iterator[Line]:
        for number, line in enumerate(super().__iter__()):
            if number == 3_000:
                os.kill(self.pid, signal.SIGKILL)
            yield line


@pytest.mark.deep
def test_killed_importer_killed_neo4j_and_one_that_stays_away(killable: Server, tmp_path: Path) -> None:
    file = tmp_path / "long.jsonl"
    file.write_text(text(2_000))
    with oxgraph.connect(killable.uri, killable.auth) as client:
        client.create_workspace("killed")
        first = importer(killable, file)
        until_some(client, 1_000)
        first.kill()
        first.wait()

        second = importer(killable, file)
        until_some(client, min(9_000, actions(client, "killed") + 2_000))
    os.kill(killable.pid, signal.SIGKILL)
    time.sleep(1)
    home = Home(killable.home)
    again = local.up(home, heap=HEAP)
    out, err = second.communicate(timeout=240)
    assert again.uri == killable.uri
    assert second.returncode == 0, err
    report = json.loads(out)
    assert report["captured"] + report["duplicates"] == 10_000

    with Client(Graph.at(again.uri, again.auth, retry_seconds=1)) as client:
        assert actions(client, "killed") == 10_000
        late = TraceImport(client.workspace("killed")._access, wait_seconds=0.1)
        with pytest.raises(ImportInterrupted, match="run the same command again"):
            late.run(Killing([str(file)], again.pid))
