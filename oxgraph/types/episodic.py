"""What the calls about conversations take."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, Limit, Name, Time, Uuid
from oxgraph.types.ingest import IngestReport
from oxgraph.types.node_kinds import NodeKind
from oxgraph.types.results import Result


class AgentId(Input):
    """The agent that takes part."""

    agent_id: Name | None = None


class Title(Input):
    """What a conversation is called. Raises InvalidInput."""

    title: Name | None = None


class ConversationId(Input):
    """The name that the caller has for a conversation. Raises InvalidInput."""

    conversation_id: Id


class MessageId(Input):
    """A message's id. Raises InvalidInput."""

    id: Uuid


PromptTokens = Annotated[int, Field(ge=100, le=limits.RECALL_TOKENS)]
"""Tokens of the history in a prompt; what the setting history_tokens may be."""


class LatestMessages(ConversationId):
    """How many of the latest messages, and how many tokens they may have; None: the workspace's number, any."""

    max_messages: Annotated[int, Field(ge=1, le=limits.ROWS)] | None = None
    max_tokens: Annotated[int, Field(ge=0)] | None = None
    for_prompt: bool = False


class MessagePage(ConversationId):
    """Messages behind one of them, or from the first."""

    after: Uuid | None = None
    limit: Limit = limits.PAGE


Position = Annotated[int, Field(ge=-(2**53), le=2**53)]
"""A message's place in its conversation, or where negative so many before the end."""


class MessagePosition(ConversationId):
    """Where a page of messages begins."""

    position: Position = 0


class ConversationsBefore(Input):
    """Conversations in which nothing was said since a time, or behind one with this time."""

    before: Time | None = None
    limit: Limit = limits.PAGE


class OldTurns(Input):
    """Which turns of a conversation are summed up: not the latest `retain_last`, and none of the last days.

    None is the workspace's number; `now` is seen from where. Raises InvalidInput.
    """

    conversation_id: Id
    retain_last: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    max_age_days: Annotated[int | float, Field(ge=0, le=36_500, allow_inf_nan=False)] | None = None
    now: Time | None = None


class RecentEpisodes(Input):
    """The latest episodes of a conversation; None is the workspace's number. Raises InvalidInput."""

    conversation_id: Id
    limit: Annotated[int, Field(ge=1, le=100)] | None = None


class EpisodesBefore(Input):
    """Episodes that ended before a time. Raises InvalidInput."""

    conversation_id: Id | None = None
    before: Time | None = None
    limit: Limit = limits.ROWS


class EpisodeId(Input):
    """An episode's id. Raises InvalidInput."""

    id: Uuid


SummarySource = Literal["model", "extract"]


class AddedMessages(Result):
    """The result of messages: the id of each, in the order given, and in which conversations they stand.

    `written` of them are new, `known` were there before. `reason` is memory_disabled where nothing was written
    because memory is off.
    """

    ids: tuple[str, ...]
    conversations: tuple[str, ...]
    written: int
    known: int
    reason: str = ""


class ChatKept(Result):
    """The result of one chat of a file: its conversations, the messages written and known, the report of ingest."""

    conversations: tuple[str, ...]
    written: int
    known: int
    ingested: IngestReport | None = None


class Message(Result):
    """One thing that was said. `position` counts from 0 in its conversation; `episode_id` is where it is summed up.

    `shown_ids` of a turn's answer are the ids of the patterns, episodes, entities and memories in its prompt;
    `episodic.shown` says what they are. `cut` says that of its text a history for a prompt has beginning and end alone.
    """

    id: str
    conversation_id: str
    role: str
    speaker: str | None = None
    text: str
    said_at: datetime
    position: int
    metadata: Mapping[str, Any] = Field(default_factory=dict)
    shown_ids: tuple[str, ...] = ()
    episode_id: str | None = None
    cut: bool = False


class ShownNode(Result):
    """What memory showed in the prompt before an answer, as it is now.

    `status` is active, of a memory also superseded, expired or forgotten; deleted where it is gone: `reason` says by
    which rule (such as erased), but not to who reads as one user. `title` is a line of its words, '' where it is
    forgotten or deleted; `kind` is None where nothing says what it was. A message and an episode have their
    `conversation_id`; `user_id` is there where it belongs to a user.
    """

    id: str
    kind: NodeKind | None = None
    title: str = ""
    status: str
    reason: str | None = None
    conversation_id: str | None = None
    user_id: str | None = None


class FoundMessage(Message):
    """A message that a search found; `similarity` (0–1) is the greater of its cosine and its share of the words.

    `user_id` is there where it belongs to a user.
    """

    similarity: float
    user_id: str | None = None


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
    user_id: str | None = None


class Episodes(Result):
    """The latest episodes of a conversation, oldest first, and `block`, the text for a prompt; '' without any."""

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
    user_id: str | None = None


class ConversationDeletion(Result):
    """What went with a conversation. `memories` had no other evidence; `kept` memories have some elsewhere."""

    conversation_id: str
    messages: int = 0
    episodes: int = 0
    memories: int = 0
    kept: int = 0
    slots: int = 0


class ChatImport(Result):
    """The result of files of chats.

    Of `read` messages, `written` are new, `known` were there before, `invalid` did not fit and were left out (a few
    of them in `refusals`), and `left_out` counts the others by reason: system, tool, reasoning, hidden, other branch,
    other role, without text; attachments, which are parts of messages, count there too. `naive_times` had no zone and
    were read as UTC. `ingested` is the report of the extraction, where that was asked for.
    """

    conversations: int = 0
    read: int = 0
    written: int = 0
    known: int = 0
    invalid: int = 0
    naive_times: int = 0
    left_out: Mapping[str, int] = Field(default_factory=dict)
    refusals: tuple[str, ...] = ()
    seconds: float = 0.0
    ingested: IngestReport | None = None
