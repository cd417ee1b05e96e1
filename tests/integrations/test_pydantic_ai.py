"""Conversations and runs with Pydantic AI's own agent and function model."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
from pydantic import BaseModel
from pydantic_ai import Agent, ModelRetry
from pydantic_ai import messages as ai
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel
from pydantic_ai.models.test import TestModel
from pydantic_ai.tools import DeferredToolRequests

from oxgraph import AsyncMemory, Memory
from oxgraph.errors import ConnectionFailed
from oxgraph.integrations.pydantic_ai import OxgraphConversation, OxgraphMemory
from oxgraph.integrations.unanswered import NO_HISTORY, NOT_STORED
from tests.integrations.conftest import PATIENT, RESULT, SECRET, Away, Kept


class Bill(BaseModel):
    """A structured answer."""

    card: str


class Script:
    """A model that says what it is told to, and remembers what it was given."""

    def __init__(self, *answers: str | tuple[str, dict[str, Any]]) -> None:
        self.answers = list(answers)
        self.given: list[list[tuple[str, str]]] = []
        self.instructions: list[str | None] = []

    def model(self) -> FunctionModel:
        return FunctionModel(self._answer, stream_function=self._stream)

    def _next(self, messages: list[ai.ModelMessage], info: AgentInfo) -> str | tuple[str, dict[str, Any]]:
        self.given.append(texts(messages))
        self.instructions.append(info.instructions)
        return self.answers.pop(0)

    def _answer(self, messages: list[ai.ModelMessage], info: AgentInfo) -> ai.ModelResponse:
        answer = self._next(messages, info)
        return ai.ModelResponse(parts=[ai.TextPart(answer) if isinstance(answer, str) else ai.ToolCallPart(*answer)])

    async def _stream(
        self, messages: list[ai.ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        answer = self._next(messages, info)
        assert isinstance(answer, str)
        for letter in answer:
            yield letter


def texts(messages: list[ai.ModelMessage]) -> list[tuple[str, str]]:
    found = []
    for message in messages:
        for part in message.parts:
            if isinstance(part, ai.UserPromptPart | ai.TextPart):
                found.append(("user" if isinstance(part, ai.UserPromptPart) else "assistant", str(part.content)))
    return found


def clerk(script: Script, **more: Any) -> Agent[None, str]:
    agent = Agent(script.model(), **more)

    @agent.tool_plain
    def charge(card: str) -> str:
        return RESULT

    return agent


async def test_messages_in_and_out(either_memory: Memory | AsyncMemory, kept: Kept) -> None:
    conversation = OxgraphConversation(either_memory, "talk")
    script = Script("Hello Ana.", "You are Ana.")
    agent = clerk(script)
    for asked in ("I am Ana.", "Who am I?"):
        result = await agent.run(asked, message_history=await conversation.messages())
        await conversation.add(result.new_messages())
    assert script.given[1] == [("user", "I am Ana."), ("assistant", "Hello Ana."), ("user", "Who am I?")]
    assert kept() == [*script.given[1], ("assistant", "You are Ana.")]
    assert texts(await conversation.messages(2)) == kept()[-2:]
    await conversation.clear()
    assert await conversation.messages() == []


async def test_a_cancelled_run_keeps_the_prompt_and_the_call(
    either_memory: Memory | AsyncMemory, workspace: Memory, kept: Kept
) -> None:
    begun = asyncio.Event()
    agent = clerk(Script(("wait", {})), capabilities=[OxgraphMemory(either_memory, **PATIENT)])

    @agent.tool_plain
    async def wait() -> str:
        begun.set()
        await asyncio.sleep(600)
        return RESULT

    run = asyncio.create_task(agent.run("Pay.", conversation_id="talk"))
    await begun.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert kept() == [("user", "Pay.")]
    (row,) = workspace.telemetry.timeline()
    assert (row.action_type, row.outcome, row.error_code) == ("wait", "failure", "Cancelled")


async def test_it_goes_on_without_its_server(
    either_memory: Memory | AsyncMemory, kept: Kept, away: Away, caplog: pytest.LogCaptureFixture
) -> None:
    conversation, script = OxgraphConversation(either_memory, "talk"), Script("Hello.")
    with away(), caplog.at_level(logging.WARNING, logger="oxgraph"):
        result = await Agent(script.model()).run("Hello?", message_history=await conversation.messages())
        await conversation.add(result.new_messages())
        with pytest.raises(ConnectionFailed):
            await conversation.clear()
    assert (result.output, kept()) == ("Hello.", [])
    assert NO_HISTORY in caplog.text
    assert NOT_STORED in caplog.text


async def test_a_run_is_kept_once(workspace: Memory, kept: Kept) -> None:
    conversation = OxgraphConversation(workspace, "talk")
    agent = Agent(TestModel(custom_output_text="ok"))
    first = await agent.run("ok")
    for _ in range(2):
        await conversation.add(first.new_messages())
    second = await agent.run("ok", message_history=await conversation.messages())
    await conversation.add(second.new_messages())
    await conversation.add(second.all_messages())
    assert kept() == 2 * [("user", "ok"), ("assistant", "ok")]


async def test_only_texts_and_names_of_tools_stay(
    workspace: Memory, steps: Callable[[], list[Any]], private: Callable[[], None]
) -> None:
    conversation = OxgraphConversation(workspace, "talk")
    call = ("charge", {"card": SECRET})
    script = Script(call, "Done.", "You are welcome.")
    agent = clerk(script, instructions="Be kind.")

    result = await agent.run(["Pay.", ai.ImageUrl("https://pictures/1")])
    await conversation.add(result.new_messages())
    assert steps() == [None, [{"action_type": "charge", "outcome": "success"}]]
    private()
    await agent.run("Thanks.", message_history=await conversation.messages())
    assert script.given[-1] == [("user", "Pay."), ("assistant", "Done."), ("user", "Thanks.")]


async def test_each_run_is_a_turn(
    either_memory: Memory | AsyncMemory, workspace: Memory, kept: Kept, private: Callable[[], None]
) -> None:
    workspace.semantic.remember(content="Ana prefers tea to coffee.", type="preference", subject="Ana")
    script = Script(("charge", {"card": SECRET}), "Tea.", "You are welcome.")
    agent = clerk(script, instructions="You are a clerk.", capabilities=[OxgraphMemory(either_memory, **PATIENT)])
    assert (await agent.run("Does Ana prefer tea?", conversation_id="talk")).output == "Tea."
    assert (await agent.run("Thanks.", conversation_id="talk")).output == "You are welcome."
    first, second, _ = script.instructions
    assert first is not None and first == second
    assert first.startswith("You are a clerk.")
    assert "Ana prefers tea to coffee." in first
    assert script.given[2] == [("user", "Does Ana prefer tea?"), ("assistant", "Tea."), ("user", "Thanks.")]
    assert kept() == [*script.given[2], ("assistant", "You are welcome.")]
    private()


async def test_tools_are_actions(
    workspace: Memory, steps: Callable[[], list[Any]], private: Callable[[], None]
) -> None:
    refund_of = ("refund", {"order_id": "o-7", "reason": SECRET})
    script = Script(("charge", {"card": SECRET}), refund_of, ("refuse", {}), ("crash", {}))
    agent = clerk(script, capabilities=[OxgraphMemory(workspace, **PATIENT)])

    @agent.tool_plain
    def refund(order_id: str, reason: str) -> str:
        return RESULT

    @agent.tool_plain
    def refuse() -> str:
        raise ModelRetry("not like that")

    @agent.tool_plain
    def crash() -> str:
        raise OSError("no disk")

    with pytest.raises(OSError, match="no disk"):
        await agent.run("Pay.", conversation_id="talk")
    actions = workspace.telemetry.timeline()
    assert sorted((row.action_type, row.outcome, row.error_code) for row in actions) == [
        ("charge", "success", None),
        ("crash", "failure", "OSError"),
        ("refund", "success", None),
        ("refuse", "failure", "ModelRetry"),
    ]
    about = {row.action_type: (row.node_type, row.target_node_ids) for row in actions}
    assert (about["refund"], about["charge"]) == (("order", ("o-7",)), (None, ()))
    private()
    assert steps() == [None]


async def test_streamed(workspace: Memory, kept: Kept) -> None:
    agent = clerk(Script("Hello."), capabilities=[OxgraphMemory(workspace, **PATIENT)])
    async with agent.run_stream("Hi.", conversation_id="talk") as streamed:
        assert await streamed.get_output() == "Hello."
    assert kept() == [("user", "Hi."), ("assistant", "Hello.")]


def test_a_plain_run(workspace: Memory, kept: Kept) -> None:
    agent = clerk(Script("Hello."), capabilities=[OxgraphMemory(workspace, **PATIENT, conversation_id="talk")])
    assert agent.run_sync("Hi.").output == "Hello."
    assert kept() == [("user", "Hi."), ("assistant", "Hello.")]


async def test_a_history_of_ones_own_stays(workspace: Memory, kept: Kept) -> None:
    script = Script("Hello.", "Bye.")
    agent = clerk(script, capabilities=[OxgraphMemory(workspace, **PATIENT)])
    result = await agent.run("Hi.", conversation_id="talk")
    await agent.run("That is all.", message_history=result.all_messages())
    assert script.given[1] == [("user", "Hi."), ("assistant", "Hello."), ("user", "That is all.")]
    assert kept() == [*script.given[1], ("assistant", "Bye.")]


async def test_what_a_runs_own_history_has_is_not_recalled_again(workspace: Memory) -> None:
    talk = [f"Note {n}." for n in range(6)]
    script = Script("Amber is noted.", *("Noted." for _ in talk), "Amber.", "Amber.")
    agent = clerk(script, capabilities=[OxgraphMemory(workspace, conversation_id="talk", **PATIENT)])
    history: list[ai.ModelMessage] = []
    for text in ("The door code is amber.", *talk, "What is the door code?"):
        history = (await agent.run(text, message_history=history)).all_messages()
    assert ("user", "The door code is amber.") in script.given[-1]
    assert "The door code is amber." not in str(script.instructions[-1])
    await agent.run("What is the door code?", message_history=history[-2:])
    assert "The door code is amber." in str(script.instructions[-1]), "that history is short"


async def test_a_run_that_pauses_is_one_turn(workspace: Memory, kept: Kept) -> None:
    script = Script(("look", {}), ("approve", {}), "Approved.")
    agent: Agent[None, Any] = Agent(
        script.model(), output_type=[str, DeferredToolRequests], capabilities=[OxgraphMemory(workspace, **PATIENT)]
    )

    @agent.tool_plain
    def look() -> str:
        return "yes"

    @agent.tool_plain(requires_approval=True)
    def approve() -> str:
        return "yes"

    paused = await agent.run("May I?", conversation_id="talk")
    assert isinstance(paused.output, DeferredToolRequests)
    results = paused.output.build_results(approve_all=True)
    ended = await agent.run(message_history=paused.all_messages(), deferred_tool_results=results)
    assert ended.output == "Approved."
    assert kept() == [("user", "May I?"), ("assistant", "Approved.")]
    assert sorted(str(row.action_type) for row in workspace.telemetry.timeline()) == ["approve", "look"]


async def test_memory_that_is_off_leaves_the_agent_at_work(workspace: Memory, kept: Kept) -> None:
    workspace.disable()
    agent = clerk(Script("Hello."), capabilities=[OxgraphMemory(workspace, **PATIENT)])
    assert (await agent.run("Hi.", conversation_id="talk")).output == "Hello."
    assert kept() == []


async def test_runs_side_by_side_are_apart(workspace: Memory) -> None:
    agent = Agent(TestModel(custom_output_text="ok"), capabilities=[OxgraphMemory(workspace, **PATIENT)])
    names = [f"talk {number}" for number in range(4)]
    await asyncio.gather(*(agent.run(f"This is {name}.", conversation_id=name) for name in names))
    for name in names:
        assert [one.text for one in workspace.episodic.messages(name)] == [f"This is {name}.", "ok"]


async def test_a_structured_answer_is_not_kept(workspace: Memory, kept: Kept, private: Callable[[], None]) -> None:
    agent: Agent[None, Any] = Agent(
        TestModel(custom_output_args={"card": SECRET}),
        output_type=Bill,
        capabilities=[OxgraphMemory(workspace, **PATIENT)],
    )
    assert (await agent.run("Pay.", conversation_id="talk")).output == Bill(card=SECRET)
    assert kept() == [("user", "Pay.")]
    private()


async def test_an_agent_that_a_tool_runs_belongs_to_the_turn(workspace: Memory) -> None:
    workspace.user("ana").upsert_fact("The door code is amber")
    asked = Script(("charge", {"card": SECRET}), "It is amber.")
    expert = Agent(asked.model(), capabilities=[OxgraphMemory(workspace, **PATIENT)])
    script = Script(("ask", {"task": "What is the door code?"}), "Amber!")
    clerk = Agent(script.model(), capabilities=[OxgraphMemory(workspace, user_id="ana", **PATIENT)])

    @expert.tool_plain
    def charge(card: str) -> str:
        return RESULT

    @clerk.tool_plain
    async def ask(task: str) -> str:
        return (await expert.run(task)).output

    await clerk.run("Which one?", conversation_id="talk")
    assert "The door code is amber" in str(asked.instructions[0])
    found = workspace.episodic.messages("talk", user_id="ana")
    assert [(one.role, one.text) for one in found] == [("user", "Which one?"), ("assistant", "Amber!")]
    assert [one.conversation_id for one in workspace.episodic.conversations()] == ["talk"]
    rows = workspace.telemetry.timeline()
    assert {(row.action_type, row.session_id) for row in rows} == {("charge", "talk"), ("ask", "talk")}
