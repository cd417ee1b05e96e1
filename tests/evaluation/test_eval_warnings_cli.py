"""`oxgraph eval warnings`."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import pytest

import oxgraph
from oxgraph.client._sync.client import open_workspace
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.replay.measurement import evaluate_warnings
from oxgraph.replay.recorded_runs import read_history
from oxgraph.replay.temporary_workspace import scratch, scratch_name
from tests.fixtures.cli import Cli
from tests.telemetry import trace_samples

pytestmark = pytest.mark.deep

SESSIONS = 24
SAME = ("recall", "precision", "brier", "auc", "calibration", "by_action_type", "plain", "threshold", "drifting")


@pytest.fixture
def name() -> str:
    return f"warned-{uuid.uuid4()}"


@pytest.fixture
def file(tmp_path: Path) -> str:
    return trace_samples.file(tmp_path / "shop.jsonl", trace_samples.shop(SESSIONS))


@pytest.fixture
def few(tmp_path: Path) -> str:
    return trace_samples.file(tmp_path / "few.jsonl", trace_samples.shop(6))


def left(memory: oxgraph.Client, name: str) -> list[str]:
    """The workspaces that replays of one workspace have left."""
    return [row.name for row in memory.workspaces() if row.name.startswith(f"{name} replay")]


def wait_for(done: Callable[[], bool], seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.1)


def test_failures_are_foreseen_that_the_plain_rule_does_not_see(
    cli: Cli, memory: oxgraph.Client, name: str, file: str
) -> None:
    found = cli("eval", "warnings", file, "--workspace", name, "--json").json
    assert (found["actions"], found["failures"], found["sessions"]) == (96, 24, SESSIONS)
    assert found["recall"] >= 0.6
    assert found["precision"] >= 0.8
    assert found["brier"] < 0.12
    assert found["auc"] > 0.9
    assert found["warned"] == sum(one["warned"] for one in found["by_action_type"].values())
    assert found["by_action_type"]["look"] == {
        **{"actions": SESSIONS, "failures": 0, "warned": 0, "foreseen": 0},
        **{"recall": None, "precision": None},
    }
    assert found["plain"]["warned"] == 0
    assert sum(tenth["n"] for tenth in found["calibration"]) == found["actions"]
    assert 0.4 <= found["threshold"] <= 0.6
    assert found["drifting"] is False
    assert left(memory, name) == []
    again = cli("eval", "warnings", file, "--workspace", name, "--json").json
    assert {key: again[key] for key in SAME} == {key: found[key] for key in SAME}
    assert again["before"]["id"] == found["run"]["id"]
    assert set(again["differences"]["all actions"]["warnings"].values()) == {0}


def test_what_a_person_sees(cli: Cli, name: str, few: str) -> None:
    told = cli("eval", "warnings", few, "--workspace", name, "--no-progress").out
    assert "24 actions in 6 sessions, 6 failed" in told
    assert "the plain rule alone" in told
    assert "█" in told
    assert "the first run of these actions here" in told
    assert "The last run" in cli("eval", "warnings", few, "--workspace", name).out


def test_runs_are_listed_and_compared(cli: Cli, name: str, few: str, tmp_path: Path) -> None:
    """Other settings stand beside what they do; runs of another history are others."""
    runs = [cli("eval", "warnings", few, "--workspace", name, "--json").json["run"]["id"]]
    cli("workspace", "settings", name, "promote_samples=3")
    runs.append(cli("eval", "warnings", few, "--workspace", name, "--json").json["run"]["id"])
    other = trace_samples.file(tmp_path / "other.jsonl", trace_samples.shop(2))
    assert cli("eval", "warnings", other, "--workspace", name, "--json").json["before"] is None
    listed = cli("eval", "list", "--workspace", name, "--json").json
    assert [run["id"] for run in listed[1:]] == runs[::-1]
    assert {run["kind"] for run in listed} == {"warnings"}
    assert "precision" in cli("eval", "list", "--workspace", name).out
    assert "promote_samples" in cli("eval", "compare", *runs, "--workspace", name).out
    compared = cli("eval", "compare", *runs, "--workspace", name, "--json").json
    assert compared["same_questions"] is True
    assert "brier" in compared["differences"]["all actions"]["warnings"]


def test_a_kept_workspace_is_left_alone_by_the_worker(
    cli: Cli, memory: oxgraph.Client, graph: Graph, name: str, few: str
) -> None:
    kept = cli("eval", "warnings", few, "--workspace", name, "--keep", "--json").json["scratch"]
    assert left(memory, name) == [kept]
    replayed = memory.workspace(kept)
    assert len(replayed.telemetry.sequences()) == 6
    assert {one.outcome for one in replayed.telemetry.sequences()} == {"success"}
    seen_to = {row["workspace_id"] for row in graph.read(statement("passes/workspaces"))}
    assert replayed.workspace_id not in seen_to
    assert memory.workspace(name).workspace_id in seen_to
    assert cli("eval", "warnings", few, "--workspace", name, "--json").json["scratch"] is None
    assert left(memory, name) == []


def test_nothing_goes_into_the_workspace_but_the_run(
    cli: Cli, memory: oxgraph.Client, name: str, tmp_path: Path
) -> None:
    """Its settings hold for the replay; that its memory is switched off does not."""
    memory.create_workspace(name, memory_enabled=False, promote_confidence=0.4, inject_confidence=0.4)
    file = trace_samples.file(tmp_path / "more.jsonl", trace_samples.shop(14))
    found = cli("eval", "warnings", file, "--workspace", name, "--json").json
    assert found["plain"]["warned"] > 0
    assert memory.workspace(name).telemetry.sequences() == []
    assert memory.workspace(name).settings().memory_enabled is False


def test_what_a_killed_replay_left_goes_with_the_next_one(
    cli: Cli, memory: oxgraph.Client, name: str, few: str
) -> None:
    keeper = open_workspace(memory, name)
    digest = read_history([few], memory.clock()).digest
    with scratch(memory, keeper, digest, keep=True, notify=print) as unfinished:
        unfinished.telemetry.capture(action_type="pay", session_id="shop/1", outcome="failure")
    assert left(memory, name) == [scratch_name(keeper, digest)]
    assert cli("eval", "warnings", few, "--workspace", name, "--json").json["actions"] == 24
    assert left(memory, name) == []


def test_an_interrupted_replay_leaves_nothing(memory: oxgraph.Client, name: str, few: str) -> None:
    def stopped(done: int, total: int) -> None:
        if done == 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_warnings(memory, name, few, progress=stopped)
    assert left(memory, name) == []
    assert memory.workspace(name).evaluations.list() == []


def test_ctrl_c(server: Server, memory: oxgraph.Client, name: str, tmp_path: Path) -> None:
    file = trace_samples.file(tmp_path / "long.jsonl", trace_samples.shop(2_000))
    login = {"OXGRAPH_URI": server.uri, "OXGRAPH_USER": server.user, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-c", "from oxgraph.cli import main; main()", "eval", "warnings", file]
    with subprocess.Popen(
        [*command, "--workspace", name], env=os.environ | login, stderr=subprocess.PIPE, text=True
    ) as running:
        wait_for(lambda: bool(left(memory, name)))
        running.send_signal(signal.SIGINT)
        told = running.communicate(timeout=60)[1]
    assert running.returncode == 130
    assert told.splitlines()[-1] == "Error: Interrupted."
    assert left(memory, name) == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "bad.jsonl, line 1: is not JSON"),
        ('{"session_id": "s", "action_type": "a", "outcome": "success"}', "line 1, started_at: must be a time"),
        ("", "files: hold no action"),
    ],
)
def test_bad_files(cli: Cli, name: str, tmp_path: Path, line: str, words: str) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(line)
    failed = cli("eval", "warnings", str(bad), "--workspace", name, ok=False)
    assert failed.status == 2
    assert words in failed.err
    assert failed.err.count("\n") == 1
    assert cli("eval", "list", "--workspace", name, ok=False).status == 3
