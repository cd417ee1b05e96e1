"""Messages written, and given their vectors."""

import logging
from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Literal

from oxgraph.client import vectors
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.batches import action_rows
from oxgraph.client.ingestion.messages import Spoken
from oxgraph.client.offload import run_async
from oxgraph.cypher import statement
from oxgraph.errors import ConversationDeleted
from oxgraph.graph import Row
from oxgraph.ids import stable_id
from oxgraph.types import Action

BATCH = 200
"""Messages in one transaction."""

Extraction = Literal["pending", "none"]
"""Whether a message's extraction is asked for."""

WAITING = "messages of workspace %s wait for vectors of %s, as the embedder at hand is %s"

log = logging.getLogger(__name__)


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
        """Gives new messages their vectors: their `embedding` of the embedder's, where it is there, else a new one.

        An embedder of another model than the workspace's leaves them waiting.
        """
        embedder = vectors.usable_embedder(self._access.embedder)
        if embedder is None or not fresh:
            return
        if space["model"] is None:
            (space,) = await self._written("claim_model", model=embedder.name, dimension=embedder.dimension)
        if embedder.name not in (space["model"], space["next_model"]):
            log.warning(WAITING, self._access.workspace_id, space["model"], embedder.name)
            return
        texts = [message.embedded_text for message in fresh if message.embedding is None]
        made = iter(await run_async(embedder.embed_many, texts) if texts else ())
        rows = [
            {"id": one.id, "kind": "message", "text": one.embedded_text, "vector": one.embedding or next(made)}
            for one in fresh
        ]
        await self._written("write_embeddings", model=embedder.name, rows=rows)

    async def _written(self, name: str, **params: Any) -> list[Row]:
        """What the worker does too; the caller's right to write has just been seen."""
        file = statement(f"evaluator/{name}")
        return await self._access.graph.write(file, workspace_id=self._access.workspace_id, **params)
