# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The episodic layer of one workspace: each call, and the part that does it."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Self

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.erasure import MessageDeletion
from oxgraph.client._sync.import_chats import ChatImporter
from oxgraph.client._sync.messages import MessageFinder, MessageHistory, Messages
from oxgraph.client._sync.summaries import Summaries
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.models import LanguageModel
from oxgraph.types import limits
from oxgraph.types.episodic import (
    AddedMessages,
    ChatImport,
    Consolidation,
    ConversationDeletion,
    ConversationRow,
    Episode,
    Episodes,
    FoundMessage,
    Message,
    ShownNode,
)
from oxgraph.types.ingest import MessageRole, MessagesInput
from oxgraph.types.pages import Page


@typed_arguments
class Episodic:
    """Messages of the workspace's conversations, and episodes, the summaries of old ones.

    A conversation is a user's or shared, and is named by `user_id` and its id. Where a user has none of an id, the
    shared one of that id is read.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self._messages = Messages(access)
        self._history = MessageHistory(access)
        self._finder = MessageFinder(access)
        self._deletion = MessageDeletion(access)
        self._summaries = Summaries(access)
        self._importer = ChatImporter(access)

    def _as(self, user_id: str | None) -> Self:
        return self if user_id is None else type(self)(self._access.as_user(user_id))

    def add_messages(
        self,
        messages: MessagesInput,
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        title: str | None = None,
        learn: bool = False,
        user_id: str | None = None,
        agent_id: str | None = None,
        progress: Progress = no_progress,
    ) -> AddedMessages:
        """Stores messages verbatim, in the order of their times; recall finds them as evidence.

        A message is a text or has the fields of `NewMessage`; `speaker` names the user where a message does not.
        `user_id` is whose conversation it is (default: shared); two users may have conversations of one id. `agent_id`
        is the agent that takes part. With `learn` the worker extracts memories from them later; `semantic.ingest` of
        the same messages does so at once. Without any `conversation_id` it comes from the first message, so that the
        same transcript, longer by now, goes on in the same conversation; `title` (up to 200 characters) names that
        conversation. The same messages again change nothing. `progress` is called with the messages done and all,
        after each 200. Durable when this returns. Raises InvalidInput, and ConversationDeleted while the conversation
        is being deleted.
        """
        return self._as(user_id)._messages.add_messages(
            messages,
            conversation_id=conversation_id,
            speaker=speaker,
            title=title,
            learn=learn,
            agent_id=agent_id,
            progress=progress,
        )

    def history(
        self,
        conversation_id: str,
        *,
        max_messages: int | None = None,
        max_tokens: int | None = None,
        for_prompt: bool = False,
        user_id: str | None = None,
    ) -> tuple[Message, ...]:
        """The latest messages of a conversation, oldest first.

        At most `max_messages` (1 to 10,000; default: the workspace's history_messages, 10) that have no more than
        `max_tokens` together: the oldest are left out first. A token is four characters, or one of a script without
        blanks. With `for_prompt` it is what a turn has: `max_tokens` are the workspace's history_tokens (8,000) unless
        given, the last message always stands, and of the first that does not fit, beginning and end may be shown. Empty
        where nothing was said. Raises InvalidInput.
        """
        return self._as(user_id)._history.history(
            conversation_id, max_messages=max_messages, max_tokens=max_tokens, for_prompt=for_prompt
        )

    def messages(
        self, conversation_id: str, *, after: str | None = None, limit: int = limits.PAGE, user_id: str | None = None
    ) -> tuple[Message, ...]:
        """Messages of a conversation in their order, up to `limit` (1 to 10,000), those behind the message `after`.

        To go through all of a conversation, give the id of the last one that you have until nothing comes. Raises
        InvalidInput, and NotFound where the conversation has no message `after`.
        """
        return self._as(user_id)._history.messages(conversation_id, after=after, limit=limit)

    def messages_page(
        self,
        conversation_id: str,
        *,
        limit: int = limits.PAGE,
        cursor: str | None = None,
        position: int = 0,
        user_id: str | None = None,
    ) -> Page[Message]:
        """Messages of a conversation in their order, a page of up to `limit` (1 to 1,000) at a time.

        The first page begins at a `position`, or at the next one that is still there; -100 is the hundredth before the
        end. Raises InvalidInput, and NotFound where the last message of the page before has gone.
        """
        return self._as(user_id)._history.messages_page(conversation_id, limit=limit, cursor=cursor, position=position)

    def conversations(
        self, *, limit: int = limits.PAGE, before: ConversationRow | datetime | None = None, user_id: str | None = None
    ) -> tuple[ConversationRow, ...]:
        """The conversations, up to `limit` (1 to 10,000): first those in which something was said last.

        `before` is the last row that you have, to go on behind it, or a time: in those nothing was said since. With
        `user_id` those of that user alone.
        Raises InvalidInput.
        """
        return self._history.conversations(limit=limit, before=before, user_id=user_id)

    def conversations_page(
        self, *, limit: int = limits.PAGE, cursor: str | None = None, user_id: str | None = None
    ) -> Page[ConversationRow]:
        """The conversations, the latest first, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        return self._history.conversations_page(limit=limit, cursor=cursor, user_id=user_id)

    def conversation(self, conversation_id: str, *, user_id: str | None = None) -> ConversationRow:
        """One conversation, by its id in your system. Raises InvalidInput, NotFound."""
        return self._as(user_id)._history.conversation(conversation_id)

    def message(self, id: str) -> Message:
        """One message by its id; that of a user only where the connection may see it. Raises InvalidInput, NotFound."""
        return self._history.message(id)

    def shown(self, message_id: str) -> tuple[ShownNode, ...]:
        """What memory showed in the prompt of the turn that this answer ended, as it is now: see `ShownNode`.

        Patterns, episodes, entities, then memories; none of a message without `shown_ids`. What has been forgotten,
        deleted or erased since is said to be so. Raises InvalidInput, NotFound.
        """
        return self._history.shown(message_id)

    def search(
        self,
        query: str,
        *,
        k: int = 10,
        minimum: float | None = None,
        conversation_id: str | None = None,
        exclude_conversation_id: str | None = None,
        roles: MessageRole | Iterable[MessageRole] = (),
        user_id: str | None = None,
        agent_id: str | None = None,
        all_users: bool = False,
    ) -> tuple[FoundMessage, ...]:
        """The messages most similar to `query`, by meaning or by words, the most similar first, in one round trip.

        Up to `k` (1–1,000) of a similarity of at least `minimum` (0–1; None: the workspace's search_similarity, 0.6):
        the greater of the cosine to the query and the share of its words, by how rare they are, that a message has.
        Through all conversations, or one, or all but `exclude_conversation_id`, which may be the one going on; by
        all `roles` or these. Without an embedder words alone decide. The query is searched for up to its 10,000th
        character. Those of the user `user_id` are found, and the shared; of `agent_id` alone where it is given.
        `all_users` finds those of any user; it needs the role operator. Raises InvalidInput, PermissionDenied, and what
        the embedder raises.
        """
        return self._as(user_id)._finder.search(
            query,
            k=k,
            minimum=minimum,
            conversation_id=conversation_id,
            exclude_conversation_id=exclude_conversation_id,
            roles=roles,
            agent_id=agent_id,
            all_users=all_users,
        )

    def delete_message(self, id: str) -> bool:
        """Deletes one message, with the memories that have no other evidence; whether there was one of this id.

        The others of its conversation keep their positions. Said again, it is written again. Raises InvalidInput.
        """
        return self._deletion.delete_message(id)

    def delete_conversation(
        self, conversation_id: str, *, user_id: str | None = None, progress: Progress = no_progress
    ) -> ConversationDeletion:
        """Deletes a conversation: its messages, episodes and slots, and the memories that have no other evidence.

        Memories with other evidence keep that. From the start no read returns the conversation and no call can add to
        it. It is deleted in batches; `progress` is called with the nodes deleted and the total. After an interruption,
        call it again. Afterwards the same transcript can be written again.

        Raises InvalidInput, NotFound, PermissionDenied.
        """
        return self._as(user_id)._deletion.delete_conversation(conversation_id, progress=progress)

    def summarize_old_turns(
        self,
        conversation_id: str,
        *,
        retain_last: int | None = None,
        max_age_days: float | None = None,
        model: LanguageModel | None = None,
        now: datetime | None = None,
        user_id: str | None = None,
    ) -> Consolidation:
        """Summarizes the older messages of a conversation in episodes, which replace them.

        Older are those that are not among the `retain_last` latest (default: the workspace's retain_messages, 20) and
        were said more than `max_age_days` days (summarise_after_days, 30) before `now` (the connection's clock), up to
        the first that still waits for its extraction. Fewer than two stay as they are. `model` (default: the
        connection's) writes the summaries; without one each is an extract, and says so. An episode and the deletion of
        its turns are one transaction; where the workspace keeps what is said (raw_retention verbatim) the turns stay,
        marked. Called again, or by two at once, nothing is summed up twice. Raises InvalidInput, NotFound, and
        LanguageModelFailed, which leaves the turns that were not yet done as they were.
        """
        return self._as(user_id)._summaries.summarize_old_turns(
            conversation_id, retain_last=retain_last, max_age_days=max_age_days, model=model, now=now
        )

    def recent_episodes(
        self, conversation_id: str, limit: int | None = None, *, user_id: str | None = None
    ) -> Episodes:
        """The `limit` latest episodes of a conversation (default: the workspace's recent_episodes, 5), the latest last.

        `.block` is their text for a prompt, '' without any; so it is where the conversation is not known. Raises
        InvalidInput.
        """
        return self._as(user_id)._summaries.recent_episodes(conversation_id, limit)

    def episodes(
        self,
        conversation_id: str | None = None,
        *,
        limit: int = limits.PAGE,
        before: datetime | None = None,
        user_id: str | None = None,
    ) -> tuple[Episode, ...]:
        """Episodes of a conversation, or of all, the latest first; with `before` those that ended before it.

        With `user_id` those of that user alone.

        Raises InvalidInput.
        """
        return self._summaries.episodes(conversation_id, limit=limit, before=before, user_id=user_id)

    def episodes_page(
        self,
        conversation_id: str | None = None,
        *,
        limit: int = limits.PAGE,
        cursor: str | None = None,
        user_id: str | None = None,
    ) -> Page[Episode]:
        """What `episodes` gives, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        return self._summaries.episodes_page(conversation_id, limit=limit, cursor=cursor, user_id=user_id)

    def delete_episode(self, id: str) -> None:
        """Takes an episode out of every read; its turns do not come back, and are not summed up anew.

        The node stays for audit until its conversation is deleted. Raises InvalidInput, NotFound.
        """
        self._summaries.delete_episode(id)

    def import_chats(
        self,
        files: str | Path | Iterable[str | Path],
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        user_id: str | None = None,
        ingest: bool = False,
        model: LanguageModel | None = None,
        skip_invalid: bool = False,
        progress: Progress = no_progress,
    ) -> ChatImport:
        """Imports chats from files (`-`: the standard input): the messages of user and assistant, with times and ids.

        A file is ChatGPT's or Claude's conversations.json, or the zip that it came in; JSON lines with the fields of
        `NewMessage` or the names that other systems use for them; or a list of messages with `role` and `content`;
        gzipped or not. Of a tree the branch that was shown is kept. What tools and systems said, reasoning, hidden
        messages and attachments are left out and counted. `conversation_id` is for messages that name none (default:
        it comes from the first of a file), `speaker` names the user where a message does not, `user_id` is whose they
        are. With `ingest` the messages are also read for what they state, by `model`, by the connection's, or by rules.
        The same files again change nothing. `progress` is called with the bytes read and all (0 where unknown).

        Raises InvalidInput, which names file and place, at what cannot be read (with `skip_invalid` single messages
        that do not fit are counted instead); what was written before it stays. Raises MemoryDisabled.
        """
        return self._as(user_id)._importer.import_chats(
            files,
            conversation_id=conversation_id,
            speaker=speaker,
            ingest=ingest,
            model=model,
            skip_invalid=skip_invalid,
            progress=progress,
        )
