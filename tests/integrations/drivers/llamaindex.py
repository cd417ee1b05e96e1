"""LlamaIndex: a FunctionAgent with its MockFunctionCallingLLM."""

from collections.abc import Sequence
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.base.llms.types import ChatMessage, TextBlock, ToolCallBlock
from llama_index.core.llms.mock import MockFunctionCallingLLM

from oxgraph import AsyncMemory, Memory
from oxgraph.integrations.llamaindex import OxgraphMemory
from tests.integrations.frameworks import Call, Ran, Shop, Step

IS_ASYNC = True


def scripted(given: list[str], *script: Step) -> MockFunctionCallingLLM:
    """A model that follows the script, and notes what it is given."""
    steps = iter(script)

    def answer(messages: Sequence[ChatMessage], **more: Any) -> ChatMessage:
        given.append(str(messages))
        step = next(steps)
        if isinstance(step, Call):
            block = ToolCallBlock(tool_call_id=f"call {len(given)}", tool_name=step.name, tool_kwargs=step.arguments)
            return ChatMessage(role="assistant", blocks=[block])
        return ChatMessage(role="assistant", blocks=[TextBlock(text=step)])

    return MockFunctionCallingLLM(response_generator=answer)


async def run(
    memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
) -> Ran:
    """A run of a new agent."""
    given: list[str] = []
    remembering = OxgraphMemory(memory, "talk", **options)
    tools = [*remembering.watch((shop or Shop()).tools()), *remembering.tools()]
    agent = FunctionAgent(tools=tools, llm=scripted(given, *script), system_prompt="Be kind.", streaming=False)
    return Ran(str(await agent.run(question, memory=remembering)), given)
