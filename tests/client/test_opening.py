"""`connect_async` is awaited, entered or run as a task."""

import asyncio
import copy
import pickle
from typing import Any

import pytest

import oxgraph
from oxgraph import AsyncClient, AsyncMemory, Memory
from oxgraph.client import concurrency
from oxgraph.errors import InvalidInput
from oxgraph.local import Server
from tests.campaign.faults import Proxy
from tests.fixtures.forks import in_a_fork
from tests.fixtures.remote import Served


async def names(client: AsyncClient) -> bool:
    """Whether the client is connected."""
    return isinstance(await client.workspaces(), list | tuple)


def test_entered_and_awaited(server: Server) -> None:
    """`async with connect_async()`, `async with await connect_async()`, and a task of it."""

    async def all_ways() -> list[bool]:
        async with oxgraph.connect_async(server.uri, server.auth) as entered:
            found = [await names(entered)]
        async with await oxgraph.connect_async(server.uri, server.auth) as awaited:
            found.append(await names(awaited))
        async with await asyncio.create_task(oxgraph.connect_async(server.uri, server.auth)) as task:
            found.append(await names(task))
        return found

    assert asyncio.run(all_ways()) == [True] * 3


def test_another_event_loop_is_refused(server: Server, served: Served, workspace: Memory) -> None:
    """The sockets are of the loop of the connection; without a word about that, every second call failed somewhere."""

    async def connected() -> tuple[AsyncClient, AsyncMemory]:
        client = await oxgraph.connect_async(server.uri, server.auth)
        return client, await oxgraph.connect_async(served.site.url, token=served.token(workspace))

    client, memory = asyncio.run(connected())
    for ask in (client.workspaces, client.close, lambda: memory.recall("Who?"), memory.close) * 2:
        with pytest.raises(InvalidInput, match="another event loop"):
            asyncio.run(ask())


@pytest.mark.parametrize("token", [None, "oxg_" + "0" * 64])
def test_without_asyncio_it_says_what_to_do(token: Any) -> None:
    """Such as under trio, whose event loop is another kind; it had said "no running event loop"."""
    found = oxgraph.connect_async("http://127.0.0.1:1" if token else "bolt://127.0.0.1:1", token=token).__await__()
    with pytest.raises(InvalidInput, match="memory: needs an event loop of asyncio"):
        next(found)


def test_what_fails_inside_is_raised(server: Server) -> None:
    """An error of the block ends the connection and goes on; one of the connection is the usual one."""

    async def failing(uri: str) -> None:
        async with oxgraph.connect_async(uri, server.auth):
            raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        asyncio.run(failing(server.uri))
    with pytest.raises(oxgraph.ConnectionFailed):
        asyncio.run(failing("bolt://127.0.0.1:1"))


def test_what_is_closed_stays_closed(server: Server, served: Served, workspace: Memory) -> None:
    """With the login and with a token alike; a memory with a token had connected again without a word."""
    token = served.token(workspace)

    async def used_after_its_end() -> None:
        client = await oxgraph.connect_async(server.uri, server.auth)
        memory = await oxgraph.connect_async(served.site.url, token=token)
        for opened in (client, memory) * 2:
            await opened.close()
        for ask in (client.workspaces, lambda: memory.recall("Who?")):
            with pytest.raises(InvalidInput, match="memory: is closed; connect again"):
                await ask()

    asyncio.run(used_after_its_end())
    client, memory = oxgraph.connect(server.uri, server.auth), oxgraph.connect(served.site.url, token=token)
    for opened in (client, memory) * 2:
        opened.close()
    for ask in (client.workspaces, lambda: memory.recall("Who?")):
        with pytest.raises(InvalidInput, match="memory: is closed; connect again"):
            ask()


def test_what_is_connected_is_not_sent_to_another_process(server: Server, served: Served, workspace: Memory) -> None:
    """A pool of spawned processes, or a queue of tasks, pickles what it is given."""
    memory = oxgraph.connect(served.site.url, token=served.token(workspace))
    with oxgraph.connect(server.uri, server.auth) as client:
        for one in (client, workspace, memory):
            for send in (pickle.dumps, copy.deepcopy):
                with pytest.raises(TypeError, match="connect in each process"):
                    send(one)
    memory.close()


def test_a_forked_process_is_refused(server: Server, served: Served, workspace: Memory) -> None:
    """Two processes that read one connection had got each other's answers. The parent's stays as it is."""
    client = oxgraph.connect(server.uri, server.auth)
    memory = oxgraph.connect(served.site.url, token=served.token(workspace))
    for ask, close in ((client.workspaces, client.close), (lambda: memory.recall("Who?"), memory.close)):
        ask()
        assert in_a_fork(ask, close).startswith("InvalidInput memory: was connected before this process was fork")
        ask()
        close()


def test_a_turn_is_refused_too(server: Server, workspace: Memory) -> None:
    """Behind a server that forks its workers each turn went without memory, and nothing of it was stored."""
    with oxgraph.connect(server.uri, server.auth) as client:
        memory = client.workspace(workspace.name)
        memory.turn("talk", "Hello?").prepare()
        said = in_a_fork(memory.turn("talk", "Hello?").prepare, client.close)
        assert said.startswith("InvalidInput memory: was connected before this process was fork")
        memory.turn("talk", "Hello?").prepare()
    with pytest.raises(InvalidInput, match="memory: is closed; connect again"):
        memory.turn("talk", "Hello?").prepare()


def test_a_turn_in_another_event_loop_is_refused(server: Server, workspace: Memory) -> None:
    async def connected() -> tuple[AsyncClient, AsyncMemory]:
        client = await oxgraph.connect_async(server.uri, server.auth)
        return client, await client.workspace(workspace.name)

    async def turns() -> None:
        with pytest.raises(InvalidInput, match="another event loop"):
            await memory.turn("talk", "Hello?").prepare()

    _client, memory = asyncio.run(connected())
    asyncio.run(turns())


@pytest.mark.deep
async def test_a_call_gives_up_a_database_that_stands_still(server: Server, workspace: Memory, silenced: Proxy) -> None:
    """After two attempts, some 40 s; the first alone had waited two minutes, by Neo4j's own defaults."""
    async with await oxgraph.connect_async(f"bolt://127.0.0.1:{silenced.port}", server.auth) as client:
        memory = await client.workspace(workspace.name)
        silenced.set("silent")
        async with asyncio.timeout(100):
            with pytest.raises(oxgraph.ConnectionFailed):
                await memory.semantic.list()


async def test_a_database_that_does_not_answer_keeps_no_program_from_its_end(
    server: Server, workspace: Memory, silenced: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Closing had waited two minutes for the accesses of what was recalled to be counted."""
    monkeypatch.setattr(concurrency, "CLOSE_SECONDS", 0.2)
    workspace.semantic.remember(type="fact", content="Ada works at Acme.", subject="Ada")
    client = await oxgraph.connect_async(f"bolt://127.0.0.1:{silenced.port}", server.auth)
    memory = await client.workspace(workspace.name)
    assert (await memory.recall("Where does Ada work?")).results
    silenced.set("silent")
    async with asyncio.timeout(20):
        await client.close()
