"""Google ADK: an LlmAgent in an InMemoryRunner, with a model that follows a script, as the package ships none."""

from collections.abc import AsyncIterator
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.plugins import ReflectAndRetryToolPlugin
from google.adk.runners import InMemoryRunner
from google.genai import types
from pydantic import PrivateAttr

from oxgraph import AsyncMemory, Memory
from oxgraph.integrations.adk import OxgraphPlugin
from tests.integrations.frameworks import Call, Ran, Shop, Step

IS_ASYNC = True


class Script(BaseLlm):
    """A stand-in model: gives the answers of the test, in their order."""

    _steps: Any = PrivateAttr()
    _given: list[str] = PrivateAttr()

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncIterator[LlmResponse]:
        """One answer."""
        said = "\n".join(one.model_dump_json(exclude_none=True) for one in llm_request.contents)
        self._given.append(f"{llm_request.config.system_instruction}\n{said}")
        step = next(self._steps)
        if isinstance(step, Call):
            part = types.Part(function_call=types.FunctionCall(name=step.name, args=step.arguments))
        else:
            part = types.Part(text=step)
        yield LlmResponse(content=types.Content(role="model", parts=[part]))


def scripted(given: list[str], *script: Step) -> Script:
    """A model that follows the script, and notes what it is given."""
    model = Script(model="script")
    model._steps, model._given = iter(script), given
    return model


async def run(
    memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
) -> Ran:
    """A run of a new agent in a session of a new runner; a tool's exception goes to the model."""
    given: list[str] = []
    user_id = options.pop("user_id", None)
    plugin = OxgraphPlugin(memory, shared=user_id is None, **options)
    tools = [*(shop or Shop()).tools(), *plugin.tools()]
    agent = LlmAgent(name="clerk", model=scripted(given, *script), instruction="Be kind.", tools=tools)
    retry = ReflectAndRetryToolPlugin(throw_exception_if_retry_exceeded=False)
    runner = InMemoryRunner(app=App(name="shop", root_agent=agent, plugins=[plugin, retry]))
    owner, texts = user_id or "anyone", []
    await runner.session_service.create_session(app_name="shop", user_id=owner, session_id="talk")
    content = types.Content(role="user", parts=[types.Part(text=question)])
    async for event in runner.run_async(user_id=owner, session_id="talk", new_message=content):
        texts += [part.text for part in event.content.parts if part.text] if event.content else []
    return Ran(texts[-1], given)
