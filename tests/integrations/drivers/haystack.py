"""Haystack: an Agent with its MockChatGenerator."""

from typing import Any

from haystack.components.agents import Agent
from haystack.components.generators.chat.mock import MockChatGenerator
from haystack.dataclasses import ChatMessage, ToolCall

from oxgraph import AsyncMemory, Memory
from oxgraph.integrations.haystack import OxgraphMemory
from tests.integrations.frameworks import Call, Ran, Shop, Step

IS_ASYNC = True


def scripted(given: list[str], *script: Step) -> MockChatGenerator:
    """A model that follows the script, and notes what it is given."""
    steps = iter(script)

    def answer(messages: list[ChatMessage]) -> ChatMessage:
        given.append(str(messages))
        step = next(steps)
        if isinstance(step, Call):
            return ChatMessage.from_assistant(tool_calls=[ToolCall(step.name, step.arguments)])
        return ChatMessage.from_assistant(step)

    return MockChatGenerator(response_fn=answer)


async def run(
    memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
) -> Ran:
    """A run of a new agent; of a Memory a synchronous one."""
    given: list[str] = []
    remembering = OxgraphMemory(memory, "talk", **options)
    agent = Agent(
        chat_generator=scripted(given, *script),
        system_prompt="Be kind.",
        tools=[*remembering.watch((shop or Shop()).tools()), *remembering.tools()],
        hooks=remembering.hooks(),
        raise_on_tool_invocation_failure=False,
    )
    asked = [ChatMessage.from_user(question)]
    result = agent.run(asked) if isinstance(memory, Memory) else await agent.run_async(asked)
    return Ran(result["last_message"].text, given)
