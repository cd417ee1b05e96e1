"""What sessions were told of their tools, so that they hear when that has changed."""

import hashlib
import time
from collections import OrderedDict
from collections.abc import Mapping

from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ToolsListChanged

MOST = 10_000


class Notices:
    """What each session has been listed, and the streams of those that listen (2026-07-28).

    A session's list is compared again when it calls a tool, once in `each_seconds` at most.
    """

    def __init__(self, each_seconds: float) -> None:
        self._each = each_seconds
        self._listed: OrderedDict[str, tuple[str, float]] = OrderedDict()
        self._listening: dict[str, tuple[InMemorySubscriptionBus, ListenHandler]] = {}

    def listed(self, session: str, told: Mapping[str, str]) -> None:
        """A session has just been told this."""
        self._listed[session] = (_digest(told), time.monotonic())
        self._listed.move_to_end(session)
        while len(self._listed) > MOST:
            self._listed.popitem(last=False)

    def due(self, session: str) -> bool:
        """Whether it is time to compare."""
        found = self._listed.get(session)
        return found is not None and time.monotonic() - found[1] >= self._each

    def changed(self, session: str, told: Mapping[str, str]) -> bool:
        """Whether a session would be told something else now; it hears of that once."""
        before = self._listed.get(session)
        self.listed(session, told)
        return before is not None and before[0] != self._listed[session][0]

    def listener(self, workspace_id: str) -> ListenHandler:
        """Who serves the streams of a workspace."""
        if workspace_id not in self._listening:
            bus = InMemorySubscriptionBus()
            self._listening[workspace_id] = (bus, ListenHandler(bus))
        return self._listening[workspace_id][1]

    async def publish(self, workspace_id: str) -> None:
        """Tells those who listen that their tools' descriptions have changed."""
        if workspace_id in self._listening:
            await self._listening[workspace_id][0].publish(ToolsListChanged())

    def close(self) -> None:
        """Ends every stream."""
        for _, handler in self._listening.values():
            handler.close()


def _digest(told: Mapping[str, str]) -> str:
    return hashlib.sha256(repr(sorted(told.items())).encode()).hexdigest()
