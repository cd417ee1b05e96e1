"""How the figures of patterns went day by day."""

from datetime import datetime

from oxgraph.types.results import Result


class TrendPoint(Result):
    """The figures as of a time: action_count of total_count actions of the evidence window, with the 95% interval."""

    at: datetime
    action_count: int
    total_count: int
    rate: float
    interval: tuple[float, float]


class PatternTrend(Result):
    """An active pattern's figures on the days on which it was judged, the oldest first."""

    pattern_id: str
    points: tuple[TrendPoint, ...]
