"""Hooks of a coding agent as it runs them, each a process in a shell, against `oxgraph serve` and its Neo4j."""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import oxgraph
from oxgraph import local
from oxgraph.integrations.hooks import program
from oxgraph.passes import run_pass
from tests.bench.figures import Figure, p95, spread
from tests.bench.sizes import Sizes

MOST_MS = 60
MOST_EVER_MS = 300
SESSIONS = 5
CALLS_OF_A_SESSION = 20
COLD = 20
"""Calls at the beginning that do not count: the server plans its statements."""

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")
SERVE = [sys.executable, "-m", "oxgraph.cli", "serve", "--port", "0", "--embedder", "none", "--no-worker"]


def run(client: oxgraph.Client, server: local.Server, sizes: Sizes) -> list[Figure]:
    """The 95th percentile over all calls; half of them before a call of a tool, which warns, half after it."""
    memory = client.create_workspace(f"bench-hooks-{uuid.uuid4()}")
    with serving(server) as address, tempfile.TemporaryDirectory() as folder:
        os.environ["OXGRAPH_HOME"] = folder
        key = program.key_of("claude-code", "bench")
        token = memory.tokens.create("agent", "bench").secret
        program.write(key, program.Connection(address, token, "", "bench"))
        for number in range(SESSIONS):
            tool_call(key, f"past-{number}", 0)
        for number in (1, 2):
            run_pass(client.graph, memory.workspace_id, number, now=datetime.now(UTC) + timedelta(hours=1))
        places = range((COLD + sizes.hook_calls) // 2)
        begun = [tool_call(key, f"s-{place // CALLS_OF_A_SESSION}", place) for place in places]
    seconds = [one for call in begun for one in call[0]][COLD:]
    warned = sum(call[1] for call in begun)
    return [
        Figure("hook p95", p95(seconds) * 1000, "ms", at_most=MOST_MS, note=spread(seconds)),
        Figure("  the slowest", max(seconds) * 1000, "ms", at_most=MOST_EVER_MS),
        Figure("  sessions that were warned", warned, "", at_least=sizes.hook_calls // 2 // CALLS_OF_A_SESSION),
    ]


def tool_call(key: str, session: str, number: int) -> tuple[list[float], bool]:
    """The seconds of the hook before a call that fails and of the one after it, and whether the agent was warned."""
    about: dict[str, Any] = {"session_id": session, "cwd": "/home/ada/shop", "tool_use_id": f"t-{number}"}
    about |= {"tool_name": "Bash", "tool_input": {"command": "pytest -q"}}
    before, said = timed(key, "PreToolUse", about)
    after, _ = timed(
        key, "PostToolUseFailure", about | {"error": "Exit code 1\n1 failed in 0.1s", "is_interrupt": False}
    )
    return [before, after], bool(said)


def timed(key: str, event: str, payload: dict[str, Any]) -> tuple[float, bytes]:
    """The seconds of one hook, and what it printed."""
    command = ["sh", "-c", program.command(key, event, portable=False, block=False)]
    data = json.dumps(payload | {"hook_event_name": event}).encode()
    began = time.perf_counter()
    ended = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True)
    return time.perf_counter() - began, ended.stdout


@contextmanager
def serving(server: local.Server) -> Iterator[str]:
    """A running `oxgraph serve`; its address."""
    own = {"OXGRAPH_URI": server.uri, "OXGRAPH_USER": server.user, "OXGRAPH_PASSWORD": server.password}
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        with log.open("w") as output, subprocess.Popen(SERVE, stderr=output, env=os.environ | own) as process:
            try:
                while not (found := ADDRESS.search(log.read_text())):
                    assert process.poll() is None, log.read_text()
                    time.sleep(0.05)
                yield found[0]
            finally:
                process.terminate()
