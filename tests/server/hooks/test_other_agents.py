"""Hooks of Codex, Gemini CLI and opencode, from payloads that these agents sent; and over a Unix socket."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.local import Server
from tests.server.captures import captured
from tests.server.conftest import PATIENT, Site, Tokens
from tests.server.hooks.conftest import Hooks, connect, payload
from tests.server.hooks.test_claude_code import named
from tests.server.mcp.test_past_experience import later
from tests.server.queries import query

Row = tuple[Any, ...]
CODEX = "codex"


@pytest.fixture
def codex(home: Path, site: Site, tokens: Tokens, workspace: Memory) -> Hooks:
    """Hooks of Codex."""
    return connect(home, CODEX, workspace.name, site.url, tokens.agent)


def shown(memory: Memory) -> list[Row]:
    return [(row.action_type, row.outcome, row.error_code) for row in captured(memory)]


def transcript(folder: Path, call: str, code: int, output: str = "sesame") -> str:
    """A transcript of Codex whose last command ended with a code; its path."""
    item = {"type": "CommandExecution", "id": call, "aggregated_output": output, "exit_code": code, "duration": {}}
    path = folder / "rollout.jsonl"
    lines = [{"payload": {"item": item | {"id": "call_0", "exit_code": 9}}}, {"payload": {"item": item}}, {"x": 1}]
    path.write_text("".join(json.dumps(one, separators=(",", ":")) + "\n" for one in lines))
    return str(path)


def test_codex(codex: Hooks, workspace: Memory, graph: Graph, tmp_path: Path) -> None:
    """The exit code comes from its transcript; without one the result's text decides."""
    assert codex.says("PreToolUse") == ""
    given = payload(CODEX, "PostToolUse", transcript_path=transcript(tmp_path, "call_1", 1))
    data = json.dumps(given, separators=(",", ":"), ensure_ascii=False).encode()
    assert codex.run("PostToolUse", data).text == ""
    codex.says("PostToolUse-missing")
    codex.says("PostToolUse-patch")
    codex.says("Stop")
    assert shown(workspace) == [
        ("pytest", "failure", "TestsFailed"),
        ("ruff check", "failure", "CommandNotFound"),
        ("edit python", "success", None),
    ]
    assert "sesame" not in str(graph.read(query("everything"), workspace_id=workspace.workspace_id))


@pytest.mark.parametrize("code", [0, 127])
def test_the_exit_code_of_another_call_does_not_count(
    codex: Hooks, workspace: Memory, tmp_path: Path, code: int
) -> None:
    path = transcript(tmp_path, "another", code)
    given = payload(CODEX, "PostToolUse", transcript_path=path, tool_response="fine")
    codex.run("PostToolUse", json.dumps(given, separators=(",", ":")).encode())
    assert shown(workspace) == [("pytest", "success", None)]


def test_gemini(home: Path, site: Site, tokens: Tokens, workspace: Memory, graph: Graph) -> None:
    hooks = connect(home, "gemini", workspace.name, site.url, tokens.agent)
    for number in range(5):
        for event in ("BeforeTool", "AfterTool"):
            assert hooks.says(event, session_id=f"s-{number}") == ""
    hooks.says("AfterTool-fine")
    hooks.says("AfterTool-replace")
    assert shown(workspace)[4:] == [
        ("pytest", "failure", "TestsFailed"),
        ("echo", "success", None),
        ("edit python", "failure", "NoMatchForEdit"),
    ]
    later(graph, workspace)
    assert "pytest:Repository:TestsFailed" in hooks.says("SessionStart", session_id="sixth")
    assert hooks.says("BeforeTool", session_id="other") == ""
    assert "pytest:Repository:TestsFailed" in hooks.says("AfterTool", session_id="other")
    for event in ("BeforeTool", "AfterTool"):
        assert hooks.says(event, session_id="other") == ""
    assert named(graph, workspace, "other") == [("pytest", False), ("pytest", True)]  # it is shown behind the first
    denied = hooks.run("BeforeTool", payload("gemini", "BeforeTool", session_id="seventh"), block=True)
    assert json.loads(denied.text)["decision"] == "deny"


def test_a_prompt_of_gemini_is_looked_up_without_what_hooks_put_before_it(
    home: Path, site: Site, tokens: Tokens, workspace: Memory
) -> None:
    hooks = connect(home, "gemini", workspace.name, site.url, tokens.agent)
    workspace.semantic.remember(type="preference", content="Ana prefers green tea.", subject="Ana")
    assert "Ana prefers green tea." in hooks.says("BeforeAgent")
    only_ours = "<hook_context>Ana prefers tea</hook_context>"
    assert hooks.says("BeforeAgent", prompt=only_ours) == ""


def test_calls_of_gemini_may_overlap(home: Path, site: Site, tokens: Tokens, workspace: Memory) -> None:
    """It gives no ids of calls: the end of a call is told from another's by the arguments."""
    hooks = connect(home, "gemini", workspace.name, site.url, tokens.agent)
    for command in ("pytest -q", "echo hello"):
        hooks.says("BeforeTool", tool_input={"command": command})
    hooks.says("AfterTool", tool_input={"command": "pytest -q"})
    hooks.says("AfterTool-fine", tool_input={"command": "echo hello"})
    assert sorted(shown(workspace)) == [("echo", "success", None), ("pytest", "failure", "TestsFailed")]
    assert all(row.latency_ms is not None for row in captured(workspace))


PLUGIN_RUN = """
import { Oxgraph } from "./plugin.mjs"
const plugin = await Oxgraph({ directory: "/home/ada/shop" })
const call = { sessionID: "s", callID: "c-1", tool: "bash" }
const long = "x".repeat(3_000_000)
await plugin["chat.message"]({ sessionID: "s" }, { parts: [{ type: "text" }, null, { type: "text", text: long }] })
await plugin["chat.message"]({ sessionID: "s" }, {})
const args = { command: "pytest -q", more: Array(2000).fill(`\\ud83d${"y".repeat(1000)}`) }
await plugin["tool.execute.before"](call, { args })
const result = { output: `Failed.${long}`, metadata: { exit: 1 } }
await plugin["tool.execute.after"]({ ...call, args }, result)
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_plugin_of_opencode_sends_long_events(
    home: Path, site: Site, tokens: Tokens, workspace: Memory, tmp_path: Path
) -> None:
    hooks = connect(home, "opencode", workspace.name, site.url, tokens.agent)
    text = resources.files("oxgraph.integrations.hooks").joinpath("opencode_plugin.js").read_text(encoding="utf-8")
    for name, value in (("__KEY__", hooks.key), ("__BLOCK__", "false"), ("__HOME__", "null"), ("= 280", "= 30_000")):
        text = text.replace(name, value)
    (tmp_path / "plugin.mjs").write_text(text, encoding="utf-8")
    (tmp_path / "run.mjs").write_text(PLUGIN_RUN, encoding="utf-8")
    environment = {"PATH": os.environ["PATH"], "OXGRAPH_HOME": str(home)}
    command = ["node", str(tmp_path / "run.mjs")]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert shown(workspace) == [("pytest", "failure", "TestsFailed")]


def test_opencode(site: Site, tokens: Tokens, workspace: Memory, graph: Graph) -> None:
    """Its plugin asks the server itself."""
    with site.client(tokens.agent) as client:

        def ask(name: str, query: str = "", **changes: Any) -> Any:
            given = payload("opencode", name, **changes)
            response = client.post(f"/v1/hooks/opencode/{name.partition('-')[0]}{query}", json=given)
            return response.json() if response.status_code == 200 else response.status_code

        for number in range(5):
            about = {"session_id": f"s-{number}", "tool_use_id": f"c-{number}"}
            assert [ask("before_tool", **about), ask("after_tool", **about)] == [204, 204]
        ask("after_tool-read")
        assert shown(workspace)[4:] == [
            ("pytest", "failure", "TestsFailed"),
            ("read python", "failure", "FileNotFound"),
        ]
        later(graph, workspace)
        assert "TestsFailed" in ask("session_start", session_id="sixth")["context"]
        about = {"session_id": "sixth", "tool_use_id": "c-6"}
        assert ask("before_tool", **about) == 204
        assert "TestsFailed" in ask("after_tool", **about)["context"]
        about = {"session_id": "seventh", "tool_use_id": "c-7"}
        denial = ask("before_tool", "?block=true", **about)["denial"]
        assert "TestsFailed" in denial
        count = len(captured(workspace))
        assert ask("after_tool", **about, tool_response={"error": f"Error: {denial}"}) == 204
        assert len(captured(workspace)) == count  # the call was not made
        assert ask("session_end") == 204


@pytest.fixture
def socket_site(server: Server, tmp_path: Path) -> Iterator[Site]:
    """A server that listens on a Unix socket."""
    started = Site(server.uri, server.auth, replace(PATIENT, socket=str(tmp_path / "serve.sock")))
    yield started
    started.close()


def test_over_a_unix_socket(home: Path, socket_site: Site, tokens: Tokens, workspace: Memory) -> None:
    assert socket_site.url.startswith("unix:///")
    hooks = connect(home, "claude-code", workspace.name, socket_site.url, tokens.agent)
    hooks.says("PostToolUse")
    assert shown(workspace) == [("pytest", "success", None)]


def test_the_server_that_the_home_records(home: Path, site: Site, tokens: Tokens, workspace: Memory) -> None:
    hooks = connect(home, "claude-code", workspace.name, "", tokens.agent)
    hooks.says("PostToolUse")
    (home / "serve.json").write_text(json.dumps({"pid": 1, "url": site.url}, indent=2))
    hooks.says("PostToolUse")
    assert len(captured(workspace)) == 1
