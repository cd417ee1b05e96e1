"""Which passes are due, by the clock and by their last runs in the graph; restarts neither skip nor repeat one."""

from datetime import UTC, date, datetime, time, timedelta

from oxgraph.graph import Row
from oxgraph.passes.plan import MAIN

MINUTES = {1: 1, 2: 15}
"""The interval of each pass that runs all day, in minutes of the clock: at 12:00, 12:15 and so on for pass 2."""

CHECK_MINUTES = 1
"""Minutes between two looks at what is due."""

NIGHT_HOUR = 2
"""The UTC hour at which nightly passes are due."""

NIGHTS = {3: 1, 4: 7, 5: 30}
"""The interval of each nightly pass in nights: benchmarks 1, freshness 7, garbage 30. User memory (pass 6) has none:
facts about users decay on a share of statements, never by the calendar alone."""

NIGHTLY = [MAIN[number] for number in NIGHTS]
OFTEN = [MAIN[number] for number in MINUTES]
"""The names of the passes that run at night, and of those that run all day."""
SKEW = timedelta(minutes=5)
"""How far the clocks of two workers may be apart for one to see what the other has just run."""

RETRY = timedelta(hours=1)
"""Delay before a failed pass is retried."""


def night(at: datetime) -> int:
    """Returns the number of the night that a time belongs to: the day on which it began."""
    return (at.astimezone(UTC) - timedelta(hours=NIGHT_HOUR)).date().toordinal()


def start_of(number: int) -> datetime:
    """Returns the time at which the night of this number begins."""
    return datetime.combine(date.fromordinal(number), time(NIGHT_HOUR), UTC)


def interval_began(number: int, at: datetime) -> datetime:
    """Returns the beginning of the interval of pass 1 or 2 that a time lies in."""
    seconds = MINUTES[number] * 60
    return datetime.fromtimestamp(at.timestamp() // seconds * seconds, UTC)


def due_often(ran: set[str]) -> list[int]:
    """Returns which of the passes 1 and 2 are due, by the names of those that have run in their interval.

    Pass 2 needs pass 1 before it, up to the same time.
    """
    missing = [number for number in MINUTES if MAIN[number] not in ran]
    return [1, 2] if 2 in missing else missing


def due(rows: list[Row], now: datetime) -> list[int]:
    """Returns the numbers of the due passes from their last runs: `pass`, `done` and `failed` (None: never)."""
    last = {row["pass"]: row for row in rows}
    return [number for number, nights in NIGHTS.items() if _is_due(last.get(MAIN[number]), nights, now)]


def due_by_the_clock(rows: list[Row], now: datetime) -> list[int]:
    """The same with passes 1 and 2, which are due where they have not run in their interval."""
    done = {row["pass"]: row["done"] for row in rows}
    ran = {MAIN[number] for number in MINUTES if (at := done.get(MAIN[number])) and at >= interval_began(number, now)}
    return [*due_often(ran), *due(rows, now)]


def _is_due(row: Row | None, nights: int, now: datetime) -> bool:
    done, failed = (row["done"], row["failed"]) if row else (None, None)
    if failed is not None and failed > now - RETRY and (done is None or failed > done):
        return False
    return done is None or night(now) - night(done) >= nights
