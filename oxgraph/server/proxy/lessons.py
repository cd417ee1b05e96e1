"""What past experience says of the tools of one server."""

import asyncio
import time
from collections.abc import Callable

from oxgraph.client import AsyncMemory
from oxgraph.server.telling import merged, standing
from oxgraph.types import Injection

PATTERNS = 1_000
TYPES = 100
AT_ONCE = 8


class Lessons:
    """The blocks by action type, as they were when they were last asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Injection] = {}
        self._asked_at = -1e9
        self._lock = asyncio.Lock()

    def of(self, action_type: str) -> Injection:
        """What is known of an action type; an empty block where nothing is."""
        return self._known.get(action_type, Injection())

    @property
    def strongest(self) -> str:
        """One block of the strongest patterns of all the tools; '' where there are none."""
        return merged(self._known.values())

    def old(self, seconds: float) -> bool:
        """Whether it was asked longer ago than that."""
        return time.monotonic() - self._asked_at > seconds

    async def refresh(self, memory: AsyncMemory, belongs: Callable[[str], bool], seconds: float) -> None:
        """Asks anew where the last time is longer ago than `seconds`. Raises what the graph raises."""
        async with self._lock:
            if not self.old(seconds):
                return
            rows = await memory.telemetry.patterns(kind="plain", limit=PATTERNS)
            types = dict.fromkeys(row.action_type for row in rows if not row.suppressed and belongs(row.action_type))
            places = asyncio.Semaphore(AT_ONCE)

            async def asked(action_type: str) -> Injection:
                async with places:
                    return standing(await memory.telemetry.inject(action_type=action_type))

            chosen = list(types)[:TYPES]
            found = zip(chosen, await asyncio.gather(*map(asked, chosen)), strict=True)
            self._known = {name: injection for name, injection in found if injection.block}
            self._asked_at = time.monotonic()

    def forget(self) -> None:
        """The next one who asks gets it anew: other tools are meant than before."""
        self._asked_at = -1e9
