"""Messages written, and given their vectors."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Literal

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.embedding import Unembedded, embed
from oxgraph.client.batches import action_rows
from oxgraph.client.ingestion.messages import Spoken
from oxgraph.errors import ConversationDeleted
from oxgraph.graph import Row
from oxgraph.ids import stable_id
from oxgraph.types import Action

BATCH = 200
"""Messages in one transaction."""

Extraction = Literal["pending", "none"]
"""Whether a message's extraction is asked for."""


class AsyncMessageWriter:
    """Writes the messages of conversations, each where its time belongs; what is there already is not written twice."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def write(
        self,
        call: str,
        name: str,
        said: list[Spoken],
        extraction: Extraction,
        lease: timedelta,
        *,
        title: str | None = None,
    ) -> list[str] | None:
        """Writes messages of one conversation in one transaction; the ids of the new ones.

        Those get their vectors in a second one where the connection has an embedder: what was said is kept even if
        the embedder fails. `lease` is how long the extraction belongs to the caller. None where memory is off.
        Raises ConversationDeleted while the conversation is being deleted.
        """
        row = await self.append(call, name, said, extraction, lease, title=title)
        if not row["enabled"]:
            return None
        fresh = set(row["fresh"])
        await self.embed([message for message in said if message.id in fresh], row)
        return list(row["fresh"])

    async def append(
        self,
        call: str,
        name: str,
        said: list[Spoken],
        extraction: Extraction,
        lease: timedelta,
        *,
        title: str | None = None,
        actions: Iterable[Action] = (),
    ) -> Row:
        """The same in one round trip and without any embedder, with the actions that were done for it in the same
        transaction: what conversation/write_messages says of it.
        """
        now = self._access.now()
        row = await self._access.direct(
            call,
            "conversation/write_messages",
            id=stable_id(self._access.workspace_id, "conversation", [name]),
            conversation_id=name,
            title=title,
            messages=[message.row for message in said],
            actions=action_rows(actions, now),
            extraction=extraction,
            lease=lease,
            now=now,
        )
        if row["deleting"]:
            raise ConversationDeleted(conversation=name)
        return row

    async def embed(self, fresh: list[Spoken], space: Row) -> None:
        """Gives new messages their vectors: their `embedding` of the embedder's, where it is there, else a new one."""
        nodes = [Unembedded(one.id, one.embedded_text, one.embedding) for one in fresh]
        await embed(self._access, "message", nodes, space)
