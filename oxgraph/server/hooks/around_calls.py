"""Performs the events of coding agents: a warning before a tool call, its capture after it, context at a prompt."""

import asyncio
import hashlib
import json
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from oxgraph.actions import ToolAction, action_fields
from oxgraph.actions.repositories import NODE_TYPE, PREFIX
from oxgraph.client import AsyncMemory
from oxgraph.errors import OxgraphError
from oxgraph.extraction.recalled_text import STOPPED_ONCE, was_stopped
from oxgraph.ids import stable_id
from oxgraph.newest import Newest
from oxgraph.prompt_blocks import heading
from oxgraph.server.hooks.answers import Answer, holds_context_back
from oxgraph.server.hooks.events import HookEvent
from oxgraph.server.hooks.mapping import action_of, error_code_of, text_of
from oxgraph.server.tool_calls import ToolCalls
from oxgraph.types import Injection, SimilarSequence, limits

MAX_CALLS = 10_000
"""Calls whose end is awaited; an agent that is ended, or a call that a person refused, leaves one behind."""

MAX_SESSIONS = 10_000
"""Sessions of which is known what they were shown."""

MAX_REPOSITORIES = 10_000
"""Repositories whose nodes are known to be there."""

PROMPT_BUDGET = 400
PROMPT_MEMORIES = 5
PROMPT_RUNS = 3
MIN_SIMILARITY = 0.6
"""What a prompt is answered with at most: tokens, memories, past runs; and how similar a past run is at least."""


@dataclass
class _Begun:
    """A call that has begun: what it is, its fields as an action, what memory says to it, and when.

    `shown` are the ids of the patterns that the session has been shown, `held_back` is the warning that waits for the
    call's result.
    """

    action: ToolAction
    fields: dict[str, Any]
    injection: Injection
    started_at: datetime
    started: float
    shown: tuple[str, ...] = ()
    held_back: str = ""


class AroundCalls:
    """One for a server. Nothing it does fails an agent: what goes wrong is logged without a text."""

    def __init__(self, tool_calls: ToolCalls) -> None:
        self._tool_calls = tool_calls
        self._begun: Newest[tuple[str, str, str], _Begun] = Newest(MAX_CALLS)
        self._shown: Newest[tuple[str, str], set[frozenset[str] | ToolAction]] = Newest(MAX_SESSIONS)
        self._repositories: Newest[tuple[str, str], None] = Newest(MAX_REPOSITORIES)

    async def perform(self, memory: AsyncMemory, event: HookEvent, *, block: bool = False) -> Answer:
        """The answer to an event. With `block`, a call that memory warns of is denied, once in a session."""
        if event.kind == "before_tool":
            return await self._before(memory, event, block)
        if event.kind == "after_tool":
            return await self._after(memory, event)
        if event.kind == "prompt":
            return await self._at_prompt(memory, event)
        if event.kind == "session_start":
            self._shown.pop((memory.workspace_id, event.session_id), None)
            return Answer(await self._tool_calls.strongest(memory, event.session_id))
        await self._tool_calls.end_session(memory, event.session_id)
        return Answer()

    async def _before(self, memory: AsyncMemory, event: HookEvent, block: bool) -> Answer:
        mapped = action_of(event)
        fields = _fields(event, mapped)
        injection = await self._tool_calls.injection(memory, fields)
        begun = _Begun(mapped, fields, injection, memory.telemetry.now(), time.perf_counter())
        self._begun[self._key(memory, event)] = begun
        if not _is_shown(injection):
            return Answer()
        if not self._is_new(memory, event, frozenset(row.name for row in injection.patterns)):
            begun.shown = injection.ids
            return Answer()
        if block and injection.warned and self._is_new(memory, event, mapped):
            self._begun.pop(self._key(memory, event), None)
            self._tool_calls.name_next(memory, event.session_id, injection.ids)
            return Answer(denial=f"{injection.block}\n{STOPPED_ONCE}")
        if holds_context_back(event):
            begun.held_back = injection.block
            return Answer()
        begun.shown = injection.ids
        return Answer(injection.block)

    async def _after(self, memory: AsyncMemory, event: HookEvent) -> Answer:
        if was_stopped(text_of(event.result)):  # opencode tells the end of a call that was not made
            return Answer()
        begun = self._begun.pop(self._key(memory, event), None)
        mapped = begun.action if begun else action_of(event)
        code = error_code_of(event, mapped)
        action = dict(begun.fields if begun else _fields(event, mapped))
        action["outcome"] = "success" if code is None else "failure"
        action["error_code"] = None if code is None else action_fields.error_code(code)
        seconds = event.seconds
        if begun is not None:
            seconds = time.perf_counter() - begun.started if seconds is None else seconds
            action["started_at"] = begun.started_at
        before = self._tool_calls.named_before(memory, event.session_id)
        action["injected_patterns"] = action_fields.shown([*before, *(begun.shown if begun else ())])
        if begun is not None and begun.held_back:
            self._tool_calls.name_next(memory, event.session_id, begun.injection.ids)
        if seconds is not None:
            action["latency_ms"] = round(min(seconds * 1000, limits.LATENCY_MS), 3)
        if event.call_id is not None:
            parts: list[str | None] = [event.session_id, event.call_id]
            action["id"] = stable_id(memory.workspace_id, "action", parts)  # as an import of the session has it
        if begun is None or begun.injection.reason != "memory_disabled":
            await self._ensure_repositories(memory, action["targets"])
        await self._tool_calls.capture(memory, action)
        return Answer(begun.held_back if begun else "")

    async def _at_prompt(self, memory: AsyncMemory, event: HookEvent) -> Answer:
        prompt = event.prompt.strip()[: limits.INTENT]
        if not prompt:
            return Answer()
        quietly = self._tool_calls.quietly
        recalled, runs = await asyncio.gather(
            quietly(memory.recall(prompt, k=PROMPT_MEMORIES, budget=PROMPT_BUDGET)),
            quietly(memory.telemetry.context(prompt, PROMPT_RUNS)),
        )
        parts = []
        if recalled is not None and recalled.context:
            parts.append(recalled.context)
        similar = [run for run in runs or () if run.found_by == "meaning" and run.score >= MIN_SIMILARITY]
        if similar:
            parts.append(_runs(similar))
        return Answer("\n\n".join(parts))

    async def _ensure_repositories(self, memory: AsyncMemory, targets: tuple[str, ...]) -> None:
        """Make the nodes of repositories, which actions refer to, once in the life of a server."""
        for target in targets:
            key = (memory.workspace_id, target)
            if not target.startswith(PREFIX) or key in self._repositories:
                continue
            self._repositories[key] = None
            name = target.removeprefix(PREFIX)
            with suppress(OxgraphError):  # without the node the action is captured all the same
                await memory.semantic.entities.create(name, type=NODE_TYPE, node_id=target)

    def _is_new(self, memory: AsyncMemory, event: HookEvent, what: frozenset[str] | ToolAction) -> bool:
        """Whether the session has not had this yet: a warning, by its patterns' names, or a call that was stopped."""
        key = (memory.workspace_id, event.session_id)
        shown = self._shown.get(key) or set()
        if what in shown:
            return False
        shown.add(what)
        self._shown[key] = shown
        return True

    def _key(self, memory: AsyncMemory, event: HookEvent) -> tuple[str, str, str]:
        """The call, by the agent's id of it; by tool and arguments where it has none: calls of one tool may overlap."""
        call = event.call_id
        if call is None:  # as a digest, since arguments are not kept
            digest = hashlib.sha256(json.dumps(event.arguments, sort_keys=True).encode()).hexdigest()
            call = f"{event.tool} {digest}"
        return memory.workspace_id, event.session_id, call


def _fields(event: HookEvent, mapped: ToolAction) -> dict[str, Any]:
    """The fields of the action that are known before it is performed."""
    return action_fields.action(event.session_id, event.agent, mapped.action_type, mapped.targets, mapped.node_type)


def _is_shown(injection: Injection) -> bool:
    """Whether the agent is shown something before a call: such calls mostly fail, or an operator left a note."""
    return injection.warned or any(row.annotation for row in injection.patterns)


def _runs(similar: list[SimilarSequence]) -> str:
    """Past runs, one in a line: what it was, and how it ended."""
    lines = (f"- {' '.join((run.intent_summary or '').split())} ({run.outcome})" for run in similar)
    return "\n".join([heading("past_runs", len(similar)), *lines])
