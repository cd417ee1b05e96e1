"""The effect of patterns, and the calibration of the forecast of failures."""

from datetime import datetime
from typing import Literal

from pydantic import computed_field

from oxgraph.types.results import Result

Verdict = Literal["helps", "harms", "uncertain", "untried"]


class EffectRow(Result):
    """How often a pattern's situation ended in failure where the pattern may be shown, and where it is withheld.

    A trial is a sequence in which the situation arose, whatever the agent did then; without a context every sequence
    is one. `risk_reduction` is withheld_rate − shown_rate, the failures avoided per trial; `low` and `high` are its 99%
    confidence interval, `shown_interval` and `withheld_interval` those of the two rates. A value without trials is
    None. The `runs_` figures are those of the outcomes that sessions with a trial were given at their end. `retired`:
    the pattern was suppressed because it did harm. `lift` is the former name of `risk_reduction`.

    The `actions_` figures need no holdout: of the newest actions of the pattern's type of action and node, those that
    it was shown before and those that it was not, and how many of each failed as it says. Agents and tasks of the two
    may differ, so they say nothing about a cause. `actions_not_shown` is None for a pattern of a situation.
    """

    pattern_id: str
    name: str
    action_type: str
    node_type: str | None
    error_code: str
    context: str | None
    suppressed: bool
    retired: bool
    shown_trials: int
    shown_failures: int
    withheld_trials: int
    withheld_failures: int
    shown_rate: float | None
    withheld_rate: float | None
    shown_interval: tuple[float, float] | None
    withheld_interval: tuple[float, float] | None
    risk_reduction: float | None
    low: float | None
    high: float | None
    harmful: bool
    verdict: Verdict
    runs_shown: int = 0
    runs_shown_failed: int = 0
    runs_withheld: int = 0
    runs_withheld_failed: int = 0
    runs_risk_reduction: float | None = None
    runs_low: float | None = None
    runs_high: float | None = None
    actions_shown: int = 0
    actions_shown_failed: int = 0
    actions_not_shown: int | None = None
    actions_not_shown_failed: int | None = None

    @computed_field  # type: ignore[prop-decorator]
    @property
    def lift(self) -> float | None:
        """The former name of `risk_reduction`."""
        return self.risk_reduction


class EffectReport(Result):
    """The effect of the active patterns, the largest risk reduction first.

    Without a holdout (`holdout_rate` 0) no effect is measured: `patterns` is then untried. The `actions_` figures of
    its rows are those of the newest `counted_actions` actions of the workspace, from `counted_since` on.
    """

    holdout_rate: float
    holdout_since: datetime | None
    counted_actions: int = 0
    counted_since: datetime | None = None
    patterns: tuple[EffectRow, ...]


class AgentChange(Result):
    """An agent, with its language model, that changed.

    From `at` on its runs ended badly (measure `runs`), or had failed actions (`errors`), at the rate `after` and no
    longer at `before`.
    """

    agent_id: str
    model: str
    at: datetime
    measure: Literal["runs", "errors"]
    before: float
    after: float


class ForecastState(Result):
    """The calibration of warnings: agents are warned from the probability `threshold` on, fitted to `cases` cases.

    `drifting`: the precision of warnings has dropped, so the threshold was raised. `fitted_at` is None until the first
    fit. `changed` are agents that have changed: what was learned of their runs before that no longer counts.
    """

    threshold: float
    cases: int
    drifting: bool
    drifting_since: datetime | None
    fitted_at: datetime | None
    changed: tuple[AgentChange, ...] = ()


class CalibrationBin(Result):
    """Actions whose failure was predicted with nearly the same probability; `predicted` is its mean.

    `observed` is the share of them that failed, `interval` its Wilson 95% interval.
    """

    predicted: float
    cases: int
    failures: int
    observed: float
    interval: tuple[float, float]


class Calibration(Result):
    """Whether what is predicted happens: bins by the predicted probability, the lowest first.

    `warned` are the cases from the threshold on, of which agents are warned, `warned_failures` those that failed. The
    forecast was fitted to the same cases. None of them are the actions before which an agent was shown a failure of
    their kind, as that they succeed may be the warning's work: of the newest 10,000 actions of the last `window_days`
    days these are `shown`, and `shown_failures` of them failed all the same.
    """

    threshold: float
    bins: tuple[CalibrationBin, ...]
    warned: int
    warned_failures: int
    window_days: int
    shown: int
    shown_failures: int


LiftRow = EffectRow
LiftReport = EffectReport
"""Former names."""
