"""Sessions of MCP clients: which session a call belongs to, when it ends, when its tool list has changed."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged

from oxgraph.actions import action_fields
from oxgraph.client import AsyncMemory
from oxgraph.ids import stable_id
from oxgraph.newest import Newest
from oxgraph.server.authentication import Caller
from oxgraph.server.tool_calls import ToolCalls
from oxgraph.types import limits

SESSION_KEY = "oxgraph/session_id"
"""The key in a request's `_meta` by which a client names its own session."""

IDLE_SECONDS = 30 * 60.0
MAX_SESSIONS = 10_000


def session_id(meta: Mapping[str, Any], connection: str | None, caller: Caller, agent: str | None) -> str:
    """The session that the client names, else its connection, else one for each token and client name."""
    named = meta.get(SESSION_KEY)
    found = action_fields.name(named, limits.ID) if isinstance(named, str) else None
    return found or connection or stable_id(caller.memory.workspace_id, "mcp", [caller.token_hash, agent or ""])


class Sessions:
    """The sessions with calls; one ends with its connection, or after half an hour without a call."""

    def __init__(self, tool_calls: ToolCalls) -> None:
        self._tool_calls = tool_calls
        self._open: OrderedDict[str, tuple[AsyncMemory, float]] = OrderedDict()

    async def used(self, session: str, memory: AsyncMemory) -> None:
        """Record a call of a session, and end the sessions that are idle."""
        now = time.monotonic()
        self._open[session] = (memory, now)
        self._open.move_to_end(session)
        while self._open:
            oldest, (oldest_memory, used_at) = next(iter(self._open.items()))
            if now - used_at < IDLE_SECONDS and len(self._open) <= MAX_SESSIONS:
                return
            del self._open[oldest]
            await self._tool_calls.end_session(oldest_memory, oldest)

    async def end(self, session: str) -> None:
        """End the session of a closed connection."""
        found = self._open.pop(session, None)
        if found is not None:
            await self._tool_calls.end_session(found[0], session)

    async def end_all(self) -> None:
        """End every session."""
        while self._open:
            await self.end(next(iter(self._open)))


class ToolListChanges:
    """What each session was listed, and the event streams of clients that subscribed (protocol 2026-07-28).

    A session's list is compared again when it calls a tool, at most once in `min_seconds`.
    """

    def __init__(self, min_seconds: float) -> None:
        self._min_seconds = min_seconds
        self._listed: Newest[str, tuple[str, float]] = Newest(MAX_SESSIONS)
        self._streams: dict[str, tuple[InMemorySubscriptionBus, ListenHandler]] = {}

    def listed(self, session: str, blocks: Mapping[str, str]) -> None:
        """Record the blocks of past experience that a session has been listed."""
        self._listed[session] = (_digest(blocks), time.monotonic())

    def is_due(self, session: str) -> bool:
        """Whether it is time to compare a session's list again."""
        found = self._listed.get(session)
        return found is not None and time.monotonic() - found[1] >= self._min_seconds

    def has_changed(self, session: str, blocks: Mapping[str, str]) -> bool:
        """Whether a session would be listed other blocks now; true once for each change."""
        before = self._listed.get(session)
        self.listed(session, blocks)
        return before is not None and before[0] != self._listed[session][0]

    def listener(self, workspace_id: str) -> ListenHandler:
        """The handler of a workspace's event streams."""
        if workspace_id not in self._streams:
            bus = InMemorySubscriptionBus()
            self._streams[workspace_id] = (bus, ListenHandler(bus))
        return self._streams[workspace_id][1]

    async def publish(self, workspace_id: str) -> None:
        """Send tools/list_changed to the workspace's event streams."""
        if workspace_id in self._streams:
            await self._streams[workspace_id][0].publish(ToolsListChanged())

    def close(self) -> None:
        """End every event stream."""
        for _, handler in self._streams.values():
            handler.close()


def _digest(blocks: Mapping[str, str]) -> str:
    return hashlib.sha256(repr(sorted(blocks.items())).encode()).hexdigest()
