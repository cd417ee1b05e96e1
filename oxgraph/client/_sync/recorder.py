# Generated from its _async twin by tools/generate_sync.py; edit that one.
"""Records a call as an action: how long it took and how it ended."""

import functools
import logging
import time
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from oxgraph.client.recording import Function, P, T, error_code, require_plain
from oxgraph.types import Action, CaptureResult, Injection, Outcome

if TYPE_CHECKING:
    from oxgraph.client._sync.capturing import Capturing

log = logging.getLogger("oxgraph")


class Recorder:
    """One call being recorded; made by `telemetry.record`.

    Inside the block `outcome` and `error_code` can be set; an exception is a failure in any case. `injection` is the
    past experience shown before the call, `captured` what became of the action afterwards.
    """

    def __init__(self, telemetry: "Capturing", values: dict[str, Any], *, inject: bool) -> None:
        self._telemetry = telemetry
        self._values = values
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
            asked = ("targets", "action_type", "session_id", "target_node_type")
            request = {name: self._values[name] for name in asked if name in self._values}
            self.injection = self._telemetry.inject(**request)
        self._started_at = self._telemetry.now()
        self._started = time.perf_counter()
        return self

    def _check(self) -> None:
        """What cannot be captured is refused before the call, not after it."""
        Action(**self._values, outcome="success")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        latency_ms = round((time.perf_counter() - self._started) * 1000, 3)
        try:
            self.captured = self._telemetry.capture(
                **self._values,
                **self._ending(error),
                latency_ms=latency_ms,
                started_at=self._started_at,
                injected_patterns=self.injection.ids,
            )
        except Exception as failure:
            if error is None:
                raise
            log.warning("the action %s could not be captured: %s", self._values["action_type"], failure)

    def _ending(self, error: BaseException | None) -> dict[str, Any]:
        """Outcome and error code; the caller's own exception is never hidden by a code that cannot be taken."""
        code = self.error_code or (error_code(error) if error is not None else None)
        if error is not None:
            return {"outcome": "failure", "error_code": code}
        return {"outcome": self.outcome or ("failure" if code else "success"), "error_code": code}

    def __call__(self, function: Function[P, T]) -> Function[P, T]:
        """Records every call of `function`."""
        require_plain(function)

        @functools.wraps(function)
        def recorded(*args: P.args, **kwargs: P.kwargs) -> T:
            with self._for_call(args, kwargs):
                return function(*args, **kwargs)

        return recorded

    def _for_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> "Recorder":
        """A recorder of its own for one call; values that are functions are asked with the call's arguments."""
        values = {name: _value(value, args, kwargs) for name, value in self._values.items()}
        return Recorder(self._telemetry, values, inject=self._inject)


def _value(value: object, args: tuple[Any, ...], kwargs: dict[str, Any]) -> object:
    return value(*args, **kwargs) if callable(value) else value
