"""The program that agents run: harmless and quick, whatever happens to the server or stands in the payload."""

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from oxgraph.client import Memory
from oxgraph.ids import stable_id
from oxgraph.integrations.hooks import hook_program, program
from tests.server.captures import captured
from tests.server.conftest import Site, Tokens
from tests.server.hooks.conftest import Hooks, Printed, connect, payload

PROMISED = 0.3
SLACK = 2.7
"""Seconds that a loaded machine may add; the bench `hooks` measures."""

PRE = payload("claude-code", "PreToolUse")


def nothing(found: Printed) -> None:
    """It printed nothing and exited with 0, within its time."""
    assert (found.text, found.errors, found.status) == ("", "", 0)
    assert found.seconds < PROMISED + SLACK


def hooks_at(home: Path, address: str) -> Hooks:
    """Hooks that reach an address."""
    return connect(home, "claude-code", "some", address, "oxg_" + "0" * 64, patient=False)


@contextmanager
def answering(answer: bytes | None) -> Iterator[str]:
    """A server that takes one connection after the other and sends these bytes, or never anything."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        held: list[socket.socket] = []

        def serve() -> None:
            while True:
                try:
                    connection, _ = listening.accept()
                except OSError:
                    return
                held.append(connection)
                if answer is not None:
                    connection.recv(1 << 20)
                    connection.sendall(answer)
                    connection.close()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)
        thread.join(5)
        for connection in held:
            connection.close()


def test_without_a_server(home: Path) -> None:
    for address in ("http://127.0.0.1:9", "unix:///nowhere/serve.sock", "", "odd", "http://[::1]:9"):
        nothing(hooks_at(home, address).run("PreToolUse", PRE))


def test_without_its_files(home: Path) -> None:
    hooks = hooks_at(home, "http://127.0.0.1:9")
    program.connection_file(hooks.key).write_text("odd")
    nothing(hooks.run("PreToolUse", PRE))
    program.connection_file(hooks.key).unlink()
    nothing(hooks.run("PreToolUse", PRE))
    (program.folder() / program.LAUNCHER).unlink()
    nothing(hooks.run("PreToolUse", PRE))


def test_a_silent_server_is_waited_for_no_longer(home: Path) -> None:
    with answering(None) as address:
        hooks = hooks_at(home, address)
        for _ in range(3):
            nothing(hooks.run("PreToolUse", PRE))
        nothing(hooks.run("PreToolUse", {"x": "y" * 5_000_000}))


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"junk",
        b"HTTP/1.1 500 Oh\r\nContent-Length: 2\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{}",
        b"HTTP/1.1 200 OK\r\n\r\n{}",
        b"HTTP/1.1 204 No Content\r\n\r\n",
    ],
)
def test_odd_answers_are_not_printed(home: Path, answer: bytes) -> None:
    with answering(answer) as address:
        nothing(hooks_at(home, address).run("PreToolUse", PRE))


def test_an_agent_that_does_not_end_its_input(home: Path) -> None:
    """It ends by itself, though nobody closes standard input."""
    with answering(None) as address:
        hooks = hooks_at(home, address)
        command = [sys.executable, "-ISE", str(program.folder() / "hook_program.py"), hooks.key, "PreToolUse"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.wait(PROMISED + SLACK) == 0
            assert process.stdout is not None and process.stdout.read() == b""


@pytest.mark.parametrize("given", [b"", b"{", b"[]", b"\xff\xfe", b"null", b'{"session_id": 1}', b'{"a":1,"a":2}'])
def test_odd_payloads(claude_code: Hooks, workspace: Memory, given: bytes) -> None:
    for event in ("PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionEnd", "Unheard"):
        nothing(claude_code.run(event, given))
    assert captured(workspace) == []


def test_a_payload_of_many_megabytes_is_captured(claude_code: Hooks, workspace: Memory) -> None:
    """Its beginning is enough to know the tool and its outcome."""
    error = "Exit code 127\n/bin/sh: 1: pytest: not found\n" + "x" * 8_000_000
    found = claude_code.run("PostToolUseFailure", payload("claude-code", "PostToolUseFailure", error=error))
    assert (found.text, found.status) == ("", 0)
    assert [(row.action_type, row.error_code) for row in captured(workspace)] == [("pytest", "CommandNotFound")]


@pytest.mark.parametrize(
    "response",
    [
        {"stdout": "x" * 3_000_000, "stderr": ""},
        {"stdout": "x" * 9_000_000, "stderr": ""},
        {"stdout": '"\\ü😀\n' * 300_000},
        {str(number): "y" * 3_000 for number in range(1_000)},
        [{"a": number} for number in range(300_000)],
    ],
)
def test_a_long_event_keeps_the_id_and_the_duration_of_its_call(
    claude_code: Hooks, workspace: Memory, response: Any
) -> None:
    """Claude Code gives both after the result. Without the id an import of the session would add a second action."""
    given = payload("claude-code", "PostToolUse", tool_response=response)
    last = {name: given.pop(name) for name in ("tool_use_id", "duration_ms")}
    data = json.dumps({**given, **last}, separators=(",", ":"), ensure_ascii=False).encode()
    for _ in range(2):
        nothing(claude_code.run("PostToolUse", data))
    (action,) = captured(workspace)
    id_ = stable_id(workspace.workspace_id, "action", [given["session_id"], last["tool_use_id"]])
    assert (action.action_type, action.outcome, action.id) == ("pytest", "success", id_)
    assert action.latency_ms == (812 if len(data) < hook_program.MAX_SHORTENED and isinstance(response, dict) else None)


@pytest.mark.parametrize(
    "half", [r"\ud83d", r"\udc00", r"\ud83d\n", r"\uD83D\ud83d\udc00", r"\\\ud83d", r"\ud83dx\\ud83d"]
)
def test_half_of_a_surrogate_pair_costs_no_event(claude_code: Hooks, workspace: Memory, half: str) -> None:
    given = json.dumps(payload("claude-code", "PostToolUse", tool_response={"stdout": "HALF", "stderr": ""}))
    nothing(claude_code.run("PostToolUse", given.replace("HALF", half).encode()))
    assert [(row.action_type, row.outcome) for row in captured(workspace)] == [("pytest", "success")]


def test_a_hook_that_has_left_is_captured(site: Site, tokens: Tokens, workspace: Memory) -> None:
    """It leaves when its time is over; what it sent is captured all the same."""
    body = json.dumps(payload("claude-code", "PostToolUse")).encode()
    head = f"POST /v1/hooks/claude-code/PostToolUse HTTP/1.1\r\nHost: localhost\r\nContent-Length: {len(body)}\r\n"
    head += f"Content-Type: application/json\r\nAuthorization: Bearer {tokens.agent}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", urlsplit(site.url).port or 0)) as connection:
        connection.sendall(head.encode() + body)
    assert any(captured(workspace) for _ in range(2_000))


def test_a_revoked_token(claude_code: Hooks, workspace: Memory, tokens: Tokens) -> None:
    workspace.tokens.revoke(tokens.ids["agent"])
    nothing(claude_code.run("PostToolUse", payload("claude-code", "PostToolUse")))
    assert captured(workspace) == []


def test_memory_that_is_off(claude_code: Hooks, workspace: Memory) -> None:
    workspace.disable()
    nothing(claude_code.run("PreToolUse", PRE))
    nothing(claude_code.run("PostToolUse", payload("claude-code", "PostToolUse")))
    nothing(claude_code.run("UserPromptSubmit", payload("claude-code", "UserPromptSubmit")))
    assert captured(workspace) == []


def test_the_program_imports_nothing_heavy(home: Path) -> None:
    """Nothing but modules in C, beside what the interpreter itself imports."""
    hooks_at(home, "http://127.0.0.1:9")
    path = program.folder() / "hook_program.py"
    names = "import sys; print(sorted(sys.modules))"
    bare = subprocess.run([sys.executable, "-ISE", "-c", names], capture_output=True, text=True, check=True).stdout
    shown = f"import sys; exec(open({str(path)!r}).read(), {{'__name__': 'hook'}}); print(sorted(sys.modules))"
    more = subprocess.run([sys.executable, "-ISE", "-c", shown], capture_output=True, text=True, check=True).stdout
    assert set(eval(more)) - set(eval(bare)) <= {"_socket", "_signal"}


def test_the_log_has_no_word_of_a_payload(claude_code: Hooks, site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="oxgraph")
    for name in ("PreToolUse", "PostToolUseFailure", "UserPromptSubmit", "SessionStart", "SessionEnd"):
        claude_code.says(name)
    claude_code.run("PostToolUse", b'{"session_id": "sesame"')
    assert caplog.records
    assert not [one for one in caplog.records if "sesame" in f"{one.getMessage()} {vars(one)}"]
