"""The history of actions: sequences, timeline, search, and runs with a similar intent."""

from datetime import datetime
from typing import Any

from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.embeddings import usable
from oxgraph.client._async.patterns import AsyncPatterns
from oxgraph.client.concurrency import run_in_thread_async
from oxgraph.client.text import query, workspace_term
from oxgraph.graph import Row
from oxgraph.types import Outcome, SearchResult, SequenceRow, SimilarSequence, TimelineRow, limits
from oxgraph.types.inputs import ContextRequest, SearchRequest, SequenceFilter, TimelineFilter
from oxgraph.types.pages import LATEST, Page, PageRequest

FIRST = [LATEST, ""]
SEQUENCES, TIMELINE = "sequences", "timeline"

MARGIN = 50
"""More neighbours are asked for than wanted: those of runs that still go on are left out."""


class AsyncHistory:
    """Reads sequences and actions."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access
        self._patterns = AsyncPatterns(access)

    async def sequences(
        self,
        *,
        session_id: str | None = None,
        agent_id: str | None = None,
        outcome: Outcome | None = None,
        action_type: str | None = None,
        node_type: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int | None = None,
    ) -> list[SequenceRow]:
        """See `AsyncTelemetry.sequences`."""
        wanted = SequenceFilter(
            session_id=session_id,
            agent_id=agent_id,
            outcome=outcome,
            action_type=action_type,
            node_type=node_type,
            since=since,
            until=until,
            limit=limit,
        )
        asked = wanted.model_dump() | {"limit": limit or limits.ALL, "after": FIRST}
        rows = await self._access.read("sequences", "telemetry/sequences", **asked, now=self._access.now())
        return [SequenceRow(**row) for row in rows]

    async def sequences_page(
        self,
        *,
        session_id: str | None = None,
        agent_id: str | None = None,
        outcome: Outcome | None = None,
        action_type: str | None = None,
        node_type: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[SequenceRow]:
        """See `AsyncTelemetry.sequences_page`."""
        wanted = SequenceFilter(
            session_id=session_id,
            agent_id=agent_id,
            outcome=outcome,
            action_type=action_type,
            node_type=node_type,
            since=since,
            until=until,
        )
        page = PageRequest(limit=limit, cursor=cursor)
        asked = wanted.model_dump() | {"limit": page.one_more, "after": page.place(SEQUENCES, FIRST)}
        rows = await self._access.read("sequences_page", "telemetry/sequences", **asked, now=self._access.now())
        return page.page(SEQUENCES, [SequenceRow(**row) for row in rows], [row["place"] for row in rows])

    async def timeline(
        self,
        *,
        agent_id: str | None = None,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        before: str | None = None,
    ) -> list[TimelineRow]:
        """See `AsyncTelemetry.timeline`."""
        asked = TimelineFilter.given(
            agent_id=agent_id,
            action_type=action_type,
            outcome=outcome,
            since=since,
            until=until,
            limit=limit,
            before=before,
        )
        rows = await self._access.read("timeline", "telemetry/timeline", **asked.params())
        return [TimelineRow(**row) for row in rows]

    async def timeline_page(
        self,
        *,
        agent_id: str | None = None,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[TimelineRow]:
        """See `AsyncTelemetry.timeline_page`."""
        asked = TimelineFilter.given(
            agent_id=agent_id, action_type=action_type, outcome=outcome, since=since, until=until
        )
        page = PageRequest(limit=limit, cursor=cursor)
        at, last = page.place(TIMELINE, FIRST)
        place = {"before_at": at, "before_id": last, "limit": page.one_more}
        rows = await self._access.read("timeline_page", "telemetry/timeline", **asked.params() | place)
        return page.page(TIMELINE, [TimelineRow(**row) for row in rows], [row["cursor"].split("/") for row in rows])

    async def search(
        self,
        action_type: str | None = None,
        outcome: Outcome | None = None,
        node_type: str | None = None,
        limit: int = 20,
    ) -> SearchResult:
        """See `AsyncTelemetry.search`."""
        asked = SearchRequest(action_type=action_type, outcome=outcome, node_type=node_type, limit=limit).model_dump()
        return SearchResult(
            patterns=tuple(await self._patterns.patterns(**asked)), sequences=tuple(await self.sequences(**asked))
        )

    async def context(self, text: str, limit: int = 5) -> list[SimilarSequence]:
        """See `AsyncTelemetry.context`."""
        asked = ContextRequest(text=text, limit=limit)
        await self._access.authorize("context")
        by_meaning = await self._by_meaning(asked)
        if by_meaning:
            return [SimilarSequence(**row, found_by="meaning") for row in by_meaning]
        return [SimilarSequence(**row, found_by="words") for row in await self._by_words(asked)]

    async def _by_meaning(self, asked: ContextRequest) -> list[Row]:
        embedder = await usable(self._access)
        if embedder is None:
            return []
        vector = await run_in_thread_async(embedder.embed, asked.text)
        rows = await self._similar("telemetry/context_by_meaning", asked, vector=vector, model=embedder.name)
        if not rows:
            await usable(self._access)  # The model may have changed since; then this says so.
        return rows

    async def _by_words(self, asked: ContextRequest) -> list[Row]:
        words = query(asked.text, workspace_term(self._access.workspace_id))
        return await self._similar("telemetry/context_by_words", asked, query=words) if words else []

    async def _similar(self, name: str, asked: ContextRequest, **params: Any) -> list[Row]:
        return await self._access.read(
            "context", name, **params, limit=asked.limit, reach=asked.limit + MARGIN, now=self._access.now()
        )
