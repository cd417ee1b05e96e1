"""Calibration of the abstention threshold on the relevance of the best result, with a gold set.

Questions that have an answer and questions that have none are asked; each has the relevance of its best result. A
threshold refuses the questions below it: rightly those without an answer, and at the price of those with one.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from oxgraph.errors import InvalidInput


@dataclass(frozen=True)
class Judged:
    """The relevance (0–1) of a question's best result, and whether the question is answerable."""

    relevance: float
    answerable: bool


@dataclass(frozen=True)
class Point:
    """The effect of a threshold: shares of answerable questions lost and of unanswerable ones refused."""

    threshold: float
    lost: float
    refused: float


@dataclass(frozen=True)
class Calibrated:
    """The fitted threshold, its effect, and the curve with the area under it."""

    point: Point
    curve: tuple[Point, ...]
    area: float
    answerable: int
    unanswerable: int


def curve(judged: Iterable[Judged]) -> tuple[Point, ...]:
    """Returns the effect of each distinct threshold, from none refused to all below 1.

    A threshold stands halfway between two relevances, so that none is decided by a rounding.
    """
    true, false = _sorted(judged)
    levels = sorted({*true, *false, 1.0})
    cuts = [0.0, *((low + high) / 2 for low, high in pairwise(levels))]
    return tuple(Point(cut, _below(true, cut), _below(false, cut)) for cut in cuts)


def area(judged: Iterable[Judged]) -> float | None:
    """Returns the area under the ROC curve: how often an answerable question has the higher relevance; ties count half.

    It is the area under the curve of the share of unanswerable questions refused over that of answerable ones lost:
    1 tells all apart, 0.5 is chance. None without both kinds.
    """
    return ranked_above(*_sorted(judged))


def ranked_above(upper: Sequence[float], lower: Sequence[float]) -> float | None:
    """Returns how often a value of `upper` exceeds one of the other list; ties count half. Both are sorted."""
    if not upper or not lower:
        return None
    wins = sum((bisect_left(lower, value) + bisect_right(lower, value)) / 2 for value in upper)
    return wins / (len(upper) * len(lower))


def calibrated(judged: Sequence[Judged], lost: float) -> Calibrated:
    """Returns the threshold that refuses most while losing at most the share `lost` (0–1) of the answerable questions.

    Of several that refuse as many it is the one that loses least, then the highest. Raises InvalidInput unless there
    are questions of both kinds.
    """
    true, false = _sorted(judged)
    found = area(judged)
    if found is None:
        kind = "without an answer" if true else "that have an answer"
        raise InvalidInput(field="questions", reason=f"hold none {kind}; both kinds are needed")
    points = curve(judged)
    allowed = [point for point in points if point.lost <= lost]
    best = max(allowed, key=lambda point: (point.refused, -point.lost, point.threshold))
    return Calibrated(best, points, found, len(true), len(false))


def lost_at(points: Sequence[Point], refused: float) -> float | None:
    """Returns the minimum share of answerable questions lost while refusing at least `refused` of the others."""
    return min((point.lost for point in points if point.refused >= refused), default=None)


def _sorted(judged: Iterable[Judged]) -> tuple[list[float], list[float]]:
    found = list(judged)
    return (
        sorted(one.relevance for one in found if one.answerable),
        sorted(one.relevance for one in found if not one.answerable),
    )


def _below(values: Sequence[float], cut: float) -> float:
    return bisect_left(values, cut) / len(values) if values else 0.0
