"""Replays recorded runs: asks for warnings before each action, captures it, runs the passes at session ends."""

from dataclasses import dataclass, field
from datetime import datetime

from oxgraph.action_codes import SUCCESS
from oxgraph.client import Memory
from oxgraph.evaluation import Case, WarningMeasures
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from oxgraph.replay.events import Event, EventKind
from oxgraph.replay.recorded_runs import RecordedAction, RecordedSession
from oxgraph.types import Injection

PASSES = (1, 2)
"""The error code of a pattern of successes."""


@dataclass
class RecordedTime:
    """A clock with the time of the current event."""

    time: datetime

    def __call__(self) -> datetime:
        """The current time."""
        return self.time


@dataclass
class Replay:
    """A replay into one workspace, event by event.

    What is asked is what the agent knew: action type, targets and their type, and its session so far. The recorded
    agent saw no warning, so none is named in what is captured.
    """

    graph: Graph
    memory: Memory
    clock: RecordedTime
    measures: WarningMeasures = field(default_factory=WarningMeasures)
    threshold: float | None = None
    _asked: dict[str, Case] = field(default_factory=dict)

    def live(self, event: Event) -> None:
        """Replays one event at its time."""
        self.clock.time = event.at
        match event.kind, event.action:
            case EventKind.ACTION_BEGINS, RecordedAction() as action:
                self._before(event.session.session_id, action)
            case EventKind.ACTION_ENDS, RecordedAction() as action:
                self._tell(event.session, action)
            case _:
                self._end(event)

    def _before(self, session_id: str, action: RecordedAction) -> None:
        self._asked[action.id] = self._ask(session_id, action)

    def _ask(self, session_id: str, action: RecordedAction) -> Case:
        given = self.memory.telemetry.inject(
            action.targets, action.action_type, session_id, target_node_type=action.target_node_type
        )
        self.threshold = given.threshold
        return Case(
            action.action_type,
            action.failed,
            self.measures.share_so_far if given.probability is None else given.probability,
            given.warned,
            plainly_warned(given, action.action_type),
        )

    def _tell(self, session: RecordedSession, action: RecordedAction) -> None:
        self._capture(session, action)
        self.measures.add(self._asked.pop(action.id))

    def _capture(self, session: RecordedSession, action: RecordedAction) -> None:
        if session.model is not None and action is session.actions[0]:
            self.memory.telemetry.start_session(session.session_id, model=session.model)
        self.memory.telemetry.capture(
            id=action.id,
            action_type=action.action_type,
            session_id=session.session_id,
            outcome=action.outcome,
            agent_id=action.agent_id,
            target_node_type=action.target_node_type,
            targets=action.targets,
            error_code=action.error_code,
            latency_ms=action.latency_ms,
            started_at=action.started_at,
            seq=action.seq,
        )

    def _end(self, event: Event) -> None:
        """Sends the session's outcome, then runs the passes."""
        self.memory.telemetry.end_session(event.session.session_id, event.session.outcome)
        evaluate(self.graph, self.memory.workspace_id, passes=PASSES, now=event.at)


def plainly_warned(given: Injection, action_type: str) -> bool:
    """Returns whether a plain pattern warns of this kind of action."""
    return any(
        one.context is None and one.error_code != SUCCESS and one.action_type == action_type for one in given.patterns
    )
