"""So many a minute for each name, in a burst of as many at most."""

import time
from collections import OrderedDict

MOST = 10_000
"""Names that are remembered; the ones that were not seen for longest are forgotten."""


class Buckets:
    """A bucket of tokens for each name, which refills evenly."""

    def __init__(self, per_minute: int) -> None:
        self.per_minute = per_minute
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, name: str) -> float:
        """Seconds until the next may be taken; 0 where that is now."""
        missing = 1 - self._now(name)[0]
        return max(0.0, missing * 60 / self.per_minute)

    def take(self, name: str) -> float:
        """Takes one where there is one, and gives 0; else seconds until there is."""
        left, now = self._now(name)
        self._left.pop(name, None)
        self._left[name] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > MOST:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) * 60 / self.per_minute

    def _now(self, name: str) -> tuple[float, float]:
        now, most = time.monotonic(), float(self.per_minute)
        left, at = self._left.get(name, (most, now))
        return min(most, left + (now - at) * most / 60), now
