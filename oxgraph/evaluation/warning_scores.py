"""Measures of warnings in a replay: precision, recall and calibration of predicted failures; one case per action.

A case is stored as its probability and its outcome: a million of them take 8 MB.
"""

import math
from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oxgraph.evaluation.calibration import ranked_above

EVERY = "all actions"
GRAIN = "warnings"
TENTHS = 10
ENOUGH = 20
"""Minimum number of cases of a decile for its calibration to be judged."""
AT_FIRST = 0.15
"""The prior failure rate; the plugin's estimates start from it."""

Z_95 = 1.96
AT_PRECISION = 0.65
"""The precision at which recall is reported, unless another is asked for."""

Figures = dict[str, Any]


def wilson(hits: int, cases: int, z: float = Z_95) -> tuple[float, float]:
    """Returns the Wilson interval (95% by default) of hits / cases; (0, 1) without cases."""
    if not cases:
        return 0.0, 1.0
    share, square = hits / cases, z * z
    middle = (share + square / (2 * cases)) / (1 + square / cases)
    half = z / (1 + square / cases) * math.sqrt(share * (1 - share) / cases + square / (4 * cases * cases))
    return max(0.0, middle - half), min(1.0, middle + half)


def newcombe(before: tuple[int, int], after: tuple[int, int], z: float = Z_95) -> tuple[float, float]:
    """The interval (95% by default) of the difference of two shares, after − before (Newcombe 1998).

    Each is given as its hits and its cases, at least one. It is made from their Wilson intervals.
    """
    first, second = before[0] / before[1], after[0] / after[1]
    (low1, high1), (low2, high2) = wilson(*before, z), wilson(*after, z)
    difference = second - first
    return (
        difference - math.hypot(second - low2, high1 - first),
        difference + math.hypot(high2 - second, first - low1),
    )


@dataclass(frozen=True)
class Case:
    """An action: whether it failed, the predicted probability, and whether a warning was given.

    `plain`: whether the plain rule alone, which knows no situation, would have warned.
    """

    action_type: str
    failed: bool
    probability: float
    warned: bool = False
    plain: bool = False


@dataclass
class Foreseen:
    """Counts of warnings and of correct warnings."""

    actions: int = 0
    failures: int = 0
    warned: int = 0
    foreseen: int = 0

    def add(self, failed: bool, warned: bool) -> None:
        """Adds an action."""
        self.actions += 1
        self.failures += failed
        self.warned += warned
        self.foreseen += failed and warned

    def figures(self) -> Figures:
        """The counts, recall (share of failures warned of) and precision (share of warnings that were right)."""
        return {
            "actions": self.actions,
            "failures": self.failures,
            "warned": self.warned,
            "foreseen": self.foreseen,
            "recall": share(self.foreseen, self.failures),
            "precision": share(self.foreseen, self.warned),
        }


@dataclass
class Tenth:
    """The cases of one decile of predicted probabilities."""

    actions: int = 0
    failures: int = 0
    sum: float = 0.0

    def add(self, probability: float, failed: bool) -> None:
        """Adds a case."""
        self.actions += 1
        self.failures += failed
        self.sum += probability

    def figures(self, place: int) -> Figures:
        """The predicted and the observed rate, and whether the prediction is within the 95% interval."""
        low, high = wilson(self.failures, self.actions)
        mean = share(self.sum, self.actions)
        return {
            "lower": place / TENTHS,
            "upper": (place + 1) / TENTHS,
            "n": self.actions,
            "mean": mean,
            "observed": share(self.failures, self.actions),
            "low": low if self.actions else None,
            "high": high if self.actions else None,
            "inside": low <= mean <= high if mean is not None and self.actions >= ENOUGH else None,
        }


@dataclass
class WarningMeasures:
    """Accumulates the measures of a replay."""

    all: Foreseen = field(default_factory=Foreseen)
    plain: Foreseen = field(default_factory=Foreseen)
    by_action_type: dict[str, Foreseen] = field(default_factory=dict)
    tenths: tuple[Tenth, ...] = field(default_factory=lambda: tuple(Tenth() for _ in range(TENTHS)))
    _squares: float = 0.0
    _failed: "array[float]" = field(default_factory=lambda: array("d"))
    _succeeded: "array[float]" = field(default_factory=lambda: array("d"))

    @property
    def share_so_far(self) -> float:
        """The failure rate so far, the default prediction."""
        return self.all.failures / self.all.actions if self.all.actions else AT_FIRST

    def add(self, case: Case) -> None:
        """Counts a case."""
        self.all.add(case.failed, case.warned)
        self.plain.add(case.failed, case.plain)
        self.by_action_type.setdefault(case.action_type, Foreseen()).add(case.failed, case.warned)
        self.tenths[min(TENTHS - 1, int(case.probability * TENTHS))].add(case.probability, case.failed)
        self._squares += (case.probability - case.failed) ** 2
        (self._failed if case.failed else self._succeeded).append(case.probability)

    def figures(self, at_precision: float = AT_PRECISION) -> Figures:
        """All measures as plain values; `at_precision` is what `foreseen_at` is asked for.

        `brier` is the mean square of probability − outcome (0 is best), `auc` how often an action that failed had the
        higher probability of two, one that failed and one that did not (0.5 is chance); None where nothing is to count.
        """
        return {
            **self.all.figures(),
            "brier": share(self._squares, self.all.actions),
            "auc": ranked_above(sorted(self._failed), sorted(self._succeeded)),
            "at_precision": foreseen_at(at_precision, self._failed, self._succeeded),
            "plain": {name: self.plain.figures()[name] for name in ("warned", "foreseen", "recall", "precision")},
            "calibration": [tenth.figures(place) for place, tenth in enumerate(self.tenths)],
            "by_action_type": {name: found.figures() for name, found in sorted(self.by_action_type.items())},
        }


def foreseen_at(precision: float, failed: Sequence[float], succeeded: Sequence[float]) -> Figures:
    """The threshold that foresees most failures while at least this share of the warnings is right.

    Looks at every threshold, whatever the one in use: the whole curve of precision and recall.

    Args:
        precision: The share of warnings that have to be right, 0 to 1.
        failed: The probabilities of the actions that failed.
        succeeded: Those of the others.

    Returns:
        `precision` as asked; `threshold`, `warned`, `foreseen` and `recall` of the best threshold: None and 0 where
        none is precise enough.
    """
    found: Figures = {"precision": precision, "threshold": None, "warned": 0, "foreseen": 0, "recall": 0.0}
    wrong, right = Counter(succeeded), Counter(failed)
    warned = foreseen = 0
    for probability in sorted({*wrong, *right}, reverse=True):
        warned += wrong[probability] + right[probability]
        foreseen += right[probability]
        if foreseen >= precision * warned and foreseen > found["foreseen"]:
            found |= {"threshold": probability, "warned": warned, "foreseen": foreseen}
            found["recall"] = foreseen / len(failed)
    return found


def share(part: float, whole: int) -> float | None:
    """Returns part / whole; None if whole is 0."""
    return part / whole if whole else None


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, dict[str, dict[str, float]]]:
    """Returns after − before of each measure that both have, for all actions and by action type."""
    found = {EVERY: _changed(before, after, ("recall", "precision", "brier", "auc"))}
    for name, figures in after["by_action_type"].items():
        found[name] = _changed(before["by_action_type"].get(name, {}), figures, ("recall", "precision"))
    return {name: {GRAIN: changed} for name, changed in found.items() if changed}


def _changed(before: Mapping[str, Any], after: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, float]:
    both = [name for name in names if before.get(name) is not None and after.get(name) is not None]
    return {name: after[name] - before[name] for name in both}
