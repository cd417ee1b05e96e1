"""Whether patterns help, and whether warnings come true."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.fields import PatternId
from oxgraph.operations.operation import operation
from oxgraph.types import ForecastState, LiftReport
from oxgraph.types.fields import Time

Begun = Annotated[Time, Field(description="Only runs that began at this time or later (ISO 8601 with a zone).")]


@operation("telemetry.lift", "GET /patterns/lift", call="lift", effect="reads", tool=False)
async def lift(memory: AsyncMemory, pattern_id: PatternId | None = None, since: Begun | None = None) -> LiftReport:
    """Tell how often agents fail with each pattern and without it.

    Needs a holdout: with the setting `holdout_rate` a share of the sessions does without a pattern.
    """
    return await memory.telemetry.lift(pattern_id, since)


@operation("telemetry.forecast", "GET /forecast", call="forecast", effect="reads", tool=False)
async def forecast(memory: AsyncMemory) -> ForecastState:
    """Tell from which probability of a failure on agents are warned, and whether warnings come true."""
    return await memory.telemetry.forecast()
