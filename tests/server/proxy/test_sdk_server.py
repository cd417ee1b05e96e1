"""The proxy between the SDK's client and the SDK's server, in both versions of the protocol."""

import os
from typing import Any

import pytest
from mcp import StdioServerParameters
from mcp.client.client import Client, ConnectMode

from oxgraph import Memory
from oxgraph.graph import Graph
from tests.server.captures import captured
from tests.server.proxy.servers.talk import HELLO, OFFICIAL, THERE, asked, proxied, transcript
from tests.server.proxy.test_stdio import env, learned

pytestmark = pytest.mark.deep

__all__ = ["env"]

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("add", {"a": 1, "b": 2}),
    ("add", {"a": "x"}),
    ("find", {"person_id": "p-1"}),
    ("none", {}),
]
MODES: list[ConnectMode] = ["auto", "legacy"]


def adding(message_id: int, **arguments: Any) -> dict[str, Any]:
    return asked(message_id, "tools/call", name="add", arguments=arguments)


async def session(words: tuple[str, ...], env: dict[str, str], mode: ConnectMode) -> list[Any]:
    """What a client sees of a server."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith("OXGRAPH_")}
    server = StdioServerParameters(command=words[0], args=list(words[1:]), env=bare | env)
    async with Client(server, mode=mode) as client:
        tools = await client.list_tools()
        results = [await client.call_tool(name, arguments) for name, arguments in CALLS]
        told = [client.server_info, client.instructions, client.server_capabilities, client.protocol_version]
    return [*told, tools, *results]


def test_the_bytes_are_the_same(env: dict[str, str], workspace: Memory) -> None:
    messages = [HELLO, THERE, asked(1, "tools/list"), adding(2, a=1, b=2), adding(3, a="x"), asked(4, "ping")]
    assert transcript(proxied(OFFICIAL), messages, env)[:2] == transcript(OFFICIAL, messages)[:2]
    assert [row.outcome for row in captured(workspace)] == ["success", "failure"]


@pytest.mark.parametrize("mode", MODES)
async def test_a_client_sees_the_same(mode: ConnectMode, env: dict[str, str], workspace: Memory) -> None:
    assert await session(proxied(OFFICIAL), env, mode) == await session(OFFICIAL, {}, mode)
    rows = [(row.action_type, row.node_type, row.target_node_ids, row.error_code) for row in captured(workspace)]
    assert rows == [
        ("official.add", None, (), None),
        ("official.add", None, (), "ValidationError"),
        ("official.find", "person", ("p-1",), "ToolError"),
        ("official.none", None, (), "UnknownTool"),
    ]


async def test_a_client_is_warned_in_instructions_and_descriptions_only(
    env: dict[str, str], workspace: Memory, graph: Graph
) -> None:
    failure: dict[str, Any] = {"action_type": "official.find", "outcome": "failure", "error_code": "ToolError"}
    for number in range(5):
        workspace.telemetry.capture(session_id=f"s-{number}", target_node_type="person", **failure)
    learned(graph, workspace)
    plain = await session(OFFICIAL, {}, "auto")
    warned = await session(proxied(OFFICIAL), env, "auto")
    assert "official.find:person:ToolError" in warned[1]
    assert [warned[0], *warned[2:4], *warned[5:]] == [plain[0], *plain[2:4], *plain[5:]]
    found = {tool.name: tool.description or "" for tool in warned[4].tools}
    assert "official.find:person:ToolError" in found["find"]
    assert found["add"] == "Adds two numbers."
