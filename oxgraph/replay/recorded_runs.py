"""Reads recorded runs of agents from files of traces, in time order."""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from pathlib import Path
from sys import intern
from typing import Any

from oxgraph.errors import InvalidInput
from oxgraph.file_formats.lines import LineFiles
from oxgraph.file_formats.sessions import SessionFile, SessionMessage, holds_sessions
from oxgraph.file_formats.trace_records import Mapper
from oxgraph.ids import SYSTEM_WORKSPACE
from oxgraph.imports.session_mapping import SessionMapper, SessionReport
from oxgraph.imports.sessions import SessionPaths
from oxgraph.types import Outcome


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One recorded action. `seq` is its position in its session."""

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
        """Its end, rounded up to a microsecond."""
        return self.started_at + timedelta(microseconds=math.ceil(1_000 * (self.latency_ms or 0)))


@dataclass(slots=True)
class RecordedSession:
    """One recorded session: actions in order, and its outcome and its agent's language model if recorded."""

    session_id: str
    actions: list[RecordedAction] = field(default_factory=list)
    outcome: Outcome | None = None
    model: str | None = None

    @property
    def started_at(self) -> datetime:
        """The start of its first action."""
        return self.actions[0].started_at

    @property
    def ended_at(self) -> datetime:
        """The end of its last action."""
        return max(action.ended_at for action in self.actions)


@dataclass(frozen=True)
class History:
    """Recorded sessions, in the order of their first actions; `naive_times` had no zone and were read as UTC."""

    sessions: tuple[RecordedSession, ...]
    naive_times: int

    @property
    def actions(self) -> int:
        """The number of actions."""
        return sum(len(session.actions) for session in self.sessions)

    @cached_property
    def digest(self) -> str:
        """The history's digest, 16 hexadecimal digits; runs with equal digests have the same actions."""
        found = hashlib.sha256()
        for session in self.sessions:
            found.update(json.dumps([session.session_id, session.outcome]).encode())
            for one in session.actions:
                parts = [one.id, one.action_type, one.target_node_type, *one.targets, one.outcome, one.error_code]
                found.update(json.dumps([*parts, one.latency_ms, one.started_at.isoformat()]).encode())
        return found.hexdigest()[:16]


def read_history(files: Iterable[str], now: datetime) -> History:
    """Reads files of JSON lines as `oxgraph import traces` takes them, and session files of agents, as one history.

    A line that stands there twice counts once. Raises InvalidInput, naming file, line and field, also where there is
    no line or a time that `now` has not reached.
    """
    traces, of_agents = _kinds(files)
    mapper = Mapper(SYSTEM_WORKSPACE, now)
    sessions: dict[str, RecordedSession] = {}
    known: set[str] = set()
    for row, fields in chain((mapper.map(line) for line in LineFiles(traces)), _mapped(of_agents, now)):
        session = sessions.setdefault(row["session_id"], RecordedSession(row["session_id"]))
        session.outcome = session.outcome or fields["outcome"]
        session.model = session.model or fields["model"]
        if row["id"] not in known:
            known.add(row["id"])
            session.actions.append(_action(row))
    if not sessions:
        raise InvalidInput(field="files", reason="hold no action")
    return History(_in_time(sessions.values()), mapper.naive_times)


def _kinds(files: Iterable[str]) -> tuple[list[str], list[SessionFile]]:
    """The files of traces, and the session files, which folders hold and which are told by their content."""
    traces: list[str] = []
    of_agents: list[SessionFile] = []
    for name in files:
        path = Path(name)
        if path.is_dir():
            of_agents += SessionPaths([name])
        elif path.is_file() and holds_sessions(SessionFile(path)):
            of_agents.append(SessionFile(path))
        else:
            traces.append(name)
    return traces, of_agents


def _mapped(files: Iterable[SessionFile], now: datetime) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    mapper = SessionMapper(SYSTEM_WORKSPACE, now, SessionReport())
    for file in files:
        yield from (found for found in mapper.file(file) if not isinstance(found, SessionMessage))


UNPLACED = 2**53 + 1
"""Sorts after every position that an action can have."""


def _action(row: dict[str, Any]) -> RecordedAction:
    """Returns a line's action; repeated texts are interned."""
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
    """Numbers the actions: at equal times by their recorded position, else in the order of the file."""
    found = list(sessions)
    for session in found:
        ordered = sorted(session.actions, key=lambda action: (action.started_at, action.seq))
        session.actions = [replace(action, seq=place) for place, action in enumerate(ordered)]
    return tuple(sorted(found, key=lambda session: (session.started_at, session.session_id)))
