"""CrewAI: a Crew of one agent with a model that follows a script, as the package ships none."""

import asyncio
import json
import os
from typing import Any

os.environ |= {"CREWAI_DISABLE_TELEMETRY": "true", "OTEL_SDK_DISABLED": "true", "CREWAI_TRACING_ENABLED": "false"}

from crewai import Agent, Crew, Task
from crewai.llms.base_llm import BaseLLM
from crewai.tools import tool
from pydantic import PrivateAttr

from oxgraph import AsyncMemory, Memory
from oxgraph.integrations.crewai import OxgraphMemory
from tests.integrations.frameworks import Call, Ran, Shop, Step

IS_ASYNC = False


class Script(BaseLLM):
    """A stand-in model with function calling: gives the answers of the test, in their order."""

    _steps: Any = PrivateAttr()
    _given: list[str] = PrivateAttr()

    def call(self, messages: Any, *args: Any, **more: Any) -> Any:
        """One answer."""
        self._given.append(str(messages))
        step = next(self._steps)
        if isinstance(step, Call):
            function = {"name": step.name, "arguments": json.dumps(step.arguments)}
            return [{"id": f"call-{len(self._given)}", "type": "function", "function": function}]
        return step

    def supports_function_calling(self) -> bool:
        """Yes."""
        return True

    def supports_stop_words(self) -> bool:
        """No."""
        return False


def scripted(given: list[str], *script: Step) -> Script:
    """A model that follows the script, and notes what it is given."""
    model = Script(model="script")
    model._steps, model._given = iter(script), given
    return model


async def run(
    memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
) -> Ran:
    """A run of a new crew, in a thread."""
    given: list[str] = []
    chat = OxgraphMemory(memory, "talk", **options)
    own = chat.watch([tool(one.__name__)(one) for one in (shop or Shop()).tools()])
    model = scripted(given, *script)
    clerk = Agent(role="clerk", goal="Be kind.", backstory="", llm=model, tools=[*own, *chat.tools()])
    task = Task(description=question, expected_output="An answer", agent=clerk)

    def kickoff() -> str:
        with chat.hooks():
            return str(Crew(agents=[clerk], tasks=[task]).kickoff().raw)

    return Ran(await asyncio.to_thread(kickoff), given)
