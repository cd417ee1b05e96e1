"""Microsoft Agent Framework: an Agent with a chat client that follows a script, as the package ships none."""

from collections.abc import AsyncIterator
from typing import Any

from agent_framework import (
    Agent,
    BaseChatClient,
    ChatMiddlewareLayer,
    ChatResponse,
    ChatResponseUpdate,
    Content,
    FunctionInvocationLayer,
    Message,
    tool,
)

from oxgraph import AsyncMemory, Memory
from oxgraph.integrations.agent_framework import OxgraphMemory
from tests.integrations.frameworks import Call, Ran, Shop, Step

IS_ASYNC = True


class Script(FunctionInvocationLayer, ChatMiddlewareLayer, BaseChatClient):
    """A stand-in model: gives the answers of the test, in their order."""

    def __init__(self, given: list[str], steps: tuple[Step, ...]) -> None:
        super().__init__()
        self.steps = iter(steps)
        self.given = given

    def _inner_get_response(self, *, messages: Any, stream: bool, options: Any, **more: Any) -> Any:
        async def answer() -> ChatResponse:
            shown = [
                str(content.text or content.result or content.arguments) for one in messages for content in one.contents
            ]
            self.given.append("\n".join([str(options.get("instructions")), *shown]))
            step = next(self.steps)
            if isinstance(step, Call):
                content = Content.from_function_call(f"call {len(self.given)}", step.name, arguments=step.arguments)
            else:
                content = Content.from_text(step)
            return ChatResponse(messages=[Message(role="assistant", contents=[content])])

        async def updates() -> AsyncIterator[ChatResponseUpdate]:
            for message in (await answer()).messages:
                yield ChatResponseUpdate(role=message.role, contents=message.contents)

        return self._build_response_stream(updates()) if stream else answer()


def scripted(given: list[str], *script: Step) -> Script:
    """A model that follows the script, and notes what it is given."""
    return Script(given, script)


async def run(
    memory: Memory | AsyncMemory, question: str, *script: Step, shop: Shop | None = None, **options: Any
) -> Ran:
    """A run of a new agent in a new session object of the same id, whose state names the user."""
    given: list[str] = []
    user_id = options.pop("user_id", None)
    agent = Agent(
        client=scripted(given, *script),
        instructions="Be kind.",
        tools=[tool(one, approval_mode="never_require") for one in (shop or Shop()).tools()],
        context_providers=[OxgraphMemory(memory, **options)],
    )
    session = agent.create_session(session_id="talk")
    session.state |= {"user_id": user_id} if user_id else {}
    result = await agent.run(question, session=session)
    return Ran(result.text, given)
