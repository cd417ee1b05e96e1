"""Around every tool call of an agent: inject past experience before it, capture it as an action after it."""

import asyncio
import logging
import re
import time
from collections.abc import Awaitable, Iterable, Mapping
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from oxgraph.action_codes import CANCELLED
from oxgraph.actions import action_fields
from oxgraph.client import AsyncMemory
from oxgraph.errors import OxgraphError
from oxgraph.ids import is_uuid
from oxgraph.newest import Newest
from oxgraph.server.authentication import Caller
from oxgraph.server.past_experience import by_action_type
from oxgraph.types import Injection

if TYPE_CHECKING:
    from oxgraph.operations import Operation

log = logging.getLogger("oxgraph.server")

INJECTION_SECONDS = 2.0
"""Maximum time that a call waits for past experience."""

CAPTURE_SECONDS = 5.0
"""Maximum time that a call waits for its capture, which then continues in the background."""

MAX_SESSIONS = 10_000
MAX_BACKGROUND_CAPTURES = 1_000
"""Captures under way at a time; while Neo4j cannot be reached for long, later ones are dropped."""

SYSTEM_ID = re.compile(r"(?=.*[0-9:_/#])[A-Za-z0-9_.:/#+=~-]{1,128}")
"""An id as systems make them: one word with a digit or a punctuation mark that names of people do not have."""

T = TypeVar("T")


def targets(operation: "Operation", arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """The ids among the arguments that the operation declares as its targets.

    A person's name in the place of an id is left out: names of people are not captured.
    """
    values: list[Any] = []
    for field in operation.targets:
        value = arguments.get(field)
        values += value if isinstance(value, list) else [value]
    return tuple(one for one in values if isinstance(one, str) and (is_uuid(one) or SYSTEM_ID.fullmatch(one)))


async def node_type(
    operation: "Operation", arguments: Mapping[str, Any], ids: tuple[str, ...], caller: Caller
) -> str | None:
    """The node type that the arguments name, else the type of the targets in the graph."""
    named = arguments.get(operation.node_type) if operation.node_type else None
    if isinstance(named, str) and named.strip():
        return named
    if not ids:
        return None
    return await caller.access.node_type(list(ids))


class ToolCalls:
    """Injection before and capture after tool calls. Neither ever fails a call: errors are logged."""

    def __init__(self) -> None:
        self._captures: set[asyncio.Task[None]] = set()
        self._sessions: Newest[tuple[str, str], None] = Newest(MAX_SESSIONS)
        self._named_next: Newest[tuple[str, str], tuple[str, ...]] = Newest(MAX_SESSIONS)

    def track(  # noqa: PLR0917 - the order of an action's fields
        self,
        memory: AsyncMemory,
        session_id: str,
        agent_id: str | None,
        action_type: str,
        targets: Iterable[str] = (),
        node_type: str | None = None,
    ) -> "TrackedCall":
        """A context manager for one call: has the `block` of past experience, captures the call at its end.

        An exception inside, or `failed(error_code)`, makes the action a failure. Values that exceed the limits of an
        action's fields are cut, and targets that cannot be ids are left out.
        """
        return TrackedCall(self, memory, action_fields.action(session_id, agent_id, action_type, targets, node_type))

    async def injection(self, memory: AsyncMemory, action: Mapping[str, Any]) -> Injection:
        """The past experience with an action that is about to be performed; empty where it cannot be fetched."""
        about = {name: action[name] for name in ("action_type", "session_id", "target_node_type")}
        return await self.quietly(memory.telemetry.inject(action["targets"], **about)) or Injection()

    async def strongest(self, memory: AsyncMemory, session_id: str) -> str:
        """A block of the failures that cost the workspace most, for a session's beginning; '' where there are none.

        The session's next action names them.
        """
        found = await self.quietly(memory.telemetry.costliest_failures(session_id=session_id)) or Injection()
        self.name_next(memory, session_id, found.ids)
        return found.block

    async def blocks(self, memory: AsyncMemory, action_types: Iterable[str], session_id: str) -> dict[str, str]:
        """The blocks of the action types that have patterns, as a session may be shown them."""
        return await self.quietly(by_action_type(memory, action_types, session_id)) or {}

    def name_next(self, memory: AsyncMemory, session_id: str, ids: Iterable[str]) -> None:
        """Has the session's next action name these patterns: they are shown before any call, instead of one, or
        behind one.
        """
        key = (memory.workspace_id, session_id)
        if named := action_fields.shown([*self._named_next.get(key, ()), *ids]):
            self._named_next[key] = named

    def named_before(self, memory: AsyncMemory, session_id: str) -> tuple[str, ...]:
        """The patterns that the session was shown since its last action, which this one names."""
        return self._named_next.pop((memory.workspace_id, session_id), ())

    async def quietly(self, work: Awaitable[T]) -> T | None:
        """The result of the work; None where it fails or takes longer than INJECTION_SECONDS, which is logged."""
        return await _within(INJECTION_SECONDS, work, "past experience could not be fetched")

    async def end_session(self, memory: AsyncMemory, session_id: str) -> None:
        """End a session, if any of its calls was captured."""
        self._named_next.pop((memory.workspace_id, session_id), None)
        if (memory.workspace_id, session_id) not in self._sessions:
            return
        del self._sessions[memory.workspace_id, session_id]
        await _within(CAPTURE_SECONDS, memory.telemetry.end_session(session_id), "a session could not be ended")

    async def close(self, seconds: float = CAPTURE_SECONDS) -> None:
        """Wait for the captures under way, and cancel those that take longer than `seconds`."""
        if self._captures:
            await asyncio.wait(set(self._captures), timeout=seconds)
        for task in set(self._captures):
            task.cancel()

    async def capture(self, memory: AsyncMemory, action: dict[str, Any], *, wait: bool = True) -> None:
        """Capture an action, given by the fields of `telemetry.capture`.

        With `wait` it is durable on return, unless it takes longer than CAPTURE_SECONDS: then it continues in the
        background.
        """
        if len(self._captures) >= MAX_BACKGROUND_CAPTURES:
            log.warning("an action was not captured: %d captures are under way already", MAX_BACKGROUND_CAPTURES)
            return
        task = asyncio.ensure_future(self._capture(memory, action))
        self._captures.add(task)
        task.add_done_callback(self._captures.discard)
        if wait:
            await asyncio.wait({task}, timeout=CAPTURE_SECONDS)

    async def _capture(self, memory: AsyncMemory, action: dict[str, Any]) -> None:
        try:
            result = await memory.telemetry.capture(**action)
        except Exception as error:
            log.warning("the action %s was not captured: %s", action["action_type"], _loggable(error))
            return
        if result.captured:
            self._sessions[memory.workspace_id, action["session_id"]] = None


class TrackedCall:
    """One tool call; made by `ToolCalls.track`. `injection` is the past experience with it, given with its result.

    The call names its plain patterns, which stand in the tool's description. Those of a situation stand only with the
    result of this call, which was made without them: the next one names these.
    """

    def __init__(self, tool_calls: ToolCalls, memory: AsyncMemory, fields: dict[str, Any]) -> None:
        self._tool_calls = tool_calls
        self._memory = memory
        self._fields = fields
        self._started_at: datetime | None = None
        self._started = 0.0
        self._error_code: str | None = None
        self._before: tuple[str, ...] = ()
        self.injection = Injection()

    @property
    def block(self) -> str:
        """The past experience as text; '' where there is none."""
        return self.injection.block

    def failed(self, error_code: str) -> None:
        """Mark the call as failed, though no exception was raised."""
        self._error_code = error_code

    async def __aenter__(self) -> Self:
        self._before = self._tool_calls.named_before(self._memory, self._fields["session_id"])
        self.injection = await self._tool_calls.injection(self._memory, self._fields)
        self._started_at, self._started = self._memory.telemetry.now(), time.perf_counter()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        action = self._fields | self._outcome(error)
        action["started_at"] = self._started_at
        action["latency_ms"] = round((time.perf_counter() - self._started) * 1000, 3)
        plain = [row.id for row in self.injection.patterns if row.id is not None and row.context is None]
        action["injected_patterns"] = action_fields.shown([*self._before, *plain])
        behind = [one for one in self.injection.ids if one not in plain]
        self._tool_calls.name_next(self._memory, self._fields["session_id"], behind)
        # A client that cancels a call does not wait for its capture, which is a task of its own.
        cancelled = error is not None and not isinstance(error, Exception)
        await self._tool_calls.capture(self._memory, action, wait=not cancelled)

    def _outcome(self, error: BaseException | None) -> dict[str, Any]:
        code = self._error_code
        if isinstance(error, asyncio.CancelledError):
            code = CANCELLED
        elif error is not None:
            code = type(error).__name__
        failed = code is not None
        return {
            "outcome": "failure" if failed else "success",
            "error_code": action_fields.error_code(code) if code is not None else None,
        }


async def _within(seconds: float, work: Awaitable[T], failure: str) -> T | None:
    """The result of the work; None where it fails or takes longer than `seconds`, which is logged."""
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        log.warning("%s: it took longer than %g s", failure, seconds)
    except Exception as error:
        log.warning("%s: %s", failure, _loggable(error))
    return None


def _loggable(error: Exception) -> str:
    """The message of an error of ours; of another one only its class, as its message may contain payloads."""
    return str(error) if isinstance(error, OxgraphError) else type(error).__name__
