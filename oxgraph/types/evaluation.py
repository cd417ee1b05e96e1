"""What measuring recall gives back."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from oxgraph.types.results import Result

Differences = Mapping[str, Mapping[str, Mapping[str, float]]]
"""By group of questions, grain (turn, session) and measure."""


class EvaluationRun(Result):
    """A gold set as it was asked once.

    `name` tells the set: it is the same as long as its questions are. `metrics` has `scored`, `left_out`, `unranked`,
    `unknown_evidence` (counts), `groups` (by category, by grain: turn, session; any@k, all@k, mrr, each 0–1),
    `abstention` and `dropped` (how often a retriever was left out, and why). `settings` are those of the run and of
    the workspace's recall. `model` is the embedder's, `version` oxgraph's.
    """

    id: str
    kind: str
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

    `abstained`: that relevance lies below the workspace's threshold, so recall gives nothing of it.
    """

    id: str
    ranked: tuple[str, ...]
    relevance: float
    abstained: bool


class Evaluated(Result):
    """A run, every question's ranking, and the last run of the same set with the change of each measure since."""

    run: EvaluationRun
    rankings: tuple[RankingRow, ...]
    before: EvaluationRun | None
    differences: Differences
    workspaces: tuple[str, ...]
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
