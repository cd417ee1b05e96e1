"""Memory as middleware of LangChain's own agent, with a fake model."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import anyio
import pytest
from langchain.agents import create_agent
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command, interrupt
from pydantic import Field

from oxgraph import AsyncMemory, Memory
from oxgraph.errors import InvalidInput
from oxgraph.graph import Graph
from oxgraph.integrations.langchain import OxgraphMiddleware
from oxgraph.passes import evaluate
from tests.integrations.conftest import PATIENT, RESULT, SECRET, Kept

CONFIG: Any = {"configurable": {"thread_id": "talk"}}


class Script(GenericFakeChatModel):
    """A model that says what it is told to, and remembers what it was given."""

    given: list[list[BaseMessage]] = Field(default_factory=list)

    def _generate(self, messages: list[BaseMessage], *args: Any, **more: Any) -> ChatResult:
        self.given.append(messages)
        return super()._generate(messages, *args, **more)

    def bind_tools(self, tools: Any, **more: Any) -> Any:
        return self


def script(*answers: str | AIMessage) -> Script:
    return Script(messages=iter(answers))


def charging(name: str = "charge") -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": {"card": SECRET}, "id": f"call {name}"}])


@tool
def charge(card: str) -> str:
    """Charges a card."""
    return RESULT


def asked(text: str) -> Any:
    return {"messages": [{"role": "user", "content": text}]}


def said(messages: list[BaseMessage]) -> list[tuple[str, str]]:
    return [(one.type, str(one.text)) for one in messages if one.type in ("human", "ai")]


async def test_each_run_is_a_turn(
    either_memory: Memory | AsyncMemory, workspace: Memory, kept: Kept, private: Callable[[], None]
) -> None:
    workspace.semantic.remember(content="Ana prefers tea to coffee.", type="preference", subject="Ana")
    model = script(charging(), "Tea.", "You are welcome.")
    agent = create_agent(
        model, [charge], system_prompt="Be kind.", middleware=[OxgraphMiddleware(either_memory, **PATIENT)]
    )
    await agent.ainvoke(asked("Does Ana prefer tea?"), CONFIG)
    ended = await agent.ainvoke(asked("Thanks."), CONFIG)
    first = str(model.given[0][0].text)
    assert first.startswith("Be kind.\n\n")
    assert "Ana prefers tea to coffee." in first
    assert model.given[1][0] == model.given[0][0]
    assert said(model.given[2]) == [("human", "Does Ana prefer tea?"), ("ai", "Tea."), ("human", "Thanks.")]
    assert said(ended["messages"]) == [("human", "Thanks."), ("ai", "You are welcome.")]
    assert set(ended) == {"messages"}
    assert kept() == [
        ("user", "Does Ana prefer tea?"),
        ("assistant", "Tea."),
        ("user", "Thanks."),
        ("assistant", "You are welcome."),
    ]
    private()


def test_tools_are_actions(workspace: Memory, kept: Kept, private: Callable[[], None]) -> None:
    @tool
    def crash(card: str) -> str:
        """Crashes."""
        raise OSError("no disk")

    @tool
    def refund(order_id: str, reason: str) -> str:
        """Refunds an order."""
        return RESULT

    named = {"name": "refund", "args": {"order_id": "o-7", "reason": SECRET}, "id": "call refund"}
    model = script(charging(), AIMessage("", tool_calls=[named]), charging("crash"))
    agent = create_agent(
        model, [charge, refund, crash], middleware=[OxgraphMiddleware(workspace, **PATIENT, agent_id="clerk")]
    )
    with pytest.raises(OSError, match="no disk"):
        agent.invoke(asked("Pay."), CONFIG)
    actions = workspace.telemetry.timeline(agent_id="clerk")
    assert sorted((row.action_type, row.outcome, row.error_code) for row in actions) == [
        ("charge", "success", None),
        ("crash", "failure", "OSError"),
        ("refund", "success", None),
    ]
    about = {row.action_type: (row.node_type, row.target_node_ids) for row in actions}
    assert (about["refund"], about["charge"]) == (("order", ("o-7",)), (None, ()))
    private()
    assert kept() == [("user", "Pay.")]


@pytest.mark.parametrize("about", [{}, {"targets": ["o-7"]}])
def test_five_failing_runs_warn_the_sixth(workspace: Memory, graph: Graph, about: dict[str, Any]) -> None:
    @tool
    def collect(order_id: str) -> str:
        """Collects an order."""
        raise OSError("no disk")

    def run(number: int, *answers: str | AIMessage) -> str:
        model = script(*answers)
        memory = OxgraphMiddleware(workspace, **PATIENT, **about)
        agent = create_agent(model, [collect], middleware=[memory])
        with contextlib.suppress(OSError):
            agent.invoke(asked("Collect it."), {"configurable": {"thread_id": f"talk {number}"}})
        return str(model.given[0])

    calling = AIMessage("", tool_calls=[{"name": "collect", "args": {"order_id": "o-7"}, "id": "call 1"}])
    for number in range(5):
        assert "collect:order:OSError" not in run(number, calling)
    evaluate(graph, workspace.workspace_id, now=datetime.now(UTC) + timedelta(hours=1))
    assert "collect:order:OSError" in run(6, "I won't.")
    about["without"] = ["patterns"]
    assert "collect:order:OSError" not in run(7, "I will.")


def test_with_a_checkpointer_its_history_counts(workspace: Memory, kept: Kept) -> None:
    model, saver = script("Hello.", charging(), "Bye."), InMemorySaver()
    agent = create_agent(model, [charge], middleware=[OxgraphMiddleware(workspace, **PATIENT)], checkpointer=saver)
    agent.invoke(asked("Hi."), CONFIG)
    agent.invoke(asked("Pay, and that is all."), CONFIG)
    expected = [("human", "Hi."), ("ai", "Hello."), ("human", "Pay, and that is all.")]
    assert said(model.given[1]) == expected
    assert said(model.given[2]) == [*expected, ("ai", "")]
    assert [text for _, text in kept()] == ["Hi.", "Hello.", "Pay, and that is all.", "Bye."]
    assert [(row.action_type, row.outcome) for row in workspace.telemetry.timeline()] == [("charge", "success")]
    for one in saver.list(CONFIG):
        assert "oxgraph_turn" not in {
            *one.checkpoint["channel_values"],
            *(write[1] for write in one.pending_writes or ()),
        }


def test_what_the_state_has_is_not_recalled_again(workspace: Memory) -> None:
    """Of a state with more messages than a turn's history the older ones were."""
    talk = [f"Note {n}." for n in range(6)]
    model = script("Amber is noted.", *("Noted." for _ in talk), "Amber.")
    middleware = [OxgraphMiddleware(workspace, **PATIENT)]
    agent = create_agent(model, [charge], middleware=middleware, checkpointer=InMemorySaver())
    for text in ("The door code is amber.", *talk, "What is the door code?"):
        agent.invoke(asked(text), CONFIG)
    assert str(model.given[-1]).count("The door code is amber.") == 1


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_run_that_was_interrupted_is_one_turn(workspace: Memory, kept: Kept, elsewhere: bool) -> None:
    @tool
    def approve(card: str) -> str:
        """Asks a person."""
        return str(interrupt("May I?"))

    workspace.semantic.remember(content="Ana pays by card.", type="preference", subject="Ana")
    model, saver = script(charging(), charging("approve"), "Approved."), InMemorySaver()

    def agent() -> Any:
        middleware = [OxgraphMiddleware(workspace, **PATIENT)]
        return create_agent(model, [charge, approve], middleware=middleware, checkpointer=saver)

    first = agent()
    assert "__interrupt__" in first.invoke(asked("Ana pays by card."), CONFIG)
    assert kept() == [("user", "Ana pays by card.")]
    (agent() if elsewhere else first).invoke(Command(resume="yes"), CONFIG)
    assert kept() == [("user", "Ana pays by card."), ("assistant", "Approved.")]
    prompts = [str(given[0].text) for given in model.given]
    assert "- Ana pays by card." in prompts[0]
    assert prompts == 3 * prompts[:1]
    actions = sorted((row.action_type, row.outcome) for row in workspace.telemetry.timeline())
    assert actions == [("approve", "success"), ("charge", "success")]


def test_a_model_that_fails_leaves_the_question(workspace: Memory, kept: Kept) -> None:
    def failing() -> Iterator[str]:
        raise OSError("model down")
        yield ""

    agent = create_agent(Script(messages=failing()), [], middleware=[OxgraphMiddleware(workspace, **PATIENT)])
    with pytest.raises(OSError, match="model down"):
        agent.invoke(asked("Hi."), CONFIG)
    assert kept() == [("user", "Hi.")]


async def test_a_cancelled_run_keeps_the_question_and_the_call(
    either_memory: Memory | AsyncMemory, workspace: Memory, kept: Kept
) -> None:
    begun = asyncio.Event()

    @tool
    async def wait(card: str) -> str:
        """Waits for long."""
        begun.set()
        await asyncio.sleep(600)
        return RESULT

    agent = create_agent(script(charging("wait")), [wait], middleware=[OxgraphMiddleware(either_memory, **PATIENT)])
    run = asyncio.create_task(agent.ainvoke(asked("Pay."), CONFIG))
    await begun.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert kept() == [("user", "Pay.")]
    (row,) = workspace.telemetry.timeline()
    assert (row.action_type, row.outcome, row.error_code) == ("wait", "failure", "Cancelled")


async def test_a_cancelled_model_keeps_the_question(workspace: Memory, kept: Kept) -> None:
    begun = asyncio.Event()

    class Slow(Script):
        async def _agenerate(self, messages: list[BaseMessage], *args: Any, **more: Any) -> ChatResult:
            begun.set()
            await asyncio.sleep(600)
            raise AssertionError

    agent = create_agent(Slow(messages=iter(())), [], middleware=[OxgraphMiddleware(workspace, **PATIENT)])
    run = asyncio.create_task(agent.ainvoke(asked("Hi."), CONFIG))
    await begun.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert kept() == [("user", "Hi.")]


async def test_a_run_that_is_cancelled_while_memory_is_read_keeps_the_question(workspace: Memory, kept: Kept) -> None:
    class Cancelled(OxgraphMiddleware):
        async def abefore_agent(self, state: Any, runtime: Any) -> None:
            with anyio.CancelScope() as scope:
                scope.cancel()
                await super().abefore_agent(state, runtime)
            raise OSError("the reader has left")

    agent = create_agent(script(), [], middleware=[Cancelled(workspace, **PATIENT)])
    with ThreadPoolExecutor(2) as threads:
        asyncio.get_running_loop().set_default_executor(threads)
        with pytest.raises(OSError, match="has left"):
            await agent.ainvoke(asked("Hi."), CONFIG)
    assert kept() == [("user", "Hi.")]


@pytest.mark.parametrize("mode", ["messages", "updates"])
def test_an_abandoned_stream_keeps_the_question(workspace: Memory, kept: Kept, mode: Any) -> None:
    agent = create_agent(script("It is paid."), [], middleware=[OxgraphMiddleware(workspace, **PATIENT)])
    stream = agent.stream(asked("Pay."), CONFIG, stream_mode=mode)
    while "paid" not in str(next(stream)) and mode == "updates":
        pass
    stream.close()  # type: ignore[attr-defined]
    assert kept() == [("user", "Pay.")]


async def test_an_abandoned_asynchronous_stream_keeps_the_question(workspace: Memory, kept: Kept) -> None:
    agent = create_agent(script("It is paid."), [], middleware=[OxgraphMiddleware(workspace, **PATIENT)])
    stream = agent.astream(asked("Pay."), CONFIG, stream_mode="messages")
    await anext(stream)
    await stream.aclose()  # type: ignore[attr-defined]
    assert kept() == [("user", "Pay.")]


def test_the_conversation_may_be_named_at_once(workspace: Memory, kept: Kept) -> None:
    agent = create_agent(
        script("Hello."), [], middleware=[OxgraphMiddleware(workspace, **PATIENT, conversation_id="talk")]
    )
    agent.invoke(asked("Hi."))
    assert len(kept()) == 2
    nameless = create_agent(script("Hello."), [], middleware=[OxgraphMiddleware(workspace, **PATIENT)])
    with pytest.raises(InvalidInput, match="thread_id"):
        nameless.invoke(asked("Hi."))


def test_an_async_memory_is_awaited(awaited: AsyncMemory) -> None:
    agent = create_agent(script("Hello."), [], middleware=[OxgraphMiddleware(awaited, **PATIENT)])
    with pytest.raises(InvalidInput, match="memory"):
        agent.invoke(asked("Hi."), CONFIG)


def test_an_option_that_there_is_not_is_refused(workspace: Memory) -> None:
    with pytest.raises(InvalidInput, match=r"^warnings: is no option"):
        OxgraphMiddleware(workspace, warnings="hold")


def test_halves_of_surrogate_pairs(workspace: Memory, kept: Kept) -> None:
    call = AIMessage("", tool_calls=[{"name": "charge", "args": {"card": "\ud83d", "order_id": "\ud83d"}, "id": "1"}])
    agent = create_agent(script(call, "x \ud83d"), [charge], middleware=[OxgraphMiddleware(workspace, **PATIENT)])
    agent.invoke(asked("Pay \ud83d"), CONFIG)
    assert kept() == [("user", "Pay \ufffd"), ("assistant", "x \ufffd")]


@pytest.mark.parametrize("is_async", [True, False])
async def test_an_agent_that_a_tool_runs_belongs_to_the_turn(workspace: Memory, is_async: bool) -> None:
    workspace.user("ana").upsert_fact("The door code is amber")
    model = script(charging(), "It is amber.")
    memory = OxgraphMiddleware(workspace, **PATIENT)
    expert = create_agent(model, [charge], middleware=[OxgraphMiddleware(workspace, **PATIENT)])

    async def ask(task: str) -> str:
        """Asks the expert."""
        return str((await expert.ainvoke(asked(task)))["messages"][-1].text)

    def ask_at_once(task: str) -> str:
        return str(expert.invoke(asked(task))["messages"][-1].text)

    call = AIMessage(
        "", tool_calls=[{"name": "ask", "args": {"task": "Ana lives in Paris. What is the door code?"}, "id": "1"}]
    )
    own = tool("ask")(ask) if is_async else tool("ask", description="Asks the expert.")(ask_at_once)
    agent = create_agent(script(call, "Amber!"), [own], middleware=[memory])
    config: Any = {"configurable": {"thread_id": "talk", "user_id": "ana"}}
    if is_async:
        await agent.ainvoke(asked("Which one?"), config)
    else:
        await asyncio.to_thread(agent.invoke, asked("Which one?"), config)
    assert "The door code is amber" in str(model.given[0][0].text)
    found = workspace.episodic.messages("talk", user_id="ana")
    assert [(one.role, one.text) for one in found] == [("user", "Which one?"), ("assistant", "Amber!")]
    rows = workspace.telemetry.timeline()
    assert {(row.action_type, row.session_id) for row in rows} == {("charge", "talk"), ("ask", "talk")}
