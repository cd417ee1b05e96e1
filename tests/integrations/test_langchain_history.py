"""A chat's history with LangChain's own runnables and fake models."""

import itertools
import logging
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.language_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.prompts import ChatPromptTemplate, MessagesPlaceholder
from langchain_core.runnables import Runnable, RunnableLambda
from langchain_core.runnables.history import RunnableWithMessageHistory

from oxgraph import AsyncMemory, Memory
from oxgraph.errors import ConnectionFailed, InvalidInput
from oxgraph.integrations.langchain import OxgraphChatMessageHistory
from oxgraph.integrations.unanswered import NO_HISTORY, NOT_STORED
from tests.integrations.conftest import RESULT, SECRET, Away, Kept

CONFIG: Any = {"configurable": {"session_id": "talk"}}
CALL: Any = {"name": "charge", "args": {"card": SECRET}, "id": "call 1"}


async def test_a_chain_goes_on_without_its_server(
    workspace: Memory, awaited: AsyncMemory, away: Away, caplog: pytest.LogCaptureFixture
) -> None:
    runnable, given = chain(workspace, "Hello.")
    history = OxgraphChatMessageHistory(awaited, "talk")
    with away(), caplog.at_level(logging.WARNING, logger="oxgraph"):
        assert runnable.invoke({"asked": "Hello?"}, CONFIG).text == "Hello."
        assert await history.aget_messages() == []
        await history.aadd_messages([HumanMessage("Are you there?")])
        with pytest.raises(ConnectionFailed):
            await history.aclear()
        with pytest.raises(ConnectionFailed):
            OxgraphChatMessageHistory(workspace, "talk").clear()
    assert texts(list(given[0])) == [("system", "Be kind."), ("human", "Hello?")]
    assert caplog.text.count(NO_HISTORY) == caplog.text.count(NOT_STORED) == 2


def texts(messages: list[BaseMessage]) -> list[tuple[str, str]]:
    return [(message.type, str(message.text)) for message in messages]


def chain(memory: Memory | AsyncMemory, *answers: str) -> tuple[Runnable[Any, Any], list[list[AnyMessage]]]:
    """A chain with a history, and what its model was given."""
    given: list[list[AnyMessage]] = []
    model = GenericFakeChatModel(messages=iter(answers))

    def note(prompt: Any) -> Any:
        given.append(prompt.to_messages())
        return prompt

    prompt = ChatPromptTemplate([("system", "Be kind."), MessagesPlaceholder("history"), ("human", "{asked}")])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        whole = RunnableWithMessageHistory(
            prompt | RunnableLambda(note) | model,
            lambda name: OxgraphChatMessageHistory(memory, name),
            input_messages_key="asked",
            history_messages_key="history",
        )
    return whole, given


def test_a_chain_goes_on_where_it_was(workspace: Memory, kept: Kept) -> None:
    asking, given = chain(workspace, "Hello Ana.", "You are Ana.")
    assert asking.invoke({"asked": "I am Ana."}, CONFIG).text == "Hello Ana."
    assert asking.invoke({"asked": "Who am I?"}, CONFIG).text == "You are Ana."
    assert texts(list(given[1])) == [
        ("system", "Be kind."),
        ("human", "I am Ana."),
        ("ai", "Hello Ana."),
        ("human", "Who am I?"),
    ]
    assert kept() == [
        ("user", "I am Ana."),
        ("assistant", "Hello Ana."),
        ("user", "Who am I?"),
        ("assistant", "You are Ana."),
    ]


async def test_a_chain_that_is_awaited(either_memory: Memory | AsyncMemory, kept: Kept) -> None:
    asking, given = chain(either_memory, "Hello Ana.", "You are Ana.")
    await asking.ainvoke({"asked": "I am Ana."}, CONFIG)
    await asking.ainvoke({"asked": "Who am I?"}, CONFIG)
    assert len(given[1]) == 4
    assert len(kept()) == 4


def test_conversations_are_apart(workspace: Memory) -> None:
    asking, given = chain(workspace, "Hello Ana.", "I do not know.")
    asking.invoke({"asked": "I am Ana."}, CONFIG)
    asking.invoke({"asked": "Who am I?"}, {"configurable": {"session_id": "another"}})
    assert len(given[1]) == 2


def test_only_texts_and_names_of_tools_stay(
    workspace: Memory, steps: Callable[[], list[Any]], private: Callable[[], None]
) -> None:
    history = OxgraphChatMessageHistory(workspace, "talk")
    history.add_messages(
        [
            SystemMessage("Be kind."),
            HumanMessage([{"type": "text", "text": "Pay."}, {"type": "image", "url": "https://pictures/1"}]),
            AIMessage("", tool_calls=[CALL], invalid_tool_calls=[{**CALL, "id": "call 2", "args": "{", "error": None}]),
            ToolMessage(RESULT, tool_call_id="call 1", status="error"),
            AIMessage([{"type": "text", "text": "It did not work."}]),
        ]
    )
    assert texts(history.messages) == [("human", "Pay."), ("ai", "It did not work.")]
    failed = {"action_type": "charge", "outcome": "failure"}
    assert steps() == [None, [failed, failed]]
    private()


def test_a_message_with_an_id_is_kept_once_and_others_each_time(workspace: Memory) -> None:
    history = OxgraphChatMessageHistory(workspace, "talk")
    for _ in range(2):
        history.add_messages([HumanMessage("ok", id="1"), AIMessage("ok", id="2")])
        history.add_messages([HumanMessage("ok")])
    assert texts(history.messages) == [("human", "ok"), ("ai", "ok"), ("human", "ok"), ("human", "ok")]
    history.add_messages(history.messages)
    assert len(history.messages) == 4


def test_as_many_as_asked_for(workspace: Memory) -> None:
    numbers = itertools.count()
    history = OxgraphChatMessageHistory(workspace, "talk", max_messages=3)
    history.add_messages([HumanMessage(str(next(numbers))) for _ in range(5)])
    workspace.episodic.add_messages([{"text": "lookup", "role": "tool"}], conversation_id="talk")
    assert texts(history.messages) == [("human", "2"), ("human", "3"), ("human", "4")]
    assert len(OxgraphChatMessageHistory(workspace, "talk").messages) == 5
    assert OxgraphChatMessageHistory(workspace, "nothing said").messages == []


def test_cleared_and_filled_again(workspace: Memory) -> None:
    history = OxgraphChatMessageHistory(workspace, "talk")
    history.clear()
    history.add_messages([HumanMessage("one", id="1"), HumanMessage("two", id="2")])
    last = history.messages[-1:]
    history.clear()
    assert history.messages == []
    history.add_messages(last)
    assert texts(history.messages) == [("human", "two")]


def test_an_async_memory_is_awaited(awaited: AsyncMemory) -> None:
    with pytest.raises(InvalidInput, match="memory"):
        _ = OxgraphChatMessageHistory(awaited, "talk").messages


def test_what_users_state_is_learned_by_the_worker(workspace: Memory) -> None:
    OxgraphChatMessageHistory(workspace, "silent", learn=False).add_messages(
        [HumanMessage("I live in Paris with my cat Tom.")]
    )
    assert workspace.semantic.take_up().messages == 0
    said = [HumanMessage("I live in Berlin with my dog Max."), AIMessage("A fine city.")]
    OxgraphChatMessageHistory(workspace, "talk").add_messages(said)
    report = workspace.semantic.take_up()
    assert report.messages == 2
    assert "User lives in Berlin." in [memory.content for memory in report.memories]


def test_memory_that_is_off_keeps_nothing(workspace: Memory) -> None:
    workspace.disable()
    asking, _ = chain(workspace, "Hello Ana.")
    asking.invoke({"asked": "I am Ana."}, CONFIG)
    assert OxgraphChatMessageHistory(workspace, "talk").messages == []
