# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What was said, read back: the latest messages, whole conversations, lists of them."""

import json
from datetime import datetime
from typing import Any

from oxgraph.client._sync.access import Access
from oxgraph.client.ingestion.tokens import within
from oxgraph.errors import NotFound
from oxgraph.graph import Row
from oxgraph.ids import stable_id
from oxgraph.types import limits
from oxgraph.types.conversation_inputs import ConversationId, ConversationsBefore, LatestMessages, MessagePage
from oxgraph.types.episodic import ConversationRow, Message
from oxgraph.types.pages import LAST, LATEST, Page, PageRequest, time_text
from oxgraph.types.semantic_fields import FAR

CONVERSATIONS = "conversations"


def message_of(row: Row) -> Message:
    """A message from a row of the graph, whose metadata is JSON text."""
    return Message(**row | {"metadata": json.loads(row["metadata"]) if row["metadata"] else {}})


class ReadingMessages:
    """Conversations as they stand; one that is being deleted is in none of these."""

    _access: Access

    def history(
        self, conversation_id: str, *, max_messages: int | None = None, max_tokens: int | None = None
    ) -> tuple[Message, ...]:
        """The latest messages of a conversation, oldest first.

        At most `max_messages` (1 to 10,000; default: the workspace's history_messages, 10) that have no more than
        `max_tokens` together: the oldest are left out first. A token is four characters, or one of a script without
        blanks. Empty where nothing was said. Raises InvalidInput.
        """
        asked = LatestMessages(conversation_id=conversation_id, max_messages=max_messages, max_tokens=max_tokens)
        rows = self._of("history", asked, most=asked.max_messages, ceiling=limits.ROWS)
        found = tuple(message_of(row) for row in rows["messages"])
        return found if asked.max_tokens is None else within(found, asked.max_tokens)

    def messages(self, conversation_id: str, *, after: str | None = None, limit: int = 100) -> tuple[Message, ...]:
        """Messages of a conversation in their order, up to `limit` (1 to 10,000), those behind the message `after`.

        To go through all of a conversation, give the id of the last one that you have until nothing comes. Raises
        InvalidInput, and NotFound where the conversation has no message `after`.
        """
        asked = MessagePage(conversation_id=conversation_id, after=after, limit=limit)
        row = self._of("messages", asked, file="page", after=asked.after, limit=asked.limit)
        if not row["found"]:
            raise NotFound(kind="message", id=asked.after)
        return tuple(message_of(found) for found in row["messages"])

    def messages_page(self, conversation_id: str, *, limit: int = 50, cursor: str | None = None) -> Page[Message]:
        """Messages of a conversation in their order, a page of up to `limit` (1 to 1,000) at a time.

        Raises InvalidInput, and NotFound where the last message of the page before has gone.
        """
        asked = ConversationId(conversation_id=conversation_id)
        page = PageRequest(limit=limit, cursor=cursor)
        (last,) = page.place(f"messages {asked.conversation_id}", [""])
        row = self._of("messages_page", asked, file="page", after=last or None, limit=page.one_more)
        if not row["found"]:
            raise NotFound(kind="message", id=last)
        found = [message_of(message) for message in row["messages"]]
        return page.page(f"messages {asked.conversation_id}", found, [[message.id] for message in found])

    def conversations(
        self, *, limit: int = 100, before: ConversationRow | datetime | None = None
    ) -> tuple[ConversationRow, ...]:
        """The conversations, up to `limit` (1 to 10,000): first those in which something was said last.

        `before` is the last row that you have, to go on behind it, or a time: in those nothing was said since.
        Raises InvalidInput.
        """
        seen = before.last_message_at if isinstance(before, ConversationRow) else before
        asked = ConversationsBefore(before=seen, limit=limit)
        after = before.id if isinstance(before, ConversationRow) else LAST
        row = self._access.direct(
            "episodic.conversations",
            "conversation/list",
            before=asked.before or FAR,
            after=after,
            limit=asked.limit,
        )
        return tuple(ConversationRow(**found) for found in row["conversations"])

    def conversations_page(self, *, limit: int = 50, cursor: str | None = None) -> Page[ConversationRow]:
        """The conversations, the latest first, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        page = PageRequest(limit=limit, cursor=cursor)
        at, last = page.place(CONVERSATIONS, [LATEST, LAST])
        place = {"before": datetime.fromisoformat(at), "after": last, "limit": page.one_more}
        row = self._access.direct("episodic.conversations_page", "conversation/list", **place)
        found = [ConversationRow(**one) for one in row["conversations"]]
        return page.page(CONVERSATIONS, found, [[time_text(one.last_message_at), one.id] for one in found])

    def conversation(self, conversation_id: str) -> ConversationRow:
        """One conversation, by the name that you have for it. Raises InvalidInput, NotFound."""
        asked = ConversationId(conversation_id=conversation_id)
        row = self._access.direct("episodic.conversation", "conversation/get", id=self._id(asked.conversation_id))
        if row["conversation"] is None:
            raise NotFound(kind="conversation", id=asked.conversation_id)
        return ConversationRow(**row["conversation"])

    def _of(self, call: str, asked: ConversationId, *, file: str = "", **params: Any) -> Row:
        """The row of a statement about one conversation."""
        return self._access.direct(
            f"episodic.{call}",
            f"conversation/{file or call}",
            id=self._id(asked.conversation_id),
            conversation_id=asked.conversation_id,
            **params,
        )

    def _id(self, conversation_id: str) -> str:
        return stable_id(self._access.workspace_id, "conversation", [conversation_id])
