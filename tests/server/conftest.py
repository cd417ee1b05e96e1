"""What the tests of the server share: a service, a site (a real HTTP server), and tokens of workspaces."""

import asyncio
import queue
import threading
import uuid
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from oxgraph.client import AsyncClient, Memory
from oxgraph.clock import utc_now
from oxgraph.graph import AsyncGraph
from oxgraph.local import Server
from oxgraph.server.config import ServerConfig
from oxgraph.server.run import Web, web
from oxgraph.server.service import Service

PATIENT = ServerConfig(port=0, calls_per_minute=1_000_000, refusals_per_minute=1_000_000, drain_seconds=5)
"""Limits that tests, which all come from one address, do not meet."""


@dataclass(frozen=True)
class Tokens:
    """A workspace, and a token's secret for each role."""

    workspace_id: str
    workspace: str
    agent: str
    operator: str
    admin: str
    ids: dict[str, str]


class Site:
    """A server on a thread and an event loop of its own, at a port that was free."""

    def __init__(self, uri: str, auth: tuple[str, str], config: ServerConfig) -> None:
        self.config = config
        self._told: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.server: Web
        self.service: Service
        self.loop: asyncio.AbstractEventLoop
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(uri, auth)), name="site")
        self._thread.start()
        self.url: str = self._heard()

    def _heard(self) -> str:
        told = self._told.get(timeout=60)
        if isinstance(told, BaseException):
            raise told
        return str(told)

    async def _run(self, uri: str, auth: tuple[str, str]) -> None:
        try:
            self.loop = asyncio.get_running_loop()
            graph = AsyncGraph.at(uri, auth, patience=self.config.graph_seconds)
            async with AsyncClient(graph, utc_now) as client:
                self.service = Service(client, self.config)
                self.server = web(self.service, self._told.put)
                await self.server.serve()
                await self.service.close()
        except BaseException as error:
            self._told.put(error)

    def of(self, tokens: Tokens) -> str:
        """The address of a workspace."""
        return f"{self.url}/v1/workspaces/{tokens.workspace_id}"

    def client(self, token: str | None = None, **options: Any) -> httpx.Client:
        """A client with a token."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60, **options)

    def close(self) -> None:
        """Ends it as SIGTERM would."""
        self.server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()


@pytest.fixture(scope="session")
def site(server: Server) -> Iterator[Site]:
    """A running HTTP server over the run's Neo4j; shared by the run, so use a workspace of your own."""
    started = Site(server.uri, server.auth, PATIENT)
    try:
        yield started
    finally:
        started.close()


@pytest.fixture
async def service(server: Server) -> AsyncIterator[Service]:
    """A service over the run's Neo4j, in the test's own event loop."""
    async with AsyncClient(AsyncGraph.at(server.uri, server.auth), utc_now) as client:
        made = Service(client, ServerConfig(port=0))
        yield made
        await made.close()


def tokens_of(memory: Memory) -> Tokens:
    """A token for each role."""
    made = {role: memory.tokens.create(role, f"{role} of the test") for role in ("agent", "operator", "admin")}
    secrets = {role: token.secret for role, token in made.items()}
    return Tokens(memory.workspace_id, memory.name, ids={role: token.id for role, token in made.items()}, **secrets)


@pytest.fixture
def tokens(workspace: Memory) -> Tokens:
    """Tokens of a fresh workspace, which is also the fixture `workspace`."""
    return tokens_of(workspace)


@pytest.fixture
def other(memory: Any) -> Tokens:
    """Tokens of another fresh workspace."""
    return tokens_of(memory.create_workspace(f"other-{uuid.uuid4()}"))
