"""What a bench finds, and how it is printed."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A measured figure; `at_least` and `at_most` are its bounds, if it has any."""

    name: str
    value: float
    unit: str = "×"
    at_least: float | None = None
    at_most: float | None = None
    note: str = ""

    @property
    def holds(self) -> bool:
        """Whether the bounds are kept."""
        above = self.at_least is None or self.value >= self.at_least
        return above and (self.at_most is None or self.value <= self.at_most)

    def line(self, bounded: bool) -> str:
        """One printed line."""
        bound = "" if self.at_least is None else f"≥ {self.at_least:g}"
        bound = bound if self.at_most is None else f"≤ {self.at_most:g}"
        verdict = ("ok" if self.holds else "MISSED") if bound and bounded else ""
        return f"{self.name:<58} {self.value:>10.2f} {self.unit:<10} {bound:<8} {verdict:<7} {self.note}".rstrip()


def p95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(values, n=20)[18]


def spread(values: Sequence[float], unit: str = "ms", scale: float = 1000) -> str:
    """Median and 95th percentile, for a note."""
    return f"p50 {statistics.median(values) * scale:.2f} {unit}, p95 {p95(values) * scale:.2f} {unit}"
