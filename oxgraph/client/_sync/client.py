# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""`connect`, and the client of an operator, who has the database's login: workspaces, tokens, evaluations."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self, overload

from oxgraph import environment, migrations
from oxgraph.client._sync import tokens
from oxgraph.client._sync.access import Access, AccessCounts
from oxgraph.client._sync.evaluations import Files, GoldSetRun, gold_of, learn, measure, questions_of
from oxgraph.client._sync.memory import Memory
from oxgraph.client._sync.tokens import AllTokens
from oxgraph.client._sync.workspaces import METRICS, find, find_served, purge
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import BackgroundTasks, Progress, no_progress
from oxgraph.client.recall_request import SpeakerCache
from oxgraph.client.remote_calls import require_none
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import Clock, present, utc_now
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, Unauthenticated, WorkspaceExists, WorkspaceNotFound
from oxgraph.evaluation import Gold
from oxgraph.graph import Graph
from oxgraph.ids import SYSTEM_WORKSPACE, new_id
from oxgraph.models import CrossEncoder, Embedder, LanguageModel
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import Role, WorkspaceRow
from oxgraph.types.evaluation import Calibration, Evaluated
from oxgraph.types.fields import checked
from oxgraph.types.inputs import WorkspaceName
from oxgraph.types.recall import Fusion


@typed_arguments
@dataclass(frozen=True)
class Client:
    """A connection to a database with its login, which gives access to every workspace in it."""

    graph: Graph
    clock: Clock = utc_now
    embedder: Embedder | None = None
    model: LanguageModel | None = None
    cross_encoder: CrossEncoder | None = None

    @property
    def tokens(self) -> AllTokens:
        """The tokens of all workspaces."""
        return AllTokens(self.graph, self.clock)

    def create_workspace(self, name: str, **settings: Any) -> Memory:
        """Makes a workspace with its built-in metrics; `settings` are fields of WorkspaceSettings.

        Names that differ only in case or blanks are one. Raises InvalidInput, WorkspaceExists.
        """
        name = WorkspaceName(name=name).name
        chosen = checked(WorkspaceSettings, settings)
        with self.graph.exclusive(SYSTEM_WORKSPACE, "workspaces"):
            (row,) = self.graph.write(
                statement("workspace/create"),
                name=name,
                settings=chosen.model_dump(),
                metrics=METRICS,
                transition_id=new_id(),
                now=present(self.clock),
            )
        if not row["created"]:
            raise WorkspaceExists(workspace=name)
        return self.memory_of(row["workspace_id"], name)

    def workspace(self, name: str) -> Memory:
        """The memory of a workspace, with the role admin. Raises WorkspaceNotFound, WorkspaceDeleted."""
        return self.memory_of(*find_served(self.graph, name))

    def workspaces(self) -> list[WorkspaceRow]:
        """Every workspace, by name, the soft-deleted too."""
        return [WorkspaceRow(**row) for row in self.graph.read(statement("workspace/list"))]

    def delete_workspace(
        self, name: str, hard: bool = False, progress: Callable[[int], None] = lambda removed: None
    ) -> None:
        """Deletes a workspace: soft, so that nothing is served and all can be restored, or hard, for good.

        A hard deletion removes every layer in batches, calling `progress` with the number of nodes removed so far;
        when it was interrupted, call it again. Domain nodes stay, and lose what oxgraph put on them. Raises
        WorkspaceNotFound.
        """
        row = find(self.graph, name)
        now = present(self.clock)
        if hard:
            purge(self.graph, row["workspace_id"], now, progress)
        else:
            signed = {"transition_id": new_id(), "by": OPERATOR, "by_id": None, "now": now}
            self.graph.write(statement("workspace/soft_delete"), workspace_id=row["workspace_id"], **signed)

    def restore_workspace(self, name: str) -> Memory:
        """Serves a soft-deleted workspace again.

        Raises WorkspaceNotFound, and InvalidInput when it is being deleted for good.
        """
        row = find(self.graph, name)
        rows = self.graph.write(
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

    def evaluate_recall(
        self,
        name: str,
        turns: Files,
        questions: Files,
        *,
        k: int = 50,
        without: Iterable[str] = (),
        fusion: Fusion | None = None,
        progress: Progress = no_progress,
    ) -> Evaluated:
        """Measures recall on a gold set of any number of conversations, as `memory.evaluations.run` does on one.

        Each conversation has its own workspace, made where it is new: `name`, or `name:CONVERSATION` where there are
        several. The run is kept in `name`. Raises InvalidInput, WorkspaceDeleted, MemoryDisabled.
        """
        return _evaluate(self, name, turns, questions, k=k, without=without, fusion=fusion, progress=progress)

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
            self.graph,
            workspace_id,
            name,
            role,
            token_hash,
            self.clock,
            self.embedder,
            self.model,
            self.cross_encoder,
            self._access_counts,
            self._speaker_cache,
            self._background,
            user_id or "",
            user_id is not None,
        )

    @functools.cached_property
    def _access_counts(self) -> AccessCounts:
        """The accesses of all workspaces that are not written yet."""
        return AccessCounts(self.graph)

    @functools.cached_property
    def _speaker_cache(self) -> SpeakerCache:
        """The speakers of each workspace, as earlier recalls returned them."""
        return {}

    @functools.cached_property
    def _background(self) -> BackgroundTasks:
        """The background works of all workspaces."""
        return BackgroundTasks()

    def close(self) -> None:
        """Waits for background work, writes the queued access counts, closes the connections."""
        self._background.close()
        self._access_counts.close()
        self.graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _evaluate(
    client: Client,
    name: str,
    turns: Files,
    questions: Files,
    *,
    k: int,
    without: Iterable[str],
    fusion: Fusion | None,
    progress: Progress,
) -> Evaluated:
    """Asks every conversation's questions in its own workspace, made where it is new; the run is kept in `name`."""
    gold = gold_of(turns, questions)
    asking = GoldSetRun(gold.turns + len(gold.questions), k, tuple(without), fusion, progress)
    keeper = open_workspace(client, name)
    memories = [open_workspace(client, found) for found in gold.workspaces(name)]
    return measure(keeper._access, gold, [memory._access for memory in memories], asking)


def _calibrate(
    client: Client, name: str, files: Files, *, lost: float, dry_run: bool, progress: Progress
) -> Calibration:
    """Learns one threshold over every conversation's workspace, and sets it in each and in `name`."""
    gold = questions_of(files)
    keeper = client.workspace(name)
    memories = _workspaces_of(client, keeper, gold)
    return learn(
        keeper._access, gold, [memory._access for memory in memories], lost=lost, dry_run=dry_run, progress=progress
    )


def open_workspace(client: Client, name: str) -> Memory:
    """The memory of the workspace of a name, which is created where there is none."""
    try:
        return client.workspace(name)
    except WorkspaceNotFound:
        return client.create_workspace(name)


def _workspaces_of(client: Client, keeper: Memory, gold: Gold) -> list[Memory]:
    """The workspace of each unit: `name:unit`; for a single unit also `name` itself."""
    found = []
    for unit in gold.units:
        try:
            found.append(client.workspace(f"{keeper.name}:{unit.name}"))
        except WorkspaceNotFound:
            if len(gold.units) > 1:
                raise
            found.append(keeper)
    return found


@overload
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
    oxgraph.models) turns texts into vectors; without one, texts are found by their words. `model`
    (`oxgraph.models.language_model()` reads it from the environment) extracts memories from turns, judges what rules
    leave open and answers what is recalled; without one rules decide. `cross_encoder`
    (`oxgraph.models.cross_encoder()`) puts what is recalled in its order.

    Raises ConnectionFailed, AuthenticationFailed, PluginMissing, PluginVersionMismatch, SchemaOutdated,
    SchemaIncomplete, MigrationChanged, Unauthenticated, WorkspaceDeleted.
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
            return Client(graph, clock, embedder, model, cross_encoder)
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
