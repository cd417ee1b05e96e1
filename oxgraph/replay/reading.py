"""Recorded runs of agents out of files, as the import reads them, in time order."""

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from sys import intern
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.lines import TraceFiles
from oxgraph.file_formats.trace_records import Mapper
from oxgraph.ids import SYSTEM_WORKSPACE
from oxgraph.types import Outcome


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """What an agent did once. `seq` is its place among the actions of its session."""

    id: str
    action_type: str
    target_node_type: str | None
    targets: tuple[str, ...]
    outcome: Outcome
    error_code: str | None
    agent_id: str | None
    latency_ms: float | None
    started_at: datetime
    seq: int

    @property
    def failed(self) -> bool:
        """Whether it failed."""
        return self.outcome == "failure"

    @property
    def ended_at(self) -> datetime:
        """When it was over; rounded up, as a clock that shows microseconds has gone past it by then."""
        return self.started_at + timedelta(microseconds=math.ceil(1_000 * (self.latency_ms or 0)))


@dataclass(slots=True)
class RecordedSession:
    """What an agent did in a session, in order, and how that ended, where the recording knows."""

    session_id: str
    actions: list[RecordedAction] = field(default_factory=list)
    outcome: Outcome | None = None

    @property
    def started_at(self) -> datetime:
        """When its first action began."""
        return self.actions[0].started_at

    @property
    def ended_at(self) -> datetime:
        """When the last of its actions was over."""
        return max(action.ended_at for action in self.actions)


@dataclass(frozen=True)
class History:
    """Recorded sessions, in the order of their first actions; `naive_times` had no zone and were read as UTC."""

    sessions: tuple[RecordedSession, ...]
    naive_times: int

    @property
    def actions(self) -> int:
        """How many actions it has."""
        return sum(len(session.actions) for session in self.sessions)

    @cached_property
    def digest(self) -> str:
        """16 hexadecimal digits, the history's name: two runs with the same are of the same actions."""
        found = hashlib.sha256()
        for session in self.sessions:
            found.update(json.dumps([session.session_id, session.outcome]).encode())
            for one in session.actions:
                parts = [one.id, one.action_type, one.target_node_type, *one.targets, one.outcome, one.error_code]
                found.update(json.dumps([*parts, one.latency_ms, one.started_at.isoformat()]).encode())
        return found.hexdigest()[:16]


def read_history(files: Iterable[str], now: datetime) -> History:
    """The sessions of files of JSON lines, gzipped or not, all of them one history.

    A line that stands there twice counts once. Raises InvalidInput, naming file, line and field, also where there is
    no line or a time that `now` has not reached.
    """
    mapper = Mapper(SYSTEM_WORKSPACE, now)
    sessions: dict[str, RecordedSession] = {}
    known: set[str] = set()
    for line in TraceFiles(list(files)):
        row, told = mapper.map(line)
        session = sessions.setdefault(row["session_id"], RecordedSession(row["session_id"]))
        session.outcome = session.outcome or told["outcome"]
        if row["id"] not in known:
            known.add(row["id"])
            session.actions.append(_action(row))
    if not sessions:
        raise InvalidInput(field="files", reason="hold no action")
    return History(_in_time(sessions.values()), mapper.naive_times)


UNPLACED = 2**53 + 1
"""Behind every place that an action can name."""


def _action(row: dict[str, Any]) -> RecordedAction:
    """A line's action; texts that come again and again are kept once."""
    texts = {name: row[name] and intern(row[name]) for name in ("action_type", "target_node_type", "error_code")}
    return RecordedAction(
        id=row["id"],
        targets=tuple(intern(target) for target in row["target_node_ids"]),
        outcome="failure" if row["outcome"] == "failure" else "success",
        agent_id=row["agent_id"] and intern(row["agent_id"]),
        latency_ms=row["latency_ms"],
        started_at=row["started_at"],
        seq=UNPLACED if row["seq"] is None else row["seq"],
        **texts,
    )


def _in_time(sessions: Iterable[RecordedSession]) -> tuple[RecordedSession, ...]:
    """Actions of one instant stay in the order of their places, else of the file; that becomes their place."""
    found = list(sessions)
    for session in found:
        ordered = sorted(session.actions, key=lambda action: (action.started_at, action.seq))
        session.actions = [replace(action, seq=place) for place, action in enumerate(ordered)]
    return tuple(sorted(found, key=lambda session: (session.started_at, session.session_id)))
