"""What was said, what was summed up, and what the calls of these layers give back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from pydantic import Field

from oxgraph.types.results import Result

SummarySource = Literal["model", "extract"]


class AddedMessages(Result):
    """What became of messages: the id of each, in the order given, and in which conversations they stand.

    `written` of them are new, `known` were there already. `reason` is memory_disabled where nothing was written
    because memory is off.
    """

    ids: tuple[str, ...]
    conversations: tuple[str, ...]
    written: int
    known: int
    reason: str = ""


class Message(Result):
    """One thing that was said. `position` counts from 0 in its conversation; `episode_id` is where it is summed up."""

    id: str
    conversation_id: str
    role: str
    speaker: str | None = None
    text: str
    said_at: datetime
    position: int
    metadata: Mapping[str, Any] = Field(default_factory=dict)
    episode_id: str | None = None


class FoundMessage(Message):
    """A message that a search found; `similarity` (0–1) is the greater of its cosine and its share of the words."""

    similarity: float


class Episode(Result):
    """Older turns of a conversation, summed up.

    `summary_source` is model, or extract where no model wrote it. `source_message_ids` name the turns, which are
    deleted unless the workspace keeps what is said (`raw_retention = verbatim`).
    """

    id: str
    conversation_id: str
    summary: str
    summary_source: SummarySource
    turn_count: int
    started_at: datetime
    ended_at: datetime
    source_message_ids: tuple[str, ...] = ()


class Episodes(Result):
    """The latest episodes of a conversation, oldest first, and `block`, the text for a prompt (001); '' without any."""

    episodes: tuple[Episode, ...] = ()
    block: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """The episodes' ids."""
        return tuple(episode.id for episode in self.episodes)


class Consolidation(Result):
    """What a consolidation did: the episodes it wrote and the turns they sum up; `waiting` are old enough, but their
    extraction has not been tried yet. `reason` is memory_disabled where nothing was done because memory is off."""

    episodes: tuple[Episode, ...] = ()
    turns: int = 0
    waiting: int = 0
    reason: str = ""


class ConversationRow(Result):
    """A conversation: how many messages and episodes it has now, and when something was said in it."""

    id: str
    conversation_id: str
    title: str | None = None
    started_at: datetime
    last_message_at: datetime
    messages: int
    episodes: int


class ConversationDeletion(Result):
    """What went with a conversation. `memories` had no other evidence; `kept` memories have some elsewhere."""

    conversation_id: str
    messages: int = 0
    episodes: int = 0
    memories: int = 0
    kept: int = 0
    slots: int = 0
