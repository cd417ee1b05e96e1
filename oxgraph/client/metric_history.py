"""A metric's values day by day, made from counts of the runs of each day."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, timedelta

from oxgraph.evaluation.warning_scores import wilson
from oxgraph.graph import Row
from oxgraph.types.results import HistoryRow, MetricRow

AGENTS = 8
"""Agents that a history is split by: those with the most runs."""

P95 = 0.95

EPOCH = date(1970, 1, 1)
"""The day from which metric/history counts."""

Runs = Counter[tuple[bool, int]]
"""Runs by whether they meet the condition, and by their length."""


def metric_history(
    metric: MetricRow, rows: Iterable[Row], first: date, days: int, baseline: float | None
) -> list[HistoryRow]:
    """The values of `days` days from `first` on, of all runs or of each agent; rows are those of metric/history."""
    by_agent: dict[str | None, dict[date, Runs]] = defaultdict(lambda: defaultdict(Counter))
    for row in rows:
        by_agent[row["agent_id"]][EPOCH + timedelta(days=row["day"])][row["meets"], row["length"]] += row["runs"]
    most = sorted(by_agent, key=lambda agent: (-_count(by_agent[agent].values()), agent or ""))[:AGENTS]
    return [
        _point(metric, first + timedelta(days=number), by_agent[agent], agent, baseline)
        for agent in most or [None]
        for number in range(days)
    ]


def _count(days: Iterable[Runs]) -> int:
    return sum(runs.total() for runs in days)


def _point(
    metric: MetricRow, day: date, found: dict[date, Runs], agent: str | None, baseline: float | None
) -> HistoryRow:
    """The value over the window that ends with a day."""
    runs: Runs = Counter()
    for back in range(metric.window_days):
        runs.update(found.get(day - timedelta(days=back), {}))
    meeting = Counter[int]()
    for (meets, length), count in runs.items():
        if meets:
            meeting[length] += count
    share = metric.aggregation == "rate"
    cases = runs.total() if share else meeting.total()
    value = _value(metric, meeting, cases)
    delta = None if value is None or baseline is None else value - baseline
    return HistoryRow(
        date=day,
        agent_id=agent,
        value=value,
        baseline=baseline,
        delta_vs_baseline=delta if delta is None or metric.better == "higher" else -delta,
        sample_count=cases,
        interval=wilson(meeting.total(), cases) if share and cases else None,
    )


def _value(metric: MetricRow, meeting: Counter[int], cases: int) -> float | None:
    if not cases:
        return None
    if metric.aggregation == "rate":
        return meeting.total() / cases
    if metric.aggregation == "average":
        return sum(length * count for length, count in meeting.items()) / cases
    return _percentile(sorted(meeting.elements()))


def _percentile(lengths: list[int]) -> float:
    """Interpolated, as percentileCont."""
    place = P95 * (len(lengths) - 1)
    low = int(place)
    high = min(low + 1, len(lengths) - 1)
    return lengths[low] + (place - low) * (lengths[high] - lengths[low])
