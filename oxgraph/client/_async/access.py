"""Access control: authorizes each call of a caller in a workspace, and runs its statements."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from oxgraph.client._async.access_counts import AsyncAccessCounts
from oxgraph.client.concurrency import AsyncBackgroundTasks
from oxgraph.client.recall_request import SpeakerCache
from oxgraph.client.roles import require
from oxgraph.clock import Clock, present
from oxgraph.cypher import statement
from oxgraph.errors import Unauthenticated, WorkspaceDeleted, WorkspaceNotFound
from oxgraph.graph import AsyncGraph, Row
from oxgraph.ids import new_id
from oxgraph.models import CrossEncoder, Embedder, LanguageModel
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import Role


@dataclass(frozen=True)
class AsyncAccess:
    """The access of one caller to one workspace.

    A token's role is fixed and is compared here. That the token is not revoked and the workspace not deleted is
    asked of the database at every call, so that both take effect at once: hot statements ask in the same round
    trip (`call`), the others in one before (`authorize`, about a millisecond).
    """

    graph: AsyncGraph
    workspace_id: str
    name: str
    role: Role
    token_hash: str | None
    clock: Clock
    embedder: Embedder | None
    model: LanguageModel | None = None
    cross_encoder: CrossEncoder | None = None
    access_counts: AsyncAccessCounts | None = None
    speaker_cache: SpeakerCache = field(default_factory=dict)
    background: AsyncBackgroundTasks = field(default_factory=AsyncBackgroundTasks)

    def now(self) -> datetime:
        """The present time."""
        return present(self.clock)

    async def authorize(self, call: str) -> Row:
        """Checks role, token and workspace; gives `by` and `by_id`, the caller's name and token id.

        Raises PermissionDenied, Unauthenticated, WorkspaceNotFound or WorkspaceDeleted.
        """
        require(self.role, call)
        row = await self.graph.single(
            statement("workspace/access"), workspace_id=self.workspace_id, token_hash=self.token_hash
        )
        if not row or not row["valid"]:
            raise Unauthenticated()
        if not row["found"]:
            raise WorkspaceNotFound(workspace=self.name)
        if row["deleted"]:
            raise WorkspaceDeleted(workspace=self.name)
        return {"by": row["by"], "by_id": row["by_id"]}

    async def author(self) -> Row:
        """The caller as transitions name it: `by`, the token's name or operator, and `by_id`, the token's id."""
        row = await self.graph.single(
            statement("workspace/access"), workspace_id=self.workspace_id, token_hash=self.token_hash
        )
        return {"by": row["by"] if row else None, "by_id": row["by_id"] if row else None}

    async def read(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a reading statement of this workspace; its rows."""
        await self.authorize(call)
        return await self.graph.read(statement(file), workspace_id=self.workspace_id, **params)

    async def write(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a writing statement of this workspace; its rows."""
        await self.authorize(call)
        return await self.graph.write(statement(file), workspace_id=self.workspace_id, **params)

    async def audited_write(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a writing statement that records a transition with its author; its rows."""
        who = await self.authorize(call)
        left = {"transition_id": new_id(), "now": self.now()}
        return await self.graph.write(statement(file), workspace_id=self.workspace_id, **who, **left, **params)

    async def settings(self, call: str) -> WorkspaceSettings:
        """The workspace's settings."""
        (row,) = await self.read(call, "workspace/settings")
        return WorkspaceSettings(
            **{name: row["settings"][name] for name in WorkspaceSettings.model_fields if name in row["settings"]}
        )

    async def call(self, call: str, file: str, /, **params: Any) -> Row:
        """Runs a statement that checks token and workspace itself, in one round trip; its first row."""
        return (await self.call_rows(call, file, **params))[0]

    async def call_rows(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Runs a statement that checks token and workspace itself, in one round trip; its rows, at least one."""
        require(self.role, call)
        try:
            rows = await self.graph.once(
                statement(file), workspace_id=self.workspace_id, token_hash=self.token_hash, **params
            )
        except WorkspaceNotFound:
            await self.authorize(call)
            raise
        if not rows:
            await self.authorize(call)
            raise Unauthenticated()
        return rows
