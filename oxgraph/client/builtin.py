"""The metrics that every workspace starts with."""

from typing import Any

PATTERN_UTILIZATION = "pattern_utilization"


def _metric(name: str, description: str, **changes: Any) -> dict[str, Any]:
    common = {"built_in": True, "active": True, "kind": "sequences", "action_types": [], "node_types": []}
    return common | {"name": name, "description": description, "window_days": 7, "better": "higher"} | changes


METRICS: list[dict[str, Any]] = [
    _metric(
        "Task success rate",
        "Rate of sequences where outcome == 'success'.",
        aggregation="rate",
        success_condition="outcome == 'success'",
        condition_outcome="success",
    ),
    _metric(
        "Efficiency delta",
        "Average action_count of a sequence against the workspace's first sequences.",
        aggregation="average",
        better="lower",
    ),
    _metric(
        "Pattern utilization",
        "Rate of sequences that were shown a failure pattern and then did not commit it.",
        kind=PATTERN_UTILIZATION,
        aggregation="rate",
    ),
]
"""Name, description and definition of each, as the metric's node holds them."""
