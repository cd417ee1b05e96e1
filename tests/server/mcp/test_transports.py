"""The MCP transports: tokens, roles, invalid input, cancelled calls, concurrent agents, no Neo4j."""

import asyncio
import json
import os
import signal
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

import anyio
import httpx
import mcp_types as types
import pytest
from mcp.shared.exceptions import MCPError

from oxgraph.client import Memory
from oxgraph.client.roles import RANK
from oxgraph.graph import Graph
from oxgraph.local import Server
from oxgraph.server.mcp.messages import refused
from oxgraph.server.mcp.tool_listing import tools
from oxgraph.types import Role
from tests.campaign.faults import HOST, Proxy
from tests.server.captures import captured
from tests.server.conftest import PATIENT, Site, Tokens
from tests.server.mcp.clients import ERAS, MODERN, command, error_of, over_http, over_stdio, texts

JSON, BOTH = "application/json", "application/json, text/event-stream"
NOWHERE = "bolt://127.0.0.1:9"


def initialize(**more: Any) -> dict[str, Any]:
    """A handshake's first message."""
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params} | more


def posted(site: Site, token: str | None, body: Any = None, **headers: str) -> httpx.Response:
    """A message sent by hand; `headers` with underscores for hyphens."""
    given = {"Accept": BOTH, **{name.replace("_", "-"): value for name, value in headers.items()}}
    with site.client(token) as client:
        return client.post("/mcp", json=body or initialize(), headers=given)


@pytest.mark.parametrize("role", ["agent", "operator", "admin"])
@pytest.mark.parametrize("mode", ERAS)
async def test_a_role_is_listed_the_tools_that_it_may_call(mode: str, role: Role, site: Site, tokens: Tokens) -> None:
    reached = {name for name, operation in tools().items() if RANK[operation.role] <= RANK[role]}
    async with over_http(site, getattr(tokens, role), mode=mode, query="?toolsets=all") as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == reached
        beyond = sorted(set(tools()) - reached)
        for name in beyond:
            assert error_of(await client.call_tool(name, {})) == "permission_denied"


@pytest.mark.parametrize("token", [None, "", "oxg_" + "0" * 64, "not a token", "ä"])
def test_a_request_without_a_valid_token_is_refused(site: Site, token: str | None) -> None:
    """Refused alike, before anything is read."""
    headers = [(b"Accept", BOTH.encode())]
    headers += [] if token is None else [(b"Authorization", f"Bearer {token}".strip().encode())]
    with site.client() as client:
        answer = client.post("/mcp", json=initialize(), headers=headers)
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert answer.json()["code"] == "unauthenticated"


async def test_a_revoked_token_is_refused_at_once(
    site: Site, server: Server, tokens: Tokens, workspace: Memory
) -> None:
    opened = posted(site, tokens.agent)
    session = opened.headers["mcp-session-id"]
    async with over_stdio(server, tokens.agent) as client:
        assert not (await client.call_tool("memory.recall", {"query": "anything"})).is_error
        workspace.tokens.revoke(tokens.ids["agent"])
        assert error_of(await client.call_tool("memory.recall", {"query": "anything"})) == "unauthenticated"
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
    assert posted(site, tokens.agent, call, Mcp_Session_Id=session).status_code == 401
    assert posted(site, tokens.agent).status_code == 401


def test_a_session_is_bound_to_its_token(site: Site, tokens: Tokens, other: Tokens) -> None:
    """Another's is as if it were not there, of the same workspace or not."""
    session = posted(site, tokens.agent).headers["mcp-session-id"]
    call = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    assert posted(site, tokens.agent, call, Mcp_Session_Id=session).status_code == 200
    unknown = posted(site, other.agent, call, Mcp_Session_Id="0" * 32)
    for foreign in (tokens.operator, other.agent):
        refused = posted(site, foreign, call, Mcp_Session_Id=session)
        assert (
            (refused.status_code, refused.content) == (unknown.status_code, unknown.content) == (404, unknown.content)
        )


def test_responses_follow_the_accept_header(site: Site, tokens: Tokens) -> None:
    """Streams of events, or JSON where a client accepts nothing else; a session keeps to what it began with."""
    streamed = posted(site, tokens.agent)
    assert streamed.headers["content-type"].startswith("text/event-stream")
    plain = posted(site, tokens.agent, Accept=JSON)
    assert plain.headers["content-type"] == JSON
    assert plain.json()["result"]["serverInfo"]["name"] == "oxgraph"
    session = plain.headers["mcp-session-id"]
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    assert posted(site, tokens.agent, ping, Accept=JSON, Mcp_Session_Id=session).json()["result"] == {}
    with site.client(tokens.agent) as client:
        assert client.delete("/mcp", headers={"Mcp-Session-Id": session}).status_code == 200
    assert posted(site, tokens.agent, ping, Accept=JSON, Mcp_Session_Id=session).status_code == 404


def test_foreign_origins_and_large_bodies_are_refused(site: Site, tokens: Tokens) -> None:
    """Pages of other sites, foreign names that lead here, bodies that are too long, and what is no message."""
    assert posted(site, tokens.agent, Origin="https://evil.example").status_code == 403
    assert posted(site, tokens.agent, Host="evil.example").status_code == 421
    assert posted(site, tokens.agent, Origin=site.url).status_code == 200
    assert posted(site, tokens.agent, initialize(padding="x" * site.config.body_bytes)).status_code == 413
    with site.client(tokens.agent) as client:
        headers = {"Accept": BOTH, "Content-Type": JSON}
        assert client.post("/mcp", content=b"{", headers=headers).status_code == 400
        assert client.put("/mcp", content=b"{}", headers=headers).status_code == 405


@pytest.mark.parametrize(
    ("body", "number", "said"),
    [
        (b"{oops", types.PARSE_ERROR, "The message"),
        (b"", types.PARSE_ERROR, "The message"),
        (
            b'{"jsonrpc": "2.0", "id": 1, "method": "ping", "method": "x"}',
            types.INVALID_REQUEST,
            "method: is given twice",
        ),
        (
            b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []}',
            types.INVALID_REQUEST,
            "message: must be one",
        ),
        (b"[]", types.INVALID_REQUEST, "message: must be one"),
    ],
)
@pytest.mark.parametrize("version", ["2025-06-18", MODERN])
def test_a_body_that_is_no_message_is_answered_as_over_stdio(  # noqa: PLR0917 - fixtures
    version: str, body: bytes, number: int, said: str, site: Site, tokens: Tokens
) -> None:
    headers = {"Accept": BOTH, "Content-Type": JSON, "MCP-Protocol-Version": version}
    with site.client(tokens.agent) as client:
        answer = client.post("/mcp", content=body, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (400, JSON)
    error = answer.json()["error"]
    assert error["code"] == number
    assert error["message"].startswith(said)
    assert "pydantic" not in answer.text


async def test_invalid_input_is_an_error_result(site: Site, tokens: Tokens) -> None:
    async with over_http(site, tokens.agent) as client:
        cases: list[tuple[dict[str, Any], str]] = [
            ({}, "query: is missing"),
            ({"query": "a", "limit": 0}, "limit: must be greater than or equal to 1"),
            ({"query": "a", "workspace_id": "w"}, "workspace_id: is not a known field"),
            ({"query": "a", "since": "2026-01-01T00:00:00Z"}, "until: must be given where since is"),
        ]
        for arguments, said in cases:
            result = await client.call_tool("memory.recall", arguments)
            assert error_of(result) == "invalid_input"
            assert result.meta is not None
            field, _, reason = said.partition(": ")
            assert result.meta["oxgraph/error"] == {
                "code": "invalid_input",
                "message": said,
                "field": field,
                "reason": reason,
            }
            assert texts(result)[-1] == said  # from the third failure in a row on it is warned of a fourth
        assert (await client.call_tool("memory.recall", {"query": "a", "limit": "many", "kinds": "memory"})).is_error


async def test_an_unknown_tool_is_a_json_rpc_error(site: Site, tokens: Tokens) -> None:
    async with over_http(site, tokens.admin) as client:
        for name in ("memory.nothing", "tokens.create", ""):
            with pytest.raises(MCPError) as caught:
                await client.call_tool(name, {})
            assert caught.value.error.code == types.INVALID_PARAMS
            assert caught.value.error.message.startswith("Unknown tool")


async def test_no_tool_takes_a_workspace(site: Site, tokens: Tokens) -> None:
    async with over_http(site, tokens.admin, query="?toolsets=all&schemas=full") as client:
        for tool in (await client.list_tools()).tools:
            assert not [name for name in tool.input_schema["properties"] if "workspace" in name]


@pytest.mark.parametrize("mode", ERAS)
@pytest.mark.deep
async def test_a_cancelled_call_ends(  # noqa: PLR0917 - fixtures
    mode: str, site: Site, server: Server, tokens: Tokens, workspace: Memory, graph: Graph
) -> None:
    """A call that waits for a lock: given up, it writes nothing, and is noted as cancelled."""
    async with over_http(site, tokens.admin, mode=mode) as http, over_stdio(server, tokens.admin, mode=mode) as stdio:
        await stdio.list_tools()  # only then has its process begun
        with graph.exclusive(workspace.workspace_id, "metrics"):
            for client in (http, stdio):
                with anyio.move_on_after(3.0) as given_up:
                    await client.call_tool("memory.metric_create", {"name": "never", "aggregation": "average"})
                assert given_up.cancelled_caught
                assert not (await client.call_tool("memory.metric_list", {})).is_error
            await _captured(workspace, 4)
    assert [(row.action_type, row.error_code) for row in captured(workspace)][::2] == [
        ("memory.metric_create", "Cancelled")
    ] * 2
    assert "never" not in {metric.name for metric in workspace.telemetry.metrics.list()}


async def _captured(workspace: Memory, count: int) -> None:
    """Waits for so many actions: what a cancelled call leaves is written beside it."""
    with anyio.fail_after(10):
        while len(captured(workspace)) < count:
            await anyio.sleep(0.05)


@pytest.mark.deep
async def test_two_agents_at_once(site: Site, tokens: Tokens, other: Tokens, workspace: Memory) -> None:
    """Each in its own workspace and session, fifty calls at a time."""

    async def agent(token: str, word: str) -> set[str]:
        async with over_http(site, token) as client:
            fact = {"content": f"The word is {word}.", "subject": "word", "predicate": "is"}
            await client.call_tool("memory.remember", fact)
            calls = [client.call_tool("memory.recall", {"query": "What is the word?"}) for _ in range(50)]
            return {
                json.dumps([one["content"] for one in found.structured_content["results"]])
                for found in await asyncio.gather(*calls)
            }

    first, second, third = await asyncio.gather(
        agent(tokens.agent, "alpha"), agent(other.agent, "beta"), agent(tokens.operator, "alpha")
    )
    assert first == third == {'["The word is alpha."]'} and second == {'["The word is beta."]'}
    sessions = {row.session_id for row in captured(workspace)}
    assert len(sessions) == 2
    assert len(captured(workspace)) == 2 * 51


@pytest.mark.deep
async def test_stdio_starts_without_neo4j(server: Server, tokens: Tokens) -> None:
    """An agent that is started before its memory lists the tools, and hears what is missing when it calls one."""
    async with over_stdio(server, tokens.agent, "--toolsets", "all", uri=NOWHERE) as client:
        assert "memory.recall" in (client.instructions or "")
        assert {tool.name for tool in (await client.list_tools()).tools} == set(tools())
        result = await client.call_tool("memory.recall", {"query": "anything"})
        assert error_of(result) == "connection_failed"
        assert NOWHERE in texts(result)[0] and "oxgraph up" in texts(result)[0]


@pytest.mark.parametrize("mode", ERAS)
async def test_without_neo4j_a_client_over_http_begins_and_lists_the_tools(
    mode: str, server: Server, tokens: Tokens, other: Tokens
) -> None:
    """As over stdio; the session goes on with the memory's return. What has no message gets HTTP's 503."""
    way = Proxy(mode)
    port = urlsplit(server.uri).port
    assert port is not None
    way.targets = [port]
    site = Site(f"bolt://{HOST}:{way.port}", server.auth, replace(PATIENT, graph_seconds=1.0))
    try:
        session = posted(site, tokens.agent).headers["mcp-session-id"]
        async with over_http(site, tokens.agent, mode=mode) as client:
            assert not (await client.call_tool("memory.recall", {"query": "anything"})).is_error
            way.targets = []
            way.cut()
            found = await client.call_tool("memory.recall", {"query": "anything"})
            assert error_of(found) == "connection_failed"
            assert texts(found) == ["The memory cannot be reached at the moment; try again in a few seconds."]
            call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "memory.recall"}}
            assert posted(site, tokens.agent, call, Mcp_Session_Id=session).status_code == 200
            assert posted(site, other.agent, call, Mcp_Session_Id=session).status_code == 404
            assert posted(site, None, call, Mcp_Session_Id=session).status_code == 401
            async with over_http(site, tokens.agent, mode=mode) as late:
                assert mode == MODERN or "memory.recall" in (late.instructions or "")
                assert {"memory.recall", "memory.remember"} <= {one.name for one in (await late.list_tools()).tools}
                assert (await late.list_prompts()).prompts and (await late.list_resource_templates()).resource_templates
                with pytest.raises(MCPError, match="cannot be reached at the moment"):
                    await late.read_resource("oxgraph://entities/ada")
            with site.client(tokens.agent) as http:
                refused = http.get("/mcp", headers={"Accept": BOTH, "Mcp-Session-Id": session})
            assert (refused.status_code, refused.json()["code"]) == (503, "connection_failed")
            assert posted(site, None).status_code == posted(site, "not a token").status_code == 401
            way.targets = [port]
            with anyio.fail_after(30):
                while (await client.call_tool("memory.recall", {"query": "anything"})).is_error:
                    await anyio.sleep(0.05)
    finally:
        site.close()
        way.close()


async def test_an_unknown_token_over_stdio_is_an_error_result(server: Server) -> None:
    """As a result, which the agent can tell; for that it must see that there are tools."""
    async with over_stdio(server, "oxg_" + "0" * 64) as client:
        assert (await client.list_tools()).tools
        result = await client.call_tool("memory.recall", {"query": "anything"})
        assert error_of(result) == "unauthenticated"


@pytest.mark.deep
async def test_stdio_shuts_down_gracefully(server: Server, tokens: Tokens, workspace: Memory) -> None:
    """At the end of its input, and when it is told to (SIGTERM): status 0, nothing but the protocol on its output."""
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call"}
    call["params"] = {"name": "memory.recall", "arguments": {"query": "anything"}}
    for ends in ("input", "signal"):
        process = await _started(server, tokens.agent)
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        answers = []
        for message in (initialize(), {"jsonrpc": "2.0", "method": "notifications/initialized"}, call):
            process.stdin.write(json.dumps(message).encode() + b"\n")
            if "id" in message:
                answers.append(json.loads(await asyncio.wait_for(process.stdout.readline(), 30)))
        assert [answer["id"] for answer in answers] == [1, 2]
        if ends == "input":
            process.stdin.close()
        else:
            os.kill(process.pid, signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 20) == 0
        assert await process.stdout.read() == b""
    assert [row.action_type for row in captured(workspace)] == ["memory.recall"] * 2


async def test_stdio_answers_what_was_called_before_its_input_ended(server: Server, tokens: Tokens) -> None:
    """A program that writes its calls, closes the input and reads the answers has them all; one was taken back."""
    call = {"jsonrpc": "2.0", "method": "tools/call"}
    fact = {"type": "fact", "content": "Ada plays chess.", "subject": "Ada"}
    remember = {"name": "memory.remember", "arguments": fact}
    recall = {"name": "memory.recall", "arguments": {"query": "Ada"}}
    process = await _started(server, tokens.agent)
    given = (
        initialize(),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        call | {"id": 2, "params": remember},
        call | {"id": "3", "params": recall},
        call | {"id": 4, "params": recall},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 4}},
    )
    lines = b"".join(json.dumps(message).encode() + b"\n" for message in given)
    out, _ = await asyncio.wait_for(process.communicate(lines), 60)
    answers = {answer["id"]: answer for answer in map(json.loads, out.splitlines()) if "id" in answer}
    assert {1, 2, "3"} <= answers.keys()
    assert not any(answers[id_]["result"].get("isError") for id_ in (2, "3"))
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("line", "message_id", "number", "code"),
    [
        (b"{oops", None, types.PARSE_ERROR, "malformed_json"),
        (b"\xff\xfe", None, types.PARSE_ERROR, "malformed_json"),
        (b'["' * 5000, None, types.PARSE_ERROR, "malformed_json"),
        (
            rb'{"jsonrpc": "2.0", "id": "s", "method": "ping", "params": {"x": "\ud800"}}',
            "s",
            types.PARSE_ERROR,
            "malformed_json",
        ),
        (b'{"jsonrpc": "2.0", "id": 3, "method": "ping", "method": "x"}', 3, types.INVALID_REQUEST, "invalid_input"),
        (b'{"jsonrpc": "2.0", "id": 4, "id": 5, "method": "ping"}', None, types.INVALID_REQUEST, "invalid_input"),
        (b'{"jsonrpc": "2.0", "id": 6}', 6, types.INVALID_REQUEST, "invalid_input"),
        (b"[]", None, types.INVALID_REQUEST, "invalid_input"),
    ],
)
def test_a_line_that_is_no_message_is_answered(line: bytes, message_id: Any, number: int, code: str) -> None:
    answer = refused(line)
    assert answer is not None
    assert (answer.id, answer.error.code, answer.error.data["oxgraph/error"]["code"]) == (message_id, number, code)


async def test_stdio_goes_on_after_a_line_that_is_no_message(server: Server) -> None:
    process = await _started(server, "oxg_" + "0" * 64)
    assert process.stdin is not None and process.stdout is not None
    answers = []
    for line in (
        b"{oops",
        json.dumps(initialize()).encode(),
        b'{"jsonrpc": "2.0", "id": 2, "id": 2, "method": "ping"}',
    ):
        process.stdin.write(line + b"\n")
        answers.append(json.loads(await asyncio.wait_for(process.stdout.readline(), 60)))
    assert [(one["id"], one.get("error", {}).get("code")) for one in answers] == [
        (None, types.PARSE_ERROR),
        (1, None),
        (None, types.INVALID_REQUEST),
    ]
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 30) == 0


async def _started(server: Server, token: str | None) -> asyncio.subprocess.Process:
    given = command(server, token)
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        given.command, *given.args, env=given.env, stdin=pipe, stdout=pipe, stderr=pipe
    )


async def test_stdio_without_a_token_explains_what_to_do(server: Server) -> None:
    process = await _started(server, None)
    out, err = await asyncio.wait_for(process.communicate(), 30)
    assert (process.returncode, out) == (4, b"")
    assert b"OXGRAPH_TOKEN is not set" in err and b"--print-config" in err


async def test_protocol_2026_starts_with_discovery(site: Site, tokens: Tokens) -> None:
    """A client that speaks both comes in by the later one, and is told the same."""
    async with over_http(site, tokens.agent, mode="auto") as client:
        assert client.protocol_version == MODERN
        assert "long-term memory" in (client.instructions or "")
        assert client.server_capabilities is not None and client.server_capabilities.tools is not None
        assert client.server_capabilities.tools.list_changed is True
