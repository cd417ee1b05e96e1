"""What agents did, read back."""

from datetime import datetime

from oxgraph.client._async.access import AsyncAccess
from oxgraph.types import Outcome, SequenceRow, limits
from oxgraph.types.inputs import SequenceFilter


class AsyncHistory:
    """The reading half of telemetry."""

    _access: AsyncAccess

    async def sequences(
        self,
        *,
        session_id: str | None = None,
        agent_id: str | None = None,
        outcome: Outcome | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int | None = None,
    ) -> list[SequenceRow]:
        """The runs that started from `since` until before `until`, newest first; without a limit all of them."""
        given = {name: value for name, value in locals().items() if name != "self"}
        asked = SequenceFilter(**given).model_dump() | {"limit": limit or limits.ALL}
        rows = await self._access.read("sequences", "telemetry/sequences", **asked, now=self._access.now())
        return [SequenceRow(**row) for row in rows]
