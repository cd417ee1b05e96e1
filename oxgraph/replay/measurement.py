"""Measures warnings on recorded runs: replays them without looking ahead, and stores the result."""

import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from oxgraph.client import Client, Memory
from oxgraph.client._sync.client import open_workspace
from oxgraph.client._sync.evaluations import EvaluationRuns, Kind, Measured, changed
from oxgraph.client.concurrency import Progress, no_progress
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.evaluation.warning_scores import AT_PRECISION
from oxgraph.replay.events import in_order
from oxgraph.replay.recorded_runs import History, read_history
from oxgraph.replay.replay import RecordedTime, Replay
from oxgraph.replay.temporary_workspace import scratch
from oxgraph.types.evaluation import WarningsEvaluated

CALL = "evaluations.run"
OF_WARNINGS = ("sequence_gap_seconds", "evidence_window_days", "promote_", "supersede_", "decay_", "retire_", "inject_")
"""Prefixes of the settings that affect the result."""


def no_notice(message: str) -> None:
    """Ignores the message."""


def evaluate_warnings(
    client: Client,
    name: str,
    files: str | Path | Iterable[str | Path],
    *,
    keep: bool = False,
    at_precision: float = AT_PRECISION,
    progress: Progress = no_progress,
    notify: Callable[[str], None] = no_notice,
) -> WarningsEvaluated:
    """Replays recorded runs of agents in time order, and measures how well warnings foresee their failures.

    Files are those of the import of traces; several are one history. Before each action `inject` is asked as the
    agent would have, then the action is captured; at the end of each session it is learned from, all at the time of
    the recording. That happens in a workspace of its own with the settings of `name`, which is made where it is new;
    it is removed afterwards, unless it is to be kept. `at_precision` (above 0, up to 1) is the share of warnings that
    have to be right where the whole curve is looked at. The run is kept in `name`. Raises InvalidInput (naming file,
    line and field), WorkspaceDeleted.
    """
    began = time.perf_counter()
    history = read_history(map(str, [files] if isinstance(files, str | Path) else files), present(client.clock))
    target = open_workspace(client, name)
    clock = RecordedTime(history.sessions[0].started_at)
    replaying = replace(client, clock=clock, embedder=None)
    with scratch(replaying, target, history.digest, keep, notify) as memory:
        figures = _replayed(Replay(client.graph, memory, clock), history, at_precision, progress)
    return WarningsEvaluated(
        **figures, **kept("warnings", target, history, figures, scratch=memory.name if keep else None, began=began)
    )


def _replayed(replay: Replay, history: History, at_precision: float, progress: Progress) -> dict[str, Any]:
    """Replays the history and returns the measures."""
    live_through(replay, history, progress)
    forecast = replay.graph.single(statement("evaluation/forecast"), workspace_id=replay.memory.workspace_id)
    return replay.measures.figures(at_precision) | {
        "sessions": len(history.sessions),
        "threshold": forecast["threshold"] if forecast else replay.threshold,
        "drifting": bool(forecast and forecast["drifting"]),
    }


def live_through(replay: Replay, history: History, progress: Progress) -> None:
    """Replays the events of a history in the order of their times."""
    total = 2 * history.actions + len(history.sessions)
    for done, event in enumerate(in_order(history), 1):
        replay.live(event)
        progress(done, total)


def kept(
    kind: Kind, target: Memory, history: History, figures: dict[str, Any], *, scratch: str | None, began: float
) -> dict[str, Any]:
    """Records a run in the workspace `target`; what every result of a replay says of it, beside its figures."""
    settings = {name: value for name, value in target.settings().model_dump().items() if name.startswith(OF_WARNINGS)}
    measured = Measured(kind, history.digest, history.actions, len(history.sessions), figures, settings)
    run, before = EvaluationRuns(target._access).record(CALL, measured)
    return {
        "naive_times": history.naive_times,
        "run": run,
        "before": before,
        "differences": changed(before, run),
        "workspace": target.name,
        "scratch": scratch,
        "seconds": round(time.perf_counter() - began, 3),
    }
