# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""The directory: which server has which workspace, and how far moves are.

Kept in the graph of one server, or in a Postgres database of its own (`postgres_directory.py`). Another kind (the
databases of Neo4j's own cluster) takes their place by having the same methods; nothing else reads where a workspace is.
"""

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol

from oxgraph.cypher import statement
from oxgraph.graph import Graph, Row
from oxgraph.ids import SYSTEM_WORKSPACE
from oxgraph.types.servers import Placement

COPYING, FENCED, SWITCHED = "copying", "fenced", "switched"
"""The steps of a move; without one the workspace stays where it is."""

NO_STEP = ""
ENDED: dict[str, Any] = {"step": None, "target": None, "attempt": None, "fence": None, "step_at": None}
"""The changes by which a move ends."""


class Directory(Protocol):
    """What is asked of a directory. `change` is one atomic step: of two that begin with the same state one succeeds."""

    def servers(self) -> list[Row]:
        """Name, address and `draining` of each server but the main one."""

    def add_server(self, name: str, address: str, now: datetime) -> None:
        """Enters a server, or its new address."""

    def drain_server(self, name: str) -> None:
        """Places nothing on a server any more."""

    def remove_server(self, name: str) -> None:
        """Takes a server out."""

    def entries(self) -> list[Placement]:
        """All workspaces, by name."""

    def entry(self, workspace_id: str) -> Placement | None:
        """Where a workspace is; None where it is not entered."""

    def place(self, workspace_id: str, name: str, server: str, now: datetime) -> Placement:
        """Enters where a workspace is, unless it is entered; the entry."""

    def remove(self, workspace_id: str) -> None:
        """Takes out the entry of a workspace that is nowhere, unless it moves."""

    def change(
        self, entry: Placement, steps: tuple[str, ...], changes: dict[str, Any], *, fence: str | None = None
    ) -> Placement | None:
        """Changes an entry whose move is at one of these steps of the same attempt; None where it is not."""

    def adopt_main(self) -> str | None:
        """Enters the database of the main server as its own, in place of a former one; the id of that one.

        None where the directory is in that database itself.
        """

    def moving(self, workspace_id: str) -> AbstractContextManager[None]:
        """Held by the process that moves a workspace; it ends with the process."""

    def has_mover(self, workspace_id: str) -> bool:
        """Whether a process holds `moving`."""

    def close(self) -> None:
        """Ends connections of its own."""


class GraphDirectory:
    """A directory in the graph of one server; see `AsyncDirectory`."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def servers(self) -> list[Row]:
        """See `AsyncDirectory.servers`."""
        return self._graph.read(statement("directory/servers"))

    def add_server(self, name: str, address: str, now: datetime) -> None:
        """See `AsyncDirectory.add_server`."""
        self._graph.write(statement("directory/add_server"), name=name, address=address, now=now)

    def drain_server(self, name: str) -> None:
        """See `AsyncDirectory.drain_server`."""
        self._graph.write(statement("directory/drain_server"), name=name)

    def remove_server(self, name: str) -> None:
        """See `AsyncDirectory.remove_server`."""
        self._graph.write(statement("directory/remove_server"), name=name)

    def entries(self) -> list[Placement]:
        """See `AsyncDirectory.entries`."""
        return [_placement(row) for row in self._graph.read(statement("directory/entries"))]

    def entry(self, workspace_id: str) -> Placement | None:
        """See `AsyncDirectory.entry`."""
        rows = self._graph.read(statement("directory/entry"), workspace_id=workspace_id)
        return _placement(rows[0]) if rows else None

    def place(self, workspace_id: str, name: str, server: str, now: datetime) -> Placement:
        """See `AsyncDirectory.place`."""
        given = {"workspace_id": workspace_id, "name": name, "server": server, "now": now}
        return _placement((self._graph.write(statement("directory/place"), **given))[0])

    def remove(self, workspace_id: str) -> None:
        """See `AsyncDirectory.remove`."""
        self._graph.write(statement("directory/remove"), workspace_id=workspace_id)

    def change(
        self, entry: Placement, steps: tuple[str, ...], changes: dict[str, Any], *, fence: str | None = None
    ) -> Placement | None:
        """See `AsyncDirectory.change`."""
        rows = self._graph.write(
            statement("directory/change"),
            workspace_id=entry.workspace_id,
            steps=list(steps),
            attempt=entry.attempt or "",
            fence=fence,
            changes=changes,
        )
        return _placement(rows[0]) if rows else None

    def adopt_main(self) -> str | None:
        """See `AsyncDirectory.adopt_main`."""
        return None

    def moving(self, workspace_id: str) -> AbstractContextManager[None]:
        """See `AsyncDirectory.moving`."""
        return self._graph.exclusive(SYSTEM_WORKSPACE, f"move {workspace_id}")

    def has_mover(self, workspace_id: str) -> bool:
        """See `AsyncDirectory.has_mover`."""
        given = {"workspace_id": SYSTEM_WORKSPACE, "name": f"move {workspace_id}"}
        return bool((self._graph.write(statement("system/lock_is_held"), **given))[0]["held"])

    def close(self) -> None:
        """Leaves the graph open, which is the connection's."""


def _placement(row: Row) -> Placement:
    entry = row["entry"]
    return placement({**entry, "workspace_id": entry["workspace"], "workspace": entry["name"]})


def placement(row: Row) -> Placement:
    """An entry of a directory; what it does not have is absent or null."""
    return Placement(**{name: row[name] for name in Placement.model_fields if row.get(name) is not None})
