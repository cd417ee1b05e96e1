"""What goes on round the call of a tool: past experience before it, its capture after it."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Iterable
from datetime import datetime
from types import TracebackType
from typing import Any, Self, TypeVar

from oxgraph.client import AsyncMemory
from oxgraph.errors import OxgraphError
from oxgraph.server import fitting
from oxgraph.server.telling import by_action_type, strongest
from oxgraph.types import Injection

log = logging.getLogger("oxgraph.server")

INJECTION_SECONDS = 2.0
"""An agent waits no longer than this for what is known of its next action."""

CAPTURE_SECONDS = 5.0
"""A call waits no longer than this for its capture, which then goes on beside it."""

MOST_SESSIONS = 10_000
MOST_BESIDE = 1_000
"""Captures that may be under way beside their calls; where the graph is away for long, later ones are dropped."""

CANCELLED = "Cancelled"
T = TypeVar("T")


class Experience:
    """Injection before and capture after calls of tools. Nothing of it fails the call: what goes wrong is logged."""

    def __init__(self) -> None:
        self._beside: set[asyncio.Task[None]] = set()
        self._sessions: OrderedDict[tuple[str, str], None] = OrderedDict()

    def around(  # noqa: PLR0917 - the order in which an action is told
        self,
        memory: AsyncMemory,
        session_id: str,
        agent_id: str | None,
        action_type: str,
        targets: Iterable[str] = (),
        node_type: str | None = None,
    ) -> "Step":
        """One call: a context manager whose `block` is the past experience ('' if none), captured when it ends.

        An exception in it, or `failed(error_code)`, makes it a failure. What is longer than an action's fields may
        be is cut, and targets that could not be ids are left out.
        """
        return Step(self, memory, fitting.action(session_id, agent_id, action_type, targets, node_type))

    async def injection(self, memory: AsyncMemory, action: dict[str, Any]) -> Injection:
        """What is known of an action that is about to be done; nothing where it cannot be asked."""
        about = {name: action[name] for name in ("action_type", "session_id", "target_node_type")}
        return await self.quietly(memory.telemetry.inject(action["targets"], **about)) or Injection()

    async def strongest(self, memory: AsyncMemory) -> str:
        """The workspace's strongest patterns of any action type, as a block; '' where there is none."""
        return await self.quietly(strongest(memory)) or ""

    async def told(self, memory: AsyncMemory, action_types: Iterable[str]) -> dict[str, str]:
        """The blocks of those action types that have one."""
        return await self.quietly(by_action_type(memory, action_types)) or {}

    async def quietly(self, work: Awaitable[T]) -> T | None:
        """What the work gives; None where it fails or takes longer than an injection may, which is logged."""
        return await _within(INJECTION_SECONDS, work, "past experience could not be fetched")

    async def end(self, memory: AsyncMemory, session_id: str) -> None:
        """Ends a session, where any of its calls was captured."""
        if (memory.workspace_id, session_id) not in self._sessions:
            return
        del self._sessions[memory.workspace_id, session_id]
        await _within(CAPTURE_SECONDS, memory.telemetry.end_session(session_id), "a session could not be ended")

    async def close(self, seconds: float = CAPTURE_SECONDS) -> None:
        """Waits for the captures under way."""
        if self._beside:
            await asyncio.wait(set(self._beside), timeout=seconds)
        for task in set(self._beside):
            task.cancel()

    async def capture(self, memory: AsyncMemory, action: dict[str, Any], *, wait: bool = True) -> None:
        """Captures an action, by the fields of `telemetry.capture`; with `wait` it is durable when this returns.

        It is waited for CAPTURE_SECONDS at most, and goes on beside its call then.
        """
        if len(self._beside) >= MOST_BESIDE:
            log.warning("an action was not captured: %d others wait already", MOST_BESIDE)
            return
        task = asyncio.ensure_future(self._captured(memory, action))
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)
        if wait:
            await asyncio.wait({task}, timeout=CAPTURE_SECONDS)

    async def _captured(self, memory: AsyncMemory, action: dict[str, Any]) -> None:
        try:
            result = await memory.telemetry.capture(**action)
        except Exception as error:
            log.warning("the action %s was not captured: %s", action["action_type"], _told(error))
            return
        if result.captured:
            self._sessions[(memory.workspace_id, action["session_id"])] = None
            while len(self._sessions) > MOST_SESSIONS:
                self._sessions.popitem(last=False)


class Step:
    """One call of a tool; made by `Experience.around`. `injection` is what was known before it."""

    def __init__(self, experience: Experience, memory: AsyncMemory, fields: dict[str, Any]) -> None:
        self._experience = experience
        self._memory = memory
        self._fields = fields
        self._started_at: datetime | None = None
        self._started = 0.0
        self._error_code: str | None = None
        self.injection = Injection()

    @property
    def block(self) -> str:
        """The past experience as text; '' where there is none."""
        return self.injection.block

    def failed(self, error_code: str) -> None:
        """The call failed, though nothing was raised."""
        self._error_code = error_code

    async def __aenter__(self) -> Self:
        self.injection = await self._experience.injection(self._memory, self._fields)
        self._started_at, self._started = self._memory.telemetry.now(), time.perf_counter()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        action = self._fields | self._ending(error)
        action["latency_ms"] = round((time.perf_counter() - self._started) * 1000, 3)
        action["started_at"], action["injected_patterns"] = self._started_at, self.injection.ids
        # Who cancels a call waits for nothing more of it; the capture is a task of its own.
        cancelled = error is not None and not isinstance(error, Exception)
        await self._experience.capture(self._memory, action, wait=not cancelled)

    def _ending(self, error: BaseException | None) -> dict[str, Any]:
        code = self._error_code
        if isinstance(error, asyncio.CancelledError):
            code = CANCELLED
        elif error is not None:
            code = type(error).__name__
        return {"outcome": "success" if code is None else "failure", "error_code": code and fitting.error_code(code)}


async def _within(seconds: float, work: Awaitable[T], what: str) -> T | None:
    """What the work gives; None where it fails or is late, which is logged."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        log.warning("%s: it took longer than %g s", what, seconds)
    except Exception as error:
        log.warning("%s: %s", what, _told(error))
    return None


def _told(error: Exception) -> str:
    """An error of ours by its message, another one by its class alone: its message may hold what was said."""
    return str(error) if isinstance(error, OxgraphError) else type(error).__name__
