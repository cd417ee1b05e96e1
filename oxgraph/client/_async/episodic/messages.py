"""Messages kept as they were said."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.episodic.writing import BATCH, AsyncMessageWriter, Extraction
from oxgraph.client.ingestion.messages import batches, spoken
from oxgraph.client.listening import Progress, unheard
from oxgraph.errors import InvalidInput
from oxgraph.types.conversation_inputs import Title
from oxgraph.types.episodic import AddedMessages
from oxgraph.types.ingest import NewMessage

CALL = "episodic.add_messages"


class AsyncMessages:
    """Messages on their way into conversations."""

    _access: AsyncAccess

    async def add_messages(
        self,
        messages: str | NewMessage | dict[str, Any] | Iterable[str | NewMessage | dict[str, Any]],
        *,
        conversation_id: str | None = None,
        speaker: str | None = None,
        title: str | None = None,
        learn: bool = False,
        progress: Progress = unheard,
    ) -> AddedMessages:
        """Keeps what was said, as it was said, each where its time belongs; recall finds it as evidence.

        A message is a text or has the fields of `NewMessage`; `speaker` names the user where a message does not.
        With `learn` the worker extracts memories from them later; `semantic.ingest` of the same messages does so at
        once. Without any `conversation_id` it comes from the first message, so that the same transcript, longer by
        now, goes on in the same conversation; `title` (up to 200 characters) names that conversation. The same
        messages again change nothing. `progress` is called with the messages done and all, after each 200. Durable
        when this returns. Raises InvalidInput, and ConversationDeleted while the conversation is being deleted.
        """
        title = Title(title=title).title
        said = spoken(self._access.workspace_id, messages, conversation_id, speaker, self._access.now())
        if not said:
            await self._access.enter(CALL)
        names = tuple(dict.fromkeys(one.conversation_id for one in said))
        if title is not None and len(names) > 1:
            raise InvalidInput(field="title", reason="is that of one conversation, and the messages belong to several")
        writer, written, done = AsyncMessageWriter(self._access), 0, 0
        extraction: Extraction = "pending" if learn else "none"
        for name, batch in batches(said, BATCH):
            fresh = await writer.write(CALL, name, batch, extraction, timedelta(), title=title)
            if fresh is None:
                return AddedMessages(ids=(), conversations=(), written=written, known=0, reason="memory_disabled")
            written, done = written + len(fresh), done + len(batch)
            progress(done, len(said))
        ids = tuple(one.id for one in said)
        return AddedMessages(ids=ids, conversations=names, written=written, known=len(said) - written)
