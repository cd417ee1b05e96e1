"""CrewAI: memory for the tasks of a crew, and its tools' calls captured. Needs the extra [crewai]."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from oxgraph.errors import ExtraMissing
from oxgraph.integrations.agent_memory import agent_memories, plain_agent, plain_memory_functions
from oxgraph.integrations.conversation import AnyMemory
from oxgraph.integrations.message_content import MessageEvent
from oxgraph.integrations.tool_actions import Failure

try:
    from crewai.hooks.contexts import StepContext
    from crewai.hooks.dispatch import InterceptionPoint, get_scoped_hooks, scoped_hooks
    from crewai.hooks.llm_hooks import LLMCallHookContext
    from crewai.hooks.tool_hooks import ToolCallHookContext
    from crewai.tools import BaseTool, tool
except ImportError as error:
    raise ExtraMissing(feature="The adapter for CrewAI", extra="crewai") from error

EARLIER = "Earlier in this conversation:"
OURS = frozenset(("recall_memory", "remember"))
"""The tools of memory, which are not captured."""


class OxgraphMemory:
    """Memory for the crews that run in it: `with chat.hooks(): crew.kickoff()`.

    A task is what a user says, and its output what the assistant says: both are kept. The system message of a task's
    agent gets what memory has to say to the task's description; that of the first one what was said before too, as far
    as `max_messages` (default: all). Each call of a tool is captured: name, ids of targets, outcome, latency. Whether
    it failed is known of the tools of `watch(tools)`. `tools()` gives agents `recall_memory` and `remember`. `options`
    are those of `AgentOptions`, and of `memory.turn`. CrewAI's hooks do not wait, so that it takes a `Memory` alone.
    Raises InvalidInput.
    """

    def __init__(
        self, memory: AnyMemory, conversation_id: str, *, max_messages: int | None = None, **options: Any
    ) -> None:
        self._agent = plain_agent(agent_memories(memory, **options).of(conversation_id))
        self._most = max_messages
        self._is_new = True
        self._known: dict[str, str] = {}
        self._warned: dict[str, str] = {}
        self._raised: dict[str, BaseException] = {}

    @contextmanager
    def hooks(self) -> Iterator[None]:
        """Gives the tasks of the crews that run meanwhile memory, and captures the calls of their tools."""
        own: dict[InterceptionPoint, Callable[[Any], Any]] = {
            InterceptionPoint.PRE_STEP: self._begin,
            InterceptionPoint.PRE_MODEL_CALL: self._ask,
            InterceptionPoint.PRE_TOOL_CALL: self._before_tool,
            InterceptionPoint.POST_TOOL_CALL: self._after_tool,
            InterceptionPoint.POST_STEP: self._end,
        }
        with scoped_hooks({point: [*get_scoped_hooks(point), hook] for point, hook in own.items()}):
            yield

    def tools(self) -> list[BaseTool]:
        """Tools for agents: `recall_memory` and `remember`."""
        return [tool(one.__name__)(one) for one in plain_memory_functions(lambda: self._agent)]

    def watch(self, tools: Iterable[BaseTool]) -> list[BaseTool]:
        """The same tools, of which memory learns what they raise."""
        return [self._watched(one) for one in tools]

    def _begin(self, step: StepContext) -> None:
        """Asks memory, and stores what the user says."""
        if step.kind != "task":
            return
        text, is_new, self._is_new = step.task.description, self._is_new, False
        messages = self._agent.history(self._most) if is_new else []
        history = "\n".join([EARLIER, *(f"{one.role}: {one.text}" for one in messages)]) if messages else ""
        self._known[str(step.task.id)] = "\n\n".join(part for part in (history, self._agent.context(text)) if part)
        self._agent.add([MessageEvent("user", text)])

    def _ask(self, call: LLMCallHookContext) -> None:
        """Adds what memory has to say to the messages, once."""
        known = self._known.get(str(call.task.id)) if call.task is not None else None
        if not known or any(known in str(one.get("content")) for one in call.messages):
            return
        first = call.messages[0] if call.messages else None
        if first is not None and first["role"] == "system":
            first["content"] = f"{first['content']}\n\n{known}"
        else:
            call.messages.insert(0, {"role": "system", "content": known})

    def _before_tool(self, call: ToolCallHookContext) -> bool | None:
        """Begins a call; with warnings="hold" one that memory warns of is not made at first."""
        if call.tool_name in OURS:
            return None
        key = _call(call.tool_name, call.tool_input)
        warning = self._agent.before(key, call.tool_name, call.tool_input)
        if not warning:
            return None
        self._warned[key] = warning
        return False

    def _after_tool(self, call: ToolCallHookContext) -> str | None:
        """Captures a call, or gives the warning instead of its result."""
        key = _call(call.tool_name, call.tool_input)
        if key in self._warned:
            return self._warned.pop(key)
        failure: Failure = self._raised.pop(key, None)
        self._agent.after(key, failure)
        return None

    def _end(self, step: StepContext) -> None:
        """Stores what a task has given."""
        if step.kind == "task" and step.output is not None:
            self._known.pop(str(step.task.id), None)
            self._agent.add([MessageEvent("assistant", step.output.raw)])

    def _watched(self, watched: BaseTool) -> BaseTool:
        copy, raised = watched.model_copy(), self._raised

        def run(*args: Any, **given: Any) -> Any:
            key = _call(watched.name, given)
            try:
                result = watched._run(*args, **given)
            except BaseException as error:
                raised[key] = error
                raise
            raised.pop(key, None)
            return result

        for name in ("_run", "func"):
            if hasattr(watched, name):
                object.__setattr__(copy, name, run)
        return copy


def _call(name: str, given: Any) -> str:
    """A call by its tool and arguments."""
    return json.dumps([name, given], sort_keys=True, default=str)
