# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Connections: the sources that parts of the graph came from."""

from typing import TypeAlias

from oxgraph.client._sync.access import Access
from oxgraph.types import ConnectionRow

Rows: TypeAlias = list[ConnectionRow]


class Connections:
    """The connections of one workspace."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def list(self) -> Rows:
        """Each source by name: how many entities and edges came from it, and when the first and the last."""
        return [ConnectionRow(**row) for row in self._access.read("semantic.connections.list", "semantic/connections")]
