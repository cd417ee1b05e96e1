"""A clock that is set forward by hand, so that an hour of work is done in a second."""

from datetime import datetime, timedelta


class SimulatedClock:
    """Shows the time that it was set to."""

    def __init__(self, time: datetime) -> None:
        self.time = time

    def __call__(self) -> datetime:
        """The time shown."""
        return self.time

    def advance(self, seconds: float) -> None:
        """Sets it forward."""
        self.time += timedelta(seconds=seconds)
