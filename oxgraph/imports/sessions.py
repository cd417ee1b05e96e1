"""The import of agents' own session files: each tool call becomes an action, and nothing of its words is kept.

The ids of actions come from the ids of session and call, so that the same files again, in another order, or after an
interruption write nothing twice, and a session that has grown adds what is new.
"""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oxgraph.actions.repositories import NODE_TYPE, repository_target
from oxgraph.client._sync.entities import Entities
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.client.transitions import given as recorded
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, NotFound
from oxgraph.file_formats.lines import unreadable
from oxgraph.file_formats.sessions import SessionFile, SessionMessage
from oxgraph.file_formats.trace_records import Row
from oxgraph.ids import new_id
from oxgraph.imports.session_mapping import UNTIMED, SessionMapper, SessionReport
from oxgraph.imports.session_messages import SessionMessages
from oxgraph.imports.traces import Batch, Progress, RemoteTraceImport, TraceImport
from oxgraph.imports.wait_for_server import Notify
from oxgraph.types.adoption import OURS

INPUTS = recorded({"fields": ["type", "name", "node_id"]})
"""What the audit says of a repository's node."""

TOGETHER = 500
"""Actions that go into one transaction: few, so that files are read while the server writes."""


class SessionPaths:
    """The files under some paths, in a fixed order. `total` is their size in bytes, `done` how much has been read."""

    def __init__(self, paths: list[str]) -> None:
        self.files = list(dict.fromkeys(file for path in paths for file in _files(path)))
        self.is_one_file = len(paths) == 1 and self.files == [Path(paths[0]).expanduser()]
        self.total = sum(file.stat().st_size for file in self.files)
        self.done = 0

    def __iter__(self) -> Iterator[SessionFile]:
        for file in self.files:
            yield SessionFile(file)
            self.done += file.stat().st_size

    def refuse_if_unreadable(self, report: SessionReport) -> None:
        """Raises InvalidInput where a single file was given and nothing in it could be read."""
        if self.is_one_file and report.unreadable and not (report.formats or report.tools or report.messages):
            reason = report.refusals[0].removeprefix(str(self.files[0])).lstrip(", ").removeprefix(": ")
            raise InvalidInput(field=str(self.files[0]), reason=reason)


def _files(name: str) -> list[Path]:
    """A file itself, or the files in a folder and below it. Raises InvalidInput where there is none."""
    try:
        path = Path(name).expanduser()
        if path.is_file():
            return [path]
        if path.is_dir():
            return sorted(one for one in path.rglob("*") if one.is_file())
    except (OSError, ValueError, RuntimeError) as error:  # RuntimeError: `~NAME` of nobody
        raise unreadable(name, error) from error
    raise InvalidInput(field=str(path), reason="is no file and no folder")


@dataclass
class SessionBatch(Batch):
    """A batch, with the names of the repositories that its actions may refer to."""

    repositories: set[str] = field(default_factory=set)

    def add(self, action: Row, session: Row) -> None:
        """Adds an action."""
        if session.pop(UNTIMED, False):
            self.untimed.add(session["session_id"])
        super().add(action, session)

    def about(self, repositories: set[str]) -> "SessionBatch":
        """Takes the names that are known so far."""
        self.repositories = set(repositories)
        return self


@dataclass
class SessionImport(TraceImport):
    """One import of session files into one workspace; `messages` takes their words, where that was asked for."""

    report: SessionReport = field(default_factory=SessionReport)
    repositories: "RepositoryNodes" = field(kw_only=True)
    messages: SessionMessages | None = None

    def run_paths(self, paths: SessionPaths) -> SessionReport:
        """Imports the files.

        Raises InvalidInput for a single file that cannot be read, MemoryDisabled, ImportInterrupted and every error of
        the graph. What was sent before an error stays.
        """
        started = time.perf_counter()
        self.access.authorize("import_sessions")
        mapper = SessionMapper(self.access.workspace_id, self.access.now(), self.report)
        sessions: set[str] = set()
        with ThreadPoolExecutor(1) as pool:
            try:
                for batch, row in self._sent(pool, self._mapped_batches(paths, mapper)):
                    self._count(batch, row)
                    sessions.update(batch.sessions)
                    self.progress(paths.done, paths.total)
            finally:
                self._retry.ended.set()
        self._conclude(mapper)
        paths.refuse_if_unreadable(self.report)
        self._finish(mapper, sessions, time.perf_counter() - started)  # type: ignore[arg-type]
        self.report.sessions = len(mapper.own_sessions)
        return self.report

    def _mapped_batches(self, paths: SessionPaths, mapper: SessionMapper) -> Iterator[Batch]:
        batch = SessionBatch()
        for file in paths:
            for found in mapper.file(file):
                if isinstance(found, SessionMessage):
                    if self.messages is not None:
                        self.messages.add(found, file.written_at(mapper.now))
                    continue
                self.report.read += 1
                batch.add(*found)
                if len(batch.actions) == self.batch_size:
                    yield batch.about(mapper.repositories)
                    batch = SessionBatch()
            if self.messages is not None:
                self.report.messages += self.messages.flush()
                for refused in self.messages.take_refused():
                    mapper.leave_out(file, *refused)
        if batch.actions:
            yield batch.about(mapper.repositories)

    def _patiently(self, batch: Batch) -> Row:
        """Makes the repositories' nodes, then writes; the next batch is mapped meanwhile."""
        names = batch.repositories if isinstance(batch, SessionBatch) else set()
        self._retry.call(lambda: self.repositories.ensure(names))
        return super()._patiently(batch)

    def _conclude(self, mapper: SessionMapper) -> None:
        self.report.subagents = len(mapper.subagents)
        self.report.tools = dict(mapper.tools.most_common())
        self.report.error_classes = dict(mapper.classes.most_common())
        self.report.formats = dict(mapper.formats.most_common())


@dataclass
class RemoteSessionImport(SessionImport, RemoteTraceImport):
    """The same over `oxgraph serve`."""

    telemetry: Telemetry = field(kw_only=True)


class RepositoryNodes:
    """The nodes of repositories, which actions refer to: made at once where this process has the login, else singly."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._there: set[str] = set()

    def ensure(self, names: set[str]) -> Row:
        """Makes the nodes that are not there."""
        missing = sorted(names - self._there)
        if missing and self._memory.has_login:
            self._make_all(missing)
        else:
            for name in missing:
                self._make(name)
        self._there.update(missing)
        return {}

    def _make_all(self, names: list[str]) -> None:
        rows = [
            {"id": new_id(), "node_id": repository_target(name), "name": name, "transition_id": new_id()}
            for name in names
        ]
        access = self._memory._access
        who = access.authorize("import_sessions")
        given = {"entities": rows, "type": NODE_TYPE, "labels": [NODE_TYPE], "ours": list(OURS), "inputs": INPUTS}
        file = statement("entity/create_missing")
        access.graph.write(file, workspace_id=access.workspace_id, now=access.now(), **who, **given)

    def _make(self, name: str) -> None:
        entities, node_id = self._memory.semantic.entities, repository_target(name)
        try:
            entities.create(name, type=NODE_TYPE, node_id=node_id)
        except InvalidInput:
            if not self._exists(entities, node_id):
                raise

    def _exists(self, entities: Entities, node_id: str) -> bool:
        try:
            return entities.get(node_id).node_id == node_id
        except (NotFound, InvalidInput):
            return False


def import_sessions(
    memory: Memory,
    paths: list[str],
    *,
    with_messages: bool = False,
    batch_size: int = TOGETHER,
    progress: Progress = lambda done, total: None,
    notify: Notify = lambda message: None,
) -> SessionReport:
    """Imports session files of agents, and all that lie in the given folders, into a workspace.

    Args:
        memory: The workspace.
        paths: Files and folders; formats are recognised by content.
        with_messages: Also store what user and assistant said, as conversations.
        batch_size: Actions that go into one transaction.
        progress: Called with the bytes read so far and all bytes.
        notify: Called with a sentence when the server is waited for.

    Returns:
        What was read and written, and what could not be read.

    Raises:
        InvalidInput: A path is not there, or the only file cannot be read.
        MemoryDisabled, ImportInterrupted, and what every call raises.
    """
    found = SessionPaths(paths)
    given: dict[str, Any] = {"progress": progress, "notify": notify, "batch_size": batch_size}
    given["repositories"] = RepositoryNodes(memory)
    given["messages"] = SessionMessages(memory.episodic, memory.telemetry.now()) if with_messages else None
    if memory.has_login:
        return SessionImport(memory._access, **given).run_paths(found)
    return RemoteSessionImport(memory._access, telemetry=memory.telemetry, **given).run_paths(found)
