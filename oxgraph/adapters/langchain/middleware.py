"""Middleware that makes each run of an agent a turn of its conversation."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, NotRequired

from langchain.agents.middleware import AgentMiddleware, AgentState, ModelRequest, ModelResponse
from langchain.agents.middleware.types import PrivateStateAttr
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.channels import UntrackedValue
from langgraph.config import get_config
from langgraph.errors import GraphBubbleUp
from langgraph.prebuilt.tool_node import ToolCallRequest
from langgraph.runtime import Runtime
from langgraph.types import Command

from oxgraph.adapters.acting import acting
from oxgraph.adapters.conversation import AnyMemory, AnyTurn, either, plain_memory
from oxgraph.adapters.langchain.messages import given_back
from oxgraph.client.turning import TurnStep
from oxgraph.errors import InvalidInput
from oxgraph.ids import stable_id

PUT_OFF = (GraphBubbleUp,)
TURN = "oxgraph_turn"


class TurnState(AgentState[Any]):
    """The agent's state, and the turn while it lasts; checkpoints have no part of it."""

    oxgraph_turn: NotRequired[Annotated[Any, UntrackedValue, PrivateStateAttr]]


class OxgraphMiddleware(AgentMiddleware[TurnState, Any, Any]):
    """Memory for an agent: `create_agent(model, tools, middleware=[OxgraphMiddleware(memory)])`.

    Each run is a turn of the conversation that the run's `thread_id` names: the system message gets what memory has to
    say to the user's message, and the messages get what was said before, unless the state has a history already. At the
    end the user's message and the answer are kept, and the calls of tools as actions, by name and ending alone. A
    `Memory` serves `invoke` and `ainvoke`, an `AsyncMemory` the latter alone. `options` are those of `memory.turn`,
    such as `targets` and `agent_id`. Runs raise InvalidInput without any conversation.
    """

    state_schema = TurnState

    def __init__(self, memory: AnyMemory, *, conversation_id: str | None = None, **options: Any) -> None:
        super().__init__()
        self._memory = memory
        self._conversation_id = conversation_id
        self._options = options

    def before_agent(self, state: TurnState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Asks memory."""
        plain_memory(self._memory)
        turn = self._turn(state)
        if turn is not None:
            turn.prepare()
        return {TURN: turn}

    async def abefore_agent(self, state: TurnState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Asks memory."""
        turn = self._turn(state)
        if turn is not None:
            await either(turn.prepare)
        return {TURN: turn}

    def _turn(self, state: TurnState) -> AnyTurn | None:
        """The turn that the user's latest message begins; its id is the message's, so that it is kept once."""
        message = _asked(state["messages"])
        if message is None or not message.text.strip():
            return None
        name = self._conversation_id or _thread()
        turn_id = stable_id(self._memory.workspace_id, "langchain", [name, message.id]) if message.id else None
        return self._memory.turn(name, str(message.text), **{"turn_id": turn_id} | self._options)

    def wrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], ModelResponse[Any]]
    ) -> ModelResponse[Any]:
        """Shows the model what memory has to say. A call that fails leaves the user's message and the actions."""
        turn = _current(request.state)
        if turn is None:
            return handler(request)
        try:
            return handler(_shown(request, turn))
        except Exception:
            turn.finish()
            raise

    async def awrap_model_call(
        self, request: ModelRequest[Any], handler: Callable[[ModelRequest[Any]], Awaitable[ModelResponse[Any]]]
    ) -> ModelResponse[Any]:
        """Shows the model what memory has to say. A call that fails leaves the user's message and the actions."""
        turn = _current(request.state)
        if turn is None:
            return await handler(request)
        try:
            return await handler(_shown(request, turn))
        except Exception:
            await either(turn.finish)
            raise

    def wrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], ToolMessage | Command[Any]]
    ) -> ToolMessage | Command[Any]:
        """Notes the call, not what it was called with. One that fails ends the turn, unless somebody tries again."""
        turn = _current(request.state)
        if turn is None:
            return handler(request)
        try:
            with acting(turn, request.tool_call["name"], PUT_OFF) as step:
                return _noted(step, handler(request))
        except PUT_OFF:
            raise
        except Exception:
            turn.finish()
            raise

    async def awrap_tool_call(
        self, request: ToolCallRequest, handler: Callable[[ToolCallRequest], Awaitable[ToolMessage | Command[Any]]]
    ) -> ToolMessage | Command[Any]:
        """Notes the call, not what it was called with. One that fails ends the turn, unless somebody tries again."""
        turn = _current(request.state)
        if turn is None:
            return await handler(request)
        try:
            with acting(turn, request.tool_call["name"], PUT_OFF) as step:
                return _noted(step, await handler(request))
        except PUT_OFF:
            raise
        except Exception:
            await either(turn.finish)
            raise

    def after_agent(self, state: TurnState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Keeps the turn."""
        turn = self._answered(state)
        if turn is not None:
            turn.finish()
        return None

    async def aafter_agent(self, state: TurnState, runtime: Runtime[Any]) -> dict[str, Any] | None:
        """Keeps the turn."""
        turn = self._answered(state)
        if turn is not None:
            await either(turn.finish)
        return None

    def _answered(self, state: TurnState) -> AnyTurn | None:
        """The turn with its answer. A run that was interrupted goes on without it: then it is made anew."""
        turn = _current(state) or self._turn(state)
        last = state["messages"][-1]
        if turn is not None and isinstance(last, AIMessage):
            turn.reply(str(last.text))
        return turn


def _current(state: Any) -> AnyTurn | None:
    turn: AnyTurn | None = state.get(TURN)
    return turn


def _thread() -> str:
    name = get_config().get("configurable", {}).get("thread_id")
    if not isinstance(name, str):
        raise InvalidInput(field="thread_id", reason="must be given in the run's config, to name the conversation")
    return name


def _asked(messages: list[AnyMessage]) -> HumanMessage | None:
    return next((one for one in reversed(messages) if isinstance(one, HumanMessage)), None)


def _shown(request: ModelRequest[Any], turn: AnyTurn) -> ModelRequest[Any]:
    messages = list(request.messages)
    before = messages[: messages.index(asked)] if (asked := _asked(messages)) is not None else messages
    if not any(isinstance(one, AIMessage) for one in before):
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
