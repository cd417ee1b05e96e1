"""`oxgraph mcp` over stdio with a token and the address of `oxgraph serve`, and no login."""

import os
import sys
import time
from typing import Any

import mcp_types as types
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from oxgraph.client import Memory
from oxgraph.local import Server
from tests.server.captures import captured
from tests.server.conftest import PATIENT, Site, Tokens
from tests.server.mcp.clients import COMMAND, ERAS, HANDSHAKE, error_of, texts

pytestmark = pytest.mark.deep

NOWHERE = "http://127.0.0.1:9"
ANNOTATED = {"pattern_id": "00000000-0000-0000-0000-000000000000", "suppressed": True}
INITIALIZED_SECONDS = 10.0
"""A hang, not a measurement: the bound of 1.2 s is measured on an idle machine."""


def over_stdio(url: str, token: str, mode: str = HANDSHAKE) -> Client:
    """A client of a process `oxgraph mcp` that knows nothing but these two."""
    env = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    env |= {"HOME": "/nonexistent", "OXGRAPH_SERVER": url, "OXGRAPH_TOKEN": token}
    transport = stdio_client(StdioServerParameters(command=sys.executable, args=["-c", COMMAND, "mcp"], env=env))
    return Client(transport, mode=mode, client_info=types.Implementation(name="tester", version="1"))


@pytest.mark.parametrize("mode", ERAS)
async def test_tools_work_and_are_captured(mode: str, site: Site, tokens: Tokens, workspace: Memory) -> None:
    async with over_stdio(site.url, tokens.agent, mode) as client:
        said = {"type": "fact", "content": "Ada works at Acme.", "subject": "Ada"}
        assert not (await client.call_tool("memory.remember", said)).is_error
        found = await client.call_tool("memory.recall", {"query": "Where does Ada work?"})
        assert "Ada works at Acme." in "\n".join(texts(found))
        assert error_of(await client.call_tool("memory.annotate", ANNOTATED)) == "permission_denied"
    done = captured(workspace)
    assert {row.action_type for row in done} >= {"memory.remember", "memory.recall", "memory.annotate"}
    assert len({row.session_id for row in done}) == 1
    assert {row.agent_id for row in done} == {"tester"}


async def test_setup_errors_are_results(tokens: Tokens) -> None:
    began = time.monotonic()
    async with over_stdio(NOWHERE, tokens.agent) as client:
        assert time.monotonic() - began < INITIALIZED_SECONDS
        assert (await client.list_tools()).tools
        found = await client.call_tool("memory.recall", {"query": "anything"})
        assert error_of(found) == "connection_failed"
        assert "OXGRAPH_SERVER" in texts(found)[0]


async def test_an_unknown_token_is_a_result(site: Site) -> None:
    async with over_stdio(site.url, "oxg_" + "0" * 64) as client:
        assert error_of(await client.call_tool("memory.recall", {"query": "anything"})) == "unauthenticated"


async def test_it_goes_on_when_the_server_is_back(server: Server, run_server: Any, tokens: Tokens) -> None:
    from dataclasses import replace

    first = Site(run_server.uri, run_server.auth, PATIENT)
    async with over_stdio(first.url, tokens.agent) as client:
        assert not (await client.call_tool("memory.recall", {"query": "anything"})).is_error
        first.close()
        assert error_of(await client.call_tool("memory.recall", {"query": "anything"})) == "connection_failed"
        port = int(first.url.rsplit(":", 1)[1])
        second = Site(run_server.uri, run_server.auth, replace(PATIENT, port=port))
        try:
            assert not (await client.call_tool("memory.recall", {"query": "anything"})).is_error
        finally:
            second.close()
