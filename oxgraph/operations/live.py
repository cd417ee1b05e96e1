"""Operations on live pilots: begin one, and read what warnings do to the runs of the agents here."""

from typing import Annotated

from pydantic import Field

from oxgraph.client import AsyncMemory
from oxgraph.operations.definition import Tool, operation
from oxgraph.types.live import LiveEvaluated

Share = Annotated[float, Field(gt=0, lt=1)]


@operation("evaluations.live", "GET /evaluations/live", call="evaluations.live", tool=Tool("operate"), effect="reads")
async def live(
    memory: AsyncMemory,
    *,
    effect: Annotated[Share, Field(description="The difference of failure rates that a pilot is to find.")] = 0.1,
    base_rate: Annotated[Share, Field(description="The failure rate to plan with; default: as measured.")]
    | None = None,
    power: Annotated[Share, Field(description="The probability with which the pilot is to find it.")] = 0.8,
) -> LiveEvaluated:
    """Measure whether warnings help the runs of agents here, against sessions that are shown none.

    Needs a pilot (evaluations.pilot) and sessions that are ended with an outcome. `task_effect` is the reduction of
    failed runs with its interval, valid however often one looks; `verdict` says warn, do not warn, or undecided;
    `runs_needed` how many runs find the effect.
    """
    return await memory.evaluations.live(effect=effect, base_rate=base_rate, power=power)


@operation(
    "evaluations.pilot",
    "POST /evaluations/live",
    call="evaluations.live",
    tool=Tool("operate"),
    effect="writes",
    example={"runs": 400, "effect": 0.15, "stop": True},
)
async def pilot(
    memory: AsyncMemory,
    *,
    runs: Annotated[int, Field(ge=1, le=10_000_000, description="The planned number of runs.")],
    holdout_rate: Annotated[float, Field(gt=0, le=0.9, description="The share of sessions shown nothing.")] = 0.5,
    stop: Annotated[
        bool, Field(description="Whether warnings are switched off once they are known to harm; default: as it is set.")
    ]
    | None = None,
    effect: Annotated[Share, Field(description="The difference of failure rates that it is to find.")] = 0.1,
    base_rate: Annotated[Share, Field(description="The failure rate to plan with; default: as measured.")]
    | None = None,
    power: Annotated[Share, Field(description="The probability with which it is to find it.")] = 0.8,
) -> LiveEvaluated:
    """Begin a live pilot: from now on a share of the sessions is shown no warnings, so that their effect is measured.

    A pilot that is under way goes on as it is. It ends when `holdout_rate` is set to 0. evaluations.live reads its
    figures.
    """
    return await memory.evaluations.live(
        runs, effect=effect, base_rate=base_rate, power=power, holdout_rate=holdout_rate, stop=stop
    )
