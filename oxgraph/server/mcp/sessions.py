"""Which session a call belongs to, and when sessions end."""

import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from oxgraph.client import AsyncMemory
from oxgraph.ids import stable_id
from oxgraph.server import fitting
from oxgraph.server.callers import Caller
from oxgraph.server.experience import Experience
from oxgraph.types import limits

SESSION_KEY = "oxgraph/session_id"
"""The key of a request's `_meta` by which a client names its own session."""

IDLE_SECONDS = 30 * 60.0
MOST = 10_000


def session_id(meta: Mapping[str, Any], connection: str | None, caller: Caller, agent: str | None) -> str:
    """What the client names, else that of the connection; without one, a token and a client have one together."""
    named = meta.get(SESSION_KEY)
    found = fitting.name(named, limits.ID) if isinstance(named, str) else None
    return found or connection or stable_id(caller.memory.workspace_id, "mcp", [caller.token_hash, agent or ""])


class Sessions:
    """The sessions of calls that were made, until their connection ends or nothing has come for half an hour."""

    def __init__(self, experience: Experience) -> None:
        self._experience = experience
        self._open: OrderedDict[str, tuple[AsyncMemory, float]] = OrderedDict()

    async def seen(self, session: str, memory: AsyncMemory) -> None:
        """A call of a session; those that have been silent for too long are ended."""
        now = time.monotonic()
        self._open[session] = (memory, now)
        self._open.move_to_end(session)
        while self._open:
            first, (of, at) = next(iter(self._open.items()))
            if now - at < IDLE_SECONDS and len(self._open) <= MOST:
                return
            del self._open[first]
            await self._experience.end(of, first)

    async def end(self, session: str) -> None:
        """Its connection is over."""
        found = self._open.pop(session, None)
        if found is not None:
            await self._experience.end(found[0], session)

    async def end_all(self) -> None:
        """The server is over."""
        while self._open:
            await self.end(next(iter(self._open)))
