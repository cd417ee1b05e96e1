"""A world to remember: a clock that tests move, and statements of it."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from oxgraph.types import Remembered

START = datetime(2026, 5, 1, 12, tzinfo=UTC)


@dataclass
class Clock:
    """Shows what a test says."""

    now: datetime = START

    def __call__(self) -> datetime:
        return self.now

    def pass_days(self, days: float) -> None:
        """Lets time go by."""
        self.now += timedelta(days=days)


def day(text: str) -> datetime:
    """Midnight of a day in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def works_at(space: Any, employer: str, since: str | None = None, **more: Any) -> Remembered:
    """Remembers where Ada works."""
    given = {"type": "fact", "subject": "Ada", "predicate": "works_at", "object": employer}
    given |= {"content": f"Ada works at {employer}"} | ({"valid_from": day(since)} if since else {}) | more
    remembered: Remembered = space.semantic.remember(**given)
    return remembered
