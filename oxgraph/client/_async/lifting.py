"""Whether patterns help, and whether warnings come true."""

from datetime import datetime

from oxgraph.client._async.access import AsyncAccess
from oxgraph.errors import NotFound
from oxgraph.types.inputs import LiftRequest
from oxgraph.types.lift import ForecastState, LiftReport


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
