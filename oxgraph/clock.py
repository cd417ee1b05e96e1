"""The clock: code that needs the time receives a function that returns it, so that tests and replays can set it."""

from collections.abc import Callable
from datetime import UTC, datetime

from oxgraph.errors import InvalidInput

Clock = Callable[[], datetime]
"""Returns the present time, with a time zone."""


def utc_now() -> datetime:
    """The present time in UTC."""
    return datetime.now(UTC)


def present(clock: Clock) -> datetime:
    """Read the clock, in UTC. Raises InvalidInput for a time without a zone."""
    now = clock()
    if now.tzinfo is None:
        raise InvalidInput(field="clock", reason="must give times with a zone")
    return now.astimezone(UTC)
