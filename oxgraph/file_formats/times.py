"""Times as other programs write them."""

import math
from datetime import UTC, datetime


def time_of(value: object) -> datetime | None:
    """A time in ISO 8601, or in seconds, milliseconds, micro- or nanoseconds since 1970; None where it is no time.

    One that names no zone has none.
    """
    try:
        if isinstance(value, str) and not value.isdigit():
            return datetime.fromisoformat(value)
        number = float(value) if isinstance(value, (str, int, float)) and not isinstance(value, bool) else 0.0
        while 1e11 <= number < math.inf:
            number /= 1_000
        return datetime.fromtimestamp(number, UTC) if number > 0 else None
    except (ValueError, OverflowError, OSError):
        return None
