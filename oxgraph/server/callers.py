"""Whose call it is: a token's hash leads to its workspace's memory, over the server's one connection."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from oxgraph.client import AsyncClient, AsyncMemory
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.tokens import hashed
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import Unauthenticated
from oxgraph.server.health import Health, watched

MOST = 10_000
NOTED_EACH = 60.0
"""Seconds after which another use of a token is written down."""


@dataclass(frozen=True)
class Caller:
    """Who calls: the memory with the token's role, and the token's hash for what is counted by token."""

    memory: AsyncMemory
    token_hash: str
    access: AsyncAccess
    health: Health | None = None

    async def enter(self, call: str) -> None:
        """Asks whether the caller may call; raises what the call itself would raise of tokens, roles and workspaces."""
        async with watched(self.health):
            await self.access.authorize(call)


class Callers:
    """Finds the memory of a token.

    Whose a token is never changes, so it is remembered for a minute; that it still holds is asked of the database by
    the client at every call, so a revoked token is refused at once. What cannot be a token is looked up like an
    unknown one, so that both take as long.
    """

    def __init__(self, client: AsyncClient, health: Health | None = None) -> None:
        self._client = client
        self._health = health
        self._known: OrderedDict[str, tuple[Caller, float]] = OrderedDict()

    async def of(self, token: str) -> Caller:
        """The caller with this token. Raises Unauthenticated, and what the database's absence raises."""
        return await self.of_hash(hashed(token))

    async def of_hash(self, token_hash: str) -> Caller:
        """The caller with the token of this hash."""
        caller, opened = self._known.get(token_hash, (None, 0.0))
        if caller is None or time.monotonic() - opened > NOTED_EACH:
            caller, opened = await self._open(token_hash), time.monotonic()
        self._known[token_hash] = (caller, opened)
        self._known.move_to_end(token_hash)
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return caller

    async def _open(self, token_hash: str) -> Caller:
        now = present(self._client.clock)
        async with watched(self._health):
            rows = await self._client.graph.write(statement("token/open"), token_hash=token_hash, now=now)
        if not rows:
            self._known.pop(token_hash, None)
            raise Unauthenticated()
        row = rows[0]
        access = self._client.access_of(row["workspace_id"], row["workspace"], row["role"], token_hash)
        return Caller(AsyncMemory(access), token_hash, access, self._health)
