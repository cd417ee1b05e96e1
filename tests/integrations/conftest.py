"""What the adapters' tests share: workspaces seen by a Memory and by an AsyncMemory, and what stands in the graph."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

import oxgraph
from oxgraph import AsyncMemory, Memory, cypher
from oxgraph.errors import ConnectionFailed
from oxgraph.graph import AsyncGraph, Graph
from oxgraph.local import Server
from tests.fixtures.remote import Served

Kept = Callable[[], list[tuple[str, str]]]
SECRET = "4111 1111 1111 1111"
"""What a tool was called with."""

RESULT = "internal ledger row 93"
"""What a tool gave."""

BACK = 30
"""Seconds in which a server finds its database again."""

PATIENT: dict[str, Any] = {
    "limits": dict.fromkeys(("history", "episodes", "memories", "patterns", "slots", "embedding", "exchange"), 60.0)
}
"""Options of a turn on a machine that has other things to do."""


@pytest.fixture
async def awaited(server: Server, workspace: Memory) -> AsyncIterator[AsyncMemory]:
    """The same workspace, for asynchronous calls."""
    async with await oxgraph.connect_async(server.uri, server.auth) as client:
        yield await client.workspace(workspace.name)


@pytest.fixture
async def served_memory(served: Served, workspace: Memory) -> AsyncIterator[AsyncMemory]:
    """The same workspace by a token, over a server, which answers again after a test in which its database was away."""
    token = served.token(workspace)
    async with await oxgraph.connect_async(served.site.url, token=token) as memory:
        yield memory
    async with asyncio.timeout(BACK):
        while not await answers(served.site.url, token):
            await asyncio.sleep(0.05)


async def answers(url: str, token: str) -> bool:
    """Whether a server reaches its database."""
    try:
        async with await oxgraph.connect_async(url, token=token):
            return True
    except ConnectionFailed:
        return False


@pytest.fixture(params=["workspace", "awaited", "served_memory"], ids=["Memory", "AsyncMemory", "served"])
def either_memory(request: pytest.FixtureRequest) -> Memory | AsyncMemory:
    """Each of the three in turn."""
    if request.param == "served_memory" and Version(version("mcp")) < Version("2.3"):
        pytest.skip("the server needs mcp 2.3, which a framework here does not allow")
    found: Memory | AsyncMemory = request.getfixturevalue(request.param)
    return found


Away = Callable[[], AbstractContextManager[None]]


@pytest.fixture
def away() -> Away:
    """Lets no database answer, in a `with`."""

    def gone(graph: Any, *given: Any, **params: Any) -> Any:
        raise ConnectionFailed(uri="bolt://gone", reason="refused")

    @contextmanager
    def without() -> Iterator[None]:
        with pytest.MonkeyPatch.context() as patch:
            for kind in (Graph, AsyncGraph):
                for name in ("_execute", "once", "stream"):
                    patch.setattr(kind, name, gone)
            yield

    return without


@pytest.fixture
def kept(workspace: Memory) -> Kept:
    """Role and text of what is kept of the conversation `talk`, in its order."""

    def read() -> list[tuple[str, str]]:
        return [(message.role, message.text) for message in workspace.episodic.messages("talk")]

    return read


@pytest.fixture
def steps(workspace: Memory) -> Callable[[], list[Any]]:
    """The steps of each message of the conversation `talk`."""

    def read() -> list[Any]:
        return [message.metadata.get("steps") for message in workspace.episodic.messages("talk")]

    return read


@pytest.fixture
def private(graph: Graph, workspace: Memory) -> Callable[[], None]:
    """Asserts that no node or relationship of the workspace has what tools were called with, or what they gave."""
    file = cypher.load(Path(__file__).parent / "cypher" / "everything.cypher", "query")

    def look() -> None:
        rows = graph.read(file, workspace_id=workspace.workspace_id)
        everything = "\n".join(repr(row) for row in rows)
        assert rows
        assert SECRET not in everything
        assert RESULT not in everything

    return look
