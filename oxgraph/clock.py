"""The clock, which every part above is given."""

from collections.abc import Callable
from datetime import UTC, datetime

from oxgraph.errors import InvalidInput

Clock = Callable[[], datetime]
"""Gives the present time, with a zone; tests and replays give another."""


def utc_now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)


def present(clock: Clock) -> datetime:
    """What the clock shows, in UTC. Raises InvalidInput for a time without a zone."""
    now = clock()
    if now.tzinfo is None:
        raise InvalidInput(field="clock", reason="must give times with a zone")
    return now.astimezone(UTC)
