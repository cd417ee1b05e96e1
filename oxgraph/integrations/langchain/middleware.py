"""Middleware that records each run of an agent as a turn of its conversation."""

from asyncio import CancelledError
from collections.abc import Awaitable, Callable
from typing import Any

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain_core.messages import AIMessage, SystemMessage, ToolMessage
from langgraph.errors import GraphBubbleUp
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command

from oxgraph.client.turn_exchange import TurnStep
from oxgraph.errors import OxgraphError
from oxgraph.integrations.conversation import AnyMemory, AnyTurn, either, plain_memory, require_turn_options
from oxgraph.integrations.langchain.messages import given_back
from oxgraph.integrations.langchain.turns import Turns, own_history
from oxgraph.integrations.tool_actions import acting, calling_turn
from oxgraph.surrogates import whole

PUT_OFF = (GraphBubbleUp,)


class OxgraphMiddleware(AgentMiddleware[AgentState[Any], Any, Any]):
    """Memory for an agent: `create_agent(model, tools, middleware=[OxgraphMiddleware(memory)])`.

    Each run is a turn of the conversation that the run's `thread_id` names: the system message gets what memory has to
    say to the user's message, and the messages get what was said before, unless the state has a history already. At the
    end the user's message and the answer are kept, and the calls of tools as actions: name, outcome, and ids of targets
    among the arguments. An agent that a tool of another one runs gets what memory has to say, as that one's user; what
    it is asked and answers is not kept, and its calls are those of that one's turn. A `Memory` serves `invoke` and
    `ainvoke`, an `AsyncMemory` the latter alone. `options` are those of `memory.turn`, such as `targets` and
    `agent_id`. The user is `user_id` here, else that of the run's config (`configurable`), else that of its context;
    without any, the conversation is shared. Runs raise InvalidInput without any conversation; an option that there is
    not raises it here.
    """

    def __init__(self, memory: AnyMemory, *, conversation_id: str | None = None, **options: Any) -> None:
        super().__init__()
        require_turn_options(options)
        self._memory = memory
        self._turns = Turns(memory, conversation_id, options)

    def before_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Reads the memory context."""
        plain_memory(self._memory)
        turn = self._turns.begin(state)
        if turn is not None:
            _prepare(turn)

    async def abefore_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Reads the memory context."""
        turn = self._turns.begin(state)
        if turn is not None:
            await _aprepare(turn)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Adds the memory context to the call. It keeps the user's message, and a failed one the actions too."""
        turn = self._turns.going(request.state)
        if turn is None:
            return handler(request)
        try:
            if not turn.parts:
                turn.prepare()
            response = handler(_shown(request, turn))
        except BaseException:  # such as the cancellation of the run, which is no Exception
            _keep(turn)
            raise
        if turn.recorded is None:  # nothing here is called when a caller abandons the stream of a run
            _keep(turn)
        return response

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Adds the memory context to the call. It keeps the user's message, and a failed one the actions too."""
        turn = self._turns.going(request.state)
        if turn is None:
            return await handler(request)
        try:
            if not turn.parts:
                await either(turn.prepare)
            response = await handler(_shown(request, turn))
        except BaseException:  # such as the cancellation of the run, which is no Exception
            await _akeep(turn)
            raise
        if turn.recorded is None:  # nothing here is called when a caller abandons the stream of a run
            await _akeep(turn)
        return response

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]]
    ) -> ToolMessage | Command[Any]:
        """Records the call, of its arguments ids of targets alone, also if it fails or pauses the run."""
        turn = self._turns.going(request.state)
        if turn is None:
            return handler(request)
        try:
            with acting(calling_turn() or turn, request.tool_call["name"], request.tool_call["args"], PUT_OFF) as step:
                return _noted(step, handler(request))
        except BaseException:
            _keep(turn)
            raise

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage | Command[Any]:
        """Records the call, of its arguments ids of targets alone, also if it fails or pauses the run."""
        turn = self._turns.going(request.state)
        if turn is None:
            return await handler(request)
        try:
            with acting(calling_turn() or turn, request.tool_call["name"], request.tool_call["args"], PUT_OFF) as step:
                return _noted(step, await handler(request))
        except BaseException:
            await _akeep(turn)
            raise

    def after_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Stores the turn."""
        turn = self._answered(state)
        if turn is not None:
            _keep(turn)

    async def aafter_agent(self, state: AgentState[Any], runtime: Runtime[Any]) -> None:
        """Stores the turn."""
        turn = self._answered(state)
        if turn is not None:
            await _akeep(turn)

    def _answered(self, state: AgentState[Any]) -> AnyTurn | None:
        turn, last = self._turns.going(state), state["messages"][-1]
        if turn is not None:
            self._turns.end(turn)
            turn.reply(whole(str(last.text)) if isinstance(last, AIMessage) else "")
        return turn


def _prepare(turn: AnyTurn) -> None:
    """Reads the memory context. It keeps the user's message where the run is cut off meanwhile."""
    try:
        turn.prepare()
    except OxgraphError:
        raise
    except BaseException:
        _keep(turn)
        raise


async def _aprepare(turn: AnyTurn) -> None:
    """Reads the memory context. It keeps the user's message where the run is cancelled meanwhile."""
    try:
        await either(turn.prepare)
    except CancelledError:
        await _akeep(turn)
        raise


def _keep(turn: AnyTurn) -> None:
    """Stores a turn, unless it is that of an agent that is a tool."""
    if calling_turn() is None:
        turn.finish()


async def _akeep(turn: AnyTurn) -> None:
    """Stores a turn, unless it is that of an agent that is a tool."""
    if calling_turn() is None:
        await either(turn.finish)


def _shown(request: ModelRequest[Any], turn: AnyTurn) -> ModelRequest[Any]:
    messages = list(request.messages)
    if not own_history(messages):
        messages = [*given_back(turn.history), *messages]
    return request.override(messages=messages, system_message=_system(request.system_message, turn.prompt))


def _system(given: SystemMessage | None, prompt: str) -> SystemMessage | None:
    if given is None or not prompt:
        return SystemMessage(prompt) if prompt else given
    if isinstance(given.content, str):
        return SystemMessage(f"{given.content}\n\n{prompt}")
    return SystemMessage([*given.content, {"type": "text", "text": prompt}])


def _noted(step: TurnStep, result: ToolMessage | Command[Any]) -> ToolMessage | Command[Any]:
    if isinstance(result, ToolMessage) and result.status == "error":
        step.outcome = "failure"
    return result
