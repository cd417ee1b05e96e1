"""The trend of a pattern, made from the figures of its key."""

from datetime import timedelta

from oxgraph.clock import EPOCH
from oxgraph.evaluation.warning_scores import wilson
from oxgraph.graph import Row
from oxgraph.types.trends import PatternTrend, TrendPoint


def pattern_trend(row: Row) -> PatternTrend:
    """The points of a row of pattern/trends; those without actions are left out."""
    return PatternTrend(
        pattern_id=row["pattern_id"],
        points=tuple(
            TrendPoint(
                at=EPOCH + timedelta(microseconds=instant),
                action_count=actions,
                total_count=total,
                rate=actions / total,
                interval=wilson(actions, total),
            )
            for instant, actions, total in zip(row["instants"], row["actions"], row["totals"], strict=True)
            if total
        ),
    )
