"""A session with the Agents SDK's own runner and scripted model."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from agents import Agent, Runner, SessionSettings, TResponseInputItem, function_tool, set_tracing_disabled
from agents.memory import Session
from agents.models.chatcmpl_converter import Converter
from agents.models.fake_id import FAKE_RESPONSES_ID
from agents.run_internal.session_persistence import rewind_session_items
from agents.testing import ScriptedModel, assistant_message, function_call

from oxgraph import AsyncMemory, Memory
from oxgraph.errors import ConnectionFailed, InvalidInput
from oxgraph.graph import Graph
from oxgraph.integrations.openai_agents import OxgraphSession, OxgraphToolHooks
from oxgraph.integrations.unanswered import NO_HISTORY, NOT_STORED
from oxgraph.passes import evaluate
from tests.integrations.conftest import PATIENT, RESULT, SECRET, Away, Kept


@pytest.fixture(autouse=True)
def untraced() -> Iterator[None]:
    """Traces would be sent away."""
    set_tracing_disabled(True)
    yield
    set_tracing_disabled(False)


@function_tool
def charge(card: str) -> str:
    """Charges a card."""
    return RESULT


def said(items: Any) -> list[tuple[str, str]]:
    return [(item["role"], item["content"]) for item in items]


def clerk(*steps: Any, **more: Any) -> tuple[Agent[Any], ScriptedModel]:
    model = ScriptedModel(list(steps))
    return Agent("Clerk", model=model, tools=[charge], **more), model


async def test_an_agent_goes_on_where_it_was(either_memory: Memory | AsyncMemory, kept: Kept) -> None:
    for number in ("one", "two"):
        agent, model = clerk([assistant_message(f"Answer {number}.", item_id=f"msg_{number}")])
        session = OxgraphSession(either_memory, "talk")
        assert isinstance(session, Session)
        result = await Runner.run(agent, f"Question {number}?", session=session)
        assert result.final_output == f"Answer {number}."
    assert said(model.calls[0].input) == [
        ("user", "Question one?"),
        ("assistant", "Answer one."),
        ("user", "Question two?"),
    ]
    assert kept() == [*said(model.calls[0].input), ("assistant", "Answer two.")]


async def test_only_texts_and_names_of_tools_stay(
    workspace: Memory, steps: Callable[[], list[Any]], private: Callable[[], None]
) -> None:
    session = OxgraphSession(workspace, "talk")
    call = function_call("charge", {"card": SECRET}, call_id="call 1")
    agent, model = clerk([call], [assistant_message("Done.", item_id="msg_1")])
    await Runner.run(agent, "Pay.", session=session)
    assert any(RESULT in str(item) for item in model.calls[1].input)
    assert steps() == [None, [{"action_type": "charge"}]]
    private()
    agent, model = clerk([assistant_message("You are welcome.", item_id="msg_2")])
    await Runner.run(agent, "Thanks.", session=session)
    assert said(model.calls[0].input) == [("user", "Pay."), ("assistant", "Done."), ("user", "Thanks.")]


async def test_streamed(workspace: Memory, kept: Kept) -> None:
    agent, _ = clerk([assistant_message("Hello.", item_id=FAKE_RESPONSES_ID)])
    result = Runner.run_streamed(agent, "Hi.", session=OxgraphSession(workspace, "talk"))
    async for _ in result.stream_events():
        pass
    assert kept() == [("user", "Hi."), ("assistant", "Hello.")]


ANSWER: Any = {
    "type": "message",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "ok", "annotations": []}],
}


async def test_the_same_item_twice(workspace: Memory) -> None:
    session = OxgraphSession(workspace, "talk")
    once: list[TResponseInputItem] = [ANSWER | {"id": "msg_1"}]
    each: list[TResponseInputItem] = [{"role": "user", "content": "ok"}, ANSWER | {"id": FAKE_RESPONSES_ID}]
    for _ in range(2):
        await session.add_items(once)
        await session.add_items(each)
    user, assistant = ("user", "ok"), ("assistant", "ok")
    assert said(await session.get_items()) == [assistant, user, assistant, user, assistant]


async def test_limits(workspace: Memory) -> None:
    session = OxgraphSession(workspace, "talk", session_settings=SessionSettings(limit=2))
    await session.add_items([{"role": "user", "content": str(number)} for number in range(4)])
    assert said(await session.get_items()) == [("user", "2"), ("user", "3")]
    assert said(await session.get_items(limit=1)) == [("user", "3")]
    assert await session.get_items(limit=0) == []
    assert len(await OxgraphSession(workspace, "talk").get_items()) == 4


async def test_items_taken_away(workspace: Memory, kept: Kept) -> None:
    session = OxgraphSession(workspace, "talk")
    items: list[TResponseInputItem] = [{"role": "user", "content": "one"}, {"role": "user", "content": "two"}]
    await session.add_items(items)
    assert await session.pop_item() == items[1]
    await session.add_items(items[1:])
    assert await session.get_items() == items
    await session.clear_session()
    assert await session.get_items() == []
    assert await session.pop_item() is None
    await session.clear_session()


async def test_every_kind_of_item(workspace: Memory, steps: Callable[[], list[Any]]) -> None:
    session = OxgraphSession(workspace, "talk")
    items: Any = [
        {"role": "system", "content": "Be kind."},
        {"role": "developer", "content": "Be brief."},
        {
            "role": "user",
            "content": [{"type": "input_text", "text": "See:"}, {"type": "input_image", "image_url": "x"}],
        },
        {"type": "reasoning", "id": "rs_1", "summary": [{"type": "summary_text", "text": "Thinking."}]},
        {"type": "web_search_call", "id": "ws_1", "status": "completed", "action": {"query": SECRET}},
        {"type": "mcp_call", "id": "mcp_1", "name": "find", "arguments": SECRET, "error": "no", "server_label": "s"},
        {"type": "computer_call", "call_id": "c 1", "id": "cu_1", "status": "incomplete", "action": {}},
        {"type": "computer_call_output", "call_id": "c 1", "status": "completed", "output": {}},
        {"type": "item_reference", "id": "msg_0"},
        ANSWER | {"id": "msg_1", "content": [{"type": "refusal", "refusal": "No."}]},
    ]
    await session.add_items(items)
    assert said(await session.get_items()) == [("user", "See:"), ("assistant", "No.")]
    assert steps()[1] == [
        {"action_type": "web_search", "outcome": "success"},
        {"action_type": "find", "outcome": "failure"},
        {"action_type": "computer", "outcome": "success"},
    ]
    assert [one["role"] for one in Converter.items_to_messages(await session.get_items())] == ["user", "assistant"]


async def test_instructions_have_what_memory_says(either_memory: Memory | AsyncMemory, workspace: Memory) -> None:
    workspace.semantic.remember(content="Ana prefers tea to coffee.", type="preference", subject="Ana")
    session = OxgraphSession(either_memory, "talk")
    call = function_call("charge", {"card": SECRET}, call_id="call 1")
    agent, model = clerk(
        [call],
        [assistant_message("Tea.", item_id="msg_1")],
        instructions=session.instructions("You are a clerk.", **PATIENT),
    )
    await Runner.run(agent, "Does Ana prefer tea?", session=session)
    first, second = (str(call.system_instructions) for call in model.calls)
    assert first == second
    assert first.startswith("You are a clerk.\n\n")
    assert "Ana prefers tea to coffee." in first
    assert "Does Ana prefer tea?" not in first


async def test_what_the_session_gives_is_not_recalled_again(either_memory: Memory | AsyncMemory) -> None:
    session = OxgraphSession(either_memory, "talk")
    for number in range(12):
        await session.add_items([{"role": "user", "content": f"The code of door {number} is {number}{number}."}])
    agent, model = clerk([assistant_message("00.", item_id="msg_1")], instructions=session.instructions(**PATIENT))
    await Runner.run(agent, "What is the code of door 0?", session=session)
    (call,) = model.calls
    assert str(call.input).count("The code of door 0 is 00.") == 1
    assert "The code of door" not in str(call.system_instructions)
    few = OxgraphSession(either_memory, "talk", session_settings=SessionSettings(limit=2))
    agent, model = clerk([assistant_message("00.", item_id="msg_2")], instructions=few.instructions(**PATIENT))
    await Runner.run(agent, "What is the code of door 0?", session=few)
    (call,) = model.calls
    assert "The code of door 0 is 00." in str(call.system_instructions), "the session has given two messages"


async def test_five_failing_runs_warn_the_sixth(workspace: Memory, graph: Graph) -> None:
    async def run(number: int, *steps: Any) -> str:
        model = ScriptedModel([*steps, [assistant_message("Done.")]])
        session = OxgraphSession(workspace, f"talk {number}")
        agent = Agent("Clerk", model=model, tools=[find_order], instructions=session.instructions(**PATIENT))
        await Runner.run(agent, "Find it.", session=session, hooks=OxgraphToolHooks(workspace, f"talk {number}"))
        return str(model.calls[0].system_instructions)

    for number in range(5):
        call = function_call("find_order", {"order_id": 8}, call_id=f"call_{number}")
        assert "find_order:order:ToolError" not in await run(number, [call])
    evaluate(graph, workspace.workspace_id, now=datetime.now(UTC) + timedelta(hours=1))
    assert "find_order:order:ToolError" in await run(6)


async def test_a_retry_takes_its_input_back(workspace: Memory, kept: Kept) -> None:
    session = OxgraphSession(workspace, "talk")
    items: list[TResponseInputItem] = [{"content": "Hi.", "role": "user"}]
    await session.add_items([{"content": "Before.", "role": "user"}])
    await session.add_items(items)
    await rewind_session_items(session, items)
    assert kept() == [("user", "Before.")]


@function_tool
def find_order(order_id: int) -> str:
    """Finds an order."""
    if order_id == 8:
        raise LookupError(SECRET)
    return RESULT


async def test_hooks_capture_tool_calls(either_memory: Memory | AsyncMemory, workspace: Memory) -> None:
    calls = [[function_call("find_order", {"order_id": one}, call_id=f"call_{one}")] for one in (7, 8)]
    model = ScriptedModel([*calls, [assistant_message("Done.", item_id="msg_1")]])
    agent = Agent("Clerk", model=model, tools=[find_order])
    await Runner.run(agent, "Orders?", hooks=OxgraphToolHooks(either_memory, "s-1"))
    rows = list(reversed(workspace.telemetry.timeline(limit=10)))
    assert [(row.action_type, row.node_type, row.outcome, row.session_id) for row in rows] == [
        ("find_order", "order", "success", "s-1"),
        ("find_order", "order", "failure", "s-1"),
    ]
    assert {row.agent_id for row in rows} == {"Clerk"} and rows[1].error_code == "ToolError"
    assert all(row.latency_ms is not None for row in rows)


@function_tool
def check(file: str) -> str:
    """Checks a file."""
    return f"Error: 3 errors were found in {file}"


@function_tool(timeout=0.01)
async def wait() -> str:
    """Waits."""
    await asyncio.sleep(5)
    return RESULT


async def test_a_result_about_errors_is_no_failure(workspace: Memory) -> None:
    calls = [[function_call("check", {"file": "a.py"}, call_id="1")], [function_call("wait", {}, call_id="2")]]
    model = ScriptedModel([*calls, [assistant_message("Done.")]])
    agent = Agent("Clerk", model=model, tools=[check, wait])
    await Runner.run(agent, "Well?", hooks=OxgraphToolHooks(workspace, "s-1"))
    rows = {row.action_type: (row.outcome, row.error_code) for row in workspace.telemetry.timeline()}
    assert rows["check"] == ("success", None)
    assert rows["wait"][0] == "failure"


async def test_an_agent_goes_on_without_its_server(
    either_memory: Memory | AsyncMemory, away: Away, caplog: pytest.LogCaptureFixture
) -> None:
    session = OxgraphSession(either_memory, "talk")
    call = function_call("charge", {"card": SECRET}, call_id="call 1")
    agent, model = clerk([call], [assistant_message("Done.")], instructions=session.instructions("Be kind.", **PATIENT))
    hooks = OxgraphToolHooks(either_memory, "s-1")
    with away(), caplog.at_level(logging.WARNING, logger="oxgraph"):
        result = await Runner.run(agent, "Pay.", session=session, hooks=hooks)
        for asked in (session.pop_item, session.clear_session):
            with pytest.raises(ConnectionFailed):
                await asked()
    assert result.final_output == "Done."
    assert said(model.calls[0].input) == [("user", "Pay.")]
    assert NO_HISTORY in caplog.text
    assert NOT_STORED in caplog.text


async def test_halves_of_surrogate_pairs(workspace: Memory, kept: Kept) -> None:
    session = OxgraphSession(workspace, "talk")
    call = function_call("charge", {"card": SECRET}, call_id="call 1")
    agent, _ = clerk([call], [assistant_message("x \ud83d")], instructions=session.instructions(**PATIENT))
    await Runner.run(agent, "Pay \ud83d", session=session, hooks=OxgraphToolHooks(workspace, "s-1"))
    assert kept() == [("user", "Pay \ufffd"), ("assistant", "x \ufffd")]


def test_an_option_that_there_is_not_is_refused(workspace: Memory) -> None:
    with pytest.raises(InvalidInput, match=r"^warnings: "):
        OxgraphSession(workspace, "talk").instructions(warnings="hold")
