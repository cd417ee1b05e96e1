# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""What agents did, written as they do it, and past experience shown before they act."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Never

from oxgraph.client._sync.access import Access
from oxgraph.client._sync.recorder import Recorder
from oxgraph.client.batches import action_rows, session_rows
from oxgraph.types import Action, BatchResult, CaptureResult, Injection, Outcome
from oxgraph.types.inputs import InjectRequest, SessionEnd, SessionImport, SessionStart

HERE = ("self", "unknown")
"""What is no field of an action. An unknown field gets as far as the check, so that it is refused like any other."""


class Capturing:
    """The writing half of telemetry."""

    _access: Access

    def capture(
        self,
        *,
        action_type: str,
        session_id: str,
        outcome: Outcome,
        agent_id: str | None = None,
        target_node_type: str | None = None,
        targets: Iterable[str] = (),
        error_code: str | None = None,
        latency_ms: float | None = None,
        started_at: datetime | None = None,
        seq: int | None = None,
        injected_patterns: Iterable[str] = (),
        id: str | None = None,
        **unknown: Never,
    ) -> CaptureResult:
        """Captures one agent operation; it is durable when this returns. The fields are those of `Action`.

        Where memory is off nothing is captured and `reason` says so. Raises InvalidInput, Unauthenticated,
        WorkspaceDeleted.
        """
        given = {name: value for name, value in locals().items() if name not in HERE and value is not None}
        now = self._access.now()
        row = Action(**given, **unknown).row(now)
        return CaptureResult(**self._access.direct("capture", "telemetry/capture", action=row, now=now))

    def capture_many(self, actions: Iterable[Action | dict[str, Any]]) -> BatchResult:
        """Captures up to 10,000 actions in one transaction, all or nothing.

        Raises InvalidInput, which names the action by its place.
        """
        now = self._access.now()
        rows = action_rows(actions, now)
        return BatchResult(**self._access.direct("capture_many", "telemetry/capture_many", actions=rows, now=now))

    def record(
        self,
        action_type: str,
        *,
        session_id: str | Callable[..., str],
        targets: Iterable[str] | Callable[..., Iterable[str]] = (),
        agent_id: str | None = None,
        target_node_type: str | None = None,
        seq: int | None = None,
        inject: bool = False,
        **unknown: Never,
    ) -> Recorder:
        """Records a block or a function: a context manager and a decorator.

        Times the call, captures it when it ends, and lets its exception through; the exception's class (or its
        `error_code` or `code`) becomes the error code. With `inject`, past experience is fetched first, is in
        `injection`, and is named in the action. As a decorator, `session_id` and `targets` may be functions of the
        call's arguments.

        Raises what `inject` and `capture` raise; but where the call itself raised, a failing capture is only logged.
        """
        given = {name: value for name, value in locals().items() if name not in HERE and value is not None}
        del given["inject"]
        return Recorder(self, given | unknown, inject=inject)

    def now(self) -> datetime:
        """The time by the connection's clock."""
        return self._access.now()

    def start_session(
        self, session_id: str | None = None, intent: str | None = None, agent_id: str | None = None
    ) -> str:
        """Opens a session and gives its id; a new id unless one is given. Raises InvalidInput."""
        given: dict[str, Any] = {"session_id": session_id, "intent": intent, "agent_id": agent_id}
        session = SessionStart(**{name: value for name, value in given.items() if value is not None})
        now = self._access.now()
        row = session.model_dump(exclude_none=True) | {"started_at": now}
        self._access.direct("start_session", "telemetry/session", session=row, now=now)
        return session.session_id

    def end_session(self, session_id: str, outcome: Outcome | None = None, intent: str | None = None) -> None:
        """Closes a session; the outcome given here is its sequence's. Raises InvalidInput."""
        now = self._access.now()
        session = SessionEnd(session_id=session_id, outcome=outcome, intent=intent)
        row = session.model_dump(exclude_none=True) | {"ended_at": now}
        self._access.direct("end_session", "telemetry/session", session=row, now=now)

    def import_sessions(self, sessions: Iterable[SessionImport | dict[str, Any]]) -> int:
        """Writes what was recorded of up to 10,000 sessions elsewhere; how many were new. Raises InvalidInput."""
        now = self._access.now()
        rows = session_rows(sessions, now)
        row = self._access.direct("import_sessions", "telemetry/sessions_many", sessions=rows, now=now)
        return int(row["created"])

    def inject(
        self,
        targets: Iterable[str] = (),
        action_type: str | None = None,
        session_id: str | None = None,
        target_node_type: str | None = None,
        limit: int | None = None,
    ) -> Injection:
        """Past experience with these nodes, as a block for an agent's prompt; empty when there is none.

        `targets` are node ids; the node type is taken from them where it is not given. With `action_type` (without it:
        what the session did last) the situation is looked at as well: what the session's last actions, and earlier
        ones on the first target, say of this one. `limit` is at most the workspace's inject_limit. Hand `ids` to the
        capture that follows. Raises InvalidInput.
        """
        given: dict[str, Any] = {name: value for name, value in locals().items() if name != "self"}
        request = InjectRequest(**given)
        row = request.model_dump(exclude_none=True) | {"targets": list(request.targets)}
        return Injection(**self._access.direct("inject", "telemetry/inject", request=row, now=self._access.now()))
