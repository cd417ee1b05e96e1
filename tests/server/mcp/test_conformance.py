"""The protocol's own conformance suite against /mcp, for the versions of the protocol that it knows.

Needs Node 22 and the npm package `@modelcontextprotocol/conformance`; OXGRAPH_CONFORMANCE is the command that runs it.
Scenarios about tools that only its example server has are left out.
"""

import asyncio
import contextlib
import os
import shlex
from collections.abc import AsyncIterator

import pytest

from tests.server.conftest import Site, Tokens

COMMAND = "OXGRAPH_CONFORMANCE"
VERSIONS = ("2025-06-18", "2025-11-25")
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)
SECONDS = 60


@contextlib.asynccontextmanager
async def with_token(site: Site, token: str) -> AsyncIterator[str]:
    """An address that adds a token to each request, since the suite has none; one request a connection."""
    host, port = site.url.removeprefix("http://").split(":")

    async def pipe(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError):
            while data := await source.read(65_536):
                target.write(data)
                await target.drain()
        target.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[:-2]
            lines = [line for line in head if not line.lower().startswith(b"connection:")]
            lines += [b"Authorization: Bearer " + token.encode(), b"Connection: close", b"", b""]
            from_server, to_server = await asyncio.open_connection(host, int(port))
            to_server.write(b"\r\n".join(lines))
            await asyncio.gather(pipe(reader, to_server), pipe(from_server, writer))

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/mcp"


@pytest.mark.deep
@pytest.mark.skipif(COMMAND not in os.environ, reason=f"{COMMAND} names no command of the suite")
@pytest.mark.parametrize("version", VERSIONS)
async def test_the_server_conforms(version: str, site: Site, tokens: Tokens) -> None:
    failed = {}
    async with with_token(site, tokens.agent) as url:
        for scenario in SCENARIOS:
            if scenario in SCENARIOS[-2:] and version == VERSIONS[0]:
                continue  # It came with a later version.
            words = [*shlex.split(os.environ[COMMAND]), "server", "--url", url, "--scenario", scenario]
            run = await asyncio.create_subprocess_exec(
                *words, "--spec-version", version, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
            )
            said, _ = await asyncio.wait_for(run.communicate(), SECONDS)
            if run.returncode:
                failed[scenario] = said.decode()[-2_000:]
    assert not failed, failed
