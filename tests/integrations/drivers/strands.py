"""Strands Agents: an Agent with a model that follows a script, as the package ships none."""

import json
from collections.abc import AsyncIterator
from typing import Any

from strands import Agent, tool
from strands.models import Model

from oxgraph import AsyncMemory, Memory
from oxgraph.integrations.strands import OxgraphMemory
from tests.integrations.frameworks import Call, Ran, Shop, Step

IS_ASYNC = True


class Script(Model):
    """A stand-in model: gives the answers of the test, in their order."""

    def __init__(self, given: list[str], steps: tuple[Step, ...]) -> None:
        self.steps = iter(steps)
        self.given = given

    def update_config(self, **model_config: Any) -> None:
        """None."""

    def get_config(self) -> Any:
        """None."""
        return {}

    async def structured_output(self, *given: Any, **more: Any) -> Any:
        """None."""
        raise NotImplementedError
        yield

    async def stream(
        self, messages: Any, tool_specs: Any = None, system_prompt: Any = None, **more: Any
    ) -> AsyncIterator[Any]:
        """The events of one answer."""
        self.given.append(f"{more.get('system_prompt_content') or system_prompt}\n{messages}")
        step = next(self.steps)
        yield {"messageStart": {"role": "assistant"}}
        if isinstance(step, Call):
            use = {"toolUseId": f"call-{len(self.given)}", "name": step.name}
            yield {"contentBlockStart": {"start": {"toolUse": use}}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": json.dumps(step.arguments)}}}}
        else:
            yield {"contentBlockStart": {"start": {}}}
            yield {"contentBlockDelta": {"delta": {"text": step}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "tool_use" if isinstance(step, Call) else "end_turn"}}


def scripted(given: list[str], *script: Step) -> Script:
    """A model that follows the script, and notes what it is given."""
    return Script(given, script)


async def run(
    memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
) -> Ran:
    """A run of a new agent; its call names the user."""
    given: list[str] = []
    user_id = options.pop("user_id", None)
    remembering = OxgraphMemory(memory, "talk", **options)
    tools = [*map(tool, (shop or Shop()).tools()), *remembering.tools()]
    model = scripted(given, *script)
    agent = Agent(model=model, tools=tools, system_prompt="Be kind.", hooks=[remembering], callback_handler=None)
    state = {"user_id": user_id} if user_id else {}
    result = await agent.invoke_async(question, invocation_state=state)
    assert agent.system_prompt == "Be kind."
    return Ran(str(result).strip(), given)
