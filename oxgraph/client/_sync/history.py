# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The history of actions: sequences, timeline, search, and runs with a similar intent."""

from typing import Any

from oxgraph.client import vectors
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.embeddings import usable
from oxgraph.client._sync.patterns import Patterns
from oxgraph.client.concurrency import run_in_thread
from oxgraph.client.readable import results, results_or_none
from oxgraph.client.similar_runs import ALIKE, MEANS_ALIKE, SHARES_WORDS, bounds, by_words
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.graph import Row
from oxgraph.types import (
    ActionRow,
    SearchResult,
    SequenceDetail,
    SequenceRow,
    SimilarSequence,
    TimelineRow,
    Way,
    limits,
)
from oxgraph.types.coverage import Coverage, no_patterns
from oxgraph.types.inputs import (
    ActionFilter,
    ActionOf,
    AsOf,
    ContextRequest,
    PatternFilter,
    SearchRequest,
    SequenceFilter,
    SequenceOf,
    TimelineFilter,
)
from oxgraph.types.overview import ActionCounts
from oxgraph.types.pages import LATEST, Page, PageRequest

FIRST = [LATEST, ""]
SEQUENCES, TIMELINE = "sequences", "timeline"

ACTION_ORDERS = {
    "newest": ("telemetry/actions", FIRST),
    "slowest": ("telemetry/slowest_actions", ["1e308", ""]),
}
"""The statement of each order of actions, and the place before the first."""


class History:
    """Reads sequences and actions."""

    def __init__(self, access: Access) -> None:
        self._access = access
        self._patterns = Patterns(access)

    def sequences(self, asked: SequenceFilter) -> list[SequenceRow]:
        """See `AsyncTelemetry.sequences`."""
        params = asked.params(self._access.now()) | {"limit": asked.limit or limits.ALL, "after": FIRST}
        rows = self._access.read("sequences", "telemetry/sequences", **params)
        return results(SequenceRow, rows)

    def sequences_page(self, asked: SequenceFilter, page: PageRequest) -> Page[SequenceRow]:
        """See `AsyncTelemetry.sequences_page`."""
        params = asked.params(self._access.now()) | {"limit": page.one_more, "after": page.place(SEQUENCES, FIRST)}
        rows = self._access.read("sequences_page", "telemetry/sequences", **params)
        return page.page(SEQUENCES, results_or_none(SequenceRow, rows), [row["place"] for row in rows])

    def timeline(self, asked: TimelineFilter) -> list[TimelineRow]:
        """See `AsyncTelemetry.timeline`."""
        rows = self._access.read("timeline", "telemetry/timeline", **asked.params())
        return results(TimelineRow, rows)

    def timeline_page(self, asked: TimelineFilter, page: PageRequest) -> Page[TimelineRow]:
        """See `AsyncTelemetry.timeline_page`."""
        at, last = page.place(TIMELINE, FIRST)
        place = {"before_at": at, "before_id": last, "limit": page.one_more}
        rows = self._access.read("timeline_page", "telemetry/timeline", **asked.params() | place)
        return page.page(
            TIMELINE, results_or_none(TimelineRow, rows), [row["cursor"] and row["cursor"].split("/") for row in rows]
        )

    def actions_page(self, asked: ActionFilter, sort: str, page: PageRequest) -> Page[ActionRow]:
        """See `AsyncTelemetry.actions_page`."""
        if sort not in ACTION_ORDERS:
            raise InvalidInput(field="sort", reason=f"must be one of {', '.join(ACTION_ORDERS)}")
        file, first = ACTION_ORDERS[sort]
        name = f"actions {sort}"
        given = asked.params() | {"after": page.place(name, first), "limit": page.one_more}
        rows = self._access.read("actions_page", file, **given)
        return page.page(name, results_or_none(ActionRow, rows), [row["place"] for row in rows])

    def action_counts(self, asked: ActionFilter) -> ActionCounts:
        """See `AsyncTelemetry.action_counts`."""
        (row,) = self._access.read("action_counts", "telemetry/action_counts", **asked.params())
        return ActionCounts(**row)

    def sequence(self, asked: SequenceOf) -> SequenceDetail:
        """See `AsyncTelemetry.sequence`."""
        given = {"id": asked.sequence_id, "now": self._access.now()}
        rows = self._access.read("sequence", "telemetry/sequence", **given)
        if not rows:
            raise NotFound(kind="sequence", id=asked.sequence_id)
        return SequenceDetail(**rows[0])

    def action(self, asked: ActionOf) -> ActionRow:
        """See `AsyncTelemetry.action`."""
        rows = self._access.read("action", "telemetry/action", id=asked.action_id)
        if not rows:
            raise NotFound(kind="action", id=asked.action_id)
        return ActionRow(**rows[0])

    def coverage(self, asked: AsOf) -> Coverage:
        """See `AsyncTelemetry.coverage`."""
        (row,) = self._access.read("coverage", "telemetry/coverage", now=self._access.now())
        found = Coverage(**row, as_of=asked.as_of)
        if found.as_of is None:
            return found if found.active else found.model_copy(update={"explanation": no_patterns(found)})
        some = self._patterns.patterns(PatternFilter(limit=1, as_of=found.as_of))
        return found if some else found.model_copy(update={"explanation": no_patterns(found)})

    def search(self, asked: SearchRequest) -> SearchResult:
        """See `AsyncTelemetry.search`."""
        fields = asked.model_dump()
        return SearchResult(
            patterns=tuple(self._patterns.patterns(PatternFilter(**fields))),
            sequences=tuple(self.sequences(SequenceFilter(**fields))),
        )

    def context(self, asked: ContextRequest) -> list[SimilarSequence]:
        """See `AsyncTelemetry.context`."""
        self._access.authorize("context")
        by_meaning = self._by_meaning(asked)
        if by_meaning:
            return [SimilarSequence(**row, found_by="meaning") for row in by_meaning]
        return [SimilarSequence(**row, found_by="words") for row in self._by_words(asked)]

    def way(self, text: str) -> Way | None:
        """See `AsyncTelemetry.way`."""
        self._access.authorize("way")
        asked = ContextRequest(text=text, limit=ALIKE)
        found, least = self._by_meaning(asked), MEANS_ALIKE
        if not found:
            found = self._by_words(asked)
            least = max((row["score"] for row in found), default=0.0) * SHARES_WORDS
        sessions = list(dict.fromkeys(row["session_id"] for row in found if row["score"] >= least))
        rows = self._access.read("way", "telemetry/way", session_ids=sessions) if sessions else []
        return Way(**rows[0]) if rows else None

    def _by_meaning(self, asked: ContextRequest) -> list[Row]:
        embedder = usable(self._access)
        if embedder is None:
            return []
        work = vectors.or_none(embedder, embedder.embed, "runs are compared by their words")
        vector = run_in_thread(work, asked.text)
        if vector is None:
            return []
        given = {"vector": vector, "model": embedder.name} | bounds(asked.limit)
        rows = self._similar("telemetry/context_by_meaning", given)
        if not rows:
            usable(self._access)  # The model may have changed since; then this says so.
        return rows

    def _by_words(self, asked: ContextRequest) -> list[Row]:
        given = by_words(asked.text, self._access.workspace_id, asked.limit)
        return self._similar("telemetry/context_by_words", given) if given else []

    def _similar(self, name: str, given: dict[str, Any]) -> list[Row]:
        return self._access.read("context", name, **given, now=self._access.now())
