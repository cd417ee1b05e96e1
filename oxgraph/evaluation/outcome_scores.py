"""Measures of the risk of runs in a replay: how well it tells runs that end badly from the others, and calibration.

A run is judged after three actions, at half of its actions and at its end, each time before its outcome is learned.
Beside it are the share of earlier runs that ended badly, and plain counting of which actions were called.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oxgraph.evaluation.calibration import ranked_above
from oxgraph.evaluation.warning_scores import GRAIN, TENTHS, Tenth, share

CUTS = ("first_3", "half", "end")
LEFT_OUT = 5
"""The first fifth of the runs is only learned from."""

FEW = 5
"""A tenth of probabilities with fewer runs is not tested."""
MANY = 500
"""From so many runs on the number of bad ends is as good as normal."""

EVERY = "all runs"
Figures = dict[str, Any]


def lengths(actions: int) -> dict[str, int]:
    """Returns after how many actions a run is judged."""
    return {"first_3": min(3, actions), "half": max(1, (actions + 1) // 2), "end": actions}


@dataclass(frozen=True)
class Run:
    """A run that was judged: whether it ended badly, and the probabilities said at each cut by each rule."""

    failed: bool
    risk: Mapping[str, float]
    counting: Mapping[str, float]
    base_rate: Mapping[str, float]


@dataclass
class Counting:
    """Naive Bayes over which actions a run has called, learned from whole runs."""

    runs: Counter[bool] = field(default_factory=Counter)
    called: dict[bool, Counter[str]] = field(default_factory=lambda: {True: Counter(), False: Counter()})

    def learn(self, failed: bool, actions: Collection[str]) -> None:
        """Counts a run."""
        self.runs[failed] += 1
        self.called[failed].update(set(actions))

    def base(self) -> float:
        """Returns the share of runs that ended badly, never 0 or 1."""
        return (self.runs[True] + 1) / (self.runs.total() + 2)

    def probability(self, actions: Collection[str]) -> float:
        """Returns the probability that a run with these actions ends badly."""
        odds = math.log(self.base() / (1 - self.base()))
        odds += sum(math.log(self._share(True, one) / self._share(False, one)) for one in sorted(set(actions)))
        return 1 / (1 + math.exp(-odds))

    def _share(self, failed: bool, action: str) -> float:
        return (self.called[failed][action] + 1) / (self.runs[failed] + 2)


@dataclass
class OutcomeMeasures:
    """Accumulates the runs of a replay in the order in which they ended."""

    runs: list[Run] = field(default_factory=list)

    def figures(self) -> Figures:
        """All measures as plain values, of the runs from the second fifth on."""
        scored = self.runs[math.ceil(len(self.runs) / LEFT_OUT) :]
        risk = _by_cut(scored, [run.risk for run in scored])
        return {
            "sessions": len(self.runs),
            "failed": sum(run.failed for run in self.runs),
            "scored": len(scored),
            **risk,
            "brier": risk["half"]["brier"],
            "calibration": _calibration(scored),
            "calibration_test": calibration_test([(run.risk["half"], run.failed) for run in scored]),
            "counting": _by_cut(scored, [run.counting for run in scored]),
            "base_rate": _by_cut(scored, [run.base_rate for run in scored]),
        }


def _by_cut(runs: Sequence[Run], predicted: Sequence[Mapping[str, float]]) -> dict[str, Figures]:
    failed = [run.failed for run in runs]
    return {cut: _figures(failed, [one[cut] for one in predicted]) for cut in CUTS}


def _figures(failed: Sequence[bool], predicted: Sequence[float]) -> Figures:
    pairs = list(zip(predicted, failed, strict=True))
    return {
        "auroc": ranked_above(sorted(p for p, bad in pairs if bad), sorted(p for p, bad in pairs if not bad)),
        "ap": average_precision(pairs),
        "brier": share(sum((p - bad) ** 2 for p, bad in pairs), len(pairs)),
    }


def average_precision(pairs: Sequence[tuple[float, bool]]) -> float | None:
    """Returns the mean precision over the runs that ended badly, by falling probability; ties count together."""
    found, bad, seen = 0.0, 0, 0
    by_value: dict[float, list[bool]] = {}
    for value, failed in pairs:
        by_value.setdefault(value, []).append(failed)
    for value in sorted(by_value, reverse=True):
        group = by_value[value]
        seen += len(group)
        bad += sum(group)
        found += sum(group) * bad / seen
    return found / bad if bad else None


def _calibration(runs: Sequence[Run]) -> list[Figures]:
    tenths = [Tenth() for _ in range(TENTHS)]
    for run in runs:
        tenths[min(TENTHS - 1, int(run.risk["half"] * TENTHS))].add(run.risk["half"], run.failed)
    return [tenth.figures(place) for place, tenth in enumerate(tenths)]


def calibration_test(predicted: Sequence[tuple[float, bool]]) -> Figures:
    """Returns three tests of probabilities against outcomes: of their mean, their spread, and each tenth of them.

    `excess_z`: how many more runs ended badly than was said, in standard deviations. `spiegelhalter_z`: by how much the
    Brier score is above the expected one (Spiegelhalter 1986). Both are standard normal if the probabilities are true,
    and None where they leave nothing open. `tenth_p`: the smallest exact p-value of the tenths with five runs or more,
    times their number (Bonferroni). A true forecast fails each at 1% in one of a hundred cases at most.
    """
    open_ = sum(p * (1 - p) for p, _ in predicted)
    spread = sum((1 - 2 * p) ** 2 * p * (1 - p) for p, _ in predicted)
    return {
        "excess_z": sum(bad - p for p, bad in predicted) / math.sqrt(open_) if open_ else None,
        "spiegelhalter_z": sum((bad - p) * (1 - 2 * p) for p, bad in predicted) / math.sqrt(spread) if spread else None,
        "tenth_p": _smallest_p(predicted),
    }


def _smallest_p(predicted: Sequence[tuple[float, bool]]) -> float | None:
    tenths: dict[int, list[tuple[float, bool]]] = {}
    for one in predicted:
        tenths.setdefault(min(TENTHS - 1, int(one[0] * TENTHS)), []).append(one)
    tested = [tenth for tenth in tenths.values() if len(tenth) >= FEW]
    return min(1.0, len(tested) * min(map(_p_value, tested))) if tested else None


def _p_value(tenth: Sequence[tuple[float, bool]]) -> float:
    """Twice the smaller tail of the number of bad ends, of independent runs with these probabilities."""
    found, predicted = sum(bad for _, bad in tenth), [p for p, _ in tenth]
    if len(predicted) > MANY:
        spread = math.sqrt(sum(p * (1 - p) for p in predicted))
        return math.erfc(max(0.0, abs(found - sum(predicted)) - 0.5) / (spread * math.sqrt(2))) if spread else 1.0
    chances = [1.0]
    for p in predicted:
        chances = [a * (1 - p) + b * p for a, b in zip([*chances, 0.0], [0.0, *chances], strict=True)]
    return min(1.0, 2 * min(sum(chances[: found + 1]), sum(chances[found:])))


def outcome_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, dict[str, dict[str, float]]]:
    """Returns after − before of each measure that both have."""
    changed = {
        f"{cut}_{name}": after[cut][name] - before[cut][name]
        for cut in CUTS
        for name in ("auroc", "ap", "brier")
        if before[cut][name] is not None and after[cut][name] is not None
    }
    return {EVERY: {GRAIN: changed}}
