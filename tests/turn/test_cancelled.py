"""What is stored of a turn, and of a call, whose task is cancelled, as that of a response is whose reader has left."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager

import anyio
import pytest

import oxgraph
from oxgraph import AsyncMemory, Memory
from oxgraph.integrations._async.conversation import AsyncConversation
from oxgraph.integrations._sync.conversation import Conversation
from oxgraph.integrations.conversation import either
from oxgraph.integrations.message_content import MessageEvent
from oxgraph.local import Server
from tests.fixtures.remote import Served


@asynccontextmanager
async def connected(way: str, server: Server, served: Served, workspace: Memory) -> AsyncIterator[AsyncMemory]:
    if way == "token":
        async with oxgraph.connect_async(served.site.url, token=served.token(workspace)) as memory:
            yield memory
    else:
        async with oxgraph.connect_async(server.uri, server.auth) as client:
            yield await client.workspace(workspace.name)


@pytest.mark.parametrize("way", ["login", "token"])
async def test_what_a_cut_off_response_was_about_is_kept(
    way: str, server: Server, served: Served, workspace: Memory
) -> None:
    """Starlette ends a response by a scope of anyio, in which each await is cancelled: nothing of it had been kept."""
    async with connected(way, server, served, workspace) as memory:
        with anyio.CancelScope() as scope:
            async with memory.turn("talk", "My dog is called Rex.") as turn:
                turn.reply("A fine")
                scope.cancel()
                await asyncio.Event().wait()
        with anyio.CancelScope() as scope:
            async with memory.telemetry.record("charge", session_id="s"):
                scope.cancel()
                await asyncio.Event().wait()
    said = [(one.role, one.text) for one in workspace.episodic.history("talk")]
    assert said == [("user", "My dog is called Rex."), ("assistant", "A fine")]
    (row,) = workspace.telemetry.timeline()
    assert (row.action_type, row.outcome) == ("charge", "failure")


@pytest.mark.parametrize("way", ["login", "token"])
async def test_what_an_adapter_stores_is_kept(way: str, server: Server, served: Served, workspace: Memory) -> None:
    async with connected(way, server, served, workspace) as memory:
        talk = AsyncConversation(memory, "talk")
        with anyio.CancelScope() as scope:
            scope.cancel()
            await talk.add([MessageEvent("user", "Hello.")])
    assert [one.text for one in workspace.episodic.history("talk")] == ["Hello."]


@pytest.mark.parametrize("way", ["login", "token"])
async def test_a_turn_that_is_cancelled_while_it_is_prepared_keeps_the_question(
    way: str, server: Server, served: Served, workspace: Memory
) -> None:
    async with connected(way, server, served, workspace) as memory:
        with anyio.CancelScope() as scope:
            scope.cancel()
            async with memory.turn("talk", "My dog is called Rex."):
                raise AssertionError
    assert [(one.role, one.text) for one in workspace.episodic.history("talk")] == [("user", "My dog is called Rex.")]


async def test_what_an_adapter_stores_by_a_synchronous_memory_is_kept(workspace: Memory) -> None:
    """Where each thread of the loop had other work, nothing had been begun, and the cancellation ended it."""
    at_work = threading.Event()
    with ThreadPoolExecutor(1) as threads:
        asyncio.get_running_loop().set_default_executor(threads)
        threads.submit(at_work.wait)
        with anyio.CancelScope() as scope:
            scope.cancel()
            await either(Conversation(workspace, "talk").add, [MessageEvent("user", "Hello.")])
        at_work.set()
    assert [one.text for one in workspace.episodic.history("talk")] == ["Hello."]
