# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Capture of actions and sessions, the recorder of calls, and the injection of past experience."""

import functools
import logging
import time
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from types import TracebackType
from typing import Any, Self

from oxgraph.client._sync.access import Access
from oxgraph.client.batches import action_rows, session_rows
from oxgraph.client.recording import Function, P, RecordedAction, T, call_ended, require_plain
from oxgraph.clock import since_epoch
from oxgraph.types import Action, BatchResult, CaptureResult, Injection, Outcome, SessionEnded
from oxgraph.types.fields import unchecked
from oxgraph.types.inputs import ActionInput, CostliestRequest, InjectRequest, SessionEnd, SessionInput, SessionStart

log = logging.getLogger("oxgraph")


class Recorder:
    """One call being recorded; made by `telemetry.record`.

    Inside the block `outcome` and `error_code` can be set; an exception is a failure in any case. `injection` is the
    past experience shown before the call, `captured` the result of the capture.
    """

    def __init__(self, capture: "Capture", action: RecordedAction, *, inject: bool) -> None:
        self._capture = capture
        self._action = action
        self._inject = inject
        self._started_at: datetime | None = None
        self._started = 0.0
        self.outcome: Outcome | None = None
        self.error_code: str | None = None
        self.injection = Injection()
        self.captured: CaptureResult | None = None

    def __enter__(self) -> Self:
        self._check()
        if self._inject:
            asked = InjectRequest(
                targets=unchecked(self._action.targets),
                action_type=self._action.action_type,
                session_id=unchecked(self._action.session_id),
                target_node_type=self._action.target_node_type,
            )
            self.injection = self._capture.inject(asked)
        self._started_at = self._capture.now()
        self._started = time.perf_counter()
        return self

    def _check(self) -> None:
        """Raises InvalidInput before the call for what could not be captured after it."""
        Action(**self._action.fields(), outcome="success")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        latency_ms = round((time.perf_counter() - self._started) * 1000, 3)
        try:
            action = Action(
                **self._action.fields(),
                **call_ended(self.outcome, self.error_code, error),
                latency_ms=latency_ms,
                started_at=self._started_at,
                injected_patterns=self.injection.ids,
            )
            self.captured = self._capture.finish(action)
        except Exception as failure:
            if error is None:
                raise
            log.warning("the action %s could not be captured: %s", self._action.action_type, failure)

    def __call__(self, function: Function[P, T]) -> Function[P, T]:
        """Records every call of `function`."""
        require_plain(function)

        @functools.wraps(function)
        def recorded(*args: P.args, **kwargs: P.kwargs) -> T:
            with self._for_call(args, kwargs):
                return function(*args, **kwargs)

        return recorded

    def _for_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> "Recorder":
        """A recorder of its own for one call."""
        return Recorder(self._capture, self._action.for_call(args, kwargs), inject=self._inject)


class Capture:
    """Writes actions and sessions, and reads the block of past experience."""

    def __init__(self, access: Access) -> None:
        self._access = access

    def capture(self, action: Action) -> CaptureResult:
        """See `AsyncTelemetry.capture`."""
        now = self._access.now()
        given = {"action": action.row(now), "now": since_epoch(now)}
        answer = self._access.call_silent("capture", "telemetry/capture", **given)
        if answer is None:
            answer = {"captured": True, "references": len(action.targets), "injected": len(action.injected_patterns)}
        return CaptureResult(action_id=action.id, **answer)

    def finish(self, action: Action) -> CaptureResult:
        """As `capture`; goes on where its caller is cancelled."""
        result: CaptureResult = self._access.background.finish(partial(self.capture, action))
        return result

    def capture_many(self, actions: Iterable[ActionInput]) -> BatchResult:
        """See `AsyncTelemetry.capture_many`."""
        now = self._access.now()
        rows = action_rows(actions, now)
        return BatchResult(**self._access.call("capture_many", "telemetry/capture_many", actions=rows, now=now))

    def now(self) -> datetime:
        """See `AsyncTelemetry.now`."""
        return self._access.now()

    def start_session(
        self,
        session_id: str | None = None,
        intent: str | None = None,
        agent_id: str | None = None,
        model: str | None = None,
    ) -> str:
        """See `AsyncTelemetry.start_session`."""
        session = SessionStart.given(session_id=session_id, intent=intent, agent_id=agent_id, model=model)
        now = self._access.now()
        row = session.model_dump(exclude_none=True) | {"started_at": now}
        self._access.call("start_session", "telemetry/session", session=row, now=now)
        return session.session_id

    def end_session(self, session_id: str, outcome: Outcome | None = None, intent: str | None = None) -> SessionEnded:
        """See `AsyncTelemetry.end_session`."""
        now = self._access.now()
        session = SessionEnd(session_id=session_id, outcome=outcome, intent=intent)
        row = session.model_dump(exclude_none=True) | {"ended_at": now}
        made = self._access.call("end_session", "telemetry/session", session=row, now=now)
        reason, new = made["reason"], made["created"]
        return SessionEnded(session_id=session.session_id, ended=not reason, known=not (reason or new), reason=reason)

    def import_sessions(self, sessions: Iterable[SessionInput]) -> int:
        """See `AsyncTelemetry.import_sessions`."""
        now = self._access.now()
        rows = session_rows(sessions, now)
        row = self._access.call("import_sessions", "telemetry/sessions_many", sessions=rows, now=now)
        return int(row["created"])

    def inject(self, asked: InjectRequest) -> Injection:
        """See `AsyncTelemetry.inject`."""
        given = {"request": asked.row(), "now": self._access.now()}
        return Injection(**self._access.call("inject", "telemetry/inject", **given))

    def costliest_failures(self, asked: CostliestRequest) -> Injection:
        """See `AsyncTelemetry.costliest_failures`."""
        given = {"request": asked.row(), "now": self._access.now()}
        return Injection(**self._access.call("costliest_failures", "telemetry/costliest_failures", **given))
