"""Strands' own agent, which keeps its messages: another user, and a run that is cancelled."""

import asyncio
from typing import Any

import pytest

from oxgraph import AsyncMemory, Memory
from oxgraph.errors import InvalidInput
from tests.integrations.conftest import PATIENT
from tests.integrations.frameworks import Call

pytest.importorskip("strands", reason="needs the extra [strands]")

from strands import Agent, tool

from oxgraph.integrations.strands import OxgraphMemory
from tests.integrations.drivers.strands import scripted


async def test_an_agent_with_messages_of_another_user_is_refused(workspace: Memory) -> None:
    given: list[str] = []
    agent = Agent(
        model=scripted(given, "Noted.", "Still here.", "Who knows."),
        hooks=[OxgraphMemory(workspace, "talk")],
        system_prompt="Be kind.",
        callback_handler=None,
    )

    async def ask(text: str, **state: str) -> Any:
        return await agent.invoke_async(text, invocation_state=dict(state))

    await ask("My door code is amber.", user_id="ana")
    await ask("Are you there?", user_id="ana")
    for other in ({"user_id": "ben"}, {}):
        with pytest.raises(InvalidInput, match="one agent per user"):
            await ask("What is the door code?", **other)
    assert len(given) == 2
    assert workspace.as_user("ben").episodic.messages("talk") == ()
    assert agent.system_prompt == "Be kind."
    agent.messages.clear()
    await ask("What is the door code?", user_id="ben")
    assert "amber" not in given[2]
    assert workspace.as_user("ben").episodic.messages("talk")[0].text == "What is the door code?"


async def test_what_the_agent_has_is_not_recalled_again(workspace: Memory) -> None:
    given: list[str] = []
    model = scripted(given, "Noted.", "Amber.", "Amber.")
    agent = Agent(model=model, hooks=[OxgraphMemory(workspace, "talk", **PATIENT)], callback_handler=None)
    for text in ("The door code is amber.", "What is the door code?"):
        await agent.invoke_async(text)
    assert given[1].count("The door code is amber.") == 1
    agent.messages[:] = agent.messages[2:]
    await agent.invoke_async("And the door code again?")
    assert given[2].count("The door code is amber.") == 1, "as recalled, since the agent has forgotten it"


async def test_a_cancelled_call_is_a_failure(either_memory: Memory | AsyncMemory, workspace: Memory) -> None:
    begun = asyncio.Event()

    @tool  # type: ignore[untyped-decorator]
    async def wait(order_id: str) -> str:
        """Waits for long."""
        begun.set()
        await asyncio.sleep(600)
        return "done"

    memory = OxgraphMemory(either_memory, "talk")
    model = scripted([], Call("wait", {"order_id": "o-7"}))
    agent = Agent(model=model, tools=[wait], hooks=[memory], callback_handler=None)
    run = asyncio.create_task(agent.invoke_async("Wait for it."))
    await begun.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert [one.text for one in workspace.episodic.messages("talk")] == ["Wait for it."]
    (row,) = workspace.telemetry.timeline()
    assert (row.action_type, row.outcome, row.error_code) == ("wait", "failure", "Cancelled")
