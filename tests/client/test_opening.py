"""`connect_async` is awaited, entered or run as a task."""

import asyncio

import pytest

import oxgraph
from oxgraph import AsyncClient
from oxgraph.local import Server


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


def test_what_fails_inside_is_raised(server: Server) -> None:
    """An error of the block ends the connection and goes on; one of the connection is the usual one."""

    async def failing(uri: str) -> None:
        async with oxgraph.connect_async(uri, server.auth):
            raise KeyError("inside")

    with pytest.raises(KeyError, match="inside"):
        asyncio.run(failing(server.uri))
    with pytest.raises(oxgraph.ConnectionFailed):
        asyncio.run(failing("bolt://127.0.0.1:1"))
