"""What measuring recall, and warnings, gives back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal

from oxgraph.types.results import Result

Differences = Mapping[str, Mapping[str, Mapping[str, float]]]
"""By group of questions, grain (turn, session) and measure; of warnings, by action type, `warnings` and measure."""


class EvaluationRun(Result):
    """A gold set as it was asked once (`kind` recall), or recorded runs of agents as they were replayed (warnings).

    `name` tells the set: it is the same as long as its questions are. `metrics` of recall has `scored`, `left_out`,
    `unranked`, `unknown_evidence` (counts), `groups` (by category, by grain: turn, session; any@k, all@k, mrr, each
    0–1), `abstention` and `dropped` (how often a retriever was left out, and why). `settings` are those of the run and
    of the workspace's recall. `model` is the embedder's, `version` oxgraph's. Of warnings, `questions` counts actions,
    `turns` sessions, and `metrics` has the figures of `WarningsEvaluated`.
    """

    id: str
    kind: Literal["recall", "warnings", "outcomes"]
    name: str
    at: datetime
    questions: int
    turns: int
    model: str | None
    metrics: Mapping[str, Any]
    settings: Mapping[str, Any]
    version: str


class RankingRow(Result):
    """What recall found for a question: turns best first, and the relevance of the best result.

    `abstained`: that relevance lies below the workspace's threshold, so recall gives nothing of it. `context`: the
    turns whose words stand in the context of recall as it comes, within 2,000 tokens.
    """

    id: str
    ranked: tuple[str, ...]
    relevance: float
    abstained: bool
    context: tuple[str, ...] = ()


class Evaluated(Result):
    """A run, every question's ranking, and the last run of the same set with the change of each measure since."""

    run: EvaluationRun
    rankings: tuple[RankingRow, ...]
    before: EvaluationRun | None
    differences: Differences
    workspaces: tuple[str, ...]
    seconds: float


class PlainFigures(Result):
    """How well the plain rule foresees failures, which knows action type, node type and error, and no situation."""

    warned: int
    foreseen: int
    recall: float | None
    precision: float | None


class WarningFigures(PlainFigures):
    """How well warnings foresee failures: `recall` is foreseen / failures, `precision` foreseen / warned."""

    actions: int
    failures: int


class CalibrationTenth(Result):
    """The actions whose probability was said to lie between `lower` and `upper`.

    `mean` is what was said, `observed` the share that failed, `low` to `high` its Wilson 95% interval. `inside`:
    whether `mean` lies in it; None below 20 actions.
    """

    lower: float
    upper: float
    n: int
    mean: float | None
    observed: float | None
    low: float | None
    high: float | None
    inside: bool | None


class ForeseenAt(Result):
    """The failures that the best threshold foresees while the share `precision` of its warnings is right.

    `threshold` is None where no threshold is so precise.
    """

    precision: float
    threshold: float | None
    warned: int
    foreseen: int
    recall: float


class WarningsEvaluated(WarningFigures):
    """What a replay of recorded runs has measured, beside the plain rule in the same replay.

    `brier` is the mean square of probability − outcome (0 is best), `auc` the area under the curve (0.5 is chance).
    `threshold` and `drifting` (warnings have stopped coming true) are those at the end. `before` is the last run of
    the same actions, `differences` the change since. `scratch` is the workspace that was replayed into, where it was
    kept.
    """

    sessions: int
    brier: float | None
    auc: float | None
    at_precision: ForeseenAt
    plain: PlainFigures
    calibration: tuple[CalibrationTenth, ...]
    by_action_type: Mapping[str, WarningFigures]
    threshold: float | None
    drifting: bool
    naive_times: int
    run: EvaluationRun
    before: EvaluationRun | None
    differences: Differences
    workspace: str
    scratch: str | None
    seconds: float


class OutcomeFigures(Result):
    """How well the risk of runs tells those that end badly from the others, at one point of each run.

    `auroc` is the area under the ROC curve (0.5 is chance), `ap` the average precision (the share that ends badly is
    chance), `brier` the mean square of probability − outcome (0 is best); None where all runs ended alike.
    """

    auroc: float | None
    ap: float | None
    brier: float | None


class CalibrationTest(Result):
    """Three tests of probabilities against outcomes; None where there is nothing to test.

    `excess_z`: how many more runs ended badly than was said, in standard deviations. `spiegelhalter_z`: by how much the
    Brier score is above the expected one, in the same unit. `tenth_p`: the smallest p-value of a tenth of the
    probabilities, corrected for their number. True ones have |z| below 2.58 and p above 0.01 in 99 of 100 cases.
    """

    excess_z: float | None
    spiegelhalter_z: float | None
    tenth_p: float | None


class OutcomesEvaluated(Result):
    """What a replay of recorded runs has measured of their risk: after three actions, at half, at the end of each.

    Runs are judged before their outcome is learned, in time order; scored from the second fifth on (`scored`).
    `counting` is plain counting of which actions were called (naive Bayes), `base_rate` the share of earlier runs that
    ended badly. `brier`, `calibration` and `calibration_test` are those at half. `patterns` are the outcome patterns at
    the end.
    """

    sessions: int
    failed: int
    scored: int
    actions: int
    first_3: OutcomeFigures
    half: OutcomeFigures
    end: OutcomeFigures
    brier: float | None
    calibration: tuple[CalibrationTenth, ...]
    calibration_test: CalibrationTest
    counting: Mapping[str, OutcomeFigures]
    base_rate: Mapping[str, OutcomeFigures]
    patterns: tuple[str, ...]
    proved: bool
    naive_times: int
    run: EvaluationRun
    before: EvaluationRun | None
    differences: Differences
    workspace: str
    scratch: str | None
    seconds: float


class EvaluationComparison(Result):
    """Two runs; `differences` is b − a of each measure that both have. `same_questions`: whether that means much."""

    a: EvaluationRun
    b: EvaluationRun
    same_questions: bool
    differences: Differences


class CurvePoint(Result):
    """What a threshold does: the share of answerable questions it loses, of unanswerable ones it refuses."""

    threshold: float
    lost: float
    refused: float


class Calibration(Result):
    """The threshold below which recall gives nothing, as found on a gold set.

    `lost` is the share of the `answerable` questions that it refuses wrongly, `refused` that of the `unanswerable`
    ones that it refuses rightly. `area` is how often an answerable question has the higher relevance of two, one of
    each kind: 1 tells all apart, 0.5 is chance. `before` is what was set; `stored` whether it is now `threshold`.
    """

    threshold: float
    before: float
    stored: bool
    lost: float
    refused: float
    area: float
    answerable: int
    unanswerable: int
    workspaces: tuple[str, ...]
    curve: tuple[CurvePoint, ...]
