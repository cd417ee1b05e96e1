"""A clock that is advanced by the caller, so that an hour of work takes a second."""

from datetime import datetime, timedelta


class SimulatedClock:
    """A clock with a settable time."""

    def __init__(self, time: datetime) -> None:
        self.time = time

    def __call__(self) -> datetime:
        """The current time."""
        return self.time

    def advance(self, seconds: float) -> None:
        """Advances it."""
        self.time += timedelta(seconds=seconds)
