"""Authentication: the hash of a bearer token leads to its workspace, role and memory; logins of the explorer.

A login is a token of its own in the graph, made with another one, with a lifetime: it survives a restart of the server,
is known to every server of the same graph, and ends with the token that it was made with. Its secret is in the
browser's cookie, its hash in the graph.
"""

import re
import secrets
import time
from dataclasses import dataclass, replace
from datetime import timedelta

from oxgraph.client import AsyncClient, AsyncMemory
from oxgraph.client._async.access import AsyncAccess
from oxgraph.client._async.tokens import digest, hashed
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import Unauthenticated
from oxgraph.graph import AsyncGraph, Row
from oxgraph.ids import new_id
from oxgraph.newest import Newest
from oxgraph.server.health import Health, monitored
from oxgraph.server.token_lookups import TokenLookups

MAX_CALLERS = 10_000
LAST_USE_SECONDS = 60.0
"""A token's last use is written to the graph at most this often."""

LOGIN = re.compile(r"oxl_[0-9a-f]{64}")
"""The secret of a login. It is no token: no Authorization header may have it."""


@dataclass(frozen=True)
class Caller:
    """An authenticated caller: the memory with the token's role, and the token's hash.

    `rate_key` is the key of its rate limit, which a token shares with its logins; `calls_per_minute` the limit, None
    for the server's. `is_login` says whether it is a login of the explorer.
    """

    memory: AsyncMemory
    token_hash: str
    access: AsyncAccess
    health: Health | None = None
    rate_key: str = ""
    calls_per_minute: int | None = None
    is_login: bool = False

    async def authorize(self, call: str) -> None:
        """Check in the database that the caller may make this call of the client.

        Raises what the call would raise for the token, its role and the workspace.
        """
        async with monitored(self.health):
            await self.access.authorize(call)


@dataclass
class _Cached:
    """A caller, when it was loaded and when it was last used (seconds of the monotonic clock)."""

    caller: Caller
    loaded_at: float
    used_at: float


class Authenticator:
    """Finds the caller of a token, over the server's one connection.

    A token's workspace and role never change, so they are cached for a minute. The client checks at every call that
    the token is still valid, so a revoked one is refused at once. Only a token that is not cached is looked up
    (`TokenLookups`), so a valid caller does not wait behind a flood of unknown ones. A login ends when it is unused for
    `login_idle_seconds`.
    """

    def __init__(
        self, client: AsyncClient, health: Health | None = None, login_idle_seconds: float = float("inf")
    ) -> None:
        self._client = client
        self._health = health
        self._login_idle_seconds = login_idle_seconds
        self._lookups = TokenLookups(client, health)
        self._cache: Newest[str, _Cached] = Newest(MAX_CALLERS)

    async def caller(self, token: str) -> Caller:
        """The caller with this token. Raises Unauthenticated, and ConnectionFailed where Neo4j cannot be reached."""
        return await self.caller_of_hash(digest(token))

    async def caller_of_login(self, secret: str) -> Caller:
        """The caller with the login of this secret. Raises like `caller`."""
        if LOGIN.fullmatch(secret) is None:
            raise Unauthenticated()
        return await self.caller_of_hash(hashed(secret))

    async def caller_of_hash(self, token_hash: str) -> Caller:
        """The caller with the token of this hash. Raises like `caller`."""
        now, cached = time.monotonic(), self._cache.get(token_hash)
        if (cached is None or self._is_unplaced(token_hash)) and not await self._lookups.is_valid(token_hash):
            raise Unauthenticated()
        if cached is not None and cached.caller.is_login and now - cached.used_at > self._login_idle_seconds:
            await self._end(token_hash)
            raise Unauthenticated()
        if cached is None or now - cached.loaded_at > LAST_USE_SECONDS:
            cached = _Cached(await self._load(token_hash), now, now)
        cached.used_at = now
        self._cache[token_hash] = cached
        return cached.caller

    def _is_unplaced(self, token_hash: str) -> bool:
        """Whether other servers came after the token was looked up on the only one."""
        routing = self._client.routing
        return routing is not None and routing.are_several and self._lookups.place(token_hash) is None

    def _health_of(self, token_hash: str) -> Health | None:
        """The health of the server that has the token; None for that of another one."""
        place = self._lookups.place(token_hash)
        return None if place is not None and self._client.is_elsewhere(place) else self._health

    def _graph(self, token_hash: str) -> AsyncGraph:
        """The graph that has the token."""
        place = self._lookups.place(token_hash)
        return self._client.graph if place is None else self._client.graph_of(place)

    async def _load(self, token_hash: str) -> Caller:
        now = present(self._client.clock)
        async with monitored(self._health_of(token_hash)):
            graph = self._graph(token_hash)
            rows = await graph.write(statement("token/workspace_of_token"), token_hash=token_hash, now=now)
        if not rows:
            self._cache.pop(token_hash, None)
            raise Unauthenticated()
        row = rows[0]
        # The last use is written once a minute, so it may have been that much later.
        idle = (now - row["used_before"]).total_seconds() - LAST_USE_SECONDS if row["used_before"] else 0.0
        if row["login_of"] is not None and idle > self._login_idle_seconds:
            await self._end(token_hash)
            raise Unauthenticated()
        return self._caller(token_hash, row)

    def _caller(self, token_hash: str, row: Row) -> Caller:
        access = self._client.access_of(row["workspace_id"], row["workspace"], row["role"], token_hash, row["user_id"])
        return Caller(
            AsyncMemory(access),
            token_hash,
            access,
            self._health,
            rate_key=row["login_of"] or row["id"],
            calls_per_minute=row["calls_per_minute"],
            is_login=row["login_of"] is not None,
        )

    async def open_login(self, caller: Caller, seconds: float) -> str:
        """Open a login of a token's caller that lasts for `seconds`; its secret.

        Raises Unauthenticated for the caller of a login, and where the token was revoked meanwhile.
        """
        secret, now = f"oxl_{secrets.token_hex(32)}", present(self._client.clock)
        async with monitored(self._health):
            rows = await caller.access.graph.write(
                statement("token/open_login"),
                workspace_id=caller.memory.workspace_id,
                token_hash=caller.token_hash,
                id=new_id(),
                login_hash=hashed(secret),
                expires_at=now + timedelta(seconds=seconds),
                now=now,
            )
        if not rows:
            raise Unauthenticated()
        self._cache[hashed(secret)] = _Cached(_with_login(caller, hashed(secret)), time.monotonic(), time.monotonic())
        return secret

    async def close_login(self, secret: str) -> None:
        """End a login; one that is unknown is no error. Raises ConnectionFailed where Neo4j cannot be reached."""
        if LOGIN.fullmatch(secret):
            await self._end(hashed(secret))

    async def _end(self, token_hash: str) -> None:
        self._cache.pop(token_hash, None)
        self._lookups.forget(token_hash)
        async with monitored(self._health):
            now = present(self._client.clock)
            await self._graph(token_hash).write(statement("token/close_login"), token_hash=token_hash, now=now)


def _with_login(caller: Caller, token_hash: str) -> Caller:
    """The caller of a token, as that of a login made with it."""
    access = replace(caller.access, token_hash=token_hash)
    return replace(caller, memory=AsyncMemory(access), access=access, token_hash=token_hash, is_login=True)
