"""Figures of an overview, made from counts of actions by slice of time, tool, error code, agent and node type."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from statistics import NormalDist
from typing import Any

from oxgraph.evaluation.warning_scores import newcombe, wilson
from oxgraph.graph import Row
from oxgraph.types.overview import Dimension, FailureRate, FailureSlice, NamedRate, RateChange

DIMENSIONS: tuple[Dimension, ...] = ("action_type", "agent_id", "node_type", "error_code")
SLICES = 60
"""Slices that a period has at most, and one more where it begins within one."""

SECONDS = (60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, 86_400, 604_800)
"""How long a slice may be."""

NAMES = 50
"""Names in a table of rates."""

WEEK = timedelta(weeks=1)

Counts = tuple[int, int]
"""Failures and actions."""


def slice_seconds(length: timedelta) -> int:
    """How long a slice of a period of this length is."""
    return next((size for size in SECONDS if length.total_seconds() <= size * (SLICES + 1)), SECONDS[-1])


def compared_weeks(length: timedelta) -> int:
    """How many weeks earlier the period is with which one of this length is compared.

    A period begins with a slice and so may be a little longer than was asked for, which does not count.
    """
    more = min(2 * timedelta(seconds=slice_seconds(length)), timedelta(hours=12))
    return max(1, -(-(length - more) // WEEK))


def periods(since: datetime, until: datetime, size: int) -> list[dict[str, Any]]:
    """The period and the one with which it is compared, as the statement takes them; that one is a single slice.

    They do not overlap.
    """
    earlier = compared_weeks(until - since) * WEEK
    return [
        {"since": since, "until": until, "seconds": size},
        {"since": since - earlier, "until": min(until - earlier, since), "seconds": 2**31},
    ]


class FailureCounts:
    """Counts of both periods, from the rows of telemetry/failure_counts."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._total: list[Counts] = [(0, 0), (0, 0)]
        self._names: dict[Dimension, list[dict[str, Counts]]] = {one: [{}, {}] for one in DIMENSIONS}
        self._slices: dict[int, Counts] = {}
        self._split: dict[int, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
        for row in rows:
            self._add(row["period"], row["slice"], row["dimension"], row["name"], (row["failures"], row["actions"]))

    def _add(self, period: int, slice: int | None, dimension: Any, name: str, counts: Counts) -> None:
        """Keeps a row; the slices are those of the first period."""
        if slice is None and dimension:
            self._names[dimension][period][name] = counts
        elif slice is None:
            self._total[period] = counts
        elif not period and dimension:
            self._split[slice][dimension][name] = counts[0]
        elif not period:
            self._slices[slice] = counts

    def _of(self, dimension: Dimension, period: int) -> dict[str, Counts]:
        """Counts by name; those of an error code are of all actions."""
        found = self._names[dimension][period]
        if dimension != "error_code":
            return found
        return {name: (failures, self._total[period][1]) for name, (failures, _) in found.items()}

    def total(self) -> FailureRate:
        """The rate of all actions."""
        return FailureRate(**_rate(self._total[0]))

    def rates(self, dimension: Dimension) -> tuple[NamedRate, ...]:
        """The rates of a dimension, the most failures first."""
        found = sorted(self._of(dimension, 0).items(), key=lambda one: (-one[1][0], -one[1][1], one[0]))
        return tuple(NamedRate(name=name, **_rate(counts)) for name, counts in found[:NAMES])

    def slices(self, since: datetime, until: datetime, seconds: int) -> tuple[FailureSlice, ...]:
        """All slices of the period, also those without actions."""
        count = -int(-(until - since).total_seconds() // seconds)
        return tuple(
            FailureSlice(
                at=since + timedelta(seconds=number * seconds),
                failures=self._slices.get(number, (0, 0))[0],
                actions=self._slices.get(number, (0, 0))[1],
                by_action_type=self._split[number]["action_type"],
                by_error_code=self._split[number]["error_code"],
            )
            for number in range(count)
        )

    def changes(self) -> tuple[RateChange, ...]:
        """That of all actions, then those that are certain; empty where one of the periods has no action."""
        if not all(actions for _, actions in self._total):
            return ()
        pairs = [
            (one, name, before, now)
            for one in DIMENSIONS
            for name, before, now in _both(
                self._of(one, 1), self._of(one, 0), of_all=one == "error_code", total=self._total
            )
        ]
        z = NormalDist().inv_cdf(1 - 0.025 / (len(pairs) + 1))
        found = [change for pair in pairs if (change := _change(*pair, z)).certain]
        found.sort(key=lambda one: (-abs(one.difference) * one.now.actions, one.dimension or "", one.name))
        return (_change(None, "", self._total[1], self._total[0], z), *found[:NAMES])


def _both(
    before: dict[str, Counts], now: dict[str, Counts], *, of_all: bool, total: Sequence[Counts]
) -> list[tuple[str, Counts, Counts]]:
    """The names that can be compared. An error code that is missing in a period has none of its actions there."""
    if not of_all:
        return [(name, before[name], now[name]) for name in before if name in now]
    return [
        (name, before.get(name, (0, total[1][1])), now.get(name, (0, total[0][1])))
        for name in dict.fromkeys((*before, *now))
    ]


def _change(dimension: Dimension | None, name: str, before: Counts, now: Counts, z: float) -> RateChange:
    low, high = newcombe(before, now, z)
    return RateChange(
        dimension=dimension,
        name=name,
        before=FailureRate(**_rate(before)),
        now=FailureRate(**_rate(now)),
        difference=now[0] / now[1] - before[0] / before[1],
        interval=(low, high),
        certain=low > 0 or high < 0,
    )


def _rate(counts: Counts) -> dict[str, Any]:
    failures, actions = counts
    rate = failures / actions if actions else None
    return {"failures": failures, "actions": actions, "rate": rate, "interval": wilson(failures, actions)}
