# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""One workspace's memory, as its caller may use it."""

from typing import Self

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.telemetry import Telemetry
from oxgraph.types import Role


class Memory:
    """The memory of one workspace.

    From a token it has the token's role and its own connection; from a client it is an admin's and shares the
    client's connection.
    """

    def __init__(self, access: Access, *, owns_graph: bool = False) -> None:
        self._access = access
        self._owns_graph = owns_graph
        self.telemetry = Telemetry(access)

    @property
    def workspace_id(self) -> str:
        """The workspace's id."""
        return self._access.workspace_id

    @property
    def name(self) -> str:
        """The workspace's name."""
        return self._access.name

    @property
    def role(self) -> Role:
        """What the caller may do: agent, operator, admin."""
        return self._access.role

    def close(self) -> None:
        """Closes the connection, if it is this memory's own."""
        if self._owns_graph:
            self._access.graph.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
