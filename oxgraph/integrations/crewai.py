"""CrewAI: memory for the tasks of a crew, and its tools' calls captured. Needs the extra [crewai]."""

import inspect
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from oxgraph.errors import ExtraMissing, OxgraphError
from oxgraph.ids import new_id
from oxgraph.integrations._sync.agent_memory import AgentMemory
from oxgraph.integrations.agent_memory import TOOLS, agent_memories, plain_agent, plain_memory_functions
from oxgraph.integrations.conversation import AnyMemory
from oxgraph.integrations.message_content import MessageEvent, earlier_text
from oxgraph.integrations.tool_actions import Failure
from oxgraph.newest import Newest

try:
    from crewai.hooks.contexts import ExecutionStartContext, StepContext
    from crewai.hooks.dispatch import HookAborted, InterceptionPoint, get_scoped_hooks, scoped_hooks
    from crewai.hooks.llm_hooks import LLMCallHookContext
    from crewai.hooks.tool_hooks import ToolCallHookContext
    from crewai.tools import BaseTool, tool
    from crewai.utilities.string_utils import sanitize_tool_name
except ImportError as error:
    raise ExtraMissing(feature="The adapter for CrewAI", extra="crewai") from error

MOST_CALLS = 1_000
"""Calls, and tasks, that have begun and not ended; a run that is cut off leaves some behind."""

BLOCKED = "Tool execution blocked by hook."
"""How CrewAI begins the result of a call that a hook did not allow."""

FAILED = re.compile(
    r"Error executing tool: |Tool not found\Z|\n?I encountered an error while trying to use the tool\."
    r"|Tool '.*' has reached its (?:maximum )?usage limit",
    re.DOTALL,
)
"""CrewAI's own texts instead of the result of a tool that raised an exception (of arguments that were missing too),
that there is not, or that may be called no more."""


@dataclass
class _Call:
    """A call that is going on."""

    arguments: Any
    """CrewAI's own object, which both hooks of a call get; held, as its place in memory names the call."""

    name: str
    agent: AgentMemory
    key: str = field(default_factory=new_id)
    warning: str = ""
    error: BaseException | None = None
    is_done: bool = False
    """Whether a tool of `watch` has given a result."""


@dataclass
class _Task:
    """A task that is going on; several of a conversation can be, each with a memory of its own."""

    agent: AgentMemory
    known: str


_running: ContextVar[_Call | None] = ContextVar("oxgraph_crewai", default=None)
"""The call that a watched tool's function belongs to: CrewAI calls both in the same context."""


class OxgraphMemory:
    """Memory for the crews that run in it: `with chat.hooks(): crew.kickoff()`.

    A task is what a user says, and its output what the assistant says: both are kept. The system message of a task's
    agent gets what memory has to say to the task's description; that of a run's first one what was said before too, as
    far as `max_messages` (default: all that fits). Each call of a tool is captured: name, ids of targets, outcome,
    latency. The class of what it raised is known of the tools of `watch(tools)`. `tools()` gives agents
    `recall_memory` and `remember`. `options` are those of `AgentOptions`, and of `memory.turn`. CrewAI's hooks do not
    wait, so that it takes a `Memory` alone. Raises InvalidInput; what memory raises in a run ends that as CrewAI's
    HookAborted.
    """

    def __init__(
        self, memory: AnyMemory, conversation_id: str, *, max_messages: int | None = None, **options: Any
    ) -> None:
        self._agents = agent_memories(memory, **options)
        self._agent = plain_agent(self._agents.of(conversation_id))
        self._conversation_id = conversation_id
        self._most = max_messages
        # Gives True to the first task of a run; its tasks may begin in several threads, which have its context.
        self._is_new: ContextVar[Iterator[bool] | None] = ContextVar("oxgraph_crewai_is_new", default=None)
        self._asking: ContextVar[AgentMemory | None] = ContextVar("oxgraph_crewai_asking", default=None)
        self._tasks: Newest[str, _Task] = Newest(MOST_CALLS)
        self._calls: Newest[int, _Call] = Newest(MOST_CALLS)
        self._raised: deque[tuple[str, BaseException]] = deque(maxlen=MOST_CALLS)

    @contextmanager
    def hooks(self) -> Iterator[None]:
        """Gives the tasks of the crews that run meanwhile memory, and captures the calls of their tools."""
        own: dict[InterceptionPoint, Callable[[Any], Any]] = {
            InterceptionPoint.EXECUTION_START: self._begin_run,
            InterceptionPoint.PRE_STEP: self._begin,
            InterceptionPoint.PRE_MODEL_CALL: self._ask,
            InterceptionPoint.PRE_TOOL_CALL: self._before_tool,
            InterceptionPoint.POST_TOOL_CALL: self._after_tool,
            InterceptionPoint.POST_STEP: self._end,
        }
        with scoped_hooks({point: [*get_scoped_hooks(point), _raising(hook)] for point, hook in own.items()}):
            yield

    def tools(self) -> list[BaseTool]:
        """Tools for agents: `recall_memory` and `remember`."""
        return [tool(one.__name__)(one) for one in plain_memory_functions(lambda: self._asking.get() or self._agent)]

    def watch(self, tools: Iterable[BaseTool]) -> list[BaseTool]:
        """The same tools, of which memory learns what they raise."""
        return [self._watched(one) for one in tools]

    def _begin_run(self, execution: ExecutionStartContext) -> None:
        """The agents of a crew that starts know nothing of its former runs, nor of others that go on meanwhile."""
        self._first_task()

    def _first_task(self) -> Iterator[bool]:
        is_new = iter((True,))
        self._is_new.set(is_new)
        return is_new

    def _begin(self, step: StepContext) -> None:
        """Asks memory, and stores what the user says."""
        if step.kind != "task":
            return
        text, agent = step.task.description, plain_agent(self._agents.apart(self._conversation_id))
        is_new = self._is_new.get() or self._first_task()
        if next(is_new, False):
            known, history = agent.opening(text, self._most)
            known = earlier_text(history, known)
        else:
            known = agent.context(text)
        agent.add([MessageEvent("user", text)])
        self._tasks[str(step.task.id)] = _Task(agent, known)

    def _begun(self, task: Any) -> _Task:
        """A task that goes on; for what happens in none one of the conversation, which knows nothing."""
        begun = self._tasks.get(str(task.id)) if task is not None else None
        return begun or _Task(self._agent, "")

    def _ask(self, call: LLMCallHookContext) -> None:
        """Adds what memory has to say to the messages, once."""
        known = self._begun(call.task).known
        if not known or any(known in str(one.get("content")) for one in call.messages):
            return
        first = call.messages[0] if call.messages else None
        if first is not None and first["role"] == "system":
            first["content"] = f"{first['content']}\n\n{known}"
        else:
            call.messages.insert(0, {"role": "system", "content": known})

    def _before_tool(self, call: ToolCallHookContext) -> bool | None:
        """Begins a call; with warnings="hold" one that memory warns of is not made at first."""
        agent = self._begun(call.task).agent
        self._asking.set(agent)
        if call.tool_name in TOOLS:  # those of memory are not captured
            return None
        begun = _Call(call.tool_input, call.tool_name, agent)
        self._calls[id(call.tool_input)] = begun
        begun.warning = agent.before(begun.key, call.tool_name, call.tool_input)
        if begun.warning:
            return False
        _running.set(begun)
        return None

    def _after_tool(self, call: ToolCallHookContext) -> str | None:
        """Captures a call, or gives the warning instead of its result."""
        begun = self._calls.pop(id(call.tool_input), None)
        if begun is None:
            return None
        if _running.get() is begun:
            _running.set(None)
        if begun.warning:
            return begun.warning
        text = call.raw_tool_result if isinstance(call.raw_tool_result, str) else ""
        if text.startswith(BLOCKED) and not begun.is_done:
            begun.agent.discard(begun.key)
        else:
            begun.agent.after(begun.key, self._failure(begun, call.raw_tool_result))
        return None

    def _failure(self, call: _Call, result: Any) -> Failure:
        """How a call failed: by its tool's exception, else by what CrewAI or the tool gives instead of a result."""
        if call.error is not None or call.is_done:
            return call.error or _declared(result)
        if isinstance(result, str) and FAILED.match(result):
            return self._taken(call.name, result) or result
        return _declared(result)

    def _taken(self, name: str, text: str) -> BaseException | None:
        """The exception of a tool that ran in a thread without the call's context, by what CrewAI says of it."""
        for one in list(self._raised):
            if one[0] == name and str(one[1]) in text:
                self._raised.remove(one)
                return one[1]
        return None

    def _end(self, step: StepContext) -> None:
        """Stores what a task has given."""
        if step.kind == "task" and step.output is not None:
            agent = self._begun(step.task).agent
            self._tasks.pop(str(step.task.id), None)
            agent.add([MessageEvent("assistant", step.output.raw)])

    def _watched(self, watched: BaseTool) -> BaseTool:
        copy = watched.model_copy()

        def run(*args: Any, **given: Any) -> Any:
            call = _current(watched.name)
            with self._noted(call, watched.name, is_done=False):
                result = watched._run(*args, **given)
            if inspect.iscoroutine(result):
                return self._awaited(call, watched.name, result)
            if call is not None:
                call.is_done = True
            return result

        for name in ("_run", "func"):
            if hasattr(watched, name):
                object.__setattr__(copy, name, run)
        return copy

    async def _awaited(self, call: _Call | None, name: str, result: Any) -> Any:
        with self._noted(call, name, is_done=True):
            return await result

    @contextmanager
    def _noted(self, call: _Call | None, name: str, is_done: bool) -> Iterator[None]:
        """Notes how the function of a tool ends; the last time counts where CrewAI tries again."""
        try:
            yield
        except BaseException as error:
            if call is None:
                self._raised.append((sanitize_tool_name(name), error))
            else:
                call.error, call.is_done = error, False
            raise
        if call is not None:
            call.error, call.is_done = None, is_done


def _raising(hook: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The hook, whose errors end the crew's run: CrewAI leaves others out, and the crew goes on without its memory."""

    def call(context: Any) -> Any:
        try:
            return hook(context)
        except OxgraphError as error:
            raise HookAborted(str(error), "oxgraph") from error

    return call


def _current(name: str) -> _Call | None:
    """The call that a tool's function belongs to; None where it was called by another tool, or in another context."""
    call = _running.get()
    return call if call is not None and call.name == sanitize_tool_name(name) else None


def _declared(result: Any) -> str | None:
    """What a tool says of its failure by CrewAI's ToolFailure, which its older versions do not have."""
    return str(result.message) if type(result).__name__ == "ToolFailure" else None
