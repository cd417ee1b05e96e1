"""The actions of a turn, gathered while it lasts and captured at its end."""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Lock
from types import TracebackType
from typing import Any, Self

from oxgraph.client.recording import error_code
from oxgraph.errors import InvalidInput
from oxgraph.ids import stable_id
from oxgraph.types import Action, Outcome, limits
from oxgraph.types.ingest import STEPS
from oxgraph.types.turn import TurnRequest

log = logging.getLogger("oxgraph")

STEP_FIELDS = ("action_type", "target_node_type", "outcome", "error_code", "latency_ms")


@dataclass
class Gathered:
    """The actions of a turn, in the order in which they ended. Their ids come from the turn's: they are kept once."""

    asked: TurnRequest
    workspace_id: str
    turn_id: str
    now: Callable[[], datetime]
    actions: list[Action] = field(default_factory=list)
    lock: Lock = field(default_factory=Lock)

    def add(self, **given: Any) -> None:
        """Notes an action by the fields of `Action`; session and agent are the turn's. Raises InvalidInput."""
        with self.lock:
            if len(self.actions) == limits.BATCH:
                raise InvalidInput(field="action", reason=f"a turn has at most {limits.BATCH} actions")
            self.actions.append(self.action(**given))

    def action(self, **given: Any) -> Action:
        """The action that the fields make, begun so long ago as it took. Raises InvalidInput."""
        id_ = stable_id(self.workspace_id, "action", ["turn", self.turn_id, str(len(self.actions))])
        own = {"session_id": self.asked.session, "agent_id": self.asked.agent_id, "id": id_}
        return Action(**own | {name: value for name, value in given.items() if value is not None})

    def step(self, action_type: str, **given: Any) -> "TurnStep":
        """A step that is timed."""
        return TurnStep(self, {"action_type": action_type} | given)

    def captured(self, patterns: Iterable[str]) -> list[Action]:
        """The actions with the patterns that the agent was shown before them."""
        return [one.model_copy(update={"injected_patterns": tuple(patterns)}) for one in self.actions]

    def steps(self) -> list[dict[str, Any]]:
        """The first steps as a message's metadata has them."""
        return [self._step(one) for one in self.actions[:STEPS]]

    def _step(self, action: Action) -> dict[str, Any]:
        row = action.model_dump(include=set(STEP_FIELDS), exclude_none=True)
        return row | ({"started_at": action.started_at.isoformat()} if action.started_at else {})


class TurnStep:
    """One step being timed; for `with` and `async with`. Its exception is a failure, and goes through.

    Inside the block `outcome` and `error_code` can be set, as in `telemetry.record`.
    """

    def __init__(self, gathered: Gathered, values: dict[str, Any]) -> None:
        self._gathered = gathered
        self._values = values
        self._started_at: datetime | None = None
        self._started = 0.0
        self.outcome: Outcome | None = None
        self.error_code: str | None = None

    def __enter__(self) -> Self:
        """What cannot be captured is refused before the step, not after it."""
        self._gathered.action(**self._values, outcome="success")
        self._started_at = self._gathered.now()
        self._started = time.perf_counter()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        latency_ms = round((time.perf_counter() - self._started) * 1000, 3)
        ending = self._ending(error) | {"latency_ms": latency_ms, "started_at": self._started_at}
        try:
            self._gathered.add(**self._values | ending)
        except InvalidInput as failure:
            if error is None:
                raise
            log.warning("the action %s could not be kept: %s", self._values["action_type"], failure)

    def _ending(self, error: BaseException | None) -> dict[str, Any]:
        code = self.error_code or (error_code(error) if error is not None else None)
        if error is not None:
            return {"outcome": "failure", "error_code": code}
        return {"outcome": self.outcome or ("failure" if code else "success"), "error_code": code}

    async def __aenter__(self) -> Self:
        return self.__enter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.__exit__(kind, error, trace)
