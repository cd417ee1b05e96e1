"""Haystack: memory for an Agent by its hooks, and tools that are captured. Needs the extra [haystack]."""

import asyncio
import copy
import functools
from collections.abc import Callable, Iterable, Iterator
from contextvars import ContextVar
from typing import Any

from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.ids import new_id
from oxgraph.integrations.agent_memory import (
    AnyAgentMemory,
    agent_memories,
    memory_functions,
    plain_agent,
    plain_memory_functions,
)
from oxgraph.integrations.conversation import AnyMemory, either
from oxgraph.integrations.message_content import Event, MessageEvent, begun_by_user
from oxgraph.types.episodic import Message

try:
    from haystack.components.agents.state import State, replace_values
    from haystack.dataclasses import ChatMessage
    from haystack.tools import Tool, create_tool_from_function
except ImportError as error:
    raise ExtraMissing(feature="The adapter for Haystack", extra="haystack") from error

OWN = "oxgraph"
"""The key in the `meta` of messages that memory added to a run."""


class OxgraphMemory:
    """Memory for an Agent: `Agent(…, tools=[*memory.watch(tools), *memory.tools()], hooks=memory.hooks())`.

    Each run is a part of the conversation: the model gets what memory has to say to the user's message, and what was
    said before; at the end the user's message and the answer are kept. A run's `hook_context` may name its
    `conversation_id` and `user_id`. `max_messages` is how much of the history a run gets (default: all that fits).
    `options` are those of `AgentOptions`, and of `memory.turn`. An `AsyncMemory` serves `run_async` alone. Raises
    InvalidInput.
    """

    def __init__(
        self, memory: AnyMemory, conversation_id: str, *, max_messages: int | None = None, **options: Any
    ) -> None:
        self._agents = agent_memories(memory, **options)
        self._conversation_id = conversation_id
        self._most = max_messages
        self._running: ContextVar[AnyAgentMemory | None] = ContextVar("oxgraph", default=None)

    def hooks(self) -> dict[str, list[Any]]:
        """The hooks, for an Agent's `hooks`."""
        return {"before_run": [_Hook(self.before_run)], "after_run": [_Hook(self.after_run)]}

    def tools(self) -> list[Tool]:
        """Tools for the model: `recall_memory` and `remember`."""
        functions = zip(plain_memory_functions(self._agent), memory_functions(self._agent), strict=True)
        return [_with_both(*both) for both in functions]

    def watch(self, tools: Iterable[Any]) -> list[Tool]:
        """Returns the tools (or functions) with each call captured: name, ids of targets, outcome, latency."""
        return [_watched(self._agent, one) for one in tools]

    def _agent(self) -> AnyAgentMemory:
        return self._running.get() or self._agents.of(self._conversation_id)

    def _begin(self, state: State) -> AnyAgentMemory:
        given = state.data.get("hook_context") or {}
        agent = self._agents.of(given.get("conversation_id") or self._conversation_id, given.get("user_id"))
        self._running.set(agent)
        return agent

    async def before_run(self, state: State, call: Callable[..., Any] = either) -> None:
        """Adds what memory has to say, and the history."""
        agent, asked = self._begin(state), _text(state, "user")
        own = _own_history(state.data["messages"])
        if own:
            context, history = await call(agent.context, asked, "", len(own)), []
        else:
            context, history = await call(agent.opening, asked, self._most)
        await call(agent.add, [MessageEvent("user", asked)])
        _replace(state, _with_memory(state.data["messages"], context, history))

    async def after_run(self, state: State, call: Callable[..., Any] = either) -> None:
        """Stores the answer, and takes out what memory added."""
        events: list[Event] = [MessageEvent("assistant", _text(state, "assistant"))]
        await call(self._agent().add, events)
        _replace(state, [one for one in state.data["messages"] if OWN not in one.meta])


class _Hook:
    """A hook for synchronous and asynchronous runs."""

    def __init__(self, perform: Callable[..., Any]) -> None:
        self._perform = perform

    def run(self, state: State) -> None:
        """Performs it at once."""
        coroutine = self._perform(state, _at_once)
        try:
            coroutine.send(None)
        except StopIteration:
            return

    async def run_async(self, state: State) -> None:
        """Performs it."""
        await self._perform(state)

    def to_dict(self) -> dict[str, Any]:
        """Refused: a connection cannot be written to a file. Raises InvalidInput."""
        raise InvalidInput(field="hooks", reason="of memory cannot be serialized; add them after loading the Agent")

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "_Hook":
        """Refused, as `to_dict` is. Raises InvalidInput."""
        raise InvalidInput(field="hooks", reason="of memory cannot be serialized; add them after loading the Agent")


async def _at_once(method: Callable[..., Any], *given: Any) -> Any:
    """The result of a method of a Memory. Raises InvalidInput for one of an AsyncMemory."""
    owner = getattr(method, "__self__", None)
    if owner is not None:
        plain_agent(owner)
    return method(*given)


def _replace(state: State, messages: list[ChatMessage]) -> None:
    state.set("messages", messages, handler_override=replace_values)


def _with_memory(messages: list[ChatMessage], context: str, history: Iterable[Message]) -> list[ChatMessage]:
    """The messages with the context and the history behind those of the system."""
    system = next((place for place, one in enumerate(messages) if not one.is_from("system")), len(messages))
    added = [ChatMessage.from_system(context, meta={OWN: True})] if context else []
    added += list(_given_back(history))
    return [*messages[:system], *added, *messages[system:]]


def _given_back(messages: Iterable[Message]) -> Iterator[ChatMessage]:
    for one in begun_by_user(messages):
        make = ChatMessage.from_user if one.role == "user" else ChatMessage.from_assistant
        yield make(one.text, meta={OWN: True})


def _own_history(messages: list[ChatMessage]) -> list[ChatMessage]:
    """What was said before in a run that comes with its own history, without the user's message; else nothing."""
    said = [one for one in messages if one.text and (one.is_from("user") or one.is_from("assistant"))]
    return said[:-1] if any(one.is_from("assistant") for one in messages) else []


def _text(state: State, role: str) -> str:
    """The latest text of the user or the assistant in the run."""
    texts = (one.text for one in reversed(state.data["messages"]) if one.is_from(role) and OWN not in one.meta)
    return next(texts, None) or ""


def _with_both(function: Callable[..., Any], async_function: Callable[..., Any]) -> Tool:
    tool = create_tool_from_function(function, description=(function.__doc__ or "").strip().partition("\n")[0])
    tool.async_function = async_function
    return tool


def _watched(agent: Callable[[], AnyAgentMemory], given: Any) -> Tool:
    tool = given if isinstance(given, Tool) else create_tool_from_function(given)
    watched = copy.copy(tool)
    if tool.function is not None:
        watched.function = _watched_call(agent, tool.name, tool.function)
    watched.async_function = _watched_async_call(agent, tool.name, tool)
    return watched


def _watched_call(agent: Callable[[], AnyAgentMemory], name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(**kwargs: Any) -> Any:
        key, plain = new_id(), plain_agent(agent())
        warning = plain.before(key, name, kwargs)
        if warning:
            return warning
        try:
            result = function(**kwargs)
        except BaseException as error:
            plain.after(key, error)
            raise
        plain.after(key)
        return result

    return call


def _watched_async_call(agent: Callable[[], AnyAgentMemory], name: str, tool: Tool) -> Callable[..., Any]:
    async def performed(**kwargs: Any) -> Any:
        if tool.async_function is not None:
            return await tool.async_function(**kwargs)
        return await asyncio.to_thread(tool.function, **kwargs)

    @functools.wraps(tool.async_function or tool.function)
    async def call(**kwargs: Any) -> Any:
        key, current = new_id(), agent()
        warning = await either(current.before, key, name, kwargs)
        if warning:
            return warning
        try:
            result = await performed(**kwargs)
        except BaseException as error:
            await either(current.after, key, error)
            raise
        await either(current.after, key)
        return result

    return call
