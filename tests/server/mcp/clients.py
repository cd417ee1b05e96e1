"""The SDK's clients over HTTP and over stdio, with the protocol before and since 2026-07-28."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import mcp_types as types
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

from oxgraph.local import Server
from tests.server.conftest import Site

HANDSHAKE, MODERN = "legacy", "2026-07-28"
ERAS = (HANDSHAKE, MODERN)
COMMAND = "from oxgraph.cli.main import main; main()"


@asynccontextmanager
async def over_http(
    site: Site, token: str, *, mode: str = HANDSHAKE, query: str = "", name: str = "tester", heard: Any = None
) -> AsyncIterator[Client]:
    """A client at the site's /mcp."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=30) as http,
        Client(
            streamable_http_client(f"{site.url}/mcp{query}", http_client=http),
            mode=mode,
            client_info=types.Implementation(name=name, version="1"),
            message_handler=heard,
        ) as client,
    ):
        yield client


def command(server: Server, token: str | None, *options: str, uri: str | None = None) -> StdioServerParameters:
    """How an agent starts `oxgraph mcp`."""
    user, password = server.auth
    env = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    env |= {"OXGRAPH_URI": uri or server.uri, "OXGRAPH_USER": user, "OXGRAPH_PASSWORD": password}
    env |= {"OXGRAPH_TOKEN": token} if token else {}
    args = ["-c", COMMAND, "mcp", "--embedder", "none", *options]
    return StdioServerParameters(command=sys.executable, args=args, env=env)


@asynccontextmanager
async def over_stdio(
    server: Server, token: str, *options: str, mode: str = HANDSHAKE, uri: str | None = None, heard: Any = None
) -> AsyncIterator[Client]:
    """A client of a process `oxgraph mcp`."""
    transport = stdio_client(command(server, token, *options, uri=uri))
    info = types.Implementation(name="tester", version="1")
    async with Client(transport, mode=mode, client_info=info, message_handler=heard) as client:
        yield client


def texts(result: types.CallToolResult) -> list[str]:
    """What a result says."""
    return [one.text for one in result.content if isinstance(one, types.TextContent)]


def error_of(result: types.CallToolResult) -> str:
    """The code of a result that is an error."""
    assert result.is_error, texts(result)
    assert result.structured_content is None
    assert result.meta is not None
    return str(result.meta["oxgraph/error"]["code"])
