"""A capability that records each run of an agent as a turn of its conversation."""

from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from typing import Any

from pydantic_ai import AgentRunResult, RunContext
from pydantic_ai.capabilities import AbstractCapability, WrapRunHandler, WrapToolExecuteHandler
from pydantic_ai.exceptions import ApprovalRequired, CallDeferred, ModelRetry, ToolRetryError
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, UserPromptPart
from pydantic_ai.tools import DeferredToolRequests, ToolDefinition

from oxgraph.action_codes import CANCELLED
from oxgraph.client.turn_exchange import TurnStep
from oxgraph.integrations.agent_options import showing
from oxgraph.integrations.conversation import AnyMemory, AnyTurn, either, require_turn_options, user_of
from oxgraph.integrations.message_content import said_in
from oxgraph.integrations.pydantic_ai.messages import events, given_back, text_of
from oxgraph.integrations.tool_actions import acting, calling_turn, calling_user
from oxgraph.surrogates import whole

PUT_OFF = (CallDeferred, ApprovalRequired)


class OxgraphMemory(AbstractCapability[Any]):
    """Memory for an agent, by a `Memory` or an `AsyncMemory`: `Agent(model, capabilities=[OxgraphMemory(memory)])`.

    Each run with a prompt is a turn of the conversation that it names (`agent.run(…, conversation_id=…)`): its
    instructions get what memory has to say, its history what was said before, unless it comes with a history of its
    own. At the end its prompt and answer are kept, and its tools' calls as actions: name, outcome, and ids of targets
    among the arguments. An agent that a tool of another one runs gets what memory has to say, as that one's user; what
    it is asked and answers is not kept, and its calls are those of that one's turn. An answer that is no text is not
    kept. `options` are those of `memory.turn`, such as `targets` and `agent_id`. The user is `user_id` here, else that
    of the run's deps; without any, the conversation is shared. Raises InvalidInput.
    """

    def __init__(self, memory: AnyMemory, *, conversation_id: str | None = None, **options: Any) -> None:
        require_turn_options(options)
        self._memory = memory
        self._conversation_id = conversation_id
        self._options = options
        self._turn: AnyTurn | None = None
        self._going: list[TurnStep] = []

    async def for_run(self, ctx: RunContext[Any]) -> "OxgraphMemory":
        """Returns an instance for the run, as runs can be concurrent."""
        return OxgraphMemory(self._memory, conversation_id=self._conversation_id, **self._options)

    def get_instructions(self) -> Callable[[RunContext[Any]], Awaitable[str]]:
        """Returns the memory context for the run's prompt."""

        async def instructions(ctx: RunContext[Any]) -> str:
            return self._turn.prompt if self._turn is not None else ""

        return instructions

    async def wrap_run(self, ctx: RunContext[Any], *, handler: WrapRunHandler) -> AgentRunResult[Any]:
        """Records the turn around the run. A failed run keeps its prompt and its actions."""
        (text, turn_id), name = _asked(ctx), self._conversation_id or ctx.conversation_id
        if not text.strip() or name is None:
            return await handler()
        own = {"turn_id": turn_id} | self._options | {"user_id": user_of(self._options, ctx.deps) or calling_user()}
        shown = len(said_in(events(ctx.messages)))
        turn = self._turn = self._memory.turn(name, whole(text), **showing(own, shown) if ctx.messages else own)
        if turn_id != ctx.run_id:
            turn.resume()
        try:
            await either(turn.prepare)
            if not ctx.messages:
                ctx.messages[:] = given_back(turn.history)
            result = await handler()
            turn.reply(whole(_answer(result)))
        except CancelledError as error:
            for step in list(self._going):  # their own tasks are cancelled when this has ended, which is too late
                step.error_code = CANCELLED
                step.__exit__(type(error), error, error.__traceback__)
            raise
        finally:
            if calling_turn() is None:
                await either(turn.finish)
        return result

    async def wrap_tool_execute(
        self,
        ctx: RunContext[Any],
        *,
        call: ToolCallPart,
        tool_def: ToolDefinition,
        args: dict[str, Any],
        handler: WrapToolExecuteHandler,
    ) -> Any:
        """Records the call, of its arguments ids of targets alone."""
        if self._turn is None:
            return await handler(args)
        with acting(calling_turn() or self._turn, call.tool_name, args, PUT_OFF) as step:
            self._going.append(step)
            try:
                return await handler(args)
            except ToolRetryError:
                step.error_code = ModelRetry.__name__
                raise
            finally:
                self._going.remove(step)


def _asked(ctx: RunContext[Any]) -> tuple[str, str | None]:
    """Returns the run's prompt and id; those of the previous run if it continues after a pause."""
    if ctx.prompt is not None:
        return text_of(ctx.prompt), ctx.run_id
    for message in reversed(ctx.messages):
        for part in message.parts:
            if isinstance(part, UserPromptPart) and message.run_id:
                return text_of(part.content), message.run_id
    return "", None


def _answer(result: AgentRunResult[Any]) -> str:
    """Returns the run's answer, of a structured one the text beside it; '' for a paused run."""
    if isinstance(result.output, str | DeferredToolRequests):
        return result.output if isinstance(result.output, str) else ""
    last = next((one for one in reversed(result.new_messages()) if isinstance(one, ModelResponse)), None)
    return "".join(part.content for part in last.parts if isinstance(part, TextPart)) if last is not None else ""
