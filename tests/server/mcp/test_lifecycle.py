"""Start and shutdown of the MCP server: Neo4j started later or moved, shutdown with open event streams."""

import asyncio
import contextlib
import threading
from collections.abc import AsyncIterator

import httpx
import pytest

from oxgraph.client import AsyncClient
from oxgraph.errors import ConnectionFailed, Unauthenticated
from oxgraph.graph import AsyncGraph, Graph
from oxgraph.local import Server
from oxgraph.server.config import ServerConfig
from oxgraph.server.mcp.stdio import Connection, LazyMemory
from tests.server.conftest import Site, Tokens
from tests.server.mcp.clients import over_http
from tests.server.mcp.test_transports import BOTH, posted
from tests.server.queries import query

pytestmark = pytest.mark.deep

NOWHERE: Connection = ("bolt://127.0.0.1:9", ("neo4j", "none"))


class Places:
    """Connection the graph is, which can change."""

    def __init__(self, *found: Connection) -> None:
        self.found = list(found)
        self.clients: list[AsyncClient] = []

    def where(self) -> Connection:
        """The place at this moment."""
        if not self.found:
            raise ConnectionFailed(uri="(no address)", reason="no server runs")
        return self.found[0]

    def client(self, graph: AsyncGraph) -> AsyncClient:
        """A client, noted."""
        self.clients.append(AsyncClient(graph))
        return self.clients[-1]


@pytest.fixture
async def places() -> AsyncIterator[Places]:
    yield Places()


async def test_neo4j_may_start_later_and_change_its_address(server: Server, tokens: Tokens, places: Places) -> None:
    """Looked for with each call; opened once for each place; closed at the end."""
    reach = LazyMemory(tokens.agent, places.where, places.client, 0.5)
    with pytest.raises(ConnectionFailed, match="no server runs"):
        await reach.caller()
    places.found = [NOWHERE]
    with pytest.raises(ConnectionFailed, match=r"127\.0\.0\.1:9"):
        await reach.caller()
    places.found = [(server.uri, server.auth)]
    callers = await asyncio.gather(*(reach.caller() for _ in range(5)))
    assert {one.memory.workspace_id for one in callers} == {tokens.workspace_id}
    assert len(places.clients) == 1
    places.found = [(server.uri.replace("127.0.0.1", "localhost"), server.auth)]
    assert (await reach.caller()).memory.role == "agent"
    assert len(places.clients) == 2
    await reach.close()


async def test_an_invalid_token_is_refused(server: Server, places: Places) -> None:
    places.found = [(server.uri, server.auth)]
    reach = LazyMemory("oxg_" + "0" * 64, places.where, places.client, 0.5)
    with pytest.raises(Unauthenticated):
        await reach.caller()
    await reach.close()


def test_a_server_shuts_down_while_agents_hold_event_streams(server: Server, tokens: Tokens) -> None:
    """It would wait five minutes for calls under way; streams that only wait for news are none."""
    site = Site(server.uri, server.auth, ServerConfig(port=0, drain_seconds=300))
    session = posted(site, tokens.agent).headers["mcp-session-id"]
    headers = {"Authorization": f"Bearer {tokens.agent}", "Accept": BOTH, "Mcp-Session-Id": session}
    with httpx.Client(timeout=60) as client, client.stream("GET", f"{site.url}/mcp", headers=headers) as stream:
        assert stream.status_code == 200
        closing = threading.Thread(target=site.close)
        closing.start()
        with contextlib.suppress(httpx.RemoteProtocolError):
            list(stream.iter_lines())
        closing.join(60)
        assert not closing.is_alive()


async def test_sessions_end_with_the_server(server: Server, graph: Graph, tokens: Tokens) -> None:
    """The SDK's client still has its stream of news open; what it did is captured, and its session over."""
    site = Site(server.uri, server.auth, ServerConfig(port=0, drain_seconds=300))
    with contextlib.suppress(Exception):  # of the client, whose server is gone
        async with over_http(site, tokens.agent) as client:
            await client.call_tool("memory.recall", {"query": "anything"})
            await asyncio.to_thread(site.close)
    rows = graph.read(query("sessions"), workspace_id=tokens.workspace_id)
    assert [row["ended"] for row in rows] == [True]
