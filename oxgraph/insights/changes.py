"""Whether a call fails more or less often than before: the last weeks against those before them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from oxgraph.evaluation.warning_scores import newcombe
from oxgraph.types.insights import Change, Week

LATEST = 4
"""Weeks that are compared with those before, at most; half of the weeks where there are fewer than eight."""

Counts = tuple[int, int]
"""Failures and calls."""


def changes(weeks: Sequence[Week], calls: Iterable[Mapping[str, Any]], limit: int) -> tuple[Change, ...]:
    """All calls, and the kinds of calls whose failure rate changed for certain.

    Args:
        weeks: The weeks with sessions, in order.
        calls: What the query insights_call_weeks gives.
        limit: Maximum number of kinds.

    Returns:
        First that of all calls (action_type ''), then the kinds by the number of failures that the change means. Empty
        where there is one week alone.
    """
    if len(weeks) < 2:
        return ()
    since = weeks[-min(LATEST, len(weeks) // 2)].week
    parts: dict[str, list[Counts]] = defaultdict(lambda: [(0, 0), (0, 0)])
    for row in calls:
        for name in ("", row["action_type"]):
            failures, actions = parts[name][row["week"] >= since]
            parts[name][row["week"] >= since] = failures + row["failures"], actions + row["actions"]
    found = {name: _change(name, since, *both) for name, both in parts.items() if both[0][1] and both[1][1]}
    certain = [one for name, one in found.items() if name and one.certain]
    certain.sort(key=lambda one: (-abs(one.difference) * one.actions_since, one.action_type))
    return (*([found[""]] if "" in found else []), *certain[:limit])


def _change(name: str, since: date, before: Counts, after: Counts) -> Change:
    difference = after[0] / after[1] - before[0] / before[1]
    return Change(
        action_type=name,
        since=since,
        failures_before=before[0],
        actions_before=before[1],
        failures_since=after[0],
        actions_since=after[1],
        difference=difference,
        interval=newcombe(before, after),
    )
