"""How a workspace's memory grows."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from oxgraph.types.results import Result


class GrowthWeek(Result):
    """What one week added and took away; `week` is its Monday (UTC).

    `recorded` counts memories that are still there, `superseded`, `expired` and `forgotten` those that ceased to
    hold then, `deleted` those that a pass, a deletion or an erasure removed. `messages` count by when they were said,
    `actions` by when they began.
    """

    week: date
    recorded: int = 0
    superseded: int = 0
    expired: int = 0
    forgotten: int = 0
    deleted: int = 0
    messages: int = 0
    actions: int = 0


class Growth(Result):
    """How much a workspace holds now, and its growth by week, the oldest first, weeks without anything too.

    `memories` are all, `active` those that hold; `messages` and `actions` are all that are kept. With a token that is
    bound to a user memories and messages are those that it sees, and `deleted` is 0.
    """

    memories: int = 0
    active: int = 0
    messages: int = 0
    actions: int = 0
    weeks: tuple[GrowthWeek, ...]


def growth_of(rows: Iterable[Mapping[str, Any]], this_week: date, weeks: int) -> Growth:
    """The growth up to the week of a Monday, of rows of `week` (None: all that there is), `what` and `number`."""
    now: dict[str, int] = {}
    found: dict[date, dict[str, int]] = {this_week - timedelta(weeks=ago): {} for ago in reversed(range(weeks))}
    for row in rows:
        counts = now if row["week"] is None else found[row["week"]]
        counts[row["what"]] = row["number"]
    return Growth(**now, weeks=tuple(GrowthWeek(week=week, **counts) for week, counts in found.items()))
