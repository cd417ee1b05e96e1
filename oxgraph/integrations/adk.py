"""Google's Agent Development Kit: a plugin, and a memory service. Needs the extra [adk]."""

from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from oxgraph.errors import ExtraMissing
from oxgraph.integrations.agent_memory import AnyAgentMemory, agent_memories
from oxgraph.integrations.conversation import AnyMemory, either
from oxgraph.integrations.message_content import MessageEvent, Speaking, begun_by_user
from oxgraph.integrations.tool_actions import Failure
from oxgraph.integrations.unanswered import left_out, within_turn
from oxgraph.newest import Newest
from oxgraph.surrogates import whole
from oxgraph.types.episodic import Message

try:
    from google.adk.events.event import Event
    from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
    from google.adk.memory.memory_entry import MemoryEntry
    from google.adk.plugins.base_plugin import BasePlugin
    from google.adk.tools.agent_tool import AgentTool
    from google.adk.tools.tool_context import ToolContext
    from google.genai import types
except ImportError as error:
    raise ExtraMissing(feature="The adapter for Google ADK", extra="adk") from error

WAYS = ("error", "error_message")
"""Entries of a tool's result that say that it failed."""


MOST_RUNS = 1_000
"""Runs that are going on; ADK says nothing of the end of one that is cancelled."""

_caller: ContextVar["tuple[OxgraphPlugin, str] | None"] = ContextVar("oxgraph_adk", default=None)
"""The plugin and the run of an agent that is calling another one as a tool; ADK gives that one a session of its own."""

_asking: ContextVar[AnyAgentMemory | None] = ContextVar("oxgraph_adk_asking", default=None)
"""The memory of the run that is going on, for the memory service: ADK tells that nothing of the session."""


@dataclass
class _Run:
    """A run that is going on."""

    agent: AnyAgentMemory
    """The memory of its conversation; of an agent that is a tool, that of the agent which called it."""

    is_of_tool: bool
    context: str = ""
    history: list[types.Content] = field(default_factory=list)
    kept: set[str] = field(default_factory=set)
    """The ids of the events that are stored."""


class OxgraphPlugin(BasePlugin):
    """Memory for the agents of a Runner: `App(…, plugins=[OxgraphPlugin(memory)])`; `tools()` for agents' `tools`.

    A session is a conversation of its user, or with `shared` one of all users. The model gets what memory has to say to
    the user's message, and in a session that has no events yet what was said before. What user and agents say is kept
    as the session has it, and each call of a tool is captured: name, ids of targets, outcome, latency. What an agent
    says to another one that is its tool, and its answer, are not kept; the calls of that one are those of the session.
    `max_messages` is how much of the history a session gets (default: all that fits). `options` are those of
    `AgentOptions`, and of `memory.turn`. Raises InvalidInput.
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
        self._runs: Newest[str, _Run] = Newest(MOST_RUNS)

    def _of_session(self, context: Any) -> AnyAgentMemory:
        """The memory of a session; `context` is an invocation's, or one in it."""
        user_id = None if self._shared else context.session.user_id
        return self._agents.of(context.session.id, user_id)

    def _of(self, context: Any) -> AnyAgentMemory:
        """The memory of the run that is going on."""
        run = self._runs.get(context.invocation_id)
        return run.agent if run is not None else self._of_session(context)

    def tools(self) -> list[Any]:
        """Tools for the model: `recall_memory` and `remember`."""

        async def recall_memory(query: str, tool_context: ToolContext) -> str:
            """Look up what memory knows: facts, preferences, events and what was said in earlier conversations."""
            return str(await either(self._of(tool_context).recall, query))

        async def remember(content: str, tool_context: ToolContext, subject: str = "") -> str:
            """Remember a statement, in one sentence, for later conversations; subject is whom or what it is about."""
            return str(await either(self._of(tool_context).remember, content, subject))

        return [recall_memory, remember]

    async def before_run_callback(self, *, invocation_context: Any) -> None:
        """Asks memory, and stores the user's message."""
        await self._keep(invocation_context)

    async def before_model_callback(self, *, callback_context: Any, llm_request: Any) -> None:
        """Adds what memory has to say, and the history."""
        run = await self._keep(callback_context)
        if run.context:
            llm_request.append_instructions([run.context])
        llm_request.contents[:0] = run.history

    async def on_event_callback(self, *, invocation_context: Any, event: Event) -> None:
        """Stores what was said before this event."""
        await self._keep(invocation_context)

    async def after_run_callback(self, *, invocation_context: Any) -> None:
        """Ends the run, and stores what was said at last."""
        await self._keep(invocation_context)
        self._runs.pop(invocation_context.invocation_id, None)
        _asking.set(None)

    async def on_run_error_callback(self, *, invocation_context: Any, error: Exception) -> None:
        """Ends the run, and stores what was said at last."""
        await self.after_run_callback(invocation_context=invocation_context)

    async def _keep(self, context: Any) -> _Run:
        """The run, begun by the first callback that another plugin lets through. Stores what its session has by now:
        a plugin behind or before this one may have changed an event, and one before it keeps the callback from it.
        """
        run = self._runs.get(context.invocation_id) or await self._begin(context)
        _asking.set(run.agent)
        said = [one for one in _said_in(context) if one.id not in run.kept]
        run.kept.update(one.id for one in said)
        if said and not run.is_of_tool:
            await either(run.agent.add, [_spoken(one) for one in said])
        return run

    async def _begin(self, context: Any) -> _Run:
        """Asks memory."""
        agent, caller = self._of_session(context), self._caller_of(context)
        run = self._runs[context.invocation_id] = _Run(caller.agent if caller else agent, caller is not None)
        asked = [one for one in _said_in(context) if one.author == "user"]
        text = _text(asked[-1].content) if asked else ""
        if caller is None and len(context.session.events) == len(asked):
            run.context, history = await either(agent.opening, text, self._most)
            run.history = _given_back(history)
        else:
            before = [one for one in context.session.events if one.invocation_id != context.invocation_id]
            run.context = await either(agent.context, text, shown=len(_said(before)))
        return run

    def _caller_of(self, context: Any) -> _Run | None:
        """The run whose agent has called that of this one as a tool."""
        plugin, run = _caller.get() or (None, "")
        return self._runs.get(run) if plugin is self and run != context.invocation_id else None

    async def before_tool_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: ToolContext
    ) -> dict[str, Any] | None:
        """Begins a call; with warnings="hold" one that memory warns of is not made at first."""
        warning = await either(self._of(tool_context).before, _key(tool, tool_context), tool.name, tool_args)
        if warning:
            return {"result": warning}
        _caller.set((self, tool_context.invocation_id) if isinstance(tool, AgentTool) else None)
        return None

    async def after_tool_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: ToolContext, result: Any
    ) -> None:
        """Captures a call."""
        _caller.set(None)
        await either(self._of(tool_context).after, _key(tool, tool_context), _failure(result))

    async def on_tool_error_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: ToolContext, error: Exception
    ) -> None:
        """Captures a call that failed."""
        _caller.set(None)
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
        agent = self._agents.of(conversation_id, None if self._shared else user_id)
        await either(agent.add, [_spoken(one) for one in events])

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """Returns what is known about the query, the best first; nothing where no server answers.

        Beside `OxgraphPlugin` what the run that asks has said itself is left out.
        """
        memory, asking = within_turn(self._memory, None if self._shared else user_id), _asking.get()
        own = asking.conversation.run_ids if asking is not None else ()
        entries: list[MemoryEntry] = []
        with left_out("the search of memory failed"):
            found = await either(memory.recall, whole(query), exclude_ids=own)
            entries = [_entry(one) for one in found.results]
        return SearchMemoryResponse(memories=entries)


def _entry(result: Any) -> MemoryEntry:
    content = types.Content(role="user", parts=[types.Part(text=result.shown)])
    return MemoryEntry(content=content, id=result.id)


def _text(content: types.Content | None) -> str:
    """The texts of a message, without thoughts, images and files."""
    parts = content.parts or () if content is not None else ()
    return "\n".join(part.text for part in parts if part.text and not part.thought)


def _spoken(event: Event) -> MessageEvent:
    role: Speaking = "user" if event.author == "user" else "assistant"
    return MessageEvent(role, _text(event.content), event.id, datetime.fromtimestamp(event.timestamp, UTC))


def _said_in(context: Any) -> list[Event]:
    """What user and agents have said in a run, as its session has it."""
    return _said(one for one in context.session.events if one.invocation_id == context.invocation_id)


def _said(events: Iterable[Event]) -> list[Event]:
    """The events in which user or agents say something."""
    said = (one for one in events if one.author == "user" or one.is_final_response())
    return [one for one in said if _text(one.content).strip()]


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
