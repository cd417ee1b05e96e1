"""The plugin for Google ADK beside other plugins, with agents that are tools, and in runs that are cut off."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Any

import pytest

from oxgraph import Memory
from tests.integrations.conftest import PATIENT
from tests.integrations.frameworks import Call

pytest.importorskip("google.adk", reason="needs the extra [adk]")

from google.adk.agents import LlmAgent, SequentialAgent
from google.adk.apps import App
from google.adk.events.event import Event
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.plugins.base_plugin import BasePlugin
from google.adk.runners import InMemoryRunner
from google.adk.tools import load_memory
from google.adk.tools.agent_tool import AgentTool
from google.genai import types
from pydantic import PrivateAttr

from oxgraph.integrations.adk import OxgraphMemoryService, OxgraphPlugin
from tests.integrations.drivers.adk import scripted

CARD = "4111"


def content(text: str) -> types.Content:
    return types.Content(role="user", parts=[types.Part(text=text)])


async def runner_of(agent: Any, *plugins: BasePlugin) -> InMemoryRunner:
    """A runner with an empty session of Ana's."""
    runner = InMemoryRunner(app=App(name="shop", root_agent=agent, plugins=list(plugins)))
    await runner.session_service.create_session(app_name="shop", user_id="ana", session_id="talk")
    return runner


async def ask(runner: InMemoryRunner, question: str) -> None:
    async for _ in runner.run_async(user_id="ana", session_id="talk", new_message=content(question)):
        pass


def said(memory: Memory) -> list[tuple[str, str]]:
    """What is kept of Ana's conversation."""
    return [(one.role, one.text) for one in memory.episodic.messages("talk", user_id="ana")]


class Masking(BasePlugin):
    """Hides the number of a card from the session."""

    def __init__(self) -> None:
        super().__init__("masking")

    async def on_user_message_callback(self, *, user_message: types.Content, **more: Any) -> types.Content:
        return content(str(user_message.parts[0].text).replace(CARD, "****"))

    async def on_event_callback(self, *, event: Event, **more: Any) -> Event:
        masked = event.model_copy(deep=True)
        for part in masked.content.parts if masked.content and masked.content.parts else ():
            part.text = part.text.replace(CARD, "****") if part.text else part.text
        return masked


@pytest.mark.parametrize("is_first", [True, False])
async def test_kept_is_what_the_session_has_whichever_plugin_is_first(workspace: Memory, is_first: bool) -> None:
    plugins = [OxgraphPlugin(workspace, **PATIENT), Masking()]
    given: list[str] = []
    workspace.user("ana").upsert_fact("Ana pays by card")
    agent = LlmAgent(name="clerk", model=scripted(given, f"Your card is {CARD}."))
    question = f"How do I pay? My card is {CARD}."
    await ask(await runner_of(agent, *(plugins if is_first else reversed(plugins))), question)
    assert said(workspace) == [("user", "How do I pay? My card is ****."), ("assistant", "Your card is ****.")]
    assert "Ana pays by card" in given[0]


async def test_what_the_session_has_is_not_recalled_again(workspace: Memory) -> None:
    """What stands in the session stood there a second time as recalled; of `load_memory` the question too."""
    given: list[str] = []
    question = "What is my door code, and where does Zoe live?"
    asking = Call("load_memory", {"query": "door code"})
    script = scripted(given, "Noted.", asking, "It is amber.")
    agent = LlmAgent(name="clerk", model=script, tools=[load_memory])
    runner = await runner_of(agent, OxgraphPlugin(workspace, **PATIENT))
    runner.memory_service = OxgraphMemoryService(workspace)
    await ask(runner, "The door code is amber.")
    await ask(runner, question)
    assert given[1].count("The door code is amber.") == given[1].count(question) == 1
    assert given[2].count("The door code is amber.") == 2, "load_memory says what it was asked for"
    assert given[2].count(question) == 1
    found = await runner.memory_service.search_memory(app_name="shop", user_id="ana", query="door code")
    assert question in str(found), "it was asked in a run that has ended"


async def test_an_agent_that_is_a_tool_belongs_to_the_session(workspace: Memory) -> None:
    def refund(order_id: str) -> str:
        """Refund an order."""
        return "done"

    workspace.user("ana").upsert_fact("The door code is amber")
    given: list[str] = []
    script = (Call("refund", {"order_id": "o-7"}), "It is amber.")
    expert = LlmAgent(name="expert", description="Knows.", model=scripted(given, *script), tools=[refund])
    asking = Call("expert", {"request": "The user lives in Paris. What is the door code?"})
    clerk = LlmAgent(name="clerk", model=scripted([], asking, "Amber!"), tools=[AgentTool(expert)])
    await ask(await runner_of(clerk, OxgraphPlugin(workspace, **PATIENT)), "Which one?")
    assert "The door code is amber" in given[0]
    assert said(workspace) == [("user", "Which one?"), ("assistant", "Amber!")]
    assert [one.conversation_id for one in workspace.episodic.conversations()] == ["talk"]
    rows = workspace.telemetry.timeline()
    assert {(row.action_type, row.session_id) for row in rows} == {("refund", "talk"), ("expert", "talk")}
    pending = workspace.semantic.take_up()
    assert not any("Paris" in one.content for one in pending.memories)


class Hanging(BaseLlm):
    """A model that never ends."""

    _asked: Callable[[], None] = PrivateAttr()

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncIterator[LlmResponse]:
        self._asked()
        await asyncio.Event().wait()
        yield LlmResponse()


async def test_a_cancelled_run_keeps_what_was_said_until_then(
    workspace: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oxgraph.integrations.adk.MOST_RUNS", 1)
    plugin, asked, model = OxgraphPlugin(workspace, **PATIENT), asyncio.Event(), Hanging(model="hanging")
    model._asked = asked.set
    first = LlmAgent(name="first", model=scripted([], "One moment.", "One moment."))
    runner = await runner_of(
        SequentialAgent(name="both", sub_agents=[first, LlmAgent(name="second", model=model)]), plugin
    )
    for _ in range(2):
        asked.clear()
        task = asyncio.create_task(ask(runner, "Hello?"))
        await asked.wait()
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    assert said(workspace) == [("user", "Hello?"), ("assistant", "One moment.")] * 2
    assert len(plugin._runs) == 1


async def test_the_service_adds_what_the_plugin_left_out_where_it_was_said(workspace: Memory) -> None:
    def refund(order_id: str) -> str:
        """Refund an order."""
        return "done"

    class Talking(BaseLlm):
        """Says something beside its call of a tool."""

        async def generate_content_async(
            self, llm_request: LlmRequest, stream: bool = False
        ) -> AsyncIterator[LlmResponse]:
            call = types.Part(function_call=types.FunctionCall(name="refund", args={"order_id": "o-7"}))
            is_first = len(llm_request.contents) == 1
            parts = [types.Part(text="Let me look."), call] if is_first else [types.Part(text="Done.")]
            yield LlmResponse(content=types.Content(role="model", parts=parts))

    agent = LlmAgent(name="clerk", model=Talking(model="talking"), tools=[refund])
    runner = await runner_of(agent, OxgraphPlugin(workspace, **PATIENT))
    await ask(runner, "Refund it.")
    session = await runner.session_service.get_session(app_name="shop", user_id="ana", session_id="talk")
    await OxgraphMemoryService(workspace).add_session_to_memory(session)
    found = workspace.episodic.messages("talk", user_id="ana")
    assert [one.text for one in found] == ["Refund it.", "Let me look.", "Done."]
    assert session is not None
    assert [one.said_at.timestamp() for one in found] == pytest.approx(
        [one.timestamp for one in session.events if one.content and one.content.parts and one.content.parts[0].text]
    )
