"""Microsoft Agent Framework: who keeps the history of a session."""

from typing import Any

import pytest

from oxgraph import Memory
from oxgraph.errors import InvalidInput

pytest.importorskip("agent_framework", reason="needs the extra [agent-framework]")

from agent_framework import Agent, ChatResponse, Content, Message, tool

from oxgraph.integrations.agent_framework import OxgraphMemory
from tests.integrations.conftest import PATIENT
from tests.integrations.drivers.agent_framework import Script, scripted
from tests.integrations.frameworks import Call, Step


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


class Noting(Script):
    """A model that notes the kinds of contents that it is given."""

    def __init__(self, *steps: Step) -> None:
        super().__init__([], steps)
        self.kinds: list[list[tuple[str, str]]] = []

    def _inner_get_response(self, *, messages: Any, **given: Any) -> Any:
        self.kinds.append([(one.role, content.type) for one in messages for content in one.contents])
        return super()._inner_get_response(messages=messages, **given)


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


@pytest.mark.parametrize("is_allowed", [True, False])
@pytest.mark.parametrize("is_with_request", [True, False])
async def test_the_model_gets_a_call_that_a_person_was_asked_about(
    workspace: Memory, is_allowed: bool, is_with_request: bool
) -> None:
    wiped: list[str] = []

    @tool(approval_mode="always_require")  # type: ignore[untyped-decorator]
    def wipe(order_id: str) -> str:
        """Wipes an order."""
        wiped.append(order_id)
        return "wiped"

    model = Noting(Call("wipe", {"order_id": "o-9"}), "Done.", "You are welcome.")
    agent = Agent(client=model, tools=[wipe], context_providers=[OxgraphMemory(workspace)])
    session = agent.create_session(session_id="talk")
    (request,) = (await agent.run("Wipe it.", session=session)).user_input_requests
    said: list[Content] = [request] if is_with_request else []
    messages = [Message(role="assistant", contents=said)] if said else []
    answer = Message(role="user", contents=[request.to_function_approval_response(is_allowed)])
    assert (await agent.run([*messages, answer], session=session)).text == "Done."
    await agent.run("Thanks.", session=session)
    assert model.kinds[1:] == [
        [("user", "text"), ("assistant", "function_call"), ("tool", "function_result")],
        [("user", "text"), ("assistant", "text"), ("user", "text")],
    ]
    assert wiped == (["o-9"] if is_allowed else [])


@pytest.mark.parametrize("propagate_session", [True, False])
async def test_an_agent_that_is_a_tool_belongs_to_the_session(workspace: Memory, propagate_session: bool) -> None:
    def refund(order_id: str) -> str:
        """Refund an order."""
        return "done"

    workspace.user("ana").upsert_fact("The door code is amber")
    given: list[str] = []
    script = (Call("refund", {"order_id": "o-7"}), "It is amber.")
    expert = Agent(
        client=scripted(given, *script),
        name="expert",
        tools=[tool(refund, approval_mode="never_require")],
        context_providers=[OxgraphMemory(workspace, **PATIENT)],
    )
    asking = Call("expert", {"task": "Ana lives in Paris. What is the door code?"})
    own = expert.as_tool(propagate_session=propagate_session)
    memory = OxgraphMemory(workspace, **PATIENT)
    clerk = Agent(client=scripted([], asking, "Amber!"), name="clerk", tools=[own], context_providers=[memory])
    session = clerk.create_session(session_id="talk")
    session.state["user_id"] = "ana"
    assert (await clerk.run("Which one?", session=session)).text == "Amber!"
    assert "The door code is amber" in given[0]
    said = [(one.role, one.text) for one in workspace.episodic.messages("talk", user_id="ana")]
    assert said == [("user", "Which one?"), ("assistant", "Amber!")]
    assert [one.conversation_id for one in workspace.episodic.conversations()] == ["talk"]
    rows = workspace.telemetry.timeline()
    assert {(row.action_type, row.session_id) for row in rows} == {("refund", "talk"), ("expert", "talk")}
