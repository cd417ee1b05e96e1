"""Converts LangChain's messages to oxgraph's and back."""

from collections.abc import Iterable, Iterator

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, ChatMessage, HumanMessage, ToolMessage

from oxgraph.integrations.message_content import CallEvent, Event, MessageEvent, ResultEvent, begun_by_user
from oxgraph.types.episodic import Message


def events(messages: Iterable[BaseMessage]) -> Iterator[Event]:
    """Yields texts, tool calls and outcomes; ignores system messages and tool results."""
    for message in messages:
        yield from _events(message)


def _events(message: BaseMessage) -> Iterator[Event]:
    if isinstance(message, ToolMessage):
        yield ResultEvent(message.tool_call_id, "failure" if message.status == "error" else "success")
    elif isinstance(message, HumanMessage) or _role(message) == "user":
        yield MessageEvent("user", str(message.text), message.id)
    elif isinstance(message, AIMessage) or _role(message) == "assistant":
        yield MessageEvent("assistant", str(message.text), message.id)
        yield from _calls(message)


def _role(message: BaseMessage) -> str | None:
    return message.role if isinstance(message, ChatMessage) else None


def _calls(message: BaseMessage) -> Iterator[Event]:
    if isinstance(message, AIMessage):
        for call in message.tool_calls:
            yield CallEvent(call["id"] or call["name"], call["name"])
        for broken in message.invalid_tool_calls:
            name = broken["name"] or "tool"
            yield CallEvent(broken["id"] or name, name, "failure")


def given_back(messages: Iterable[Message]) -> list[AnyMessage]:
    """Returns the history as LangChain's messages, with their LangChain ids."""
    return [_message(message) for message in begun_by_user(messages)]


def _message(message: Message) -> AnyMessage:
    own = message.metadata.get("id")
    return HumanMessage(message.text, id=own) if message.role == "user" else AIMessage(message.text, id=own)
