"""Converts Pydantic AI's messages to oxgraph's and back."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic_ai import messages as ai

from oxgraph.integrations.message_content import CallEvent, Event, MessageEvent, ResultEvent, begun_by_user
from oxgraph.types.episodic import Message

OWN = "oxgraph_id"
"""The metadata key with a message's id, by which it is recognised when it is stored again."""


def given_back(messages: Iterable[Message]) -> list[ai.ModelMessage]:
    """Returns the history as Pydantic AI's messages."""
    return [_message(message) for message in begun_by_user(messages)]


def _message(message: Message) -> ai.ModelMessage:
    own = {OWN: message.metadata.get("id")}
    if message.role == "user":
        part = ai.UserPromptPart(message.text, timestamp=message.said_at)
        return ai.ModelRequest(parts=[part], timestamp=message.said_at, metadata=own)
    return ai.ModelResponse(parts=[ai.TextPart(message.text)], timestamp=message.said_at, metadata=own)


def events(messages: Iterable[ai.ModelMessage]) -> Iterator[Event]:
    """Yields texts, tool calls and outcomes; ignores system prompts, instructions, thinking and tool results."""
    naming = _Naming()
    for message in messages:
        if isinstance(message, ai.ModelRequest):
            yield from _requested(message, naming)
        else:
            yield from _answered(message, naming)


class _Naming:
    """Numbers the messages of a run, as Pydantic AI has ids for runs only."""

    def __init__(self) -> None:
        self._seen: Counter[str] = Counter()

    def own(self, message: ai.ModelMessage) -> str | None:
        known = (message.metadata or {}).get(OWN)
        if known or not message.run_id:
            return known
        self._seen[message.run_id] += 1
        return f"{message.run_id}:{self._seen[message.run_id]}"


def _requested(message: ai.ModelRequest, naming: _Naming) -> Iterator[Event]:
    for part in message.parts:
        if isinstance(part, ai.UserPromptPart):
            yield MessageEvent("user", text_of(part.content), naming.own(message))
        elif isinstance(part, ai.ToolReturnPart):
            yield ResultEvent(part.tool_call_id, "success" if part.outcome == "success" else "failure")
        elif isinstance(part, ai.RetryPromptPart) and part.tool_name:
            yield ResultEvent(part.tool_call_id, "failure")


def _answered(message: ai.ModelResponse, naming: _Naming) -> Iterator[Event]:
    text = "".join(part.content for part in message.parts if isinstance(part, ai.TextPart))
    if text:
        yield MessageEvent("assistant", text, naming.own(message))
    for part in message.parts:
        if isinstance(part, ai.BaseToolCallPart):
            yield CallEvent(part.tool_call_id, part.tool_name)


def text_of(content: Any) -> str:
    """Returns the text of a user's prompt, without images and files."""
    if isinstance(content, str):
        return content
    texts = [one if isinstance(one, str) else getattr(one, "content", None) for one in content or ()]
    return "\n".join(text for text in texts if isinstance(text, str))
