"""Microsoft Agent Framework: who keeps the history of a session."""

from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.errors import InvalidInput

pytest.importorskip("agent_framework", reason="needs the extra [agent-framework]")

from agent_framework import Agent, ChatResponse

from oxgraph.integrations.agent_framework import OxgraphMemory
from tests.integrations.drivers.agent_framework import Script, scripted


class Keeping(Script):
    """A model whose service keeps the session, and names it in each answer."""

    STORES_BY_DEFAULT = True

    def _inner_get_response(self, **given: Any) -> Any:
        answer = super()._inner_get_response(**given)

        async def named() -> ChatResponse:
            found: ChatResponse = await answer
            found.conversation_id = "kept by the service"
            return found

        return named()


async def test_a_session_that_the_service_keeps_gets_no_history(workspace: Memory) -> None:
    given: list[str] = []
    model = Keeping(given, ("Tea.", "You asked what Ana drinks."))
    agent = Agent(client=model, context_providers=[OxgraphMemory(workspace, without=["episodes"])])
    session = agent.create_session(session_id="talk")
    await agent.run("What does Ana drink?", session=session)
    await agent.run("What did I ask?", session=session)
    assert "What does Ana drink?" in given[0]
    assert "What does Ana drink?" not in given[1]
    said = [one.text for one in workspace.episodic.messages("talk")]
    assert said == ["What does Ana drink?", "Tea.", "What did I ask?", "You asked what Ana drinks."]


async def test_a_history_for_each_call_of_the_model_is_refused(workspace: Memory) -> None:
    given: list[str] = []
    agent = Agent(
        client=scripted(given, "Tea."),
        context_providers=[OxgraphMemory(workspace)],
        require_per_service_call_history_persistence=True,
    )
    with pytest.raises(InvalidInput, match="require_per_service_call_history_persistence: must be False"):
        await agent.run("What does Ana drink?", session=agent.create_session(session_id="talk"))
    assert given == []
