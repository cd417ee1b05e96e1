"""The memory of one agent in one conversation: what the adapters of all frameworks share."""

import logging
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Lock
from typing import Any

from oxgraph.actions import ToolAction, action_fields
from oxgraph.client import AsyncMemory
from oxgraph.errors import OxgraphError
from oxgraph.extraction.recalled_text import STOPPED_ONCE
from oxgraph.integrations._async.conversation import AsyncConversation, spoken
from oxgraph.integrations.agent_options import (
    NO_ANSWER,
    NOTHING_FOUND,
    NOTHING_KEPT,
    REMEMBERED,
    AgentOptions,
    checked_user,
    showing,
    without,
)
from oxgraph.integrations.message_content import CallEvent, Event
from oxgraph.integrations.tool_actions import Failure, ToolCall, about, described
from oxgraph.integrations.unanswered import NO_HISTORY, NOT_STORED, UNANSWERED, within_turn
from oxgraph.newest import Newest
from oxgraph.surrogates import whole
from oxgraph.types import Injection, limits
from oxgraph.types.episodic import Message
from oxgraph.types.turn import ABOUT_AN_ACTION

log = logging.getLogger("oxgraph")

MOST_CALLS = 1_000
"""Calls that have begun and not ended; a run that is cut off leaves some behind."""

MOST_AGENTS = 256
"""Conversations that are kept at hand."""


class AsyncAgentMemory:
    """What an adapter asks of memory for one conversation of one user.

    Nothing here fails an agent's tool call: what goes wrong around one is logged, without a text. Where the server does
    not answer, the agent goes on without its memory, and that is logged.
    """

    def __init__(self, memory: AsyncMemory, conversation_id: str, options: AgentOptions) -> None:
        self.memory = within_turn(memory, options.user_id)
        self.conversation = AsyncConversation(memory.as_user(options.user_id), conversation_id, options.learn)
        self.options = options
        self._session_id = options.session_id or conversation_id
        self._calls: Newest[str, ToolCall] = Newest(MOST_CALLS)
        self._shown: dict[str, None] = {}
        self._held: set[str] = set()
        self._lock = Lock()

    # Before the model is called

    async def context(self, text: str, system: str = "", shown: int | None = 0, **more: Any) -> str:
        """What memory has to say to a user's message, behind `system`; begins a run.

        It has summaries, memories and slots, and the failures that cost most. `shown` is how many of the conversation's
        latest messages the prompt has (None: all that fit): they are not recalled again. `more` are further options of
        `memory.turn`. Raises errors of access, InvalidInput.
        """
        return (await self._asked(text, system, shown, more))[0]

    async def opening(self, text: str, most: int | None = None) -> tuple[str, list[Message]]:
        """The `context` of a run whose prompt has the history too, and the `history`, of which it repeats nothing."""
        known, history = await self._asked(text, "", most, {})
        return known, await self.history(most) if history is None else history

    async def _asked(
        self, text: str, system: str, shown: int | None, more: dict[str, Any]
    ) -> tuple[str, list[Message] | None]:
        """The context, and the messages that it does not repeat; None where they were not read."""
        with self._lock:
            self._held.clear()
            self._shown.clear()
            self.conversation.show((), anew=True)
        known, history, text = system, None, whole(text)
        if text.strip():
            own = {"agent_id": self.options.agent_id, "session_id": self._session_id, "system": system}
            given = showing({**own, **self.options.turn, **more}, shown)
            turn = self.memory.turn(
                self.conversation.id, text, **(without(given, "patterns") if self.options.warnings == "off" else given)
            )
            await turn.prepare()
            known = turn.prompt
            history = None if "history" in turn.left_out else spoken(turn.history)
            self._show(turn.injection.ids)
            self.conversation.show(turn.shown_ids)
            if not any(given.get(name) for name in ABOUT_AN_ACTION):
                return known, history
        failures = "" if self.options.warnings == "off" else await self._failures()
        return "\n\n".join(part for part in (known, failures) if part), history

    async def _failures(self) -> str:
        """The failures that cost the workspace most, as text; a turn about an action has those of this action alone."""
        try:
            found = await self.memory.telemetry.costliest_failures(session_id=self._session_id)
        except OxgraphError as error:
            log.warning("past failures could not be fetched: %s", error)
            return ""
        self._show(found.ids)
        return found.block

    # Around a tool call

    async def before(self, key: str, tool: str, arguments: Any, *, coding: bool = False) -> str:
        """Begins a call; `key` names it until its end.

        Returns a text to give to the model instead of the call, or ''. Only with the option warnings="hold": then the
        first call in a run that memory warns of is not to be made, and ends here.
        """
        action = described(tool, arguments, coding=coding)
        warning = await self._warning(action) if self.options.warnings == "hold" else ""
        if warning:
            return f"{warning}\n{STOPPED_ONCE}"
        with self._lock:
            self._calls[key] = ToolCall(action, self.memory.telemetry.now())
        return ""

    async def after(self, key: str, failure: Failure = None) -> None:
        """Captures a call that has ended; nothing where none has begun under this key."""
        with self._lock:
            call = self._calls.pop(key, None)
            shown = action_fields.shown(self._shown)  # more are not accepted, and the action would be lost
        if call is None:
            return
        own = {
            "session_id": action_fields.name(self._session_id, limits.ID),
            "agent_id": action_fields.name(self.options.agent_id),
        }
        action = call.ended(failure) | own | {"injected_patterns": shown}
        self.conversation.note([CallEvent(key, action["action_type"], action["outcome"])])
        try:
            await self.memory._access.background.finish(partial(self.memory.telemetry.capture, **action))
        except OxgraphError as error:
            log.warning("the action %s could not be captured: %s", action["action_type"], error)

    def discard(self, key: str) -> None:
        """Forgets a call that was put off, or not made."""
        with self._lock:
            self._calls.pop(key, None)

    async def _warning(self, action: ToolAction) -> str:
        try:
            injection = await self.memory.telemetry.inject(session_id=self._session_id, **about(action))
        except OxgraphError as error:
            log.warning("past experience could not be fetched: %s", error)
            return ""
        return self._new(injection) if injection.warned else ""

    def _new(self, injection: Injection) -> str:
        """The warning, unless the run was stopped by it before."""
        with self._lock:
            if injection.block in self._held:
                return ""
            self._held.add(injection.block)
        self._show(injection.ids)
        return injection.block

    def _show(self, ids: Iterable[str]) -> None:
        with self._lock:
            self._shown.update(dict.fromkeys(ids))
            self.conversation.show(self._shown)

    # The conversation

    async def history(self, most: int | None = None) -> list[Message]:
        """What user and assistant said, oldest first; the latest `most` of it within the option `history_tokens` of
        `memory.turn`, and nothing where no server answers.
        """
        return await self.history_or_none(most) or []

    async def history_or_none(self, most: int | None = None) -> list[Message] | None:
        """The history; None where no server answers."""
        try:
            return await self.conversation.latest(most, self.options.turn.get("history_tokens"))
        except UNANSWERED as error:
            log.warning("%s: %s", NO_HISTORY, error)
            return None

    async def whole_history(self) -> list[Message]:
        """All that user and assistant said, oldest first; nothing where no server answers."""
        try:
            return await self.conversation.all()
        except UNANSWERED as error:
            log.warning("%s: %s", NO_HISTORY, error)
            return []

    async def add(self, events: Iterable[Event]) -> bool:
        """Stores what was said; tool calls stand with the answer that follows them. False where no server answers."""
        try:
            await self.conversation.add(events)
        except UNANSWERED as error:
            log.warning("%s: %s", NOT_STORED, error)
            return False
        return True

    # What a model can call

    async def recall(self, query: str) -> str:
        """What is known about something, as text; not what the run that asks has said itself."""
        own = self.conversation.run_ids
        try:
            found = await self.memory.recall(whole(query), budget=self.options.budget, exclude_ids=own)
        except UNANSWERED as error:
            log.warning("the model's recall failed: %s", error)
            return NO_ANSWER
        self.conversation.show(found.context_ids)
        return found.context or NOTHING_FOUND

    async def remember(self, content: str, subject: str = "") -> str:
        """Remembers a statement, of the agent's user where it has one; `subject` is whom or what it is about."""
        try:
            kept = await self.memory.semantic.remember(
                type="fact",
                content=whole(content),
                subject=whole(subject).strip() or None,
                agent_id=self.options.agent_id,
                session_id=self._session_id,
            )
        except UNANSWERED as error:
            log.warning("a statement of the model could not be remembered: %s", error)
            return NO_ANSWER
        return REMEMBERED if kept.memory_id else NOTHING_KEPT.format(reason=kept.reason or kept.outcome)


@dataclass
class AsyncAgentMemories:
    """The memories of an agent's conversations, each of one user; those used last are kept at hand."""

    memory: AsyncMemory
    options: AgentOptions
    agents: Newest[tuple[str, str | None, str | None], AsyncAgentMemory] = field(
        default_factory=lambda: Newest(MOST_AGENTS)
    )
    lock: Lock = field(default_factory=Lock)

    def of(self, conversation_id: str, user_id: str | None = None, agent_id: str | None = None) -> AsyncAgentMemory:
        """The memory of a conversation. The user and the agent of the options go first. Raises InvalidInput."""
        user_id = checked_user(self.options.user_id if self.options.user_id is not None else user_id)
        agent_id = self.options.agent_id or agent_id
        key = (conversation_id, user_id, agent_id)
        with self.lock:
            agent = self.agents.get(key)
            if agent is None:
                options = replace(self.options, user_id=user_id, agent_id=agent_id)
                agent = AsyncAgentMemory(self.memory, conversation_id, options)
            self.agents[key] = agent
            return agent

    def apart(self, conversation_id: str) -> AsyncAgentMemory:
        """A memory of a conversation for one of several runs at once, with calls and shown memories of its own."""
        return AsyncAgentMemory(self.memory, conversation_id, self.options)
