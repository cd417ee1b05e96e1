"""Strands Agents: memory for an agent by hooks. Needs the extra [strands]."""

from asyncio import CancelledError
from collections.abc import Iterable
from typing import Any

from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.integrations.agent_memory import AnyAgentMemory, agent_memories, memory_functions
from oxgraph.integrations.conversation import AnyMemory, either, user_of
from oxgraph.integrations.message_content import MessageEvent, begun_by_user
from oxgraph.integrations.tool_actions import Failure
from oxgraph.types.episodic import Message

try:
    from strands import tool
    from strands.hooks import (
        AfterInvocationEvent,
        AfterToolCallEvent,
        BeforeInvocationEvent,
        BeforeToolCallEvent,
        HookProvider,
        HookRegistry,
        MessageAddedEvent,
    )
except ImportError as error:
    raise ExtraMissing(feature="The adapter for Strands Agents", extra="strands") from error


OTHER_USER = (
    "is another user than that of agent.messages: use one agent per user, or clear agent.messages before the call"
)


class OxgraphMemory(HookProvider):
    """Memory for one agent of one user: `Agent(…, hooks=[memory], tools=[…, *memory.tools()])`.

    At each call of the agent its system prompt gets what memory has to say to the user's message; an agent without
    messages gets those of the conversation. What user and assistant say is kept, and each call of a tool is captured:
    name, ids of targets, outcome, latency. The user is `user_id` here, else that of the call (`agent(…, user_id=…)`).
    An agent keeps its messages, so a call for another user raises InvalidInput until `agent.messages` is cleared.
    `max_messages` is how much of the history a new agent gets (default: all that fits). `options` are those of
    `AgentOptions`, and of `memory.turn`. Raises InvalidInput.
    """

    def __init__(
        self, memory: AnyMemory, conversation_id: str, *, max_messages: int | None = None, **options: Any
    ) -> None:
        self._agents = agent_memories(memory, **options)
        self._conversation_id = conversation_id
        self._most = max_messages
        self._current: AnyAgentMemory = self._agents.of(conversation_id)
        self._open: set[str] = set()
        self._system: Any = None
        self._is_running = False
        self._has_run = False

    def register_hooks(self, registry: HookRegistry, **kwargs: Any) -> None:
        """Called by the agent."""
        registry.add_callback(BeforeInvocationEvent, self.before_invocation)
        registry.add_callback(MessageAddedEvent, self.message_added)
        registry.add_callback(BeforeToolCallEvent, self.before_tool_call)
        registry.add_callback(AfterToolCallEvent, self.after_tool_call)
        registry.add_callback(AfterInvocationEvent, self.after_invocation)

    def tools(self) -> list[Any]:
        """Tools for the model: `recall_memory` and `remember`."""
        return [tool(one) for one in memory_functions(lambda: self._current)]

    async def before_invocation(self, event: BeforeInvocationEvent) -> None:
        """Adds what memory has to say, and the history."""
        asked = self._agents.of(self._conversation_id, user_of(event.invocation_state), event.agent.name)
        if event.agent.messages and self._has_run and asked.options.user_id != self._current.options.user_id:
            raise InvalidInput(field="user_id", reason=OTHER_USER)
        self._current, self._has_run = asked, True
        text = _text((event.messages or [{}])[-1])
        if event.agent.messages:
            said = [one for one in event.agent.messages if _text(one).strip()]
            context = await either(self._current.context, text, shown=len(said))
        else:
            context, messages = await either(self._current.opening, text, self._most)
            event.agent.messages.extend(_given_back(messages))
        self._system, self._is_running = event.agent.system_prompt_content, True
        if context:
            event.agent.system_prompt = [*(self._system or []), {"text": context}]

    async def message_added(self, event: MessageAddedEvent) -> None:
        """Stores what user or assistant said."""
        if self._is_running:
            await either(self._current.add, [MessageEvent(event.message["role"], _text(event.message))])

    async def before_tool_call(self, event: BeforeToolCallEvent) -> None:
        """Begins a call; with warnings="hold" one that memory warns of is not made at first."""
        use = event.tool_use
        warning = await either(self._current.before, use["toolUseId"], use["name"], use["input"])
        if warning:
            event.cancel_tool = warning
        else:
            self._open.add(use["toolUseId"])

    async def after_tool_call(self, event: AfterToolCallEvent) -> None:
        """Captures a call."""
        self._open.discard(event.tool_use["toolUseId"])
        if event.cancel_message is not None:
            self._current.discard(event.tool_use["toolUseId"])
            return
        failure: Failure = event.exception
        if failure is None and event.result.get("status") == "error":
            failure = _text(event.result)
        await either(self._current.after, event.tool_use["toolUseId"], failure)

    async def after_invocation(self, event: AfterInvocationEvent) -> None:
        """Gives the agent its own system prompt back. Calls that nothing ended were cancelled, or wait for a person."""
        while self._open:
            key = self._open.pop()
            if event.result is None:
                await either(self._current.after, key, CancelledError())
            else:
                self._current.discard(key)
        if self._is_running:
            event.agent.system_prompt, self._is_running = self._system, False


def _text(message: Any) -> str:
    """The texts of a message or a result."""
    return "\n".join(part["text"] for part in message.get("content") or () if isinstance(part.get("text"), str))


def _given_back(messages: Iterable[Message]) -> list[Any]:
    return [{"role": one.role, "content": [{"text": one.text}]} for one in begun_by_user(messages)]
