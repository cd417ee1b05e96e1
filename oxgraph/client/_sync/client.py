# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""`connect`, and the client of an operator, who has the database's login: workspaces, tokens, evaluations."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Self, overload

from oxgraph import environment, migrations
from oxgraph.client._sync import tokens
from oxgraph.client._sync.access import Access, AccessCounts
from oxgraph.client._sync.archive import digest_workspace, export_workspace, import_workspace, named_in
from oxgraph.client._sync.backup import back_up, restore_backup
from oxgraph.client._sync.directory import GraphDirectory
from oxgraph.client._sync.evaluations import Files, GoldSetRun, gold_of, learn, measure, questions_of
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.move import GRACE_SECONDS, Step
from oxgraph.client._sync.postgres_directory import PostgresDirectory
from oxgraph.client._sync.server_admin import ServerAdmin, no_step
from oxgraph.client._sync.servers import Servers
from oxgraph.client._sync.tokens import AllTokens
from oxgraph.client._sync.user_export import export_user
from oxgraph.client._sync.workspaces import METRICS, checked_settings, find, find_served, purge
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import BackgroundTasks, Progress, no_progress, run_in_thread
from oxgraph.client.opening import opens
from oxgraph.client.recall_request import SpeakerCache
from oxgraph.client.remote_calls import require_none
from oxgraph.client.server_logins import MAIN, NO_LOGINS, ServerLogins
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import Clock, present, utc_now
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, LookupFailed, Unauthenticated, WorkspaceExists, WorkspaceNotFound
from oxgraph.evaluation import Gold
from oxgraph.graph import Graph
from oxgraph.graph.loops import Connected
from oxgraph.ids import SYSTEM_WORKSPACE, new_id
from oxgraph.models import CrossEncoder, Embedder, GuardedModel, LanguageModel
from oxgraph.types import Role, WorkspaceRow
from oxgraph.types.archive import (
    BackupReport,
    ExportReport,
    ImportReport,
    RestoreReport,
    UserExport,
    WorkspaceDigest,
)
from oxgraph.types.evaluation import Calibration, Evaluated
from oxgraph.types.inputs import NewName
from oxgraph.types.recall import Fusion
from oxgraph.types.semantic_inputs import UserId
from oxgraph.types.servers import MoveReport, Placement


@typed_arguments
@dataclass(frozen=True)
class Client(Connected):
    """A connection to a database with its login, which gives access to every workspace in it."""

    graph: Graph
    clock: Clock = utc_now
    embedder: Embedder | None = None
    model: LanguageModel | None = None
    cross_encoder: CrossEncoder | None = None
    routing: Servers | None = None
    """The other servers, where there may be some; then each workspace is read and written where it is."""

    @property
    def servers(self) -> ServerAdmin:
        """The servers of the directory in this database, and the moves of workspaces between them."""
        return ServerAdmin(self.routing or routing_of(self.graph, self.clock))

    @property
    def tokens(self) -> AllTokens:
        """The tokens of all workspaces."""
        return AllTokens(self._all_servers, self.clock)

    def create_workspace(self, name: str, *, on: str = MAIN, **settings: Any) -> Memory:
        """Makes a workspace with its built-in metrics; `settings` are fields of WorkspaceSettings.

        `on` is the server that gets it, where there are several. Names that differ only in case or blanks are one.
        Raises InvalidInput, WorkspaceExists, ServerUnknown.
        """
        name = NewName(name=name).name
        chosen = checked_settings(settings)
        graph = self._all_servers.server(on)
        with self.graph.exclusive(SYSTEM_WORKSPACE, "workspaces"):
            self._require_new(name, on)
            # Tried again where a workspace of this name is deleted for good at that moment.
            (row,) = graph.once(
                statement("workspace/create"),
                name=name,
                settings=chosen.model_dump(),
                metrics=METRICS,
                transition_id=new_id(),
                now=present(self.clock),
            )
            if on != MAIN:
                self._all_servers.directory.place(row["workspace_id"], name, on, present(self.clock))
        if not row["created"]:
            raise WorkspaceExists(workspace=name)
        return self.memory_of(row["workspace_id"], name)

    def _require_new(self, name: str, on: str) -> None:
        """Raises WorkspaceExists for the name of a workspace that another server has."""
        if on != MAIN and self.graph.single(statement("workspace/by_name"), name=name):
            raise WorkspaceExists(workspace=name)
        entry = self._elsewhere(name)
        if entry is not None and entry.server != on:
            raise WorkspaceExists(workspace=name)

    def located(self, name: str) -> tuple[Graph, str, str]:
        """The connection to the server that has a workspace now, its id and its name: for works on its whole content.

        They end with WorkspaceMoving when it moves away meanwhile. Raises WorkspaceNotFound, WorkspaceDeleted,
        WorkspaceImporting, ServerUnknown.
        """
        _, graph = self._all_servers.having(name)
        return graph, *find_served(graph, name)

    @functools.cached_property
    def _all_servers(self) -> Servers:
        """The servers; without those of a directory the connection's own alone."""
        return self.routing or Servers(GraphDirectory(self.graph), self.graph, NO_LOGINS, clock=self.clock)

    def workspace(self, name: str) -> Memory:
        """The memory of a workspace, with the role admin. Raises WorkspaceNotFound, WorkspaceDeleted."""
        try:
            return self.memory_of(*find_served(self.graph, name))
        except LookupFailed:
            entry = self._elsewhere(name)
            if entry is None:
                raise
            return self.memory_of(entry.workspace_id, entry.workspace)

    def _elsewhere(self, name: str) -> Placement | None:
        """The entry of a workspace that is on another server."""
        if self.routing is None or not self.routing.are_several:
            return None
        entry = self.routing.named(name)
        return entry if entry is not None and entry.server != MAIN else None

    def move_workspace(
        self, name: str, to: str, *, grace_seconds: float = GRACE_SECONDS, step: Step = no_step
    ) -> MoveReport:
        """Moves a workspace to another server; see `AsyncServerAdmin.move`."""
        return self.servers.move(name, to, grace_seconds=grace_seconds, step=step)

    def workspaces(self, *, on: str | None = None) -> list[WorkspaceRow]:
        """Every workspace, by name, the soft-deleted too; of all servers, or of the one named `on`.

        One that moves is shown once, at the server that the directory names. Raises ServerUnreachable, ServerUnknown.
        """
        servers = self._all_servers
        rows = servers.ask_all(statement("workspace/list"), on=on)
        entries = servers.directory.entries() if servers.are_several else []
        place = {entry.workspace_id: entry.server for entry in entries}
        found: dict[str, WorkspaceRow] = {}
        for server, row in rows:
            if place.get(row["workspace_id"]) == server or row["workspace_id"] not in found:
                found[row["workspace_id"]] = WorkspaceRow(server=server, **row)
        return sorted(found.values(), key=lambda one: one.name)

    def delete_workspace(
        self, name: str, hard: bool = False, progress: Callable[[int], None] = lambda removed: None
    ) -> None:
        """Deletes a workspace: soft, so that nothing is served and all can be restored, or hard, for good.

        A hard deletion removes every layer in batches, calling `progress` with the number of nodes removed so far;
        when it was interrupted, call it again. Domain nodes stay, and lose what oxgraph put on them. Raises
        WorkspaceNotFound.
        """
        server, graph = self._all_servers.having(name)
        row = find(graph, name)
        now = present(self.clock)
        if hard:
            purge(graph, row["workspace_id"], now, progress)
            if server != MAIN:
                self._all_servers.directory.remove(row["workspace_id"])
        else:
            signed = {"transition_id": new_id(), "by": OPERATOR, "by_id": None, "now": now}
            graph.write(statement("workspace/soft_delete"), workspace_id=row["workspace_id"], **signed)

    def restore_workspace(self, name: str) -> Memory:
        """Serves a soft-deleted workspace again.

        Raises WorkspaceNotFound, and InvalidInput when it is being deleted for good.
        """
        _, graph = self._all_servers.having(name)
        row = find(graph, name)
        rows = graph.write(
            statement("workspace/restore"),
            workspace_id=row["workspace_id"],
            transition_id=new_id(),
            by=OPERATOR,
            by_id=None,
            now=present(self.clock),
        )
        if not rows or not rows[0]["restored"]:
            raise InvalidInput(field="name", reason="is being deleted for good; delete it again to finish that")
        return self.memory_of(row["workspace_id"], row["name"])

    def export_workspace(
        self, name: str, out: str | Path, *, vectors: bool = True, progress: Progress = no_progress
    ) -> ExportReport:
        """Writes all that a workspace holds into the archive `out`, a zip of JSON lines (docs/moving.md).

        It is the workspace as of one position of the change feed, though agents write meanwhile; for some milliseconds
        at the end their commits wait. Tokens, the working set and locks are not in it. Without `vectors` they are made
        anew after the import. `progress` is called with the number of nodes read. A file at `out` is replaced once all
        is written. Raises WorkspaceNotFound, WorkspaceDeleted, ExportUnsettled, InvalidInput.
        """
        graph, workspace_id, name = self.located(name)
        given: dict[str, Any] = {"vectors": vectors, "now": present(self.clock), "progress": progress}
        try:
            return export_workspace(graph, workspace_id, name, out=Path(out), **given)
        except OSError as error:
            raise InvalidInput(field="out", reason=f"{out} cannot be written: {error.strerror or error}") from error

    def import_workspace(
        self, file: str | Path, name: str | None = None, *, on: str = MAIN, progress: Progress = no_progress
    ) -> ImportReport:
        """Imports an archive of `export_workspace` into a new or empty workspace, by default of the name that it had.

        `on` is the server that gets it, where there are several. Under another name it is a copy with the same ids. It
        is served once all is written and read back; when an import was interrupted, call it again. The same archive
        twice is once. `progress` is called with the number of rows. Raises ArchiveInvalid, ArchiveVersion,
        WorkspaceNotEmpty, WorkspaceImporting, InvalidInput, ServerUnknown, and WorkspaceExists for one that another
        server has.
        """
        chosen = None if name is None else NewName(name=name).name
        graph, now = self._all_servers.server(on), present(self.clock)
        if self._all_servers.are_several:
            self._require_new(chosen or str(run_in_thread(named_in, Path(file))), on)
        made = import_workspace(graph, Path(file), chosen, now, progress)
        if on != MAIN:
            self._all_servers.directory.place(made.workspace_id, made.workspace, on, now)
        return made

    def backup(
        self,
        address: str | Path,
        *,
        workspaces: Iterable[str] | None = None,
        keep: int | None = None,
        step: Callable[[str], None] = lambda name: None,
    ) -> BackupReport:
        """Writes all workspaces, or those named, with their settings and tokens (docs/moving.md).

        Of several servers these are the workspaces of all, with the directory, but for the logins of the servers.
        `address` is a folder, or any address of fsspec, such as s3://BUCKET/FOLDER (extra [fsspec]). Each workspace is
        an archive as `export_workspace` writes it, with its own position; one that has not changed since the last
        backup there is not written again, whatever runs of passes it has had. With `workspaces`, the others stay in the
        backup as the one before has them (`carried`). Former backups stay, or only the newest `keep` (1 or more) of
        all. `step` is called with the name of each workspace that is written. Raises WorkspaceNotFound,
        ExportUnsettled, InvalidInput, ArchiveInvalid, BackupPlaceFailed, ExtraMissing.
        """
        if keep is not None and keep < 1:
            raise InvalidInput(field="keep", reason="must be 1 or more")
        return back_up(self._all_servers, address, workspaces, present(self.clock), step, keep=keep)

    def restore(
        self,
        address: str | Path,
        *,
        at: datetime | None = None,
        step: Callable[[str], None] = lambda name: None,
    ) -> RestoreReport:
        """Imports the workspaces of a backup and makes its tokens, where they are not there.

        Of several servers each gets its own; without a login of it here the main server does (`elsewhere`).
        It is the newest backup at the address, or the newest that was made at `at` (a time with a zone) or before. When
        it was interrupted, call it again; a second time it changes nothing. `step` is called with the name of each
        workspace. Raises ArchiveInvalid, ArchiveVersion, WorkspaceNotEmpty, WorkspaceImporting, BackupPlaceFailed,
        BackupMissing.
        """
        if at is not None and at.tzinfo is None:
            raise InvalidInput(field="at", reason="must be a time with a zone")
        report = restore_backup(self._all_servers, address, at, present(self.clock), step)
        for name in report.deleted:
            self.delete_workspace(name)
        return report

    def export_user(self, workspace: str, user_id: str, out: str | Path) -> UserExport:
        """Writes all that is held about a user as readable JSON (docs/moving.md): what an erasure would remove.

        Memories with their history and evidence, conversations with messages and episodes, the working set, entities
        about the user, tokens without their secrets, and texts of others that name the user. Raises WorkspaceNotFound,
        WorkspaceDeleted, InvalidInput.
        """
        memory = self.workspace(workspace)
        return export_user(memory._access, UserId(user_id=user_id).user_id, Path(out))

    def digest_workspace(self, name: str, *, progress: Progress = no_progress) -> WorkspaceDigest:
        """Counts and digests of all that a workspace holds: those that an export of it would have.

        `progress` is called with the number of nodes read. Raises WorkspaceNotFound, WorkspaceDeleted, ExportUnsettled.
        """
        graph, workspace_id, name = self.located(name)
        return digest_workspace(graph, workspace_id, name, progress)

    def evaluate_recall(
        self,
        name: str,
        turns: Files,
        questions: Files,
        *,
        k: int = 50,
        without: Iterable[str] = (),
        fusion: Fusion | None = None,
        extract: bool = False,
        progress: Progress = no_progress,
    ) -> Evaluated:
        """Measures recall on a gold set of any number of conversations, as `memory.evaluations.run` does on one.

        Each conversation has its own workspace, made where it is new: `name`, or `name:CONVERSATION` where there are
        several. The run is kept in `name`. Raises InvalidInput, WorkspaceDeleted, MemoryDisabled.
        """
        return _evaluate(
            self, name, turns, questions, k=k, without=without, fusion=fusion, extract=extract, progress=progress
        )

    def calibrate_recall(
        self,
        name: str,
        questions: Files,
        *,
        lost: float = 0.05,
        dry_run: bool = False,
        progress: Progress = no_progress,
    ) -> Calibration:
        """Learns and sets `recall_threshold`, as `memory.evaluations.calibrate` does, over several conversations.

        Each is asked in `name:CONVERSATION`; a single one may also stand in `name`. The threshold is set in each and
        in `name`. Raises InvalidInput, WorkspaceNotFound.
        """
        return _calibrate(self, name, questions, lost=lost, dry_run=dry_run, progress=progress)

    def memory_of(self, workspace_id: str, name: str) -> Memory:
        """The memory of a workspace, which must exist, with the role admin."""
        return Memory(self.access_of(workspace_id, name, "admin"))

    def access_of(
        self,
        workspace_id: str,
        name: str,
        role: Role,
        token_hash: str | None = None,
        user_id: str | None = None,
    ) -> Access:
        """The access of a caller to a workspace, which must exist; bound to a user, where the token is."""
        return Access(
            self.graph_of(workspace_id),
            workspace_id,
            name,
            role,
            token_hash,
            self.clock,
            self.embedder,
            GuardedModel(self.model) if self.model else None,
            self.cross_encoder,
            self._access_counts,
            self._speaker_cache,
            self._background,
            self._silent,
            user_id or "",
            user_id is not None,
        )

    def graph_of(self, workspace_id: str) -> Graph:
        """The graph of a workspace: where there are several servers, that of the one that has it."""
        return self.graph if self.routing is None else self.routing.graph(workspace_id)

    def is_elsewhere(self, workspace_id: str) -> bool:
        """Whether a workspace was on another server when it was looked for last."""
        return self.routing is not None and self.routing.is_elsewhere(workspace_id)

    @functools.cached_property
    def _access_counts(self) -> AccessCounts:
        """The accesses of all workspaces that are not written yet."""
        return AccessCounts(self.graph, self.graph_of)

    @functools.cached_property
    def _speaker_cache(self) -> SpeakerCache:
        """The speakers of each workspace, as earlier recalls returned them."""
        return {}

    @functools.cached_property
    def _silent(self) -> set[str]:
        """The workspaces whose database had no answer to what was asked last with a time limit."""
        return set()

    @functools.cached_property
    def _background(self) -> BackgroundTasks:
        """The background works of all workspaces."""
        return BackgroundTasks()

    def close(self) -> None:
        """Waits for background work, writes the queued access counts, closes the connections.

        Each of the first two has CLOSE_SECONDS, so that a database that does not answer keeps no program from its end.
        """
        self._background.close()
        self._background.spawn(self._access_counts.close)
        self._background.close()
        if self.routing is not None:
            self.routing.close()
        self.graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def routing_of(graph: Graph, clock: Clock) -> Servers:
    """The servers of the directory in a graph or at OXGRAPH_DIRECTORY_DSN, with the logins of this home."""
    dsn = environment.directory_dsn()
    directory = PostgresDirectory(dsn, graph) if dsn else GraphDirectory(graph)
    return Servers(directory, graph, ServerLogins(), clock=clock)


def _evaluate(
    client: Client,
    name: str,
    turns: Files,
    questions: Files,
    *,
    k: int,
    without: Iterable[str],
    fusion: Fusion | None,
    extract: bool,
    progress: Progress,
) -> Evaluated:
    """Asks every conversation's questions in its own workspace, made where it is new; the run is kept in `name`."""
    gold = gold_of(turns, questions)
    run = GoldSetRun(gold.turns + len(gold.questions), k, tuple(without), fusion, extract, progress)
    recorder = open_workspace(client, name)
    memories = [open_workspace(client, found) for found in gold.workspaces(name)]
    return measure(recorder._access, gold, [memory._access for memory in memories], run)


def _calibrate(
    client: Client, name: str, files: Files, *, lost: float, dry_run: bool, progress: Progress
) -> Calibration:
    """Learns one threshold over every conversation's workspace, and sets it in each and in `name`."""
    gold = questions_of(files)
    recorder = client.workspace(name)
    memories = _workspaces_of(client, recorder, gold)
    return learn(
        recorder._access,
        gold,
        [memory._access for memory in memories],
        lost=lost,
        dry_run=dry_run,
        progress=progress,
    )


def open_workspace(client: Client, name: str) -> Memory:
    """The memory of the workspace of a name, which is created where there is none."""
    try:
        return client.workspace(name)
    except WorkspaceNotFound:
        return client.create_workspace(name)


def _workspaces_of(client: Client, recorder: Memory, gold: Gold) -> list[Memory]:
    """The workspace of each unit: `name:unit`; for a single unit also `name` itself."""
    found = []
    for unit in gold.units:
        try:
            found.append(client.workspace(f"{recorder.name}:{unit.name}"))
        except WorkspaceNotFound:
            if len(gold.units) > 1:
                raise
            found.append(recorder)
    return found


@overload
@opens
def connect(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: None = None,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> Client: ...


@overload
@opens
def connect(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: str,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> Memory: ...


@opens
def connect(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: str | None = None,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> Client | Memory:
    """Connects: with a token to the memory of its workspace, by `oxgraph serve`; without one as an operator, to Neo4j.

    With a token `uri` is the address of `oxgraph serve` (http://HOST:PORT, https://HOST, unix:///PATH), by default
    OXGRAPH_SERVER, else the one of this machine, which is started where `oxgraph up` runs Neo4j. This process then
    holds no login; `clock`, `embedder`, `model` and `cross_encoder` are the server's. With a token and the address or
    the login of Neo4j (bolt://HOST:PORT, `auth`, OXGRAPH_URI, OXGRAPH_PASSWORD) it is connected directly: then this
    process can read everything in the database.

    Without a token, `uri` and `auth` (user, password) default to OXGRAPH_URI, OXGRAPH_USER and OXGRAPH_PASSWORD, else
    to the server that `oxgraph up` started. `clock` gives the time of everything written. `embedder` (of
    oxgraph.models) turns texts into vectors; without one, and while it fails, texts are found by their words. `model`
    (`oxgraph.models.language_model()` reads it from the environment) extracts memories from turns, judges what rules
    leave open and answers what is recalled; without one, and where it fails, rules decide. `cross_encoder`
    (`oxgraph.models.cross_encoder()`) puts what is recalled in its order.

    Raises ConnectionFailed, AuthenticationFailed, PluginMissing, PluginVersionMismatch, SchemaOutdated,
    SchemaNewer, SchemaIncomplete, MigrationChanged, Unauthenticated, WorkspaceDeleted.
    """
    address = environment.server_address(uri, auth) if token is not None else None
    if token is not None and address is not None:
        own = {"embedder": embedder, "model": model, "cross_encoder": cross_encoder}
        require_none(**own, clock=None if clock is utc_now else clock)
        return connect_to_address(address, token)
    found_uri, found_auth = environment.connection(uri, auth)
    graph = Graph.open(found_uri, found_auth)
    try:
        migrations.require_current(graph.read(statement("system/applied_migrations")))
        migrations.require_complete(graph.read(statement("system/indexes")))
        if token is None:
            return Client(graph, clock, embedder, model, cross_encoder, routing_of(graph, clock))
        return _memory(graph, token, Client(graph, clock, embedder, model, cross_encoder))
    except BaseException:
        graph.close()
        raise


def connect_to_address(address: str, token: str) -> Memory:
    """The memory of a token over the `oxgraph serve` at an address; '' for the one of this machine.

    Raises Unauthenticated, WorkspaceDeleted, ConnectionFailed.
    """
    from oxgraph.client._sync.remote_memory import connect_to_server
    from oxgraph.client._sync.server_connection import ServerConnection
    from oxgraph.client.local_server import locator

    tokens.digest(token)
    return connect_to_server(ServerConnection(token, locator(address)))


def _memory(graph: Graph, token: str, given: Client) -> Memory:
    token_hash = tokens.digest(token)
    rows = graph.write(statement("token/workspace_of_token"), token_hash=token_hash, now=present(given.clock))
    if not rows:
        raise Unauthenticated()
    row = rows[0]
    access = given.access_of(row["workspace_id"], row["workspace"], row["role"], token_hash, row["user_id"])
    access.authorize("settings")
    return Memory(access, owner=given)
