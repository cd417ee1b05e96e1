"""An import that is killed at any moment, and by two at once, has the result of one that was not."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from oxgraph import Memory
from oxgraph.imports.memories import import_memories
from oxgraph.local import Server

pytestmark = pytest.mark.deep

LINES = 2_000


def start(server: Server, workspace: Memory, file: Path) -> "subprocess.Popen[bytes]":
    words = ["import", "memories", str(file), "--of-user", "ada", "--workspace", workspace.name, "--embedder", "none"]
    given = {"OXGRAPH_URI": server.uri, "OXGRAPH_USER": server.auth[0], "OXGRAPH_PASSWORD": server.auth[1]}
    command = [sys.executable, "-m", "oxgraph.cli", *words]
    return subprocess.Popen(command, env=os.environ | given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def held(workspace: Memory) -> list[str]:
    return [row.content for row in workspace.as_user("ada").semantic.list(limit=10_000)]


def test_killed_and_by_two_at_once(server: Server, workspace: Memory, tmp_path: Path) -> None:
    file = tmp_path / "memories.txt"
    lines = [f"Knows the answer to question {number}" for number in range(LINES)]
    file.write_text("\n".join(lines), "utf-8")
    for least in (1, LINES // 4, LINES // 2):
        running = start(server, workspace, file)
        until = time.monotonic() + 120
        while len(held(workspace)) < least and running.poll() is None:
            assert time.monotonic() < until
            time.sleep(0.05)
        running.kill()
        running.wait()
    both = [start(server, workspace, file) for _ in range(2)]
    assert [one.wait() for one in both] == [0, 0]
    assert sorted(held(workspace)) == sorted(lines)
    assert import_memories(workspace, [str(file)], user_id="ada").unchanged == LINES
