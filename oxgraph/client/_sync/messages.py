# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Messages of conversations: written, listed and searched."""

import json
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, Literal

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.conversation_parts import (
    Asked,
    conversation_ids,
    history,
    message_of,
    messages_of,
    prompt_history,
    read_parts,
)
from oxgraph.client._sync.embeddings import Unembedded, embed
from oxgraph.client._sync.graph_view import kind_of, title
from oxgraph.client.batches import action_rows
from oxgraph.client.concurrency import Progress, no_progress, run_in_thread
from oxgraph.client.ingest_messages import Spoken, batches, spoken
from oxgraph.client.readable import each, read_or_none, results, results_or_none
from oxgraph.client.text import within_tokens
from oxgraph.errors import ConversationDeleted, InvalidInput, NotFound
from oxgraph.graph import Row
from oxgraph.types import Action, limits
from oxgraph.types.episodic import (
    AddedMessages,
    AgentId,
    ConversationId,
    ConversationRow,
    ConversationsBefore,
    FoundMessage,
    LatestMessages,
    Message,
    MessageId,
    MessagePage,
    MessagePosition,
    ShownNode,
    Title,
)
from oxgraph.types.fields import unchecked
from oxgraph.types.ingest import MessageRole, MessagesInput
from oxgraph.types.pages import LAST, LATEST, Page, PageRequest, time_text
from oxgraph.types.recall import MessageSearch
from oxgraph.types.semantic_inputs import FAR, packed
from oxgraph.types.turn import ReadPart

BATCH = 200
"""Messages in one transaction."""

Extraction = Literal["pending", "none"]
"""Whether a message is to be extracted."""


class MessageWriter:
    """Writes the messages of conversations, each where its time belongs; what is there already is not written twice."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def write(
        self,
        call: str,
        name: str,
        prepared: list[Spoken],
        extraction: Extraction,
        lease: timedelta,
        *,
        title: str | None = None,
        agent_id: str | None = None,
    ) -> list[str] | None:
        """Writes messages of one conversation in one transaction; the ids of the new ones.

        Those get their vectors in a second one where the connection has an embedder: what was said is kept even if
        the embedder fails. `lease` is how long the extraction belongs to the caller. None where memory is off.
        Raises ConversationDeleted while the conversation is being deleted.
        """
        row = self.append(call, name, prepared, extraction, lease, title=title, agent_id=agent_id)
        if not row["enabled"]:
            return None
        fresh = set(row["fresh"])
        self.embed([message for message in prepared if message.id in fresh], row)
        return list(row["fresh"])

    def append(
        self,
        call: str,
        name: str,
        prepared: list[Spoken],
        extraction: Extraction,
        lease: timedelta,
        *,
        title: str | None = None,
        actions: Iterable[Action] = (),
        agent_id: str | None = None,
    ) -> Row:
        """The same in one round trip and without any embedder, with the actions that were done for it in the same
        transaction: what conversation/write_messages says of it.
        """
        now = self._access.now()
        row = self._access.call(
            call,
            "conversation/write_messages",
            id=self._access.owned_id("conversation", name),
            conversation_id=name,
            agent_id=agent_id,
            title=title,
            messages=[message.row for message in prepared],
            actions=action_rows(actions, now),
            extraction=extraction,
            lease=lease,
            now=now,
        )
        if row["deleting"]:
            raise ConversationDeleted(conversation=name)
        return row

    def embed(self, fresh: list[Spoken], space: Row) -> None:
        """Gives new messages their vectors: their `embedding` of the embedder's, where it is there, else a new one."""
        nodes = [Unembedded(one.id, one.embedded_text, one.embedding) for one in fresh]
        embed(self._access, "message", nodes, space)


CALL = "episodic.add_messages"


class Messages:
    """Adds messages to conversations."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def add_messages(
        self,
        messages: MessagesInput,
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        title: str | None = None,
        learn: bool = False,
        agent_id: str | None = None,
        progress: Progress = no_progress,
    ) -> AddedMessages:
        """See `AsyncEpisodic.add_messages`."""
        title, agent_id = Title(title=title).title, AgentId(agent_id=agent_id).agent_id
        now, space = self._access.now(), self._access.workspace_id
        prepared = spoken(space, messages, conversation_id, speaker, now, user_id=self._access.user_id)
        if not prepared:
            self._access.authorize(CALL)
        names = tuple(dict.fromkeys(one.conversation_id for one in prepared))
        if title is not None and len(names) > 1:
            raise InvalidInput(field="title", reason="is that of one conversation, and the messages belong to several")
        writer, written, done = MessageWriter(self._access), 0, 0
        extraction: Extraction = "pending" if learn else "none"
        for name, batch in batches(prepared, BATCH):
            fresh = writer.write(CALL, name, batch, extraction, timedelta(), title=title, agent_id=agent_id)
            if fresh is None:
                return AddedMessages(ids=(), conversations=(), written=written, known=0, reason="memory_disabled")
            written, done = written + len(fresh), done + len(batch)
            progress(done, len(prepared))
        ids = tuple(one.id for one in prepared)
        return AddedMessages(ids=ids, conversations=names, written=written, known=len(prepared) - written)


CONVERSATIONS = "conversations"


class MessageHistory:
    """Reads conversations and their messages, without those that are being deleted."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def history(
        self,
        conversation_id: str,
        *,
        max_messages: int | None = None,
        max_tokens: int | None = None,
        for_prompt: bool = False,
    ) -> tuple[Message, ...]:
        """See `AsyncEpisodic.history`."""
        asked = LatestMessages(
            conversation_id=conversation_id, max_messages=max_messages, max_tokens=max_tokens, for_prompt=for_prompt
        )
        most, tokens = asked.max_messages, asked.max_tokens
        parts: dict[ReadPart, Asked] = {"history": prompt_history(most, tokens) if for_prompt else history(most)}
        found = messages_of(read_parts(self._access, "episodic.history", asked.conversation_id, parts))
        return found if tokens is None or for_prompt else within_tokens(found, tokens)

    def messages(
        self, conversation_id: str, *, after: str | None = None, limit: int = limits.PAGE
    ) -> tuple[Message, ...]:
        """See `AsyncEpisodic.messages`."""
        asked = MessagePage(conversation_id=conversation_id, after=after, limit=limit)
        row = self._page("messages", asked, after=asked.after, position=0, limit=asked.limit)
        if not row["found"]:
            raise NotFound(kind="message", id=asked.after)
        return messages_of(row)

    def messages_page(
        self, conversation_id: str, *, limit: int = limits.PAGE, cursor: str | None = None, position: int = 0
    ) -> Page[Message]:
        """See `AsyncEpisodic.messages_page`."""
        asked = MessagePosition(conversation_id=conversation_id, position=position)
        page = PageRequest(limit=limit, cursor=cursor)
        (last,) = page.place(f"messages {asked.conversation_id}", [""])
        place = {"after": last or None, "position": asked.position, "limit": page.one_more}
        row = self._page("messages_page", asked, **place)
        if not row["found"]:
            raise NotFound(kind="message", id=last)
        found = [read_or_none(message_of, message) for message in json.loads(row["messages"])]
        return page.page(
            f"messages {asked.conversation_id}", found, [[message.id] if message else None for message in found]
        )

    def conversations(
        self, *, limit: int = limits.PAGE, before: ConversationRow | datetime | None = None, user_id: str | None = None
    ) -> tuple[ConversationRow, ...]:
        """See `AsyncEpisodic.conversations`."""
        seen = before.last_message_at if isinstance(before, ConversationRow) else before
        asked = ConversationsBefore(before=seen, limit=limit)
        after = before.id if isinstance(before, ConversationRow) else LAST
        row = self._access.call(
            "episodic.conversations",
            "conversation/list",
            before=asked.before or FAR,
            after=after,
            limit=asked.limit,
            visible=self._access.owners(user_id),
        )
        return tuple(results(ConversationRow, row["conversations"]))

    def conversations_page(
        self, *, limit: int = limits.PAGE, cursor: str | None = None, user_id: str | None = None
    ) -> Page[ConversationRow]:
        """See `AsyncEpisodic.conversations_page`."""
        page = PageRequest(limit=limit, cursor=cursor)
        at, last = page.place(CONVERSATIONS, [LATEST, LAST])
        place = {"before": datetime.fromisoformat(at), "after": last, "limit": page.one_more}
        place |= {"visible": self._access.owners(user_id)}
        row = self._access.call("episodic.conversations_page", "conversation/list", **place)
        found = results_or_none(ConversationRow, row["conversations"])
        return page.page(
            CONVERSATIONS, found, [[time_text(one.last_message_at), one.id] if one else None for one in found]
        )

    def conversation(self, conversation_id: str) -> ConversationRow:
        """See `AsyncEpisodic.conversation`."""
        asked = ConversationId(conversation_id=conversation_id)
        row = self._access.call("episodic.conversation", "conversation/get", **self._ids(asked.conversation_id))
        if row["conversation"] is None:
            raise NotFound(kind="conversation", id=asked.conversation_id)
        return ConversationRow(**row["conversation"])

    def message(self, id: str) -> Message:
        """See `AsyncEpisodic.message`."""
        asked = MessageId(id=id).id
        row = self._access.call("episodic.message", "conversation/message", id=asked)
        if row["message"] is None:
            raise NotFound(kind="message", id=asked)
        return message_of(row["message"])

    def shown(self, id: str) -> tuple[ShownNode, ...]:
        """See `AsyncEpisodic.shown`."""
        asked = MessageId(id=id).id
        row = self._access.call("episodic.shown", "conversation/shown", id=asked)
        if row["shown"] is None:
            raise NotFound(kind="message", id=asked)
        return tuple(each(_shown, row["shown"]))

    def _page(self, call: str, asked: ConversationId, **place: Any) -> Row:
        """Messages of a conversation from a place on."""
        ids = self._ids(asked.conversation_id)
        return self._access.call(f"episodic.{call}", "conversation/page", **ids, **place, now=self._access.now())

    def _ids(self, conversation_id: str) -> dict[str, str]:
        return conversation_ids(self._access, conversation_id)


SEARCH = "episodic.search"


def _shown(row: Row) -> ShownNode:
    labels, words = row.pop("labels") or [row["kind"]], row.pop("properties")
    kind = kind_of(labels)
    return ShownNode(**row | {"kind": kind, "title": title(kind, words) if kind and any(words.values()) else ""})


def _found(row: Row) -> FoundMessage:
    more = {name: row.pop(name) for name in ("similarity", "user_id")}
    return FoundMessage(**message_of(row).model_dump(), **more)


class MessageFinder:
    """Searches the messages of all conversations."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def search(
        self,
        query: str,
        *,
        k: int = 10,
        minimum: float | None = None,
        conversation_id: str | None = None,
        exclude_conversation_id: str | None = None,
        roles: MessageRole | Iterable[MessageRole] = (),
        agent_id: str | None = None,
        all_users: bool = False,
    ) -> tuple[FoundMessage, ...]:
        """See `AsyncEpisodic.search`."""
        asked = MessageSearch(
            query=query,
            k=k,
            minimum=minimum,
            conversation_id=conversation_id,
            exclude_conversation_id=exclude_conversation_id,
            roles=unchecked(roles),
            agent_id=agent_id,
            all_users=all_users,
        )
        if asked.all_users:
            self._access.require_all_users("episodic.search.all_users")
        embedder = vectors.usable_embedder(self._access.embedder)
        text = asked.query[: limits.RECALL_QUERY]
        vector = None
        if embedder is not None:
            work = vectors.or_none(embedder, embedder.embed, "messages are searched by their words")
            vector = run_in_thread(work, text)
        return self._search(asked, vector)

    def _search(self, asked: MessageSearch, vector: list[float] | None) -> tuple[FoundMessage, ...]:
        """The same with a vector that is made already, or by words alone."""
        row = self._access.call(
            SEARCH,
            "recall/search",
            query=asked.query[: limits.RECALL_QUERY],
            options=self._options(asked, vector),
            now=self._access.now(),
        )
        return tuple(each(_found, row["messages"]))

    def _options(self, asked: MessageSearch, vector: list[float] | None) -> dict[str, Any]:
        """The options of oxgraph.recall; where no minimum is given the plugin takes the workspace's."""
        options: dict[str, Any] = {
            "k": asked.k,
            "kinds": ["message"],
            "types": list(asked.roles),
            "minimum": True if asked.minimum is None else asked.minimum,
            "budget": 0,
            "all_users": asked.all_users,
        }
        for name in ("conversation_id", "exclude_conversation_id", "agent_id"):
            if getattr(asked, name) is not None:
                options[name] = getattr(asked, name)
        if self._access.user_id:
            options["user_id"] = self._access.user_id
        if vector is not None:
            options |= {"embedding": packed(vector), "embedding_model": vectors.model_name(self._access.embedder)}
        return options
