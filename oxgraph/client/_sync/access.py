# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Access control: authorizes each call of a caller in a workspace, and runs its statements."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from oxgraph.client._sync.access_counts import AccessCounts
from oxgraph.client.concurrency import BackgroundTasks
from oxgraph.client.recall_request import SpeakerCache
from oxgraph.client.roles import require
from oxgraph.clock import Clock, present
from oxgraph.cypher import statement
from oxgraph.errors import Unauthenticated, WorkspaceDeleted, WorkspaceNotFound
from oxgraph.graph import Graph, Row
from oxgraph.ids import new_id
from oxgraph.models import CrossEncoder, Embedder, LanguageModel
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import Role


@dataclass(frozen=True)
class Access:
    """The access of one caller to one workspace.

    A token's role is fixed and is compared here. That the token is not revoked and the workspace not deleted is
    asked of the database at every call, so that both take effect at once: hot statements ask in the same round
    trip (`call`), the others in one before (`authorize`, about a millisecond).
    """

    graph: Graph
    workspace_id: str
    name: str
    role: Role
    token_hash: str | None
    clock: Clock
    embedder: Embedder | None
    model: LanguageModel | None = None
    cross_encoder: CrossEncoder | None = None
    access_counts: AccessCounts | None = None
    speaker_cache: SpeakerCache = field(default_factory=dict)
    background: BackgroundTasks = field(default_factory=BackgroundTasks)

    def now(self) -> datetime:
        """The present time."""
        return present(self.clock)

    def authorize(self, call: str) -> Row:
        """Checks role, token and workspace; gives `by` and `by_id`, the caller's name and token id.

        Raises PermissionDenied, Unauthenticated, WorkspaceNotFound or WorkspaceDeleted.
        """
        require(self.role, call)
        row = self.graph.single(
            statement("workspace/access"), workspace_id=self.workspace_id, token_hash=self.token_hash
        )
        if not row or not row["valid"]:
            raise Unauthenticated()
        if not row["found"]:
            raise WorkspaceNotFound(workspace=self.name)
        if row["deleted"]:
            raise WorkspaceDeleted(workspace=self.name)
        return {"by": row["by"], "by_id": row["by_id"]}

    def author(self) -> Row:
        """The caller as transitions name it: `by`, the token's name or operator, and `by_id`, the token's id."""
        row = self.graph.single(
            statement("workspace/access"), workspace_id=self.workspace_id, token_hash=self.token_hash
        )
        return {"by": row["by"] if row else None, "by_id": row["by_id"] if row else None}

    def read(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a reading statement of this workspace; its rows."""
        self.authorize(call)
        return self.graph.read(statement(file), workspace_id=self.workspace_id, **params)

    def write(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a writing statement of this workspace; its rows."""
        self.authorize(call)
        return self.graph.write(statement(file), workspace_id=self.workspace_id, **params)

    def audited_write(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Authorizes the call and runs a writing statement that records a transition with its author; its rows."""
        who = self.authorize(call)
        left = {"transition_id": new_id(), "now": self.now()}
        return self.graph.write(statement(file), workspace_id=self.workspace_id, **who, **left, **params)

    def settings(self, call: str) -> WorkspaceSettings:
        """The workspace's settings."""
        (row,) = self.read(call, "workspace/settings")
        return WorkspaceSettings(
            **{name: row["settings"][name] for name in WorkspaceSettings.model_fields if name in row["settings"]}
        )

    def call(self, call: str, file: str, /, **params: Any) -> Row:
        """Runs a statement that checks token and workspace itself, in one round trip; its first row."""
        return (self.call_rows(call, file, **params))[0]

    def call_rows(self, call: str, file: str, /, **params: Any) -> list[Row]:
        """Runs a statement that checks token and workspace itself, in one round trip; its rows, at least one."""
        require(self.role, call)
        try:
            rows = self.graph.once(
                statement(file), workspace_id=self.workspace_id, token_hash=self.token_hash, **params
            )
        except WorkspaceNotFound:
            self.authorize(call)
            raise
        if not rows:
            self.authorize(call)
            raise Unauthenticated()
        return rows
