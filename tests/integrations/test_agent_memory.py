"""What the adapters of all frameworks share: a server that is away, users that are no text, texts with half emojis."""

import asyncio
import logging
import socket
from typing import Any, get_args

import pytest

import oxgraph
from oxgraph import AsyncMemory, Memory
from oxgraph.client._async import remote_memory, server_connection
from oxgraph.client._async.remote_memory import AsyncRemoteAccess, AsyncRemoteMemory
from oxgraph.client._async.server_connection import AsyncServerConnection
from oxgraph.client.text import tokens
from oxgraph.clock import utc_now
from oxgraph.errors import InvalidInput, PermissionDenied, StartFailed
from oxgraph.graph import Graph
from oxgraph.integrations import unanswered
from oxgraph.integrations.agent_memory import agent_memories
from oxgraph.integrations.agent_options import NO_ANSWER
from oxgraph.integrations.conversation import either
from oxgraph.integrations.message_content import MessageEvent
from oxgraph.local import Server
from oxgraph.types import limits
from oxgraph.types.results import Connected
from oxgraph.types.turn import Limited
from tests.campaign.faults import Proxy
from tests.fixtures.client_samples import pattern
from tests.integrations.conftest import PATIENT, Away, Kept
from tests.server.captures import captured

HALF = "x \ud83d"
WHOLE = "x \ufffd"
NOWHERE = Connected(workspace_id="w", name="w", role="agent", user_id="", bound=False)


async def test_an_agent_goes_on_without_its_server(
    workspace: Memory, awaited: AsyncMemory, away: Away, caplog: pytest.LogCaptureFixture
) -> None:
    for memory in (workspace, awaited):
        agent = agent_memories(memory, warnings="hold", **PATIENT).of("talk")
        caplog.clear()
        with away(), caplog.at_level(logging.WARNING, logger="oxgraph"):
            assert await either(agent.history) == []
            assert await either(agent.history, 5) == []
            assert await either(agent.context, "Hello?", "Be kind.") == "Be kind."
            assert await either(agent.add, [MessageEvent("user", "Hello?")]) is False
            assert await either(agent.before, "1", "charge", {"order_id": "o-7"}) == ""
            await either(agent.after, "1")
            assert await either(agent.recall, "Who?") == await either(agent.remember, "Ana is here.") == NO_ANSWER
        for said in ("history of the conversation", "messages of the conversation", "action charge", "recall"):
            assert said in caplog.text
        assert "Ana" not in caplog.text
        assert await either(agent.add, [MessageEvent("user", "Hello?")]) is True


async def test_a_run_that_was_warned_of_very_much_is_captured(workspace: Memory, graph: Graph) -> None:
    tools = [f"tool_{number}" for number in range(limits.TARGETS + 1)]
    for tool in tools:
        pattern(graph, workspace.workspace_id, f"No_{tool}", action_type=tool, node_type="order")
    agent = agent_memories(workspace, warnings="hold", **PATIENT).of("talk")
    for tool in tools:
        assert tool in await either(agent.before, tool, tool, {"order_id": "o-7"})
    assert await either(agent.before, "again", tools[0], {"order_id": "o-7"}) == ""
    await either(agent.after, "again")
    assert [row.action_type for row in captured(workspace)] == [tools[0]]


async def test_answers_have_what_memory_showed_in_their_run(workspace: Memory, awaited: AsyncMemory) -> None:
    for memory, number in ((workspace, 1), (awaited, 2)):
        agent = agent_memories(memory, **PATIENT).of(f"talk {number}")
        first, second = (
            workspace.semantic.remember(type="fact", subject=name, content=f"{name} {what}").memory_id
            for name, what in ((f"Ada{number}", "keeps bees"), (f"Zoe{number}", "flies kites"))
        )
        assert f"Ada{number} keeps bees" in await either(agent.context, f"What does Ada{number} keep?")
        assert f"Zoe{number} flies" in await either(agent.recall, f"What does Zoe{number} fly?")
        said = [
            MessageEvent("assistant", "Hello."),
            MessageEvent("user", f"What does Ada{number} keep?"),
            MessageEvent("assistant", "I look it up."),
            MessageEvent("assistant", "Bees."),
        ]
        await either(agent.add, said)
        await either(agent.context, "It rains here.")
        await either(agent.add, [MessageEvent("user", "It rains here."), MessageEvent("assistant", "With pleasure.")])
        kept = {one.text: one.shown_ids for one in workspace.episodic.messages(f"talk {number}")}
        assert {first, second} <= set(kept["Bees."]) and kept["I look it up."] == kept["Bees."]
        assert kept["Hello."] == kept["It rains here."] == ()
        assert not {first, second} & set(kept["With pleasure."])


async def test_a_history_fits_in_a_prompt(workspace: Memory, awaited: AsyncMemory) -> None:
    texts = [f"{n} " + "It rained on that day. " * 200 for n in range(12)]
    for memory, number in ((workspace, 1), (awaited, 2)):
        agent = agent_memories(memory, **PATIENT).of(f"long {number}")
        await either(agent.add, [MessageEvent("user", text) for text in texts])
        found = await either(agent.history)
        assert [one.text for one in found[1:]] == texts[-len(found) + 1 :] and found[0].cut
        assert sum(tokens(one.text) for one in found) <= 8_000
        assert [one.text for one in await either(agent.history, 2)] == texts[-2:]
        assert [one.text for one in await either(agent.whole_history)] == texts
        small = agent_memories(memory, history_tokens=1_500, **PATIENT).of(f"long {number}")
        assert len(await either(small.history)) == 2
        long = "x" * 100_000
        await either(agent.add, [MessageEvent("assistant", long)])
        assert (await either(agent.history))[-1].cut
        assert (await either(agent.conversation.drop_last)).text == long


async def goes_on_without(agent: Any) -> None:
    """What an agent has of its memory while nothing answers."""
    assert await either(agent.history) == []
    assert await either(agent.context, "Hello?", "Be kind.") == "Be kind."
    assert await either(agent.before, "1", "charge", {"order_id": "o-7"}) == ""
    await either(agent.after, "1")
    assert await either(agent.add, [MessageEvent("user", "Hello?")]) is False
    assert await either(agent.recall, "Who?") == await either(agent.remember, "Ana is here.") == NO_ANSWER


async def test_a_server_that_accepts_and_does_not_answer_holds_no_call_up_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unanswered, "AGENT_SECONDS", 0.05)
    monkeypatch.setattr(remote_memory, "SPARE_SECONDS", 0.05)
    limits = dict.fromkeys(get_args(Limited), 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = AsyncServerConnection("oxg_" + "0" * 64, lambda nothing: f"http://127.0.0.1:{silent.getsockname()[1]}")
        memory = AsyncRemoteMemory(AsyncRemoteAccess.of(server, NOWHERE, utc_now))
        agent = agent_memories(memory, user_id="ana", warnings="hold", limits=limits).of("talk")
        async with asyncio.timeout(20):
            await goes_on_without(agent)
        await server.close()


async def test_a_database_that_does_not_answer_holds_no_call_up_for_long(
    server: Server, workspace: Memory, silenced: Proxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the login each call waited for two minutes, as the driver does."""
    monkeypatch.setattr(unanswered, "AGENT_SECONDS", 0.5)
    client = await oxgraph.connect_async(f"bolt://127.0.0.1:{silenced.port}", server.auth)
    memory = await client.workspace(workspace.name)
    agent = agent_memories(memory, user_id="ana", warnings="hold", **PATIENT).of("talk")
    assert await either(agent.history) == []
    silenced.set("silent")
    async with asyncio.timeout(20):
        await goes_on_without(agent)
    silenced.set("clear")
    monkeypatch.setattr(unanswered, "AGENT_SECONDS", 60.0)
    agent = agent_memories(memory, user_id="ana", **PATIENT).of("another talk")
    assert await either(agent.add, [MessageEvent("user", "Hello?")]) is True
    await client.close()


async def test_a_turn_waits_for_a_silent_database_once(server: Server, workspace: Memory, silenced: Proxy) -> None:
    """Each part of each turn waited as long as the first; a question took 24 s while the database stood still."""
    client = await oxgraph.connect_async(f"bolt://127.0.0.1:{silenced.port}", server.auth)
    memory = await client.workspace(workspace.name)
    silenced.set("silent")
    first = memory.turn("talk", "Hello?", limits=dict.fromkeys(get_args(Limited), 0.05))
    await first.prepare()
    assert {reason.partition(":")[0] for reason in first.left_out.values()} == {"timeout"}
    async with asyncio.timeout(20), memory.turn("talk", "Hello again?", limits=PATIENT["limits"]) as late:
        late.reply("Hello.")
    assert {reason.partition(":")[0] for reason in late.left_out.values()} == {"failed"}
    assert late.recorded is not None and late.recorded.unconfirmed == ("exchange",)
    silenced.set("clear")
    async with asyncio.timeout(60):
        while late.recorded.unconfirmed:
            assert await memory.episodic.history("talk") is not None
    assert late.recorded.failed == ()
    async with memory.turn("talk", "And now?", limits=PATIENT["limits"]) as turn:
        turn.reply("Now it is read.")
    assert turn.left_out == {}
    said = [one.text for one in await memory.episodic.history("talk")]
    assert said == ["Hello again?", "Hello.", "And now?", "Now it is read."]
    await client.close()


async def test_an_exchange_without_an_answer_may_have_been_kept(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A server that stands still stores it once it goes on; the record had called it failed, the log cancelled."""
    monkeypatch.setattr(remote_memory, "SPARE_SECONDS", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        server = AsyncServerConnection("oxg_" + "0" * 64, lambda nothing: f"http://127.0.0.1:{silent.getsockname()[1]}")
        memory = AsyncRemoteMemory(AsyncRemoteAccess.of(server, NOWHERE, utc_now))
        turn = memory.turn("talk", "Hello?", limits={"exchange": 0.05})
        turn.action("charge", "success")
        record = await turn.finish()
        await server.close()
    assert (record.failed, record.unconfirmed) == ((), ("exchange", "actions"))
    assert "the part exchange of a turn was not confirmed within 0.1 s; it may have been kept" in caplog.text


async def test_an_agent_waits_for_a_silent_server_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call waited as long as the first; a question of a few calls took two minutes."""
    monkeypatch.setattr(unanswered, "AGENT_SECONDS", 0.5)
    monkeypatch.setattr(server_connection, "PROBE_SECONDS", 0.05)
    asked: list[str] = []
    ready = asyncio.Event()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.append((await reader.readline()).decode().split(" ")[1])
        if asked[-1] == "/readyz" and ready.is_set():
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
            await writer.drain()
            writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as silent:
        port = silent.sockets[0].getsockname()[1]
        server = AsyncServerConnection("oxg_" + "0" * 64, lambda nothing: f"http://127.0.0.1:{port}")
        memory = AsyncRemoteMemory(AsyncRemoteAccess.of(server, NOWHERE, utc_now))
        agent = agent_memories(memory, user_id="ana", warnings="hold").of("talk")
        assert await either(agent.history) == []
        assert await either(agent.before, "1", "charge", {"order_id": "o-7"}) == ""
        await either(agent.after, "1")
        assert await either(agent.recall, "Who?") == NO_ANSWER
        assert asked == ["/v1/client/episodic.history", "/readyz", "/readyz", "/readyz"]
        ready.set()
        assert await either(agent.add, [MessageEvent("user", "Hello?")]) is False
        assert asked[-2:] == ["/readyz", "/v1/client/episodic.add_messages"]
        await server.close()


async def test_a_server_of_this_machine_that_does_not_start_again_is_left_out() -> None:
    def locate(nothing: None) -> str:
        raise StartFailed("`oxgraph serve` did not start.")

    server = AsyncServerConnection("oxg_" + "0" * 64, locate)
    agent = agent_memories(AsyncRemoteMemory(AsyncRemoteAccess.of(server, NOWHERE, utc_now)), user_id="ana").of("talk")
    assert await either(agent.history) == []
    assert await either(agent.context, "Hello?", "Be kind.") == "Be kind."
    assert await either(agent.add, [MessageEvent("user", "Hello?")]) is False
    assert await either(agent.recall, "Who?") == NO_ANSWER


async def test_what_the_caller_may_not_is_raised(workspace: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = agent_memories(workspace, **PATIENT).of("talk")

    def refused(*given: Any, **more: Any) -> Any:
        raise PermissionDenied("the role does not suffice")

    monkeypatch.setattr(type(workspace.episodic), "add_messages", refused)
    monkeypatch.setattr(type(workspace.episodic), "history", refused)
    with pytest.raises(PermissionDenied):
        await either(agent.add, [MessageEvent("user", "Hello?")])
    with pytest.raises(PermissionDenied):
        await either(agent.history)


@pytest.mark.parametrize("user_id", [42, "", " ", True, b"ana"])
def test_a_user_that_is_no_text_is_refused(workspace: Memory, user_id: Any) -> None:
    with pytest.raises(InvalidInput, match=r"^user_id: must "):
        agent_memories(workspace, user_id=user_id)
    with pytest.raises(InvalidInput, match=r"^user_id: must "):
        agent_memories(workspace).of("talk", user_id)
    assert agent_memories(workspace, user_id="ana").of("talk", None).options.user_id == "ana"
    assert agent_memories(workspace).of("talk", None).options.user_id is None


def test_an_option_that_there_is_not_is_refused(workspace: Memory) -> None:
    with pytest.raises(InvalidInput, match=r"^buget: is no option"):
        agent_memories(workspace, buget=3)
    with pytest.raises(InvalidInput, match=r"^user_message: is no option"):
        agent_memories(workspace, user_message="Hello?")


async def test_halves_of_surrogate_pairs(workspace: Memory, kept: Kept) -> None:
    agent = agent_memories(workspace, warnings="hold", **PATIENT).of("talk")
    await either(agent.context, HALF)
    await either(agent.add, [MessageEvent("user", HALF, HALF), MessageEvent("assistant", f"{HALF}\ude00")])
    assert await either(agent.before, HALF, HALF, {"order_id": HALF, HALF: [HALF, {HALF: (HALF,)}]}) == ""
    await either(agent.after, HALF, HALF)
    await either(agent.recall, HALF)
    await either(agent.remember, f"Ana said {HALF}", HALF)
    assert kept() == [("user", WHOLE), ("assistant", "x \N{GRINNING FACE}")]
    (row,) = workspace.telemetry.timeline()
    assert (row.action_type, row.outcome) == (WHOLE, "failure")
