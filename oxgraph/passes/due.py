"""When a pass is due, by the clock and by what the graph says of its last run: restarts neither skip nor double one."""

from datetime import UTC, datetime, timedelta

from oxgraph.graph import Row
from oxgraph.passes.plan import MAIN

NIGHT_HOUR = 2
"""The UTC hour at which a night begins, and with it what is due then."""

NIGHTS = {3: 1, 4: 7, 5: 30, 6: 1}
"""After how many nights each pass is due again: benchmarks and user memory daily, freshness weekly, garbage monthly."""

NAMES = [MAIN[number] for number in NIGHTS]
RETRY = timedelta(hours=1)
"""What failed is tried again after this."""


def night(time: datetime) -> int:
    """The number of the night that a time belongs to."""
    return (time.astimezone(UTC) - timedelta(hours=NIGHT_HOUR)).date().toordinal()


def due(rows: list[Row], now: datetime) -> list[int]:
    """The numbers of the passes that are due, from their last runs: `pass`, `done` and `failed` (None: never)."""
    last = {row["pass"]: row for row in rows}
    return [number for number, nights in NIGHTS.items() if _is_due(last.get(MAIN[number]), nights, now)]


def _is_due(row: Row | None, nights: int, now: datetime) -> bool:
    done, failed = (row["done"], row["failed"]) if row else (None, None)
    if failed is not None and failed > now - RETRY and (done is None or failed > done):
        return False
    return done is None or night(now) - night(done) >= nights
