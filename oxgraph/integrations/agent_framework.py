"""Microsoft Agent Framework: memory for an agent by a history provider. Needs the extra [agent-framework]."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextvars import ContextVar
from typing import Any

from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.ids import new_id
from oxgraph.integrations.agent_memory import AnyAgentMemory, agent_memories, memory_functions
from oxgraph.integrations.conversation import AnyMemory, either
from oxgraph.integrations.message_content import Event, MessageEvent, begun_by_user
from oxgraph.integrations.tool_actions import within
from oxgraph.types.episodic import Message as Stored

try:
    from agent_framework import Content, FunctionMiddleware, HistoryProvider, Message, MiddlewareTermination, tool
except ImportError as error:
    raise ExtraMissing(feature="The adapter for Microsoft Agent Framework", extra="agent-framework") from error

EACH_CALL = "require_per_service_call_history_persistence"
"""An agent's option that takes the calls of tools from the history too, which memory does not keep."""


_caller: ContextVar[AnyAgentMemory | None] = ContextVar("oxgraph_agent_framework", default=None)
"""The memory of the agent whose tool is being called: a run within the call is that of an agent that is a tool."""


class OxgraphMemory(HistoryProvider):
    """Memory for an agent: `Agent(…, context_providers=[OxgraphMemory(memory)])`.

    A session is a conversation. Each run gets what memory has to say to the user's message, what was said before (where
    the model's service does not keep the session itself), and the tools `recall_memory` and `remember`; what user and
    agent say is kept, and each call of a tool is captured: name, ids of targets, outcome, latency. The user is
    `user_id` here, else that of the session's state. An agent that is a tool of another (`agent.as_tool()`) gets what
    memory has to say to its request, as the user of that one; what it is asked and answers is not kept, and its calls
    belong to the session of that one. `max_messages` is how much of the history a run gets (default:
    all that fits). `options` are those of `AgentOptions`, and of `memory.turn`. Raises InvalidInput; in a run too, of
    an agent with `require_per_service_call_history_persistence`.
    """

    def __init__(self, memory: AnyMemory, *, max_messages: int | None = None, **options: Any) -> None:
        super().__init__("oxgraph")
        self._agents = agent_memories(memory, **options)
        self._most = max_messages

    def _of(self, session_id: str | None, agent: Any = None, state: Any = None) -> AnyAgentMemory:
        if getattr(agent, EACH_CALL, False):
            raise InvalidInput(field=EACH_CALL, reason="must be False with this memory, which keeps no calls of tools")
        user_id = (state or {}).get("user_id")
        return self._agents.of(session_id or "default", user_id, getattr(agent, "name", None))

    async def before_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Adds what memory has to say, the history, the tools, and the capture of calls."""
        caller = _caller.get()
        mine = self._of(context.session_id, agent, session.state if caller is None else vars(caller.options))
        messages: list[Message] = []
        asked = "\n".join(_texts(context.input_messages, "user"))
        if caller is None and not session.service_session_id:
            known, history = await either(mine.opening, asked, self._most)
            messages = _given_back(history) + _approved(context.input_messages)
        else:  # the service has shown all of its session; an agent that is a tool sees its request alone
            known = await either(mine.context, asked, shown=None if caller is None else 0)
        if known:
            context.extend_instructions(self.source_id, known)
        context.extend_messages(self, messages)
        context.extend_tools(self.source_id, [tool(one) for one in memory_functions(lambda: mine)])
        context.extend_middleware(self.source_id, [_Capture(caller or mine)])
        if caller is None:
            await either(mine.add, list(_events(context.input_messages)))

    async def after_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:
        """Stores the answer."""
        if _caller.get() is not None:
            return
        mine = self._of(context.session_id, agent, session.state)
        await either(mine.add, list(_events(context.response.messages if context.response else ())))

    async def get_messages(
        self, session_id: str | None, *, state: dict[str, Any] | None = None, **kwargs: Any
    ) -> list[Message]:
        """Returns the history of a session."""
        return _given_back(await either(self._of(session_id, state=state).history, self._most))

    async def save_messages(
        self,
        session_id: str | None,
        messages: Sequence[Message],
        *,
        state: dict[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        """Stores what user and agent said."""
        await either(self._of(session_id, state=state).add, list(_events(messages)))


class _Capture(FunctionMiddleware):
    """Captures the calls of a run's tools."""

    def __init__(self, agent: AnyAgentMemory) -> None:
        self._agent = agent

    async def process(self, context: Any, call_next: Callable[[], Awaitable[None]]) -> None:
        """Captures a call; with warnings="hold" one that memory warns of is not made at first."""
        key, given = new_id(), context.arguments
        arguments = given if isinstance(given, dict) else dict(given or {})
        warning = await either(self._agent.before, key, context.function.name, arguments)
        if warning:
            context.result = warning
            return
        try:
            with within(_caller, self._agent):
                await call_next()
        except MiddlewareTermination:
            await either(self._agent.after, key)
            raise
        except BaseException as error:
            await either(self._agent.after, key, error)
            raise
        await either(self._agent.after, key)


def _texts(messages: Iterable[Message], role: str) -> list[str]:
    return [one.text for one in messages if one.role == role and one.text]


def _events(messages: Iterable[Message]) -> Iterable[Event]:
    """Yields texts; the calls of tools are noted by their capture."""
    for one in messages:
        if one.role == "user":
            yield MessageEvent("user", one.text, one.message_id)
        elif one.role == "assistant":
            yield MessageEvent("assistant", one.text, one.message_id)


def _approved(messages: Iterable[Message]) -> list[Message]:
    """The calls that these messages allow or refuse, without those among them, as memory keeps none."""
    contents = [content for one in messages for content in one.contents]
    asked = {one.id for one in contents if one.type == "function_approval_request"}
    calls = [
        Content.from_function_approval_request(one.id, one.function_call)
        for one in contents
        if one.type == "function_approval_response" and one.id not in asked
    ]
    return [Message(role="assistant", contents=calls)] if calls else []


def _given_back(messages: Iterable[Stored]) -> list[Message]:
    return [Message(role=one.role, contents=[one.text]) for one in begun_by_user(messages)]
