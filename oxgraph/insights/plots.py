"""Plots as SVG text that takes its colours from the page's style."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import pairwise

from oxgraph.insights import text
from oxgraph.types.insights import Counted, Week
from oxgraph.wording import count

LEFT, RIGHT, TOP, BOTTOM = 40, 12, 14, 22
GAP = 26
"""Space between the two parts of the plot of weeks."""

EDGE = 14
LABEL = 84
"""Pixels that a date takes."""

CEILINGS = (0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1.0)
"""Shares at the top of a plot."""


def rate_bar(row: Counted, most: float) -> str:
    """A bar for the failure rate with its interval as a line; `most` is the share at the right end."""
    scale = 100 / most
    low, high = (min(100.0, scale * end) for end in row.interval)
    label = f"{text.rate(row)}, 95% interval {text.interval(row.interval)}"
    return (
        f'<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" role="img" aria-label="{escape(label)}">'
        f'<rect class="rail" x="0" y="2" width="100" height="10"/>'
        f'<rect class="fill" x="0" y="2" width="{scale * row.rate:.2f}" height="10"/>'
        f'<rect class="whisker" x="{low:.2f}" y="6" width="{max(high - low, 0.3):.2f}" height="2"/></svg>'
    )


def time_bar(seconds: float, most: float) -> str:
    """A bar for a time; `most` is the time at the right end."""
    width = 100 * seconds / most if most else 0
    return (
        f'<svg class="bar" viewBox="0 0 100 14" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(text.duration(seconds))}"><rect class="rail" x="0" y="2" width="100" height="10"/>'
        f'<rect class="time" x="0" y="2" width="{width:.2f}" height="10"/></svg>'
    )


class WeekPlot:
    """The failure rate of each week with its interval, above the number of calls; `width` in pixels of the plot."""

    def __init__(self, weeks: Sequence[Week], width: int, height: int = 250) -> None:
        upper = height - TOP - BOTTOM - GAP
        self.weeks, self.width, self.height = weeks, width, height
        self.rates, self.calls = round(upper * 0.68), round(upper * 0.32)
        self.base = TOP + self.rates + GAP + self.calls
        self.most = _ceiling(max(week.interval[1] for week in weeks))
        self.busiest = max(week.actions for week in weeks)
        self.places = self._places()
        self.wide = max(1.5, min([22.0, *(0.7 * (right - left) for left, right in pairwise(self.places))]))

    def svg(self) -> str:
        """The plot."""
        parts = [
            f'<svg class="plot" viewBox="0 0 {self.width} {self.height}" role="img" '
            f'aria-label="{escape(self._label())}">',
            *self._grid(),
            self._band(),
            *map(self._week, self.weeks, self.places),
            f'<text class="axis" x="{LEFT}" y="{TOP + self.rates + GAP - 8}">'
            f"calls a week, at most {self.busiest:,}</text>",
            f'<line class="grid" x1="{LEFT}" x2="{self.width - RIGHT}" y1="{self.base}" y2="{self.base}"/>',
            *self._dates(),
            "</svg>",
        ]
        return "".join(parts)

    def _y(self, share: float) -> float:
        return TOP + self.rates * (1 - min(share, self.most) / self.most)

    def _label(self) -> str:
        first, last = self.weeks[0], self.weeks[-1]
        return (
            f"Failure rate by week: {text.rate(first)} in the week of {first.week:%Y-%m-%d}, "
            f"{text.rate(last)} in that of {last.week:%Y-%m-%d}"
        )

    def _places(self) -> list[float]:
        """Where each week stands: in proportion to its time."""
        inner, first = self.width - LEFT - RIGHT, self.weeks[0].week
        span = (self.weeks[-1].week - first).days
        if not span:
            return [LEFT + inner / 2]
        return [LEFT + EDGE + (inner - 2 * EDGE) * (week.week - first).days / span for week in self.weeks]

    def _grid(self) -> Iterator[str]:
        for share in (0.0, self.most / 2, self.most):
            y = self._y(share)
            yield f'<line class="grid" x1="{LEFT}" x2="{self.width - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            yield f'<text class="axis" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{100 * share:g}%</text>'

    def _band(self) -> str:
        """The intervals as an area, and the rates as a line; both broken where weeks are missing."""
        parts, run = [], [0]
        for place in range(1, len(self.weeks) + 1):
            if place < len(self.weeks) and (self.weeks[place].week - self.weeks[place - 1].week).days <= 7:
                run.append(place)
                continue
            parts.append(self._stretch(run))
            run = [place]
        return "".join(parts)

    def _stretch(self, run: Sequence[int]) -> str:
        def points(of: Callable[[Week], float]) -> list[str]:
            return [f"{self.places[place]:.1f},{self._y(of(self.weeks[place])):.1f}" for place in run]

        area = points(lambda week: week.interval[1]) + points(lambda week: week.interval[0])[::-1]
        line = points(lambda week: week.rate)
        return f'<polygon class="band" points="{" ".join(area)}"/><polyline class="line" points="{" ".join(line)}"/>'

    def _week(self, week: Week, x: float) -> str:
        title = f"Week of {week.week:%Y-%m-%d}: {text.rate(week)}, {count(week.sessions, 'session')}"
        low, high, at = (self._y(share) for share in (*week.interval, week.rate))
        tall = max(1.0, self.calls * week.actions / self.busiest)
        return (
            f"<g><title>{escape(title)}</title>"
            f'<line class="reach" x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}"/>'
            f'<circle class="dot" cx="{x:.1f}" cy="{at:.1f}" r="3.5"/>'
            f'<rect class="calls" x="{x - self.wide / 2:.1f}" y="{self.base - tall:.1f}" width="{self.wide:.1f}" '
            f'height="{tall:.1f}"/></g>'
        )

    def _dates(self) -> Iterator[str]:
        """The first and the last week, and as many between them as have room."""
        before = -float(LABEL)
        for week, x in zip(self.weeks, self.places, strict=True):
            if week is self.weeks[-1] or (x - before >= LABEL and self.places[-1] - x >= LABEL):
                before = x
                middle = min(max(x, LEFT + LABEL / 3), self.width - LABEL / 2.4)
                yield (
                    f'<text class="axis" x="{middle:.1f}" y="{self.base + 16}" text-anchor="middle">'
                    f"{week.week:%Y-%m-%d}</text>"
                )


def _ceiling(share: float) -> float:
    return next((one for one in CEILINGS if share <= one), 1.0)
