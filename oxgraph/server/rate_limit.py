"""Rate limits: a token bucket for each key."""

import math
import time

from oxgraph.newest import Newest

MAX_KEYS = 10_000
"""Keys that are remembered; the least recently used are forgotten first."""


class RateLimiter:
    """A token bucket for each key: `per_minute` tokens, refilled evenly, and as many in a burst.

    A key may have a rate of its own.
    """

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._buckets: Newest[str, tuple[float, float]] = Newest(MAX_KEYS)

    def take(self, key: str, per_minute: int | None = None) -> float:
        """Take a token and return 0, or return the seconds until one is available."""
        capacity = per_minute or self.per_minute
        tokens, now = self._refilled(key, float(capacity))
        self._buckets[key] = (tokens - 1 if tokens >= 1 else tokens, now)
        return 0.0 if tokens >= 1 else (1 - tokens) * 60 / capacity

    def left(self, key: str, per_minute: int | None = None) -> tuple[int, int]:
        """The calls that are left at once, and the seconds until there are as many as ever."""
        capacity = per_minute or self.per_minute
        tokens, _ = self._refilled(key, float(capacity))
        return int(tokens), math.ceil((capacity - tokens) * 60 / capacity)

    def _refilled(self, key: str, capacity: float) -> tuple[float, float]:
        now = time.monotonic()
        tokens, updated = self._buckets.get(key, (capacity, now))
        return min(capacity, tokens + (now - updated) * capacity / 60), now
