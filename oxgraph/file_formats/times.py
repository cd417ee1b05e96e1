"""Times as other programs write them."""

import math
from datetime import UTC, datetime

DAY = len("20250629")
"""The digits of a day; as seconds they would lie in 1970."""


def time_of(value: object) -> datetime | None:
    """A time in ISO 8601, or in seconds, milliseconds, micro- or nanoseconds since 1970; None where it is no time.

    It is in UTC; one that names no zone has none.
    """
    try:
        if isinstance(value, str) and (not value.isdigit() or len(value) == DAY):
            found = datetime.fromisoformat(value)
            return found.astimezone(UTC) if found.tzinfo else found
        number = float(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else 0.0
        while 1e11 <= number < math.inf:
            number /= 1_000
        return datetime.fromtimestamp(number, UTC) if number > 0 else None
    except (ValueError, OverflowError, OSError):
        return None


def at(value: object) -> datetime | None:
    """A time as `time_of` reads it, of which one that names no zone is in UTC; None where it is no time."""
    found = time_of(value)
    return found.replace(tzinfo=UTC) if found is not None and found.tzinfo is None else found
