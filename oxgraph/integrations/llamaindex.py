"""LlamaIndex: memory for an agent or a chat engine, and tools that are captured. Needs the extra [llamaindex]."""

import copy
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from oxgraph.errors import ExtraMissing
from oxgraph.ids import new_id
from oxgraph.integrations.agent_memory import AnyAgentMemory, agent_memories, memory_functions, plain_agent
from oxgraph.integrations.conversation import AnyMemory, either
from oxgraph.integrations.message_content import MessageEvent, begun_by_user
from oxgraph.integrations.tool_actions import Failure
from oxgraph.types.episodic import Message

try:
    from llama_index.core.base.llms.types import ChatMessage, MessageRole
    from llama_index.core.bridge.pydantic import PrivateAttr
    from llama_index.core.memory import BaseMemory
    from llama_index.core.tools import AsyncBaseTool, BaseTool, FunctionTool, ToolOutput, adapt_to_async_tool
except ImportError as error:
    raise ExtraMissing(feature="The adapter for LlamaIndex", extra="llamaindex") from error

CONTEXT = "oxgraph"
"""The key in `additional_kwargs` of the message with what memory has to say, which is not stored."""

MOST_UNSTORED = 100
"""Messages that wait for a server that answers; more are lost."""

Spoken = Message | MessageEvent


class OxgraphMemory(BaseMemory):
    """Memory of one conversation: `agent.run(question, memory=OxgraphMemory(memory, "conversation"))`.

    It gives what user and assistant said, behind a system message with what memory has to say to the user's latest
    message. `max_messages` is how much of the history it gives (default: all that fits). Where no server answers, it
    gives what was put since the user's latest message, and stores it with the next. `watch(tools)` returns tools whose
    calls are captured, `tools()` gives the model `recall_memory` and `remember`. `options` are those of
    `AgentOptions`, and of `memory.turn`. A `Memory` serves synchronous and asynchronous calls, an `AsyncMemory` the
    latter alone. Raises InvalidInput.
    """

    _agent: AnyAgentMemory = PrivateAttr()
    _most: int | None = PrivateAttr()
    _asked: str = PrivateAttr(default="")
    _context: str | None = PrivateAttr(default=None)
    _latest: list[MessageEvent] = PrivateAttr(default_factory=list)
    _unstored: list[MessageEvent] = PrivateAttr(default_factory=list)

    def __init__(
        self, memory: AnyMemory, conversation_id: str, *, max_messages: int | None = None, **options: Any
    ) -> None:
        super().__init__()
        self._agent = agent_memories(memory, **options).of(conversation_id)
        self._most = max_messages

    @classmethod
    def class_name(cls) -> str:
        """The name of the class, by which LlamaIndex tells components apart."""
        return "OxgraphMemory"

    @classmethod
    def from_defaults(cls, **kwargs: Any) -> "OxgraphMemory":
        """The same as the class itself."""
        return cls(**kwargs)

    def get(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        """Returns what memory has to say, then the history."""
        agent = plain_agent(self._agent)
        history = self._with_latest(agent.history_or_none(self._most))
        asked = self._question(input, history)
        if self._context is None:
            self._context = agent.context(asked, shown=self._most)
        return [*_context(self._context), *_given_back(history)]

    async def aget(self, input: str | None = None, **kwargs: Any) -> list[ChatMessage]:
        """Returns what memory has to say, then the history."""
        history = self._with_latest(await either(self._agent.history_or_none, self._most))
        asked = self._question(input, history)
        if self._context is None:
            self._context = await either(self._agent.context, asked, shown=self._most)
        return [*_context(self._context), *_given_back(history)]

    def _with_latest(self, history: list[Message] | None) -> list[Spoken]:
        """The history with what could not be stored, since LlamaIndex gives the model only what memory gives."""
        return [*self._latest] if history is None else [*history, *self._unstored]

    def _question(self, input: str | None, history: Sequence[Spoken]) -> str:
        """The user's latest message; a new one asks memory anew."""
        asked = input or next((one.text for one in reversed(history) if one.role == "user"), "")
        if asked != self._asked:
            self._asked, self._context = asked, None
        return asked

    def get_all(self) -> list[ChatMessage]:
        """Returns the whole history."""
        return _given_back(plain_agent(self._agent).whole_history())

    async def aget_all(self) -> list[ChatMessage]:
        """Returns the whole history."""
        return _given_back(await either(self._agent.whole_history))

    def put(self, message: ChatMessage) -> None:
        """Stores a message."""
        self.put_messages([message])

    async def aput(self, message: ChatMessage) -> None:
        """Stores a message."""
        await self.aput_messages([message])

    def put_messages(self, messages: list[ChatMessage]) -> None:
        """Stores messages of user and assistant."""
        agent = plain_agent(self._agent)
        events = self._events(messages)
        self._stored(events, agent.add(events))

    async def aput_messages(self, messages: list[ChatMessage]) -> None:
        """Stores messages of user and assistant."""
        events = self._events(messages)
        self._stored(events, await either(self._agent.add, events))

    def _events(self, messages: Iterable[ChatMessage]) -> list[MessageEvent]:
        """The new messages, behind those that could not be stored."""
        found = list(_events(messages))
        for one in found:
            if one.role == "user":
                self._context, self._latest = None, []
            self._latest.append(one)
        return [*self._unstored, *found]

    def _stored(self, events: list[MessageEvent], is_stored: bool) -> None:
        self._unstored = [] if is_stored else events[-MOST_UNSTORED:]

    def set(self, messages: list[ChatMessage]) -> None:
        """Stores these messages instead of those of before, which are deleted."""
        self.reset()
        self.put_messages(messages)

    async def aset(self, messages: list[ChatMessage]) -> None:
        """Stores these messages instead of those of before, which are deleted."""
        await self.areset()
        await self.aput_messages(messages)

    def reset(self) -> None:
        """Deletes the conversation, and the memories without other evidence."""
        plain_agent(self._agent).conversation.clear()
        self._latest, self._unstored = [], []

    async def areset(self) -> None:
        """Deletes the conversation, and the memories without other evidence."""
        await either(self._agent.conversation.clear)
        self._latest, self._unstored = [], []

    def tools(self) -> list[FunctionTool]:
        """Tools for the model: `recall_memory` and `remember`."""
        return [FunctionTool.from_defaults(async_fn=one) for one in memory_functions(lambda: self._agent)]

    def watch(self, tools: Iterable[Any]) -> list[AsyncBaseTool]:
        """Returns the tools (or functions) with each call captured: name, ids of targets, outcome, latency."""
        return [_watched(self._agent, one) for one in tools]


def _context(text: str) -> list[ChatMessage]:
    return [ChatMessage(role=MessageRole.SYSTEM, content=text, additional_kwargs={CONTEXT: True})] if text else []


def _given_back(messages: Iterable[Spoken]) -> list[ChatMessage]:
    found = list(messages)
    kept = begun_by_user(one for one in found if isinstance(one, Message))
    given: list[Spoken] = [*kept, *(one for one in found if isinstance(one, MessageEvent))]
    return [ChatMessage(role=MessageRole(one.role), content=one.text) for one in given]


def _events(messages: Iterable[ChatMessage]) -> Iterator[MessageEvent]:
    """Yields texts, with ids by which none is stored twice; the tools' calls are noted by `watch`."""
    for message in messages:
        if message.role == MessageRole.USER:
            yield MessageEvent("user", message.content or "", new_id())
        elif message.role == MessageRole.ASSISTANT:
            yield MessageEvent("assistant", message.content or "", new_id())


def _watched(agent: AnyAgentMemory, given: Any) -> AsyncBaseTool:
    """A copy of a tool whose calls are captured; a copy, as LlamaIndex looks at a tool's class for its context."""
    tool = adapt_to_async_tool(given if isinstance(given, BaseTool) else FunctionTool.from_defaults(given))
    watched, name = copy.copy(tool), tool.metadata.get_name()

    async def acall(*args: Any, **kwargs: Any) -> ToolOutput:
        key = new_id()
        warning = await either(agent.before, key, name, kwargs)
        if warning:
            return _instead(name, kwargs, warning)
        try:
            output = await tool.acall(*args, **kwargs)
        except BaseException as error:
            if _waits(error):
                agent.discard(key)
            else:
                await either(agent.after, key, error)
            raise
        await either(agent.after, key, _failure(output))
        return output

    def call(*args: Any, **kwargs: Any) -> ToolOutput:
        key, plain = new_id(), plain_agent(agent)
        warning = plain.before(key, name, kwargs)
        if warning:
            return _instead(name, kwargs, warning)
        try:
            output = tool.call(*args, **kwargs)
        except BaseException as error:
            plain.after(key, error)
            raise
        plain.after(key, _failure(output))
        return output

    vars(watched).update(acall=acall, call=call)
    return watched


def _failure(output: ToolOutput) -> Failure:
    return (output.exception or output.content) if output.is_error else None


def _instead(name: str, arguments: dict[str, Any], warning: str) -> ToolOutput:
    plain = json.loads(json.dumps(arguments, default=str))
    return ToolOutput(content=warning, tool_name=name, raw_input=plain, raw_output=warning)


def _waits(error: BaseException) -> bool:
    """Whether the run waits for a person, and the call is made again later."""
    return type(error).__name__ == "WaitingForEvent"
