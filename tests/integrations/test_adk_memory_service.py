"""Google ADK's memory service: its own tools `load_memory` and `preload_memory` in a Runner ask oxgraph."""

from typing import Any

import pytest

from oxgraph import AsyncMemory, Memory
from tests.integrations.conftest import Kept
from tests.integrations.frameworks import Call, Step

pytest.importorskip("google.adk", reason="needs the extra [adk]")

from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.events.event import Event
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import load_memory, preload_memory
from google.genai import types

from oxgraph.integrations.adk import OxgraphMemoryService, OxgraphPlugin
from tests.integrations.drivers.adk import scripted


def content(role: str, text: str) -> types.Content:
    return types.Content(role=role, parts=[types.Part(text=text)])


async def run(service: OxgraphMemoryService, user_id: str, session_id: str, question: str, *script: Step) -> Any:
    """A run in a new session of a new runner: the session, and what the model was given."""
    given: list[str] = []
    agent = LlmAgent(name="clerk", model=scripted(given, *script), tools=[load_memory, preload_memory])
    sessions = InMemorySessionService()
    runner = Runner(app_name="shop", agent=agent, session_service=sessions, memory_service=service)
    await sessions.create_session(app_name="shop", user_id=user_id, session_id=session_id)
    asked = content("user", question)
    async for _ in runner.run_async(user_id=user_id, session_id=session_id, new_message=asked):
        pass
    return await sessions.get_session(app_name="shop", user_id=user_id, session_id=session_id), given


async def test_a_session_is_kept_once_and_found_by_its_user(either_memory: Memory | AsyncMemory, kept: Kept) -> None:
    service = OxgraphMemoryService(either_memory)
    session, _ = await run(service, "ana", "talk", "My parcel number is PX-77.", "Noted.")
    for _ in range(2):
        await service.add_session_to_memory(session)
    found = await service.search_memory(app_name="shop", user_id="ana", query="Which parcel number is it?")
    assert "PX-77" in str(found.memories[0].content.parts[0].text)
    others = await service.search_memory(app_name="shop", user_id="ben", query="Which parcel number is it?")
    assert others.memories == []
    assert kept() == [], "the conversation is Ana's, not shared"


async def test_a_long_reply_is_found_as_an_excerpt(workspace: Memory) -> None:
    rain = "It rained on that day, and nothing else happened. " * 400
    text = f"{rain} The cello lies in locker 7. {rain}"
    workspace.as_user("ana").episodic.add_messages([{"text": text, "role": "assistant"}], conversation_id="long")
    service = OxgraphMemoryService(workspace)
    found = await service.search_memory(app_name="shop", user_id="ana", query="In which locker is the cello?")
    shown = str(found.memories[0].content.parts[0].text)
    assert "The cello lies in locker 7." in shown
    assert len(shown) <= 1_000


async def test_adks_tools_ask_it(workspace: Memory) -> None:
    workspace.user("ana").upsert_fact("Ana's door code is amber")
    service = OxgraphMemoryService(workspace)
    asking = Call("load_memory", {"query": "What is the door code?"})
    _, given = await run(service, "ana", "s1", "Please look it up.", asking, "It is amber.")
    assert "amber" not in given[0], "nothing in the message calls for it"
    assert "amber" in given[1]
    _, given = await run(service, "ana", "s2", "What is the door code?", "It is amber.")
    assert "amber" in given[0], "preload_memory has asked before the model"
    _, given = await run(service, "ben", "s3", "What is the door code?", asking, "I do not know.")
    assert "amber" not in given[0] + given[1]


async def test_events_are_added_by_themselves(workspace: Memory) -> None:
    service = OxgraphMemoryService(workspace, shared=True)
    said = Event(author="user", content=content("user", "The gate opens at nine."))
    answered = Event(author="clerk", content=content("model", "Thank you."))
    for _ in range(2):
        await service.add_events_to_memory(app_name="shop", user_id="ana", events=[said, answered], session_id="gate")
    texts = [(one.role, one.text) for one in workspace.episodic.messages("gate")]
    assert texts == [("user", "The gate opens at nine."), ("assistant", "Thank you.")]
    found = await service.search_memory(app_name="shop", user_id="ben", query="When does the gate open?")
    assert "nine" in str(found.memories[0].content.parts[0].text)
    await service.add_events_to_memory(app_name="shop", user_id="ana", events=[said])
    assert [one.text for one in workspace.episodic.messages("shop")] == ["The gate opens at nine."]


async def test_beside_the_plugin_each_event_is_kept_once(
    either_memory: Memory | AsyncMemory, workspace: Memory
) -> None:
    given: list[str] = []
    agent = LlmAgent(name="clerk", model=scripted(given, "Noted.", "Yes."))
    sessions, service = InMemorySessionService(), OxgraphMemoryService(either_memory)
    app = App(name="shop", root_agent=agent, plugins=[OxgraphPlugin(either_memory)])
    runner = Runner(app=app, session_service=sessions, memory_service=service)
    await sessions.create_session(app_name="shop", user_id="ana", session_id="talk")
    said = ["My parcel number is PX-77.", "Did you note it?"]
    for text in said:
        asked = content("user", text)
        async for _ in runner.run_async(user_id="ana", session_id="talk", new_message=asked):
            pass
        session = await sessions.get_session(app_name="shop", user_id="ana", session_id="talk")
        await service.add_session_to_memory(session)
    found = workspace.as_user("ana").episodic.messages("talk")
    assert [(one.role, one.text) for one in found] == [
        ("user", said[0]),
        ("assistant", "Noted."),
        ("user", said[1]),
        ("assistant", "Yes."),
    ]
