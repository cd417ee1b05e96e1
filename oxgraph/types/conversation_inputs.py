"""What the calls about conversations take."""

from typing import Annotated

from pydantic import Field

from oxgraph.types import limits
from oxgraph.types.fields import Id, Input, Limit, Name, Time, Uuid


class Title(Input):
    """What a conversation is called. Raises InvalidInput."""

    title: Name | None = None


class ConversationId(Input):
    """The name that the caller has for a conversation. Raises InvalidInput."""

    conversation_id: Id


class MessageId(Input):
    """A message's id. Raises InvalidInput."""

    id: Uuid


class LatestMessages(ConversationId):
    """How many of the latest messages, and how many tokens they may have; None: the workspace's number, any."""

    max_messages: Annotated[int, Field(ge=1, le=limits.ROWS)] | None = None
    max_tokens: Annotated[int, Field(ge=0)] | None = None


class MessagePage(ConversationId):
    """Messages behind one of them, or from the first."""

    after: Uuid | None = None
    limit: Limit = 100


class ConversationsBefore(Input):
    """Conversations in which nothing was said since a time, or behind one with this time."""

    before: Time | None = None
    limit: Limit = 100
