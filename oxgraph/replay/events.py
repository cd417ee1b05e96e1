"""Events of recorded sessions in time order, so that a replay never looks ahead."""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from oxgraph.replay.recorded_runs import History, RecordedAction, RecordedSession


class EventKind(IntEnum):
    """Kinds of events: an action begins, an action ends, a session ends."""

    ACTION_BEGINS = 0
    ACTION_ENDS = 1
    SESSION_ENDS = 2


@dataclass(frozen=True, slots=True)
class Event:
    """One event at a time; the end of a session has no action."""

    at: datetime
    kind: EventKind
    session: RecordedSession
    action: RecordedAction | None = None

    @property
    def begins(self) -> bool:
        """Whether the event begins an action; at equal times, ends come first."""
        return self.action is not None and self.at == self.action.started_at


def in_order(history: History) -> Iterator[Event]:
    """Yields all events of a history in time order. Overlapping sessions are interleaved.

    An agent that does several things at once is asked before each of them begins, and tells of each when it is over.
    """
    return heapq.merge(*(_of(session) for session in history.sessions), key=lambda event: (event.at, event.begins))


def _of(session: RecordedSession) -> Iterator[Event]:
    """Yields a session's events; its end follows its last action even at equal times."""
    found = [event for action in session.actions for event in _around(session, action)]
    yield from sorted(found, key=lambda event: (event.at, event.begins))
    yield Event(session.ended_at, EventKind.SESSION_ENDS, session)


def _around(session: RecordedSession, action: RecordedAction) -> tuple[Event, Event]:
    asks = Event(action.started_at, EventKind.ACTION_BEGINS, session, action)
    return asks, Event(action.ended_at, EventKind.ACTION_ENDS, session, action)
