"""Patterns: listed and annotated; their effect (with and without injection) and the forecast of failures."""

from typing import Any

from oxgraph.client import transitions
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client.pattern_trends import pattern_trend
from oxgraph.client.readable import each, results, results_or_none
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.evaluation.warning_scores import wilson
from oxgraph.graph import Row
from oxgraph.types import PatternRow, limits
from oxgraph.types.effect import Calibration, CalibrationBin, EffectReport, ForecastState
from oxgraph.types.inputs import Annotation, EffectRequest, PatternFilter, PatternOf, TrendRequest
from oxgraph.types.pages import Page, PageRequest
from oxgraph.types.trends import PatternTrend

FIRST_PATTERN = ["1e308", "1e308", "0", ""]
"""Before every pattern: last_seen in milliseconds, confidence or samples, samples, key."""

COUNTED_ACTIONS = 10_000
"""Newest actions among which those are counted that a pattern was shown before; so many keep the call short."""


class AsyncPatterns:
    """Reading and annotating patterns."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def patterns(self, asked: PatternFilter, all: bool = False) -> list[PatternRow]:
        """See `AsyncTelemetry.patterns`."""
        given = {"limit": asked.limit or limits.ALL, "after": FIRST_PATTERN}
        return results(PatternRow, await self._rows("patterns", asked, all, given))

    async def patterns_page(self, asked: PatternFilter, page: PageRequest, all: bool = False) -> Page[PatternRow]:
        """See `AsyncTelemetry.patterns_page`."""
        name = f"patterns {asked.sort}"
        given = {"limit": page.one_more, "after": page.place(name, FIRST_PATTERN)}
        rows = await self._rows("patterns_page", asked, all, given)
        return page.page(name, results_or_none(PatternRow, rows), [row["place"] for row in rows])

    async def _rows(self, call: str, asked: PatternFilter, all: bool, given: Row) -> list[Row]:
        """The rows of the present, or of the time that is asked for."""
        params = asked.params() | given
        if asked.as_of is None:
            return await self._access.read(call, "pattern/keys" if all else "pattern/active", **params, pattern_id=None)
        if all:
            raise InvalidInput(field="as_of", reason="does not go with all keys: no past of candidates is kept")
        settings = await self._access.settings(call)
        decay = {"decay_after_days": settings.decay_after_days, "decay_factor": settings.decay_factor}
        return await self._access.read(call, "pattern/as_of", **params, **decay, as_of=asked.as_of)

    async def annotate(self, asked: Annotation) -> PatternRow:
        """See `AsyncTelemetry.annotate`."""
        changes = asked.changes()
        found = await self._access.read("annotate", "pattern/current", pattern_id=asked.pattern_id)
        if not found:
            raise NotFound(kind="active pattern", id=asked.pattern_id)
        before = await self._pattern("annotate", found[0]["pattern_id"])
        rows = await self._access.audited_write(
            "annotate",
            "pattern/annotate",
            **{"suppressed": None, "annotation": None, "recommendation": None} | changes,
            pattern_id=asked.pattern_id,
            inputs=transitions.definition(before, changes),
        )
        if not rows:
            raise NotFound(kind="active pattern", id=asked.pattern_id)
        return await self._pattern("patterns", rows[0]["pattern_id"])

    async def pattern(self, asked: PatternOf) -> PatternRow:
        """See `AsyncTelemetry.pattern`."""
        return await self._pattern("pattern", asked.pattern_id)

    async def trends(self, asked: TrendRequest) -> list[PatternTrend]:
        """See `AsyncTelemetry.pattern_trends`."""
        rows = await self._access.read("pattern_trends", "pattern/trends", **asked.params())
        return each(pattern_trend, rows)

    async def _pattern(self, call: str, pattern_id: str) -> PatternRow:
        nothing = dict.fromkeys(("action_type", "node_type", "error_code", "outcome", "kind"))
        rows = await self._access.read(
            call,
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


class AsyncEffect:
    """The effect of patterns, compared with the sessions of the holdout, where they are withheld."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def effect(self, asked: EffectRequest) -> EffectReport:
        """See `AsyncTelemetry.effect`."""
        given = {"now": self._access.now(), "actions": COUNTED_ACTIONS}
        (row,) = await self._access.read("effect", "pattern/effect", **asked.params(), **given)
        if asked.pattern_id is not None and not row["patterns"]:
            raise NotFound(kind="active pattern", id=asked.pattern_id)
        return EffectReport(**row)

    async def forecast(self) -> ForecastState:
        """See `AsyncTelemetry.forecast`."""
        (row,) = await self._access.read("forecast", "pattern/forecast")
        return ForecastState(**row)

    async def calibration(self) -> Calibration:
        """See `AsyncTelemetry.calibration`."""
        settings = await self._access.settings("calibration")
        (state,) = await self._access.read("calibration", "pattern/forecast")
        given = {"window_days": settings.evidence_window_days, "now": self._access.now(), "actions": COUNTED_ACTIONS}
        (row,) = await self._access.read("calibration", "pattern/calibration", **given)
        bins = [CalibrationBin(**one, **_observed(one["failures"], one["cases"])) for one in row.pop("bins")]
        return Calibration(
            threshold=state["threshold"], bins=tuple(bins), window_days=settings.evidence_window_days, **row
        )


def _observed(failures: int, cases: int) -> dict[str, Any]:
    return {"observed": failures / cases, "interval": wilson(failures, cases)}
