"""The memory of an agent's conversations, for adapters: by a Memory or an AsyncMemory."""

from collections.abc import Callable
from typing import Any

from oxgraph.client import AsyncMemory
from oxgraph.errors import InvalidInput
from oxgraph.integrations._async.agent_memory import AsyncAgentMemories, AsyncAgentMemory
from oxgraph.integrations._sync.agent_memory import AgentMemories, AgentMemory
from oxgraph.integrations.agent_options import agent_options
from oxgraph.integrations.conversation import ASYNC, AnyMemory, either, require_turn_options

AnyAgentMemory = AgentMemory | AsyncAgentMemory
AnyAgentMemories = AgentMemories | AsyncAgentMemories

TOOLS = ("recall_memory", "remember")
"""The tools that memory gives a model."""


def agent_memories(memory: AnyMemory, **given: Any) -> AnyAgentMemories:
    """The memories of an agent's conversations; `given` are fields of `AgentOptions`, and options of `memory.turn`.

    Raises InvalidInput.
    """
    options = agent_options(given)
    require_turn_options(options.turn)
    if isinstance(memory, AsyncMemory):
        return AsyncAgentMemories(memory, options)
    return AgentMemories(memory, options)


def plain_agent(given: AnyAgentMemory) -> AgentMemory:
    """Returns an agent's memory for synchronous callers. Raises InvalidInput for one of an AsyncMemory."""
    if isinstance(given, AgentMemory):
        return given
    raise InvalidInput(field="memory", reason=ASYNC)


def memory_functions(agent: Callable[[], AnyAgentMemory]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Two coroutine functions for a model to call as tools: `recall_memory` and `remember`.

    `agent` says whose memory it is when one is called.
    """

    async def recall_memory(query: str) -> str:
        """Look up what memory knows: facts, preferences, events and what was said in earlier conversations.

        Args:
            query: What to look up, as a question or in a few words.
        """
        return str(await either(agent().recall, query))

    async def remember(content: str, subject: str = "") -> str:
        """Remember a statement for later conversations.

        Args:
            content: The statement in one sentence, understandable by itself.
            subject: Whom or what it is about, by name.
        """
        return str(await either(agent().remember, content, subject))

    return recall_memory, remember


def plain_memory_functions(agent: Callable[[], AnyAgentMemory]) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """The same as plain functions. They raise InvalidInput for an AsyncMemory."""
    awaited = memory_functions(agent)

    def recall_memory(query: str) -> str:
        return plain_agent(agent()).recall(query)

    def remember(content: str, subject: str = "") -> str:
        return plain_agent(agent()).remember(content, subject)

    recall_memory.__doc__, remember.__doc__ = (one.__doc__ for one in awaited)
    return recall_memory, remember
