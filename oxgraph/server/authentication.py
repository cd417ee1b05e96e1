"""Authentication: the hash of a bearer token leads to its workspace, role and memory."""

import time
from collections import OrderedDict
from dataclasses import dataclass

from oxgraph.client import AsyncClient, AsyncMemory
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.tokens import hashed
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import Unauthenticated
from oxgraph.server.health import Health, monitored

MAX_CALLERS = 10_000
LAST_USE_SECONDS = 60.0
"""A token's last use is written to the graph at most this often."""


@dataclass(frozen=True)
class Caller:
    """An authenticated caller: the memory with the token's role, and the token's hash as the key of rate limits."""

    memory: AsyncMemory
    token_hash: str
    access: AsyncAccess
    health: Health | None = None

    async def authorize(self, call: str) -> None:
        """Check in the database that the caller may make this call of the client.

        Raises what the call would raise for the token, its role and the workspace.
        """
        async with monitored(self.health):
            await self.access.authorize(call)


class Authenticator:
    """Finds the caller of a token, over the server's one connection.

    A token's workspace and role never change, so they are cached for a minute. The client checks at every call that
    the token is still valid, so a revoked one is refused at once. A malformed token is looked up like an unknown one,
    so that both take the same time.
    """

    def __init__(self, client: AsyncClient, health: Health | None = None) -> None:
        self._client = client
        self._health = health
        self._cache: OrderedDict[str, tuple[Caller, float]] = OrderedDict()

    async def caller(self, token: str) -> Caller:
        """The caller with this token. Raises Unauthenticated, and ConnectionFailed where Neo4j cannot be reached."""
        return await self.caller_of_hash(hashed(token))

    async def caller_of_hash(self, token_hash: str) -> Caller:
        """The caller with the token of this hash. Raises like `caller`."""
        caller, loaded_at = self._cache.get(token_hash, (None, 0.0))
        if caller is None or time.monotonic() - loaded_at > LAST_USE_SECONDS:
            caller, loaded_at = await self._load(token_hash), time.monotonic()
        self._cache[token_hash] = (caller, loaded_at)
        self._cache.move_to_end(token_hash)
        while len(self._cache) > MAX_CALLERS:
            self._cache.popitem(last=False)
        return caller

    async def _load(self, token_hash: str) -> Caller:
        now = present(self._client.clock)
        async with monitored(self._health):
            rows = await self._client.graph.write(statement("token/workspace_of_token"), token_hash=token_hash, now=now)
        if not rows:
            self._cache.pop(token_hash, None)
            raise Unauthenticated()
        row = rows[0]
        access = self._client.access_of(row["workspace_id"], row["workspace"], row["role"], token_hash, row["user_id"])
        return Caller(AsyncMemory(access), token_hash, access, self._health)
