"""Rate limits: a token bucket for each key."""

import time
from collections import OrderedDict

MAX_KEYS = 10_000
"""Keys that are remembered; the least recently used are forgotten first."""


class RateLimiter:
    """A token bucket for each key: `per_minute` tokens, refilled evenly, and as many in a burst."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str) -> float:
        """Seconds until a token is available, without taking one; 0 where one is."""
        missing = 1 - self._refilled(key)[0]
        return max(0.0, missing * 60 / self.per_minute)

    def take(self, key: str) -> float:
        """Take a token and return 0, or return the seconds until one is available."""
        tokens, now = self._refilled(key)
        self._buckets.pop(key, None)
        self._buckets[key] = (tokens - 1 if tokens >= 1 else tokens, now)
        while len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
        return 0.0 if tokens >= 1 else (1 - tokens) * 60 / self.per_minute

    def _refilled(self, key: str) -> tuple[float, float]:
        now, capacity = time.monotonic(), float(self.per_minute)
        tokens, updated = self._buckets.get(key, (capacity, now))
        return min(capacity, tokens + (now - updated) * capacity / 60), now
