"""Patterns: what recurs."""

from datetime import datetime
from typing import Any, Literal

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.errors import NotFound
from oxgraph.types import Outcome, PatternKind, PatternRow, limits
from oxgraph.types.effect import ForecastState, LiftReport
from oxgraph.types.inputs import Annotation, LiftRequest, PatternFilter
from oxgraph.types.pages import Page, PageRequest

PAGE_ARGUMENTS = ("self", "all", "limit", "cursor")
FIRST_PATTERN = ["1e308", "1e308", "0", ""]
"""Before every pattern: last_seen in milliseconds, confidence or samples, samples, key."""


class AsyncPatterns:
    """Reading and annotating patterns."""

    _access: AsyncAccess

    async def patterns(
        self,
        all: bool = False,
        *,
        action_type: str | None = None,
        node_type: str | None = None,
        error_code: str | None = None,
        outcome: Outcome | None = None,
        kind: PatternKind | None = None,
        sort: Literal["confidence", "sample_count", "last_seen"] = "confidence",
        limit: int | None = None,
    ) -> list[PatternRow]:
        """The active patterns, suppressed ones too; with `all`, a row for every key, promoted or not.

        `kind` is plain, situational (those of a context) or, by default, both. Sorted downwards; without a limit all
        of them. Raises InvalidInput.
        """
        given: dict[str, Any] = {name: value for name, value in locals().items() if name not in ("self", "all")}
        asked = PatternFilter(**given).model_dump() | {
            "limit": limit or limits.ALL,
            "pattern_id": None,
            "after": FIRST_PATTERN,
        }
        rows = await self._access.read("patterns", "pattern/keys" if all else "pattern/active", **asked)
        return [PatternRow(**row) for row in rows]

    async def patterns_page(
        self,
        all: bool = False,
        *,
        action_type: str | None = None,
        node_type: str | None = None,
        error_code: str | None = None,
        outcome: Outcome | None = None,
        kind: PatternKind | None = None,
        sort: Literal["confidence", "sample_count", "last_seen"] = "confidence",
        limit: int = 50,
        cursor: str | None = None,
    ) -> Page[PatternRow]:
        """What `patterns` gives, a page of up to `limit` (1 to 1,000) at a time. Raises InvalidInput."""
        given: dict[str, Any] = {name: value for name, value in locals().items() if name not in PAGE_ARGUMENTS}
        page, name = PageRequest(limit=limit, cursor=cursor), f"patterns {sort}"
        asked = PatternFilter(**given).model_dump() | {"limit": page.one_more, "pattern_id": None}
        file = "pattern/keys" if all else "pattern/active"
        rows = await self._access.read("patterns_page", file, **asked, after=page.place(name, FIRST_PATTERN))
        return page.page(name, [PatternRow(**row) for row in rows], [row["place"] for row in rows])

    async def annotate(
        self,
        pattern_id: str,
        suppressed: bool | None = None,
        annotation: str | None = None,
        recommendation: str | None = None,
    ) -> PatternRow:
        """An operator's word on a pattern: hide it from agents, annotate it, or replace its recommendation.

        It goes to the active version of the pattern's key, also when `pattern_id` is that of a superseded one. None
        leaves a value as it is, an empty text clears it. An annotated pattern is shown whatever its confidence.
        Raises InvalidInput, PermissionDenied, NotFound when the key has no active pattern.
        """
        asked = Annotation(
            pattern_id=pattern_id, suppressed=suppressed, annotation=annotation, recommendation=recommendation
        )
        changes = asked.changes()
        rows = await self._access.audited_write(
            "annotate",
            "pattern/annotate",
            **{"suppressed": None, "annotation": None, "recommendation": None} | changes,
            pattern_id=asked.pattern_id,
            inputs=transitions.given(changes),
        )
        if not rows:
            raise NotFound(kind="active pattern", id=asked.pattern_id)
        return await self._pattern(rows[0]["pattern_id"])

    async def _pattern(self, pattern_id: str) -> PatternRow:
        nothing = dict.fromkeys(("action_type", "node_type", "error_code", "outcome", "kind"))
        rows = await self._access.read(
            "patterns",
            "pattern/active",
            **nothing,
            sort="confidence",
            limit=1,
            pattern_id=pattern_id,
            after=FIRST_PATTERN,
        )
        if not rows:
            raise NotFound(kind="active pattern", id=pattern_id)
        return PatternRow(**rows[0])


class AsyncLifting:
    """What patterns do, told from the sessions that do without them."""

    _access: AsyncAccess

    async def lift(self, pattern_id: str | None = None, since: datetime | None = None) -> LiftReport:
        """How often each active pattern's situation ended in failure with and without it; of one pattern when named.

        Sequences that began before `since`, before the pattern was promoted or before the setting `holdout_rate` was
        last changed are left out. Raises InvalidInput, NotFound when there is no active pattern of that id.
        """
        asked = LiftRequest(pattern_id=pattern_id, since=since)
        (row,) = await self._access.read("lift", "pattern/lift", **asked.model_dump(), now=self._access.now())
        if asked.pattern_id is not None and not row["patterns"]:
            raise NotFound(kind="active pattern", id=asked.pattern_id)
        return LiftReport(**row)

    async def forecast(self) -> ForecastState:
        """From which probability of a failure on agents are warned, and whether warnings come true."""
        (row,) = await self._access.read("forecast", "pattern/forecast")
        return ForecastState(**row)
