"""Access counts of memories, written in batches in the background: recall never waits for a write."""

import logging
from datetime import datetime

from oxgraph.client.concurrency import AsyncDebounce
from oxgraph.cypher import statement
from oxgraph.errors import OxgraphError
from oxgraph.graph import AsyncGraph

log = logging.getLogger("oxgraph")

SECONDS = 1.0
"""Seconds for which a batch is gathered."""

BATCH = 256
"""Memories in one batch. A full batch is written at once."""

MAX_WAITING = 100_000
"""Maximum number of queued memories. Accesses beyond it are not counted."""

Reader = tuple[str, str | None]
"""The reader: a workspace's id, and the hash of the token, None for an operator."""


class AsyncAccessCounts:
    """The accesses of one connection that are not written yet.

    A memory read several times while a batch is gathered counts once. A batch whose write fails is dropped; the first
    failure in a row is logged as a warning.
    """

    def __init__(self, graph: AsyncGraph) -> None:
        self._graph = graph
        self._waiting: dict[Reader, dict[str, datetime]] = {}
        self._later = AsyncDebounce(SECONDS, self.flush)
        self._failed = False

    def add(self, workspace_id: str, token_hash: str | None, ids: list[str], now: datetime) -> None:
        """Queues the memories of these ids as read at `now`."""
        if not ids or self._count() >= MAX_WAITING:
            return
        waiting = self._waiting.setdefault((workspace_id, token_hash), {})
        for id in ids:
            waiting[id] = max(now, waiting.get(id, now))
        self._later.set(at_once=self._count() >= BATCH)

    def _count(self) -> int:
        return sum(len(ids) for ids in self._waiting.values())

    async def flush(self) -> None:
        """Writes the queued accesses. Raises nothing."""
        waiting, self._waiting = self._waiting, {}
        for (workspace_id, token_hash), read in waiting.items():
            ids = list(read)
            for start in range(0, len(ids), BATCH):
                batch = ids[start : start + BATCH]
                await self._send(workspace_id, token_hash, batch, max(read[id] for id in batch))

    async def _send(self, workspace_id: str, token_hash: str | None, ids: list[str], now: datetime) -> None:
        try:
            await self._graph.write(
                statement("semantic/touch"), workspace_id=workspace_id, token_hash=token_hash, ids=ids, now=now
            )
            self._failed = False
        except OxgraphError as error:
            log.log(logging.DEBUG if self._failed else logging.WARNING, "accesses could not be counted: %s", error)
            self._failed = True

    async def close(self) -> None:
        """Writes the queued accesses, and stops."""
        self._later.cancel()
        await self.flush()
