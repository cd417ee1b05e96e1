"""The clock: code that needs the time receives a function that returns it, so that tests and replays can set it."""

import random
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from oxgraph.errors import InvalidInput

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

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


def since_epoch(time: datetime) -> list[int]:
    """Seconds since 1970 and nanoseconds, as Cypher's datetime.fromEpoch takes them.

    For calls that are made often: Neo4j's driver needs 35 µs to encode a datetime.
    """
    passed = time - EPOCH
    return [passed.days * 86_400 + passed.seconds, passed.microseconds * 1_000]


def backoff(first: float, longest: float, jitter: tuple[float, float]) -> Iterator[float]:
    """Seconds to wait after each failure, without end: `first`, doubled each time up to `longest`.

    Each is multiplied by a random number between the two of `jitter`.
    """
    pause = first
    while True:
        yield pause * random.uniform(*jitter)
        pause = min(pause * 2, longest)
