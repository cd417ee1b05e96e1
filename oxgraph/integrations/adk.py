"""Google's Agent Development Kit: a plugin, and a memory service. Needs the extra [adk]."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from oxgraph.errors import ExtraMissing
from oxgraph.integrations.agent_memory import AnyAgentMemory, agent_memories
from oxgraph.integrations.conversation import AnyMemory, either
from oxgraph.integrations.message_content import MessageEvent, begun_by_user
from oxgraph.integrations.tool_actions import Failure
from oxgraph.integrations.unanswered import left_out, within_turn
from oxgraph.surrogates import whole
from oxgraph.types.episodic import Message

try:
    from google.adk.events.event import Event
    from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
    from google.adk.memory.memory_entry import MemoryEntry
    from google.adk.plugins.base_plugin import BasePlugin
    from google.adk.tools.tool_context import ToolContext
    from google.genai import types
except ImportError as error:
    raise ExtraMissing(feature="The adapter for Google ADK", extra="adk") from error

WAYS = ("error", "error_message")
"""Entries of a tool's result that say that it failed."""


class OxgraphPlugin(BasePlugin):
    """Memory for the agents of a Runner: `App(…, plugins=[OxgraphPlugin(memory)])`; `tools()` for agents' `tools`.

    A session is a conversation of its user, or with `shared` one of all users. The model gets what memory has to say to
    the user's message, and in a session that has no events yet what was said before. What user and agents say is kept,
    and each call of a tool is captured: name, ids of targets, outcome, latency. `max_messages` is how much of the
    history a session gets (default: all that fits). `options` are those of `AgentOptions`, and of `memory.turn`. Raises
    InvalidInput.
    """

    def __init__(
        self,
        memory: AnyMemory,
        *,
        shared: bool = False,
        max_messages: int | None = None,
        name: str = "oxgraph",
        **options: Any,
    ) -> None:
        super().__init__(name)
        self._agents = agent_memories(memory, **options)
        self._shared = shared
        self._most = max_messages
        self._runs: dict[str, tuple[str, list[types.Content]]] = {}
        self._asked: dict[str, str] = {}

    def _of(self, context: Any) -> AnyAgentMemory:
        """The memory of a session; `context` is an invocation's, or one in it."""
        user_id = None if self._shared else context.session.user_id
        return self._agents.of(context.session.id, user_id)

    def tools(self) -> list[Any]:
        """Tools for the model: `recall_memory` and `remember`."""

        async def recall_memory(query: str, tool_context: ToolContext) -> str:
            """Look up what memory knows: facts, preferences, events and what was said in earlier conversations."""
            return str(await either(self._of(tool_context).recall, query))

        async def remember(content: str, tool_context: ToolContext, subject: str = "") -> str:
            """Remember a statement, in one sentence, for later conversations; subject is whom or what it is about."""
            return str(await either(self._of(tool_context).remember, content, subject))

        return [recall_memory, remember]

    async def on_user_message_callback(self, *, invocation_context: Any, user_message: types.Content) -> None:
        """Asks memory. The message is stored when the runner has made an event of it, under the event's id."""
        agent, text = self._of(invocation_context), _text(user_message)
        messages = [] if invocation_context.session.events else await either(agent.history, self._most)
        context = await either(agent.context, text)
        self._runs[invocation_context.invocation_id] = (context, _given_back(messages))
        self._asked[invocation_context.invocation_id] = text

    async def before_run_callback(self, *, invocation_context: Any) -> None:
        """Stores the user's message."""
        await self._keep_question(invocation_context)

    async def _keep_question(self, invocation_context: Any) -> None:
        text = self._asked.pop(invocation_context.invocation_id, None)
        if text is None:
            return
        event = _event_of(invocation_context)
        message = MessageEvent("user", text) if event is None else MessageEvent("user", _text(event.content), event.id)
        await either(self._of(invocation_context).add, [message])

    async def before_model_callback(self, *, callback_context: Any, llm_request: Any) -> None:
        """Adds what memory has to say, and the history."""
        context, messages = self._runs.get(callback_context.invocation_id, ("", []))
        if context:
            llm_request.append_instructions([context])
        llm_request.contents[:0] = messages

    async def on_event_callback(self, *, invocation_context: Any, event: Event) -> None:
        """Stores what an agent said."""
        await self._keep_question(invocation_context)  # another plugin may have ended the run before ours was asked
        if event.author != "user" and event.is_final_response():
            await either(self._of(invocation_context).add, [MessageEvent("assistant", _text(event.content), event.id)])

    async def after_run_callback(self, *, invocation_context: Any) -> None:
        """Ends the run."""
        self._runs.pop(invocation_context.invocation_id, None)

    async def on_agent_error_callback(self, *, agent: Any, callback_context: Any, error: Exception) -> None:
        """Ends the run."""
        self._runs.pop(callback_context.invocation_id, None)

    async def before_tool_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: ToolContext
    ) -> dict[str, Any] | None:
        """Begins a call; with warnings="hold" one that memory warns of is not made at first."""
        warning = await either(self._of(tool_context).before, _key(tool, tool_context), tool.name, tool_args)
        return {"result": warning} if warning else None

    async def after_tool_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: ToolContext, result: Any
    ) -> None:
        """Captures a call."""
        await either(self._of(tool_context).after, _key(tool, tool_context), _failure(result))

    async def on_tool_error_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: ToolContext, error: Exception
    ) -> None:
        """Captures a call that failed."""
        await either(self._of(tool_context).after, _key(tool, tool_context), error)


class OxgraphMemoryService(BaseMemoryService):
    """The memory of a Runner (`memory_service=`), for ADK's tools `load_memory` and `preload_memory`.

    `add_session_to_memory` keeps what was said as a conversation of the user, each event once, also beside
    `OxgraphPlugin`, which keeps them too. `app_name` is not looked at: a workspace is one application's. Raises
    InvalidInput.
    """

    def __init__(self, memory: AnyMemory, *, shared: bool = False, **options: Any) -> None:
        self._memory = memory
        self._agents = agent_memories(memory, **options)
        self._shared = shared

    async def add_session_to_memory(self, session: Any) -> None:
        """Stores a session's texts."""
        await self._add(session.id, session.user_id, session.events)

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Event],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,
    ) -> None:
        """Stores the texts of events."""
        await self._add(session_id or app_name, user_id, events)

    async def _add(self, conversation_id: str, user_id: str, events: Iterable[Event]) -> None:
        messages = [
            MessageEvent("user" if one.author == "user" else "assistant", _text(one.content), one.id) for one in events
        ]
        await either(self._agents.of(conversation_id, None if self._shared else user_id).add, messages)

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """Returns what is known about the query, the best first; nothing where no server answers."""
        memory = within_turn(self._memory, None if self._shared else user_id)
        entries: list[MemoryEntry] = []
        with left_out("the search of memory failed"):
            entries = [_entry(one) for one in (await either(memory.recall, whole(query))).results]
        return SearchMemoryResponse(memories=entries)


def _entry(result: Any) -> MemoryEntry:
    content = types.Content(role="user", parts=[types.Part(text=result.shown)])
    return MemoryEntry(content=content, id=result.id)


def _text(content: types.Content | None) -> str:
    """The texts of a message, without thoughts, images and files."""
    parts = content.parts or () if content is not None else ()
    return "\n".join(part.text for part in parts if part.text and not part.thought)


def _event_of(context: Any) -> Event | None:
    """The event that the user's message of a run has become; None where the session does not show it."""
    of_user = (
        one
        for one in reversed(context.session.events)
        if one.author == "user" and one.invocation_id == context.invocation_id and _text(one.content).strip()
    )
    return next(of_user, None)


def _given_back(messages: Iterable[Message]) -> list[types.Content]:
    roles = {"user": "user", "assistant": "model"}
    return [types.Content(role=roles[one.role], parts=[types.Part(text=one.text)]) for one in begun_by_user(messages)]


def _key(tool: Any, context: ToolContext) -> str:
    """The call, by the id that the model gave it."""
    return f"{context.invocation_id}:{context.function_call_id or tool.name}"


def _failure(result: Any) -> Failure:
    """The text of an error in a tool's result."""
    if not isinstance(result, dict):
        return None
    found = next((result[name] for name in WAYS if result.get(name)), None)
    if found is None and str(result.get("status")).lower() == "error":
        found = result.get("message") or "error"
    return str(found) if found is not None else None
