# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Backup of workspaces and tokens into a folder or at an address, and their restoration."""

import json
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Literal

from oxgraph.client._sync.archive import digest_workspace, export_workspace, import_workspace
from oxgraph.client._sync.servers import Servers
from oxgraph.client.concurrency import no_progress, run_in_thread
from oxgraph.client.server_logins import MAIN
from oxgraph.cypher import statement
from oxgraph.errors import (
    ArchiveInvalid,
    ConnectionFailed,
    WorkspaceImporting,
    WorkspaceMoving,
    WorkspaceNotEmpty,
    WorkspaceNotFound,
)
from oxgraph.file_formats.archives import ArchiveReader
from oxgraph.file_formats.backup_places import Place, place_of
from oxgraph.file_formats.backups import (
    BackedUp,
    Backup,
    indexes,
    missing,
    prune,
    read_backup,
    read_tokens,
    write_backup,
)
from oxgraph.graph import Graph, Row
from oxgraph.types.archive import BackupReport, RestoreReport

Step = Callable[[str], None]
"""Called with the name of each workspace."""


MOVING = (WorkspaceMoving, WorkspaceImporting, WorkspaceNotFound)
"""Errors for a workspace that has gone to another server since it was looked for."""

PASS_RUN = "pass_run"
"""The kind of nodes that a worker writes into idle workspaces too: they alone are no reason to write one again."""

READ_ROWS = 200
ATTEMPTS = 20
PAUSE_SECONDS = 0.5


@dataclass(frozen=True)
class _Found:
    """A workspace, and the server that has it."""

    row: Row
    server: str
    graph: Graph
    database_id: str

    @property
    def id(self) -> str:
        """The id of the workspace."""
        return str(self.row["workspace_id"])

    def backed_up(self, position: int, digest: str) -> BackedUp:
        """How a backup names it."""
        where = {} if self.server == MAIN else {"server": self.server, "database_id": self.database_id}
        return BackedUp(self.id, self.row["name"], position, digest, self.row["deleted_at"] is not None, **where)


def back_up(
    servers: Servers,
    address: str | Path,
    names: Iterable[str] | None,
    now: datetime,
    step: Step,
    *,
    keep: int | None,
) -> BackupReport:
    """Writes what changed since the last backup at the address; see `AsyncClient.backup`."""
    place = run_in_thread(place_of, address)
    before = run_in_thread(read_backup, place)
    (state,) = servers.own.read(statement("mirror/position"))
    backup = Backup(state["database_id"], now.isoformat().replace("+00:00", "Z"))
    backup.servers = servers.directory.servers()
    wanted = None if names is None else list(names)
    written = 0
    tokens: list[Row] = []
    writing = _Writing(servers, place, before, now, step)
    there = _there(servers, wanted)
    for found in _chosen(there, wanted):
        one, new = writing.kept(found)
        backup.workspaces.append(one)
        written += new
        graph = servers.server(one.server or MAIN)
        rows = graph.read(statement("token/backup"), workspace_ids=[one.workspace_id])
        tokens += [_present(row["token"]) for row in rows]
    carried: list[BackedUp] = []
    if wanted is not None:
        ids = {found.id for found in there.values()}
        others = partial(_others, place, before, backup, older=keep is not None)
        for former, of_it in run_in_thread(others, ids):
            carried += of_it
            of_these = {one.workspace_id for one in of_it}
            kept = run_in_thread(partial(read_tokens, place), former)
            tokens += [row for row in kept if row["workspace_id"] in of_these]
    backup.workspaces += carried
    run_in_thread(partial(write_backup, place, backup), tokens)
    removed = run_in_thread(partial(prune, place), keep) if keep else 0
    return BackupReport(
        address=place.address,
        workspaces=len(backup.workspaces),
        written=written,
        tokens=len(tokens),
        removed=removed,
        carried=tuple(one.name for one in carried),
        digests={one.name: one.digest for one in backup.workspaces},
        made_at=now,
    )


def _there(servers: Servers, names: list[str] | None) -> dict[str, _Found]:
    """The workspaces by name. Only if all are to be backed up, all servers must be reached."""
    found: dict[str, _Found] = {}
    where = {entry.workspace_id: entry.server for entry in servers.directory.entries()}
    for server, graph in (servers.all()).items():
        try:
            database_id = (graph.read(statement("mirror/position")))[0]["database_id"]
            rows = graph.read(statement("workspace/list"))
        except ConnectionFailed as error:
            if names is None or server == MAIN:
                raise servers.unreachable(server, error) from error
            continue
        for row in rows:
            going = row["purging"] or row["importing"]
            if not going and where.get(row["workspace_id"], server) == server:
                found[row["name"]] = _Found(row, server, graph, database_id)
    return found


def _chosen(there: dict[str, _Found], names: list[str] | None) -> list[_Found]:
    """The workspaces, in the order of `names` where they are given."""
    if names is None:
        return [there[name] for name in sorted(there)]
    for name in names:
        if name not in there:
            raise WorkspaceNotFound(workspace=name)
    return [there[name] for name in dict.fromkeys(names)]


def _others(
    place: Place, before: Backup | None, backup: Backup, there: set[str], *, older: bool
) -> list[tuple[Backup, list[BackedUp]]]:
    """What the backup `before` has of other workspaces than this one, which then names them too; from which backup.

    So the newest index is always whole: `restore` reads it alone, and `prune` keeps what it names. With `older`, also
    workspaces that are still `there` and that only former backups name: earlier versions made the newest one partial.
    """
    found: list[tuple[Backup, list[BackedUp]]] = []
    ids, names = {one.workspace_id for one in backup.workspaces}, {one.name for one in backup.workspaces}
    for number, former in enumerate(chain([before] if before else [], indexes(place) if older else [])):
        of_it: list[BackedUp] = []
        for one in former.workspaces:
            # Another one of the same name has been deleted for good since, and could not be restored beside it.
            if one.workspace_id in ids or one.name in names or (number and one.workspace_id not in there):
                continue
            ids.add(one.workspace_id)
            names.add(one.name)
            if not one.server and former.database_id != backup.database_id:
                one.database_id = one.database_id or former.database_id
            of_it.append(one)
        if of_it:
            found.append((former, of_it))
    return found


@dataclass(frozen=True)
class _Writing:
    """One backup while it is written."""

    servers: Servers
    place: Place
    before: Backup | None
    now: datetime
    step: Step

    def kept(self, found: _Found) -> tuple[BackedUp, bool]:
        """A workspace in the backup, and whether it was written now. One that moves meanwhile is looked for again."""
        name = found.row["name"]
        for _ in range(ATTEMPTS if self.servers.are_several else 0):
            try:
                return self._kept(found)
            except MOVING:
                time.sleep(PAUSE_SECONDS)
                with suppress(WorkspaceNotFound):
                    (found,) = _chosen(_there(self.servers, [name]), [name])
        return self._kept(found)

    def _kept(self, found: _Found) -> tuple[BackedUp, bool]:
        known = self.before.of(found.id) if self.before else None
        if known and _is_current(self.before, self.place, known, found):
            known.deleted = found.row["deleted_at"] is not None
            return known, False
        self.step(found.row["name"])
        return _export(self.place, found, self.now), True


def _is_current(before: Backup | None, place: Place, known: BackedUp, found: _Found) -> bool:
    """Whether the archive is there and nothing of the workspace has changed since its position."""
    database_id = known.database_id or (before.database_id if before else "")
    if (known.server or MAIN, database_id) != (found.server, found.database_id):
        return False
    if not run_in_thread(place.has, known.file):
        return False
    since = known.position
    while True:
        given = {"workspace_id": known.workspace_id, "since": since, "limit": READ_ROWS}
        (page,) = found.graph.read(statement("archive/changes"), **given)
        if not all(map(_is_of_pass_run, page["rows"])):
            return False
        if page["complete"]:
            return True
        since = page["position"]


def _is_of_pass_run(row: Row) -> bool:
    """Whether a change is that of a run of a pass, or the deletion of an old one."""
    if row["kind"] == "tombstone":
        return bool(json.loads(row["line"])["properties"].get("kind") == PASS_RUN)
    return bool(row["kind"] == PASS_RUN)


def _export(place: Place, found: _Found, now: datetime) -> BackedUp:
    """Exports a workspace; its archive is named by the position that it has in the end."""
    with place.exporting() as path:
        name = found.row["name"]
        made = export_workspace(found.graph, found.id, name, out=path, vectors=True, now=now, progress=no_progress)
        one = found.backed_up(made.position, made.digest)
        run_in_thread(partial(place.put, path), one.file)
    return one


def _without_pass_runs(digests: dict[str, str]) -> dict[str, str]:
    """Also without tombstones, since old runs leave some; what else was deleted is missing in its own kind."""
    return {kind: digest for kind, digest in digests.items() if kind not in {PASS_RUN, "tombstone"}}


def _present(row: Row) -> Row:
    return {key: value for key, value in row.items() if value is not None}


def restore_backup(
    servers: Servers, address: str | Path, at: datetime | None, now: datetime, step: Step
) -> RestoreReport:
    """Imports the workspaces of a backup and makes its tokens; see `AsyncClient.restore`."""
    place = run_in_thread(place_of, address)
    backup = run_in_thread(partial(read_backup, place), at)
    if backup is None:
        raise run_in_thread(partial(missing, place), at)
    tokens = run_in_thread(partial(read_tokens, place), backup)
    _restore_directory(servers, backup, now)
    known = servers.all()
    entered = {entry.workspace_id: entry.server for entry in servers.directory.entries()}
    written, restored, deleted, elsewhere, kept = 0, 0, [], [], []
    for one in backup.workspaces:
        step(one.name)
        server = entered.get(one.workspace_id, one.server or MAIN)
        if server not in known:
            elsewhere.append(one.name)
            server = MAIN
        outcome = _import(known[server], place, one, now)
        made = outcome == "imported"
        written += made
        if outcome == "changed":
            kept.append(one.name)
        if server != MAIN:
            servers.directory.place(one.workspace_id, one.name, server, now)
        if one.deleted and made:
            deleted.append(one.name)
        rows = [row for row in tokens if row["workspace_id"] == one.workspace_id]
        found = known[server].write(statement("token/restore_backup"), rows=rows)
        restored += found[0]["restored"] if found else 0
    return RestoreReport(
        address=place.address,
        workspaces=len(backup.workspaces),
        written=written,
        tokens=restored,
        deleted=tuple(deleted),
        elsewhere=tuple(elsewhere),
        kept=tuple(kept),
        digests={one.name: one.digest for one in backup.workspaces},
        made_at=datetime.fromisoformat(backup.made_at),
    )


def _restore_directory(servers: Servers, backup: Backup, now: datetime) -> None:
    """Enters the servers of a backup that the directory does not have and whose login is here."""
    there = {row["name"] for row in servers.directory.servers()}
    for row in backup.servers:
        login = servers.login(row["name"])
        if login is not None and row["name"] not in there:
            servers.directory.add_server(row["name"], login.address, now)
            if row["draining"]:
                servers.directory.drain_server(row["name"])


def _import(graph: Graph, place: Place, one: BackedUp, now: datetime) -> Literal["imported", "unchanged", "changed"]:
    """Imports a workspace, unless it exists already: then whether it has changed since the backup."""
    row = _row(graph, one)
    reading = place.reading(one.file)
    file = run_in_thread(lambda opened: opened.__enter__(), reading)
    try:
        with run_in_thread(ArchiveReader, file) as archive:
            if archive.manifest.digest != one.digest:
                raise archive.invalid("it is not the archive that the backup names")
            backed_up = _without_pass_runs(archive.manifest.digests)
        there = _digests(graph, one) if row and not row["deleted"] else None
        # An import fills a workspace that has no memory: it is tried where the backup has what is not there.
        if there is None or not backed_up.keys() <= there.keys():
            try:
                made = import_workspace(graph, file, one.name, now, no_progress)
            except WorkspaceNotEmpty:
                if row is None:
                    raise  # Another workspace has the name.
            else:
                if made.workspace_id != one.workspace_id:
                    raise ArchiveInvalid(file=one.file, reason="it is the archive of another workspace")
                if not made.already_imported:
                    return "imported"
    finally:
        reading.__exit__(None, None, None)
    there = _digests(graph, one) if there is None else there
    return "unchanged" if there == backed_up else "changed"


def _row(graph: Graph, one: BackedUp) -> Row | None:
    """The workspace where it is there, and not being imported."""
    row = graph.single(statement("workspace/by_name"), name=one.name)
    return row if row and row["workspace_id"] == one.workspace_id and not row["importing"] else None


def _digests(graph: Graph, one: BackedUp) -> dict[str, str]:
    """The digests of a workspace as it is now, of each kind but runs of passes."""
    digest = digest_workspace(graph, one.workspace_id, one.name, no_progress)
    return _without_pass_runs(digest.digests)
