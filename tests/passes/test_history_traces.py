"""A year of recorded runs, imported, gives the patterns, metrics and trends that a live run gave at the time."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import Client, Memory
from oxgraph.graph import Graph
from oxgraph.imports.traces import import_traces
from oxgraph.passes import evaluate, evaluate_history
from tests.passes.support import capture, tell
from tests.passes.test_history import looked, same
from tests.passes.test_traces import TRACES, action_of, rows_of, time_of

pytestmark = [
    pytest.mark.eval,
    pytest.mark.skipif(not TRACES.is_dir(), reason="the measuring data is not here"),
]

FIRST = datetime(2025, 1, 1, tzinfo=UTC)
DAYS = 365
TODAY = datetime(2026, 11, 1, tzinfo=UTC)
QUARTER = timedelta(minutes=15)
RULES: dict[str, Any] = {"promote_samples": 3, "promote_confidence": 0.3, "evidence_window_days": 60}


def year_of(name: str) -> list[dict[str, Any]]:
    """The recorded actions with their sessions spread over a year; the steps of a session keep their distances."""
    rows = rows_of(name)
    begun = {row["session_id"]: time_of(row) for row in reversed(rows)}
    places = {session: place for place, session in enumerate(dict.fromkeys(row["session_id"] for row in rows))}
    for row in rows:
        day = FIRST + timedelta(days=places[row["session_id"]] * DAYS // len(places), hours=9)
        own = timedelta(minutes=11 * (places[row["session_id"]] % 40))
        row["ts"] = (day + own + (time_of(row) - begun[row["session_id"]])).isoformat()
    return sorted(rows, key=lambda row: row["ts"])


def live(graph: Graph, space: Memory, rows: list[dict[str, Any]]) -> Iterator[datetime]:
    """Runs live, with the passes at the quarters in which something closes and each night; yields the nights."""
    outcomes = {row["session_id"]: "success" if row["task_success"] else "failure" for row in rows}
    actions = [action_of(row) | {"agent_id": row["agent_id"]} for row in rows]
    times = {quarter + n * QUARTER for quarter in {_quarter(one["started_at"]) for one in actions} for n in range(2)}
    nights = {FIRST + timedelta(days=day, hours=2) for day in range(1, DAYS + 35)}
    for now in sorted(times | nights):
        come = [one for one in actions if one["started_at"] <= now]
        actions = actions[len(come) :]
        if come:
            for name in dict.fromkeys(one["session_id"] for one in come):
                tell(graph, space.workspace_id, {"session_id": name, "outcome": outcomes[name]})
            capture(graph, space.workspace_id, come)
        evaluate(graph, space.workspace_id, now=now, passes=[1, 2, 3] if now in nights else [1, 2])
        if now in nights:
            yield now


def _quarter(time: datetime) -> datetime:
    """The next full quarter of an hour."""
    return FIRST + -((FIRST - time) // QUARTER) * QUARTER


@pytest.mark.parametrize("name", ["airline-gpt-4o", "hotpotqa-react"])
def test_a_year_imported_is_a_year_lived(memory: Client, name: str, tmp_path: Path) -> None:
    rows = year_of(name)
    running, space = (memory.create_workspace(f"year-{name}-{kind}-{id(rows)}", **RULES) for kind in ("live", "old"))
    for one in (running, space):
        one.telemetry.metrics.create("success", success_condition="outcome == 'success'", window_days=30)
    seen = {now: looked(running) for now in live(memory.graph, running, rows) if now.day in (1, 15)}
    evaluate(memory.graph, running.workspace_id, now=TODAY, passes=[1, 2])

    file = tmp_path / f"{name}.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    imported = import_traces(space, [str(file)])
    report = evaluate_history(memory.graph, space.workspace_id, now=TODAY)
    print(f"{name}: {imported.captured} actions in {imported.seconds} s, {report}")
    for now, expected in seen.items():
        assert looked(space, now) == expected, now
    assert any(one["patterns"] for one in seen.values())
    same(memory.graph, space.workspace_id, running.workspace_id)
