"""Connections: the sources that parts of the graph came from."""

from typing import TypeAlias

from oxgraph.client._async.access import AsyncAccess
from oxgraph.types import ConnectionRow

Rows: TypeAlias = list[ConnectionRow]


class AsyncConnections:
    """The connections of one workspace."""

    def __init__(self, access: AsyncAccess) -> None:
        self._access = access

    async def list(self) -> Rows:
        """Each source by name: how many entities and edges came from it, and when the first and the last."""
        return [
            ConnectionRow(**row) for row in await self._access.read("semantic.connections.list", "semantic/connections")
        ]
