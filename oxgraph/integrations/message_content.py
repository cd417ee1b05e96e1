"""The common content of frameworks' messages: texts, tool calls, outcomes; converted to oxgraph's messages."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from oxgraph.extraction.text import sha256
from oxgraph.ids import new_id, stable_id
from oxgraph.surrogates import whole
from oxgraph.types import limits
from oxgraph.types.episodic import Message
from oxgraph.types.fields import CONTROL, Outcome
from oxgraph.types.ingest import METADATA, STEPS

ROOM = 4_000
"""Characters of a message's metadata reserved for its id."""

PAGE = 1_000
"""Messages in one read."""

ROLES = ("user", "assistant")

EARLIER = "Earlier in this conversation:"

Speaking = Literal["user", "assistant"]


@dataclass(frozen=True)
class MessageEvent:
    """A text of the user or the assistant; `id` is the framework's id of it, if any, and `said_at` its time."""

    role: Speaking
    text: str
    id: str | None = None
    said_at: datetime | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", whole(self.text))
        object.__setattr__(self, "id", whole(self.id) if self.id else self.id)


@dataclass(frozen=True)
class CallEvent:
    """A tool call; `outcome` if the call has it."""

    id: str
    name: str
    outcome: Outcome | None = None


@dataclass(frozen=True)
class ResultEvent:
    """The outcome of the call with this id."""

    id: str
    outcome: Outcome


Event = MessageEvent | CallEvent | ResultEvent


@dataclass
class MessageConverter:
    """Converts the content of a conversation to messages for `add_messages`.

    A step belongs to the next message of the assistant, so those of a call that ended without one wait for the next.
    """

    workspace_id: str
    steps: dict[str, dict[str, Any]] = field(default_factory=dict)
    shown_ids: tuple[str, ...] = ()
    """The ids of what memory has shown in this run."""

    def messages(self, events: Iterable[Event]) -> list[dict[str, Any]]:
        """Returns the messages with the steps before each; without blank texts."""
        found = []
        for event in events:
            if not isinstance(event, MessageEvent):
                self._step(event)
            elif event.text.strip():
                found.append(self._message(event))
        return [*self._with_shown(found)]

    def _with_shown(self, found: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The answers to the last of the user's messages with what memory had shown before them."""
        asked = max((place for place, one in enumerate(found) if one["role"] == "user"), default=-1)
        for place, one in enumerate(found):
            yield one | {"shown_ids": self.shown_ids} if place > asked and self.shown_ids else one

    def _step(self, event: CallEvent | ResultEvent) -> None:
        if isinstance(event, CallEvent):
            self.steps[event.id] = {"action_type": tool_name(event.name)}
            if len(self.steps) > STEPS:
                del self.steps[next(iter(self.steps))]
        if event.outcome is not None and event.id in self.steps:
            self.steps[event.id]["outcome"] = event.outcome

    def _message(self, spoken: MessageEvent) -> dict[str, Any]:
        """Derives an id from the framework's id and the text, so that a reused id loses no message."""
        own = spoken.id or f"oxgraph-{new_id()}"
        own = own if len(own) <= limits.ID else sha256(own)
        metadata: dict[str, Any] = {"id": own}
        if spoken.role == "assistant" and self.steps:
            metadata["steps"] = _latest(list(self.steps.values()))
            self.steps = {}
        id_ = stable_id(self.workspace_id, "framework message", [spoken.role, own, spoken.text])
        said_at = {} if spoken.said_at is None else {"said_at": spoken.said_at}
        return {"role": spoken.role, "text": spoken.text, "id": id_, "metadata": metadata} | said_at


def _latest(steps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns as many steps as fit into a message's metadata."""
    while len(json.dumps(steps)) > METADATA - ROOM:
        steps = steps[len(steps) // 2 :]
    return steps


def tool_name(tool: str) -> str:
    """Returns a tool's name as an action type."""
    return CONTROL.sub(" ", whole(tool))[: limits.NAME].strip() or "tool"


def earlier_text(messages: Iterable[Message], known: str) -> str:
    """Returns the messages as one text before what memory has to say, for a framework whose runs take no history."""
    lines = [f"{message.role}: {message.text}" for message in messages]
    earlier = "\n".join([EARLIER, *lines]) if lines else ""
    return "\n\n".join(part for part in (earlier, known) if part)


def said_in(events: Iterable[Event]) -> list[MessageEvent]:
    """Returns what was said among events: the messages with a text."""
    return [one for one in events if isinstance(one, MessageEvent) and one.text.strip()]


def begun_by_user(messages: Iterable[Message]) -> list[Message]:
    """Returns the messages, beginning with one of the user, as some models require it."""
    spoken = [message for message in messages if message.role in ROLES]
    if not spoken or spoken[0].position == 0:
        return spoken
    return spoken[next((place for place, message in enumerate(spoken) if message.role == "user"), len(spoken)) :]
