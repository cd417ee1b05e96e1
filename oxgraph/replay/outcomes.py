"""Measures the risk of runs on recorded ones: replays them without looking ahead, and stores the result."""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from oxgraph.client import Client, Memory
from oxgraph.client._sync.client import open_workspace
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.errors import InvalidInput
from oxgraph.evaluation import OutcomeMeasures, Run
from oxgraph.evaluation.outcome_scores import Counting, lengths
from oxgraph.replay.events import Event
from oxgraph.replay.measurement import kept, live_through, no_notice
from oxgraph.replay.recorded_runs import History, RecordedAction, RecordedSession, read_history
from oxgraph.replay.replay import RecordedTime, Replay
from oxgraph.replay.temporary_workspace import scratch
from oxgraph.types.evaluation import OutcomesEvaluated

Results = Mapping[str, bool]
"""Whether runs ended well, by session id or by what stands before its first /."""


@dataclass
class OutcomeReplay(Replay):
    """A replay that asks for the risk of a run after three actions, at half of its actions and at its end.

    The baselines learn from the same runs at the same time.
    """

    runs: OutcomeMeasures = field(default_factory=OutcomeMeasures)
    _counting: Counting = field(default_factory=Counting)
    _done: dict[str, list[RecordedAction]] = field(default_factory=dict)
    _risk: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)

    def _before(self, session_id: str, action: RecordedAction) -> None:
        """Asks for no warning: it takes no part."""

    def _tell(self, session: RecordedSession, action: RecordedAction) -> None:
        self._capture(session, action)
        done = self._done.setdefault(session.session_id, [])
        done.append(action)
        for cut, length in lengths(len(session.actions)).items():
            if length == len(done):
                self._risk.setdefault(session.session_id, {})[cut] = self._ask_risk(session.session_id, done)

    def _ask_risk(self, session_id: str, done: list[RecordedAction]) -> dict[str, float]:
        """What is said of the run now, by each rule."""
        asked = {"workspace_id": self.memory.workspace_id, "session_id": session_id}
        (row,) = self.graph.read(statement("evaluation/run_risk"), **asked)
        base = self._counting.base()
        return {
            "risk": base if row["probability"] is None else row["probability"],
            "counting": self._counting.probability([one.action_type for one in done]),
            "base_rate": base,
        }

    def _end(self, event: Event) -> None:
        risks = self._risk.pop(event.session.session_id)
        actions = self._done.pop(event.session.session_id)
        if event.session.outcome is not None:
            failed = event.session.outcome == "failure"
            by_rule = {
                rule: {cut: one[rule] for cut, one in risks.items()} for rule in ("risk", "counting", "base_rate")
            }
            self.runs.runs.append(Run(failed, **by_rule))
            self._counting.learn(failed, [one.action_type for one in actions])
        super()._end(event)


def evaluate_outcomes(
    client: Client,
    name: str,
    files: str | Path | Iterable[str | Path],
    *,
    results: Results | None = None,
    keep: bool = False,
    progress: Progress = no_progress,
    notify: Callable[[str], None] = no_notice,
) -> OutcomesEvaluated:
    """Replays recorded runs of agents in time order, and measures how well the risk of a run foretells its end.

    Files are those of `evaluate_warnings`; the outcome of a session is its `task_success`, or what `results` says by
    session id. Each run is judged before its outcome is learned, in a workspace of its own with the settings of `name`,
    which is made where it is new. The run is kept in `name`. Raises InvalidInput (naming file, line and field; also
    where no session has an outcome), WorkspaceDeleted.
    """
    began = time.perf_counter()
    history = read_history(map(str, [files] if isinstance(files, str | Path) else files), present(client.clock))
    _set_outcomes(history, results or {})
    target = open_workspace(client, name)
    clock = RecordedTime(history.sessions[0].started_at)
    replaying = replace(client, clock=clock, embedder=None)
    with scratch(replaying, target, history.digest, keep, notify) as memory:
        figures = _replayed(OutcomeReplay(client.graph, memory, clock), history, progress)
    stored = kept("outcomes", target, history, figures, scratch=memory.name if keep else None, began=began)
    return OutcomesEvaluated(**figures, **stored, actions=history.actions)


def _set_outcomes(history: History, results: Results) -> None:
    for session in history.sessions:
        solved = results.get(session.session_id, results.get(session.session_id.partition("/")[0]))
        if solved is not None:
            session.outcome = "success" if solved else "failure"
    if all(session.outcome is None for session in history.sessions):
        raise InvalidInput(field="files", reason="hold no session with an outcome (task_success)")


def _replayed(replay: OutcomeReplay, history: History, progress: Progress) -> dict[str, Any]:
    live_through(replay, history, progress)
    return replay.runs.figures() | _learned(replay.memory)


def _learned(memory: Memory) -> dict[str, Any]:
    found = [row for row in memory.telemetry.patterns(kind="outcome") if row.recommendation]
    risk = memory._access.graph.single(statement("evaluation/run_model"), workspace_id=memory.workspace_id)
    return {"patterns": [row.recommendation for row in found], "proved": bool(risk and risk["proved"])}
