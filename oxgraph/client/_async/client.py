"""What an operator with the database's login can do: workspaces and tokens."""

import functools
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from oxgraph.client._async import evaluations, workspaces
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.access_counts import AsyncAccessCounts
from oxgraph.client._async.evaluations import Files, Progress, silent
from oxgraph.client._async.memory import AsyncMemory
from oxgraph.client._async.tokens import AsyncAllTokens
from oxgraph.client._async.workspaces import purge
from oxgraph.client.concurrency import AsyncBackgroundTasks
from oxgraph.client.recall_request import SpeakerCache
from oxgraph.client.transitions import OPERATOR
from oxgraph.clock import Clock, present, utc_now
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput, WorkspaceDeleted, WorkspaceExists, WorkspaceNotFound
from oxgraph.graph import AsyncGraph, Row
from oxgraph.ids import SYSTEM_WORKSPACE, new_id
from oxgraph.models import CrossEncoder, Embedder, LanguageModel
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import Role, WorkspaceRow
from oxgraph.types.evaluation import Calibration, Evaluated
from oxgraph.types.fields import checked
from oxgraph.types.inputs import WorkspaceName
from oxgraph.types.recall import Fusion


@dataclass(frozen=True)
class AsyncClient:
    """A connection to a database. Who holds its login is trusted with every workspace in it."""

    graph: AsyncGraph
    clock: Clock = utc_now
    embedder: Embedder | None = None
    model: LanguageModel | None = None
    cross_encoder: CrossEncoder | None = None

    @property
    def tokens(self) -> AsyncAllTokens:
        """The tokens of all workspaces."""
        return AsyncAllTokens(self)

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
                metrics=workspaces.METRICS,
                transition_id=new_id(),
                now=present(self.clock),
            )
        if not row["created"]:
            raise WorkspaceExists(workspace=name)
        return self.memory_of(row["workspace_id"], name)

    async def workspace(self, name: str) -> AsyncMemory:
        """The memory of a workspace, with the role admin. Raises WorkspaceNotFound, WorkspaceDeleted."""
        row = await self._find(name)
        if row["deleted"]:
            raise WorkspaceDeleted(workspace=row["name"])
        return self.memory_of(row["workspace_id"], row["name"])

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
        row = await self._find(name)
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
        row = await self._find(name)
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
        progress: Progress = silent,
    ) -> Evaluated:
        """Measures recall on a gold set of any number of conversations, as `memory.evaluations.run` does on one.

        Each conversation has its own workspace, made where it is new: `name`, or `name:CONVERSATION` where there are
        several. The run is kept in `name`. Raises InvalidInput, WorkspaceDeleted, MemoryDisabled.
        """
        asked: dict[str, Any] = {"k": k, "without": without, "fusion": fusion, "progress": progress}
        return await evaluations.evaluate(self, name, turns, questions, **asked)

    async def calibrate_recall(
        self, name: str, questions: Files, *, lost: float = 0.05, dry_run: bool = False, progress: Progress = silent
    ) -> Calibration:
        """Learns and sets `recall_threshold`, as `memory.evaluations.calibrate` does, over several conversations.

        Each is asked in `name:CONVERSATION`; a single one may also stand in `name`. The threshold is set in each and
        in `name`. Raises InvalidInput, WorkspaceNotFound.
        """
        return await evaluations.calibrate(self, name, questions, lost=lost, dry_run=dry_run, progress=progress)

    async def _find(self, name: str) -> Row:
        name = WorkspaceName(name=name).name
        row = await self.graph.single(statement("workspace/by_name"), name=name)
        if row is None:
            raise WorkspaceNotFound(workspace=name)
        return row

    def memory_of(self, workspace_id: str, name: str) -> AsyncMemory:
        """The memory of a workspace that is known to be there."""
        return AsyncMemory(self.access_of(workspace_id, name, "admin"))

    def access_of(self, workspace_id: str, name: str, role: Role, token_hash: str | None = None) -> AsyncAccess:
        """The way of a caller to a workspace that is known to be there."""
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
        )

    @functools.cached_property
    def _access_counts(self) -> AsyncAccessCounts:
        """What recall has returned and is still to be counted, of all workspaces."""
        return AsyncAccessCounts(self.graph)

    @functools.cached_property
    def _speaker_cache(self) -> SpeakerCache:
        """Who speaks in which workspace, as far as recall has told."""
        return {}

    @functools.cached_property
    def _background(self) -> AsyncBackgroundTasks:
        """What goes on beside its caller, of all workspaces."""
        return AsyncBackgroundTasks()

    async def close(self) -> None:
        """Ends background tasks, writes pending access counts, closes the connections."""
        await self._background.close()
        await self._access_counts.close()
        await self.graph.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.close()
