"""What a live pilot of warnings gives back."""

from datetime import datetime
from typing import Literal

from pydantic import Field

from oxgraph.types.results import Result

LiveVerdict = Literal["warn", "do not warn", "undecided", "no runs"]


class Estimate(Result):
    """A share with the bounds of its 95% interval; None where it is not known."""

    value: float | None
    low: float | None
    high: float | None


class LiveGroup(Result):
    """One group of runs: `runs` were given an outcome, `failed` of them failed, the share `failure_rate`.

    `all_runs` counts runs without an outcome too; `with_errors` of these had a failed action, `errors` actions failed.
    """

    runs: int
    failed: int
    failure_rate: float | None
    all_runs: int
    with_errors: int
    errors: int


class LiveEvaluated(Result):
    """The effect of warnings on the runs of a workspace, by intention to treat: sessions with warnings and without any.

    `p` is the failure rate without warnings. `task_effect` is the reduction of the share of failed runs (above 0:
    warnings help), `error_effect` that of the share of runs with a failed action; their intervals are confidence
    sequences, valid however often one looks. `r` is the share of failing runs that warnings recover, `d` the share of
    succeeding runs that they disrupt, both with bootstrap intervals for one look; they need tasks (intents) that
    differ in their failure rates. Warnings pay where `p` is above `threshold`, d / (r + d).

    `verdict` follows two tests of the effect on tasks, each at 5% and valid however often one looks; they decide before
    the interval of `task_effect` lies on one side of 0. `injection_enabled`: whether warnings are shown now;
    `stopped_at`: when they were switched off. `planned` is the size of the pilot, `runs_needed` what finds `effect`
    with one look at the end, `runs_needed_sequential` what finds it with looks at any time (approximately).
    """

    workspace: str
    planned: int | None
    holdout_rate: float
    holdout_unit: Literal["pattern", "session"]
    since: datetime | None
    until: datetime | None
    shown: LiveGroup
    withheld: LiveGroup
    without_outcome: int
    p: float | None
    r: Estimate
    d: Estimate
    threshold: float | None
    task_effect: Estimate
    error_effect: Estimate
    verdict: LiveVerdict
    stop_harmful_injection: bool
    injection_enabled: bool
    stopped_at: datetime | None
    effect: float = Field(description="The effect that the pilot should find.")
    base_rate: float
    base_rate_is_measured: bool
    power: float
    runs_needed: int
    runs_needed_sequential: int
