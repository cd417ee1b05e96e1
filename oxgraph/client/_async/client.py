"""`connect`, and the client of an operator, who has the database's login: workspaces, tokens, evaluations."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self, overload

from oxgraph import environment, migrations
from oxgraph.client._async import tokens
from oxgraph.client._async.access import AsyncAccess, AsyncAccessCounts
from oxgraph.client._async.evaluations import AsyncGoldSetRun, Files, gold_of, learn, measure, questions_of
from oxgraph.client._async.memory import AsyncMemory
from oxgraph.client._async.tokens import AsyncAllTokens
from oxgraph.client._async.workspaces import METRICS, find, find_served, purge
from oxgraph.client.argument_types import typed_arguments
from oxgraph.client.concurrency import AsyncBackgroundTasks, Progress, no_progress
from oxgraph.client.recall_request import SpeakerCache
from oxgraph.client.remote_calls import require_none
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import Clock, present, utc_now
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, Unauthenticated, WorkspaceExists, WorkspaceNotFound
from oxgraph.evaluation import Gold
from oxgraph.graph import AsyncGraph
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
class AsyncClient:
    """A connection to a database with its login, which gives access to every workspace in it."""

    graph: AsyncGraph
    clock: Clock = utc_now
    embedder: Embedder | None = None
    model: LanguageModel | None = None
    cross_encoder: CrossEncoder | None = None

    @property
    def tokens(self) -> AsyncAllTokens:
        """The tokens of all workspaces."""
        return AsyncAllTokens(self.graph, self.clock)

    async def create_workspace(self, name: str, **settings: Any) -> AsyncMemory:
        """Makes a workspace with its built-in metrics; `settings` are fields of WorkspaceSettings.

        Names that differ only in case or blanks are one. Raises InvalidInput, WorkspaceExists.
        """
        name = WorkspaceName(name=name).name
        chosen = checked(WorkspaceSettings, settings)
        async with self.graph.exclusive(SYSTEM_WORKSPACE, "workspaces"):
            (row,) = await self.graph.write(
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

    async def workspace(self, name: str) -> AsyncMemory:
        """The memory of a workspace, with the role admin. Raises WorkspaceNotFound, WorkspaceDeleted."""
        return self.memory_of(*await find_served(self.graph, name))

    async def workspaces(self) -> list[WorkspaceRow]:
        """Every workspace, by name, the soft-deleted too."""
        return [WorkspaceRow(**row) for row in await self.graph.read(statement("workspace/list"))]

    async def delete_workspace(
        self, name: str, hard: bool = False, progress: Callable[[int], None] = lambda removed: None
    ) -> None:
        """Deletes a workspace: soft, so that nothing is served and all can be restored, or hard, for good.

        A hard deletion removes every layer in batches, calling `progress` with the number of nodes removed so far;
        when it was interrupted, call it again. Domain nodes stay, and lose what oxgraph put on them. Raises
        WorkspaceNotFound.
        """
        row = await find(self.graph, name)
        now = present(self.clock)
        if hard:
            await purge(self.graph, row["workspace_id"], now, progress)
        else:
            signed = {"transition_id": new_id(), "by": OPERATOR, "by_id": None, "now": now}
            await self.graph.write(statement("workspace/soft_delete"), workspace_id=row["workspace_id"], **signed)

    async def restore_workspace(self, name: str) -> AsyncMemory:
        """Serves a soft-deleted workspace again.

        Raises WorkspaceNotFound, and InvalidInput when it is being deleted for good.
        """
        row = await find(self.graph, name)
        rows = await self.graph.write(
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

    async def evaluate_recall(
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
        return await _evaluate(self, name, turns, questions, k=k, without=without, fusion=fusion, progress=progress)

    async def calibrate_recall(
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
        return await _calibrate(self, name, questions, lost=lost, dry_run=dry_run, progress=progress)

    def memory_of(self, workspace_id: str, name: str) -> AsyncMemory:
        """The memory of a workspace, which must exist, with the role admin."""
        return AsyncMemory(self.access_of(workspace_id, name, "admin"))

    def access_of(
        self,
        workspace_id: str,
        name: str,
        role: Role,
        token_hash: str | None = None,
        user_id: str | None = None,
    ) -> AsyncAccess:
        """The access of a caller to a workspace, which must exist; bound to a user, where the token is."""
        return AsyncAccess(
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
    def _access_counts(self) -> AsyncAccessCounts:
        """The accesses of all workspaces that are not written yet."""
        return AsyncAccessCounts(self.graph)

    @functools.cached_property
    def _speaker_cache(self) -> SpeakerCache:
        """The speakers of each workspace, as earlier recalls returned them."""
        return {}

    @functools.cached_property
    def _background(self) -> AsyncBackgroundTasks:
        """The background works of all workspaces."""
        return AsyncBackgroundTasks()

    async def close(self) -> None:
        """Waits for background work, writes the queued access counts, closes the connections."""
        await self._background.close()
        await self._access_counts.close()
        await self.graph.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()


async def _evaluate(
    client: AsyncClient,
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
    asking = AsyncGoldSetRun(gold.turns + len(gold.questions), k, tuple(without), fusion, progress)
    keeper = await open_workspace(client, name)
    memories = [await open_workspace(client, found) for found in gold.workspaces(name)]
    return await measure(keeper._access, gold, [memory._access for memory in memories], asking)


async def _calibrate(
    client: AsyncClient, name: str, files: Files, *, lost: float, dry_run: bool, progress: Progress
) -> Calibration:
    """Learns one threshold over every conversation's workspace, and sets it in each and in `name`."""
    gold = questions_of(files)
    keeper = await client.workspace(name)
    memories = await _workspaces_of(client, keeper, gold)
    return await learn(
        keeper._access, gold, [memory._access for memory in memories], lost=lost, dry_run=dry_run, progress=progress
    )


async def open_workspace(client: AsyncClient, name: str) -> AsyncMemory:
    """The memory of the workspace of a name, which is created where there is none."""
    try:
        return await client.workspace(name)
    except WorkspaceNotFound:
        return await client.create_workspace(name)


async def _workspaces_of(client: AsyncClient, keeper: AsyncMemory, gold: Gold) -> list[AsyncMemory]:
    """The workspace of each unit: `name:unit`; for a single unit also `name` itself."""
    found = []
    for unit in gold.units:
        try:
            found.append(await client.workspace(f"{keeper.name}:{unit.name}"))
        except WorkspaceNotFound:
            if len(gold.units) > 1:
                raise
            found.append(keeper)
    return found


@overload
async def connect_async(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: None = None,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> AsyncClient: ...


@overload
async def connect_async(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: str,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> AsyncMemory: ...


async def connect_async(
    uri: str | None = None,
    auth: tuple[str, str] | None = None,
    *,
    token: str | None = None,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    model: LanguageModel | None = None,
    cross_encoder: CrossEncoder | None = None,
) -> AsyncClient | AsyncMemory:
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
        return await connect_to_address(address, token)
    found_uri, found_auth = environment.connection(uri, auth)
    graph = await AsyncGraph.open(found_uri, found_auth)
    try:
        migrations.require_current(await graph.read(statement("system/applied_migrations")))
        migrations.require_complete(await graph.read(statement("system/indexes")))
        if token is None:
            return AsyncClient(graph, clock, embedder, model, cross_encoder)
        return await _memory(graph, token, AsyncClient(graph, clock, embedder, model, cross_encoder))
    except BaseException:
        await graph.close()
        raise


async def connect_to_address(address: str, token: str) -> AsyncMemory:
    """The memory of a token over the `oxgraph serve` at an address; '' for the one of this machine.

    Raises Unauthenticated, WorkspaceDeleted, ConnectionFailed.
    """
    from oxgraph.client._async.remote_memory import connect_to_server
    from oxgraph.client._async.server_connection import AsyncServerConnection
    from oxgraph.client.local_server import locator

    tokens.digest(token)
    return await connect_to_server(AsyncServerConnection(token, locator(address)))


async def _memory(graph: AsyncGraph, token: str, given: AsyncClient) -> AsyncMemory:
    token_hash = tokens.digest(token)
    rows = await graph.write(statement("token/workspace_of_token"), token_hash=token_hash, now=present(given.clock))
    if not rows:
        raise Unauthenticated()
    row = rows[0]
    access = given.access_of(row["workspace_id"], row["workspace"], row["role"], token_hash, row["user_id"])
    await access.authorize("settings")
    return AsyncMemory(access, owner=given)
