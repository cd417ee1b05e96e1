"""The Claude Agent SDK: memory by hooks, and tools of memory. Needs the extra [claude-agent]."""

import inspect
import json
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any

from oxgraph.errors import ExtraMissing, OxgraphError
from oxgraph.integrations.agent_memory import TOOLS, AnyAgentMemory, agent_memories, memory_functions
from oxgraph.integrations.conversation import AnyMemory, either
from oxgraph.integrations.message_content import MessageEvent, earlier_text
from oxgraph.integrations.tool_actions import Failure

try:
    from claude_agent_sdk import HookMatcher, SdkMcpTool, create_sdk_mcp_server, tool
except ImportError as error:
    raise ExtraMissing(feature="The adapter for the Claude Agent SDK", extra="claude-agent") from error

log = logging.getLogger("oxgraph")

SERVER = "oxgraph"
"""The name of the MCP server with the tools of memory."""

MCP = "mcp__"
"""How the names of tools of MCP servers begin: `mcp__SERVER__TOOL`."""

HOOK_SECONDS = 600.0
"""After these the CLI ends a hook, and refuses the prompt (by itself after 30 s). Memory's own limits end before."""

Hook = Callable[[Any, str | None, Any], Awaitable[dict[str, Any]]]


class OxgraphMemory:
    """Memory for an agent: `ClaudeAgentOptions(hooks=chat.hooks(), …)`.

    The model gets, behind the user's prompt, what memory has to say to it; with a `conversation_id` the first prompt of
    each session gets what was said before too, as far as `max_messages` (default: all that fits; 0 where the SDK
    itself resumes a session of another process). Without one, a session of the SDK is a conversation. What user and
    assistant say is kept, and each call of a tool is captured: name (of an MCP server's tool that without the server),
    ids of targets, outcome, latency; those of Claude Code's own tools as its sessions elsewhere have them (`pytest`,
    `edit python`). Of your own tools (`watch(tools)`) the class of the error is captured too. `server()` gives the
    model `recall_memory` and `remember`. `options` are those of `AgentOptions`, and of `memory.turn`. A hook that
    memory fails is logged, and the agent goes on. Raises InvalidInput.
    """

    tools = tuple(f"{MCP}{SERVER}__{name}" for name in TOOLS)
    """The tools of `server()`, for `allowed_tools`."""

    def __init__(
        self,
        memory: AnyMemory,
        conversation_id: str | None = None,
        *,
        max_messages: int | None = None,
        **options: Any,
    ) -> None:
        self._agents = agent_memories(memory, **options)
        self._conversation_id = conversation_id
        self._most = max_messages
        self._shown: dict[str, int | None] = {}
        self._session_id = conversation_id or ""
        self._raised: dict[str, Exception] = {}

    def hooks(self) -> dict[Any, list[HookMatcher]]:
        """For the `hooks` of `ClaudeAgentOptions`; your own can stand beside them."""
        hooks: dict[str, Hook] = {
            "UserPromptSubmit": self._prompted,
            "PreToolUse": self._before_tool,
            "PostToolUse": self._after_tool,
            "PostToolUseFailure": self._after_tool,
            "Stop": self._answered,
        }
        return {event: [HookMatcher(hooks=[_logged(hook)], timeout=HOOK_SECONDS)] for event, hook in hooks.items()}

    def server(self) -> Any:
        """An MCP server with the tools of memory: `mcp_servers={"oxgraph": chat.server()}`."""
        recall, remember = memory_functions(lambda: self._of(self._session_id))

        async def recall_memory(given: dict[str, Any]) -> dict[str, Any]:
            return _tool_text(await recall(given["query"]))

        async def remember_(given: dict[str, Any]) -> dict[str, Any]:
            return _tool_text(await remember(given["content"], given.get("subject", "")))

        texts = {"type": "string"}
        content = {"type": "object", "properties": {"content": texts, "subject": texts}, "required": ["content"]}
        own = [
            tool("recall_memory", inspect.getdoc(recall) or "", {"query": str})(recall_memory),
            tool("remember", inspect.getdoc(remember) or "", content)(remember_),
        ]
        return create_sdk_mcp_server(SERVER, tools=own)

    def watch(self, tools: Iterable[SdkMcpTool[Any]]) -> list[SdkMcpTool[Any]]:
        """The same tools for `create_sdk_mcp_server`; memory learns what they raise."""
        return [self._watched(one) for one in tools]

    def _watched(self, watched: SdkMcpTool[Any]) -> SdkMcpTool[Any]:
        async def handler(given: Any) -> dict[str, Any]:
            try:
                return dict(await watched.handler(given))
            except Exception as error:
                self._raised[_call(watched.name, given)] = error
                raise

        return replace(watched, handler=handler)

    def _of(self, session_id: str) -> AnyAgentMemory:
        """The memory of a session."""
        return self._agents.of(self._conversation_id or session_id)

    async def _prompted(self, given: Any, tool_use_id: str | None, context: Any) -> dict[str, Any]:
        """Gives what memory has to say, and stores the prompt."""
        self._session_id = given["session_id"]
        agent, prompt = self._of(self._session_id), given["prompt"]
        known = await self._known(self._session_id, agent, prompt)
        await self._add(self._session_id, MessageEvent("user", prompt))
        return _answer("UserPromptSubmit", additionalContext=known) if known else {}

    async def _known(self, session_id: str, agent: AnyAgentMemory, prompt: str) -> str:
        """What memory has to say; for the first prompt of a session what was said in earlier ones of the conversation,
        too.
        """
        if self._conversation_id is None or session_id in self._shown or self._most == 0:
            return str(await either(agent.context, prompt, shown=self._shown.get(session_id)))
        known, history = await either(agent.opening, prompt, self._most)
        self._shown[session_id] = None if self._most is None else len(history)
        return earlier_text(history, known)

    async def _add(self, session_id: str, message: MessageEvent) -> None:
        """Stores what was said, which the SDK shows the model from now on."""
        shown = self._shown.get(session_id)
        if shown is not None:
            self._shown[session_id] = shown + 1
        await either(self._of(session_id).add, [message])

    async def _before_tool(self, given: Any, tool_use_id: str | None, context: Any) -> dict[str, Any]:
        """Begins a call; with warnings="hold" one that memory warns of is not made at first."""
        if given["tool_name"] in self.tools:
            return {}
        agent, name = self._of(given["session_id"]), _short(given["tool_name"])
        warning = await either(agent.before, given["tool_use_id"], name, given["tool_input"], coding=True)
        if not warning:
            return {}
        return _answer("PreToolUse", permissionDecision="deny", permissionDecisionReason=warning)

    async def _after_tool(self, given: Any, tool_use_id: str | None, context: Any) -> dict[str, Any]:
        """Captures a call."""
        failure: Failure = self._raised.pop(_call(_short(given["tool_name"]), given["tool_input"]), None)
        if failure is None and given["hook_event_name"] == "PostToolUseFailure":
            failure = str(given.get("error") or "error")
        await either(self._of(given["session_id"]).after, given["tool_use_id"], failure)
        return {}

    async def _answered(self, given: Any, tool_use_id: str | None, context: Any) -> dict[str, Any]:
        """Stores the answer."""
        text = given.get("last_assistant_message")
        if text:
            await self._add(given["session_id"], MessageEvent("assistant", text))
        return {}


def _logged(hook: Hook) -> Hook:
    """The hook, which gives nothing where memory fails."""

    async def call(given: Any, tool_use_id: str | None, context: Any) -> dict[str, Any]:
        try:
            return await hook(given, tool_use_id, context)
        except OxgraphError as error:
            log.warning("memory failed in the hook %s: %s", given["hook_event_name"], error)
            return {}

    return call


def _short(name: str) -> str:
    """A tool's name without that of its MCP server."""
    return (name.removeprefix(MCP).partition("__")[2] or name) if name.startswith(MCP) else name


def _call(name: str, given: Any) -> str:
    """A call by its tool and arguments, by which a tool's exception finds the hook."""
    return json.dumps([name, given], sort_keys=True, default=str)


def _answer(event: str, **fields: Any) -> dict[str, Any]:
    return {"hookSpecificOutput": {"hookEventName": event} | fields}


def _tool_text(text: str) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}]}
