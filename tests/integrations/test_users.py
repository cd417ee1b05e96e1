"""Each adapter passes on the user that its framework names, so that two users of one thread never meet."""

from dataclasses import dataclass
from typing import Any

import pytest
from agents import Runner
from agents.testing import assistant_message
from langchain.agents import create_agent

from oxgraph import Memory
from oxgraph.errors import InvalidInput
from oxgraph.integrations.langchain import OxgraphChatMessageHistory, OxgraphMiddleware
from oxgraph.integrations.openai_agents import OxgraphSession
from oxgraph.integrations.pydantic_ai import OxgraphConversation, OxgraphMemory
from tests.integrations import test_langchain_agent as langchain
from tests.integrations import test_openai_agents as openai
from tests.integrations import test_pydantic_ai as pydantic
from tests.integrations.conftest import PATIENT

QUESTION = "What is the door code?"


NO_USERS: tuple[Any, ...] = (42, "", " ")


@dataclass
class Person:
    """A run's context or deps, as a program has it."""

    user_id: Any


@pytest.fixture
def codes(workspace: Memory) -> Memory:
    """A workspace in which each user has a door code."""
    for user, code in (("ada", "amber"), ("bob", "birch")):
        workspace.user(user).upsert_fact(f"The door code is {code}")
    return workspace


def of_users(workspace: Memory) -> dict[str | None, list[str]]:
    """What was said in the conversation `talk` of each user, and in the shared one."""
    return {user: [one.text for one in workspace.episodic.history("talk", user_id=user)] for user in ("ada", "bob")}


@pytest.mark.parametrize("way", ["config", "context", "option"])
async def test_langchain(codes: Memory, way: str) -> None:
    for user in ("ada", "bob"):
        model = langchain.script(f"For {user}.")
        options: dict[str, Any] = PATIENT | ({"user_id": user} if way == "option" else {})
        agent = create_agent(model, [], middleware=[OxgraphMiddleware(codes, **options)], context_schema=Person)
        config: Any = {"configurable": {"thread_id": "talk"} | ({"user_id": user} if way == "config" else {})}
        context = Person(user) if way == "context" else None
        await agent.ainvoke(langchain.asked(QUESTION), config, context=context)
        shown = str(model.given[0])
        assert ("amber" in shown, "birch" in shown) == (user == "ada", user == "bob")
    assert of_users(codes) == {user: [QUESTION, f"For {user}."] for user in ("ada", "bob")}
    assert codes.episodic.history("talk") == ()
    assert len(OxgraphChatMessageHistory(codes, "talk", user_id="ada").messages) == 2


async def test_openai_agents(codes: Memory) -> None:
    for user in ("ada", "bob"):
        session = OxgraphSession(codes, "talk", user_id=user)
        agent, model = openai.clerk(
            [assistant_message(f"For {user}.", item_id=f"msg_{user}")], instructions=session.instructions(**PATIENT)
        )
        await Runner.run(agent, QUESTION, session=session)
        shown = str(model.calls[0].system_instructions)
        assert ("amber" in shown, "birch" in shown) == (user == "ada", user == "bob")
    assert of_users(codes) == {user: [QUESTION, f"For {user}."] for user in ("ada", "bob")}
    session = OxgraphSession(codes, "other")
    agent, model = openai.clerk([assistant_message("Yes.")], instructions=session.instructions(**PATIENT))
    await Runner.run(agent, QUESTION, context=Person("ada"))
    assert "amber" in str(model.calls[0].system_instructions)


@pytest.mark.parametrize("context", [Person, lambda user: {"user_id": user}])
async def test_a_session_of_openai_agents_is_of_the_user_of_its_run(codes: Memory, context: Any) -> None:
    session = OxgraphSession(codes, "talk")
    for user in ("ada", "bob"):
        steps = [[assistant_message(f"For {user}.", item_id=f"msg_{user}")], [assistant_message("Bye.")]]
        agent, model = openai.clerk(*steps, instructions=session.instructions(**PATIENT))
        await Runner.run(agent, QUESTION, session=session, context=context(user))
        await Runner.run(agent, "Bye.", session=session, context=context(user))
        assert [one["content"] for one in model.calls[1].input] == [QUESTION, f"For {user}.", "Bye."]
        shown = str(model.calls[0].system_instructions)
        assert ("amber" in shown, "birch" in shown) == (user == "ada", user == "bob")
    assert of_users(codes) == {user: [QUESTION, f"For {user}.", "Bye.", "Bye."] for user in ("ada", "bob")}
    assert codes.episodic.history("talk") == ()


@pytest.mark.parametrize("way", ["deps", "option"])
async def test_pydantic_ai(codes: Memory, way: str) -> None:
    for user in ("ada", "bob"):
        script = pydantic.Script(f"For {user}.")
        options: dict[str, Any] = PATIENT | ({"user_id": user} if way == "option" else {})
        agent = pydantic.clerk(script, capabilities=[OxgraphMemory(codes, **options)])
        deps: Any = Person(user) if way == "deps" else None
        await agent.run(QUESTION, conversation_id="talk", deps=deps)
        shown = str(script.instructions[0])
        assert ("amber" in shown, "birch" in shown) == (user == "ada", user == "bob")
    assert of_users(codes) == {user: [QUESTION, f"For {user}."] for user in ("ada", "bob")}
    assert len(await OxgraphConversation(codes, "talk", user_id="bob").messages()) == 2


@pytest.mark.parametrize("user_id", NO_USERS)
async def test_a_user_that_is_no_text_is_refused(workspace: Memory, user_id: Any) -> None:
    """Taken for no user, it would make a conversation that everybody reads."""
    lang = create_agent(langchain.script("No."), [], middleware=[OxgraphMiddleware(workspace)], context_schema=Person)
    config: Any = {"configurable": {"thread_id": "talk"}}
    named: Any = {"configurable": {"thread_id": "talk", "user_id": user_id}}
    with pytest.raises(InvalidInput, match=r"^user_id: must "):
        await lang.ainvoke(langchain.asked(QUESTION), named)
    with pytest.raises(InvalidInput, match=r"^user_id: must "):
        await lang.ainvoke(langchain.asked(QUESTION), config, context=Person(user_id))
    session = OxgraphSession(workspace, "talk")
    agent, _ = openai.clerk([assistant_message("No.")], instructions=session.instructions())
    with pytest.raises(InvalidInput, match=r"^user_id: must "):
        await Runner.run(agent, QUESTION, context=Person(user_id))
    with pytest.raises(InvalidInput, match=r"^user_id: must "):
        OxgraphSession(workspace, "talk", user_id=user_id)
    ai = pydantic.clerk(pydantic.Script("No."), capabilities=[OxgraphMemory(workspace)])
    deps: Any = Person(user_id)
    with pytest.raises(InvalidInput, match=r"^user_id: must "):
        await ai.run(QUESTION, conversation_id="talk", deps=deps)
    assert workspace.episodic.history("talk") == ()


async def test_no_user_named_here_is_the_one_of_the_run(codes: Memory) -> None:
    script = pydantic.Script("Yes.")
    agent = pydantic.clerk(script, capabilities=[OxgraphMemory(codes, user_id=None, **PATIENT)])
    deps: Any = Person("ada")
    await agent.run(QUESTION, conversation_id="talk", deps=deps)
    assert "amber" in str(script.instructions[0])
    assert of_users(codes)["ada"] == [QUESTION, "Yes."]
