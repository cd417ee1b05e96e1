"""Tool calls of session files as actions, and the count of what the files hold."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from oxgraph.actions import ToolAction, action_fields, action_of_tool_call, error_class_of, repository_of
from oxgraph.errors import InvalidInput
from oxgraph.extraction.recalled_text import was_stopped
from oxgraph.file_formats.lines import shown
from oxgraph.file_formats.sessions import (
    Item,
    Session,
    SessionFile,
    SessionMessage,
    ToolCall,
    Unreadable,
    read_sessions,
)
from oxgraph.file_formats.trace_records import Row
from oxgraph.ids import stable_id
from oxgraph.imports.traces import ImportReport
from oxgraph.types import limits
from oxgraph.types.limits import EARLIEST
from oxgraph.wording import count

STEP = timedelta(seconds=5)
"""Time between calls of a session that has no times."""

SHOWN = 20
UNNAMED = "unnamed"
UNTIMED = "untimed"
"""The key of a session's row that says that its times are estimated."""
OUTCOMES = ("success", "failure")


@dataclass
class SessionReport(ImportReport):
    """The result of an import of session files.

    `sessions` is how many sessions the files hold by the agents' own count, `subagents` how many runs of subagents they
    started; `tool_calls` were made, by tool in `tools`; `errors_reported` of them are marked as failed by the agent's
    program, `failures` are failures as they are stored, by class in `error_classes`. `unanswered` calls have no result
    yet and are not stored. `estimated_times` had no time and got one from that of the file. `unreadable` counts the
    lines and files that could not be read; `messages` were stored by `with_messages`, `messages_left_out` did not fit.
    `refusals` name the first of both.
    """

    files: int = 0
    subagents: int = 0
    tool_calls: int = 0
    errors_reported: int = 0
    failures: int = 0
    unanswered: int = 0
    estimated_times: int = 0
    unreadable: int = 0
    messages: int = 0
    messages_left_out: int = 0
    tools: dict[str, int] = field(default_factory=dict)
    error_classes: dict[str, int] = field(default_factory=dict)
    formats: dict[str, int] = field(default_factory=dict)


class SessionMapper:
    """Maps what files hold to actions; counts it in a report. Has the members that `TraceImport` asks a mapper for."""

    def __init__(self, workspace_id: str, now: datetime, report: SessionReport) -> None:
        self.workspace_id = workspace_id
        self.now = now
        self.report = report
        self.naive_times = 0
        self.dropped: Counter[str] = Counter()
        self.tools: Counter[str] = Counter()
        self.classes: Counter[str] = Counter()
        self.formats: Counter[str] = Counter()
        self.repositories: set[str] = set()
        self.own_sessions: set[str] = set()
        self.subagents: set[str] = set()
        self._known: set[str] = set()

    def file(self, file: SessionFile) -> Iterator[tuple[Row, Row] | SessionMessage]:
        """The actions of a file with their sessions, and its messages."""
        sessions: dict[str, Session] = {}
        untimed: list[Row] = []
        order: Counter[str] = Counter()
        for item in self._items(file):
            if isinstance(item, Session):
                self._session(item)
                sessions.setdefault(item.session_id, item)
            elif isinstance(item, SessionMessage):
                yield item
            elif isinstance(item, ToolCall):
                order[item.session_id] += 1
                action = self._action(item, order[item.session_id])
                if action is None:
                    continue
                if action["started_at"] is None:
                    untimed.append(action)
                else:
                    yield action, _session_row(action, sessions.get(item.session_id))
        for action in self._timed(untimed, file):
            yield action, _session_row(action, sessions.get(action["session_id"])) | {UNTIMED: True}

    def _items(self, file: SessionFile) -> Iterator[Item]:
        self.report.files += 1
        try:
            for item in read_sessions(file):
                if isinstance(item, Unreadable):
                    self._refuse(file, item)
                else:
                    yield item
        except InvalidInput as error:
            self._refuse(file, Unreadable(0, str(error).removeprefix(f"{file.path}: ")))

    def _refuse(self, file: SessionFile, item: Unreadable) -> None:
        self.report.unreadable += 1
        if len(self.report.refusals) < SHOWN:
            place = f"{file.path}, line {item.line}" if item.line else str(file.path)
            self.report.refusals.append(f"{place}: {item.reason}")

    def leave_out(self, file: SessionFile, session_id: str, reason: str, messages: int) -> None:
        """Counts messages of a session that do not fit, and names the session."""
        self.report.messages_left_out += messages
        if len(self.report.refusals) < SHOWN:
            left_out = f"{count(messages, 'message')} of the session {shown(session_id)}"
            self.report.refusals.append(f"{file.path}, {left_out}: {reason}")

    def _session(self, found: Session) -> None:
        if found.parent is None:
            if found.session_id not in self.own_sessions:
                self.formats[found.agent] += 1
            self.own_sessions.add(found.session_id)
        else:
            self.own_sessions.add(found.parent)
            self.subagents.add(found.session_id)

    def _action(self, call: ToolCall, place: int) -> Row | None:
        """The action of a call; None for one that is known already, has no result, or was not made."""
        if was_stopped(call.text):
            return None
        id = stable_id(self.workspace_id, "action", [call.session_id, call.call_id])
        if id in self._known:
            self.report.duplicates += 1
            return None
        self._known.add(id)
        self.report.tool_calls += 1
        self.report.errors_reported += call.reported
        self.tools[call.tool] += 1
        if not call.answered:
            self.report.unanswered += 1
            return None
        return self._mapped(id, call, place)

    def _mapped(self, id: str, call: ToolCall, place: int) -> Row:
        repository = repository_of(call.folder, call.remote)
        if repository:
            self.repositories.add(repository)
        action = action_of_tool_call(call.tool, call.arguments, repository=repository)
        error = self._error(action, call)
        if error:
            self.report.failures += 1
            self.classes[error] += 1
        return {
            "id": id,
            "session_id": action_fields.name(call.session_id, limits.ID) or UNNAMED,
            "agent_id": action_fields.name(call.agent) or UNNAMED,
            "action_type": action.action_type,
            "target_node_type": action.node_type,
            "target_node_ids": list(action.targets),
            "outcome": OUTCOMES[error is not None],
            "error_code": error,
            "latency_ms": action_fields.latency_ms(call.started_at, call.ended_at),
            "started_at": self._time(call.started_at),
            "seq": place,
        }

    def _error(self, action: ToolAction, call: ToolCall) -> str | None:
        if call.known_class:
            return call.known_class
        return error_class_of(action, exit_code=call.exit_code, is_error=call.is_error, text=call.text)

    def _time(self, given: datetime | None) -> datetime | None:
        """A time that is taken as it is; None for one that cannot be true."""
        return given if given is not None and EARLIEST <= given <= self.now else None

    def _timed(self, actions: list[Row], file: SessionFile) -> list[Row]:
        """Gives actions without a time one: the last ended when its file was written."""
        end = file.written_at(self.now) if actions else self.now
        for place, action in enumerate(reversed(actions), 1):
            action["started_at"] = max(end - place * STEP, EARLIEST)
        self.report.estimated_times += len(actions)
        return actions


def _session_row(action: Row, session: Session | None) -> Row:
    return {
        "session_id": action["session_id"],
        "agent_id": action["agent_id"],
        "model": action_fields.name(session.model) if session and session.model else None,
        "intent": None,
        "outcome": session.outcome if session else None,
        "started_at": action["started_at"],
    }
