# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What an operator with the database's login can do: workspaces and tokens."""

from dataclasses import dataclass
from typing import Any, Self

from oxgraph.client import builtin
from oxgraph.client._sync.access import Access
from oxgraph.client._sync.memory import Memory
from oxgraph.client.clock import Clock, present, utcnow
from oxgraph.cypher import statement
from oxgraph.errors import WorkspaceDeleted, WorkspaceExists, WorkspaceNotFound
from oxgraph.graph import Graph, Row
from oxgraph.ids import SYSTEM_WORKSPACE, new_id
from oxgraph.models import Embedder
from oxgraph.settings import WorkspaceSettings
from oxgraph.types import WorkspaceRow
from oxgraph.types.fields import checked
from oxgraph.types.inputs import WorkspaceName


@dataclass(frozen=True)
class Client:
    """A connection to a database. Who holds its login is trusted with every workspace in it."""

    graph: Graph
    clock: Clock = utcnow
    embedder: Embedder | None = None

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
                metrics=builtin.METRICS,
                transition_id=new_id(),
                now=present(self.clock),
            )
        if not row["created"]:
            raise WorkspaceExists(workspace=name)
        return self._memory(row["workspace_id"], name)

    def workspace(self, name: str) -> Memory:
        """The memory of a workspace, with the role admin. Raises WorkspaceNotFound, WorkspaceDeleted."""
        row = self._find(name)
        if row["deleted"]:
            raise WorkspaceDeleted(workspace=row["name"])
        return self._memory(row["workspace_id"], row["name"])

    def workspaces(self) -> list[WorkspaceRow]:
        """Every workspace, by name, the soft-deleted too."""
        return [WorkspaceRow(**row) for row in self.graph.read(statement("workspace/list"))]

    def _find(self, name: str) -> Row:
        name = WorkspaceName(name=name).name
        row = self.graph.single(statement("workspace/by_name"), name=name)
        if row is None:
            raise WorkspaceNotFound(workspace=name)
        return row

    def _memory(self, workspace_id: str, name: str) -> Memory:
        return Memory(Access(self.graph, workspace_id, name, "admin", None, self.clock, self.embedder))

    def close(self) -> None:
        """Closes the connections."""
        self.graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
