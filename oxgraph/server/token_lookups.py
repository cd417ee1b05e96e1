"""Lookups of tokens in the graph: many in one statement, one statement at a time.

A token that the server does not know yet must be looked up, and anyone can make tokens up. So the work is bounded: what
arrives while a statement runs waits for the next one, which looks up all of it. A flood of made-up tokens thus costs
the graph one statement at a time, and a caller with a valid token waits for one or two of them.
"""

import asyncio
from collections import OrderedDict

from oxgraph.client import AsyncClient
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import Overloaded, OxgraphError
from oxgraph.newest import Newest
from oxgraph.server.health import Health, monitored

BATCH = 500
"""Tokens in one statement."""

MAX_WAITING = 10_000
"""Maximum number of tokens that wait for a lookup; others are refused as an overload."""

MAX_UNKNOWN = 10_000
MAX_PLACES = 100_000
UNKNOWN_SECONDS = 60.0
"""How long, and for how many tokens, it is remembered that they are unknown, revoked or expired."""


class TokenLookups:
    """Says which hashes are those of valid tokens."""

    def __init__(self, client: AsyncClient, health: Health | None = None) -> None:
        self._client = client
        self._health = health
        self._waiting: OrderedDict[str, asyncio.Future[bool]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._unknown: Newest[str, float] = Newest(MAX_UNKNOWN)
        self._places: Newest[str, str] = Newest(MAX_PLACES)

    def place(self, token_hash: str) -> str | None:
        """The workspace of a token that was looked up on several servers; a token's workspace never changes."""
        return self._places.get(token_hash)

    async def is_valid(self, token_hash: str) -> bool:
        """Whether the hash is that of a valid token. Raises Overloaded, and ConnectionFailed without Neo4j."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._unknown.get(token_hash, 0.0):
            return False
        found = self._waiting.get(token_hash)
        if found is None:
            if len(self._waiting) >= MAX_WAITING:
                raise Overloaded(seconds=0)
            found = self._waiting[token_hash] = loop.create_future()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return await asyncio.shield(found)  # Others may wait for the same lookup.

    async def _run(self) -> None:
        while self._waiting:
            batch = [self._waiting.popitem(last=False) for _ in range(min(BATCH, len(self._waiting)))]
            await self._look_up(dict(batch))

    async def _look_up(self, batch: dict[str, "asyncio.Future[bool]"]) -> None:
        failed: OxgraphError | None = None
        try:
            async with monitored(self._health):
                known, failed = await self._known(list(batch))
        except OxgraphError as error:
            known, failed = set(), error
        for token_hash, future in batch.items():
            if failed is not None and token_hash not in known:
                future.set_exception(failed)
                future.exception()  # Its waiters may have left.
                continue
            if token_hash not in known:
                self.forget(token_hash)
            future.set_result(token_hash in known)

    async def _known(self, token_hashes: list[str]) -> tuple[set[str], OxgraphError | None]:
        """Which of the tokens are valid, with the error of a server that could not say so of the others."""
        routing = self._client.routing
        if routing is None or not routing.are_several:
            rows = await self._client.graph.read(
                statement("token/known"), token_hashes=token_hashes, now=present(self._client.clock)
            )
            return {row["token_hash"] for row in rows}, None
        places, failed = await routing.places(token_hashes)
        missing = [one for one in token_hashes if one not in places]
        if missing and failed is None:
            # A workspace that moved meanwhile may have been on neither server when that was asked.
            more, failed = await routing.places(missing)
            places |= more
        self._places |= places
        return set(places), failed

    def forget(self, token_hash: str) -> None:
        """Remember that a token is not valid, so that it is not looked up for a minute."""
        self._unknown[token_hash] = asyncio.get_running_loop().time() + UNKNOWN_SECONDS
