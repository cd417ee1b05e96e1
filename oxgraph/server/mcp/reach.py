"""The way to the graph of a program that is started before there need be one."""

import asyncio
from collections.abc import Callable

from oxgraph import migrations
from oxgraph.client import AsyncClient
from oxgraph.cypher import statement
from oxgraph.graph import AsyncGraph
from oxgraph.server.callers import Caller, Callers

Where = tuple[str, tuple[str, str] | None]


class Reach:
    """One token's memory, looked for anew with each call until it is there, and where `oxgraph up` has moved it.

    `where` says at which address and with which login, `client_of` makes the client of a graph.
    """

    def __init__(
        self, token: str, where: Callable[[], Where], client_of: Callable[[AsyncGraph], AsyncClient], patience: float
    ) -> None:
        self._token = token
        self._where = where
        self._client_of = client_of
        self._patience = patience
        self._opening = asyncio.Lock()
        self._at: Where | None = None
        self._client: AsyncClient | None = None
        self._callers: Callers | None = None

    async def caller(self) -> Caller:
        """The token's caller. Raises what keeps it from the graph, and Unauthenticated."""
        async with self._opening:
            at = self._where()
            if self._callers is None or at != self._at:
                await self.close()
                self._callers, self._at = await self._opened(at), at
        return await self._callers.of(self._token)

    async def _opened(self, at: Where) -> Callers:
        graph = AsyncGraph.at(*at, patience=self._patience)
        try:
            migrations.require_current(await graph.read(statement("system/applied_migrations")))
            await graph.check_plugin()
        except BaseException:
            await graph.close()
            raise
        self._client = self._client_of(graph)
        return Callers(self._client)

    async def close(self) -> None:
        """Closes the connection, if there is one."""
        client, self._client, self._callers = self._client, None, None
        if client is not None:
            await client.close()
