"""Imported actions are evaluated as of their own days: the result is that of a live run at the time."""

import json
import uuid
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import Client, Memory
from oxgraph.graph import Graph
from oxgraph.imports.traces import import_traces
from oxgraph.passes import evaluate
from oxgraph.passes.history import HistoryReport, evaluate_history, is_waiting
from tests.passes.support import action, at, capture, query, snapshot
from tests.passes.test_order import differences, names_of, normal, without_scope

RULES: dict[str, Any] = {"evidence_window_days": 5, "promote_samples": 3, "decay_after_days": 4, "decay_factor": 0.5}
DAYS = 12
TODAY = at(days=400)
Look = Callable[[datetime], None]
QUARTER = timedelta(minutes=15)
END = at(days=DAYS + 10, minutes=120)
"""The last night of a live run."""


def actions(first: int = 0, last: int = DAYS) -> list[dict[str, Any]]:
    """Two sessions a day. Paying always fails in the first days, half the time in the middle, then never."""
    return [one for day in range(first, last) for number in range(2) for one in _session(day, number)]


def _session(day: int, number: int) -> Iterator[dict[str, Any]]:
    failed = day < 5 or (day < 8 and number == 0)
    begun = at(days=day, minutes=720 + 20 * number)
    name = f"run-{day}-{number}"
    yield action(name, begun, action_type="look", target_node_type="Product")
    outcome = "failure" if failed else "success"
    yield action(name, begun + timedelta(seconds=40), outcome, action_type="pay", target_node_type="Cart")


def lines(path: Path, done: list[dict[str, Any]]) -> str:
    """A file of recorded actions; its name."""
    text = "".join(json.dumps(one, default=datetime.isoformat) + "\n" for one in done)
    path.write_text(text, encoding="utf-8")
    return str(path)


def live(graph: Graph, workspace_id: str, first: int = 0, look: Look = lambda now: None) -> None:
    """Captures what happens, and runs the passes as the worker would have: each quarter of an hour, and at night.

    `look` is called after each of them.
    """
    waiting = actions(first)
    for quarter in _quarters(first):
        come = [one for one in waiting if one["started_at"] <= quarter]
        waiting = waiting[len(come) :]
        if come:
            capture(graph, workspace_id, come)
        evaluate(graph, workspace_id, now=quarter, passes=[1, 2, 3] if quarter.hour == 2 else [1, 2])
        look(quarter)


def _quarters(first: int) -> Iterator[datetime]:
    """Every night at two from the first action on, and the quarters of the hours in which something happens."""
    for day in range(first, DAYS + 11):
        if day > first:
            yield at(days=day, minutes=120)
        if day < DAYS:
            yield from (at(days=day, minutes=720) + place * QUARTER for place in range(1, 5))


def found(graph: Graph, workspace_id: str) -> dict[str, Any]:
    """The patterns and keys of a workspace and its benchmarks day by day, without what differs between workspaces."""
    rows = snapshot(graph, workspace_id)
    plain = without_scope({kind: rows[kind] for kind in ("keys", "patterns")}, workspace_id, names_of(rows))
    days = graph.read(query("benchmark_days"), workspace_id=workspace_id)
    return {kind: sorted(map(normal, plain[kind]), key=str) for kind in plain} | {"benchmarks": days}


def same(graph: Graph, workspace_id: str, other: str) -> None:
    """Asserts that two workspaces have the same patterns, keys and benchmarks, but for last days without a value."""
    one, two = found(graph, workspace_id), found(graph, other)
    common = min(len(one["benchmarks"]), len(two["benchmarks"]))
    assert one["benchmarks"][:common] == two["benchmarks"][:common]
    assert all(row["value"] is None for row in one["benchmarks"][common:] + two["benchmarks"][common:])
    for kind in ("patterns", "keys"):
        assert differences(one[kind], two[kind]) == []


def imported(space: Memory, file: str, now: datetime = TODAY) -> HistoryReport:
    """Imports a file, and evaluates it."""
    import_traces(space, [file])
    return evaluate_history(space._access.graph, space.workspace_id, now=now)


def space_of(client: Client) -> Memory:
    """A fresh workspace with short windows and two more metrics."""
    space = client.create_workspace(f"history-{uuid.uuid4()}", **RULES)
    space.telemetry.metrics.create("success", success_condition="outcome == 'success'")
    space.telemetry.metrics.create("length", aggregation="average", window_days=3)
    return space


@pytest.mark.deep
def test_an_import_gives_what_a_live_run_gave(memory: Client, tmp_path: Path) -> None:
    graph, running, space = memory.graph, space_of(memory).workspace_id, space_of(memory)
    live(graph, running)
    evaluate(graph, running, now=TODAY, passes=[1, 2])
    report = imported(space, lines(tmp_path / "old.jsonl", actions()))
    same(graph, space.workspace_id, running)
    assert (report.begun, report.days) == (at(minutes=720), DAYS)
    assert report.promoted >= 2 and report.lapsed == report.promoted
    assert {row["properties"]["status"] for row in found(graph, running)["patterns"]} == {"superseded", "deleted"}


@pytest.mark.deep
def test_lists_as_of_a_time_are_those_of_a_live_run_then(memory: Client, tmp_path: Path) -> None:
    running, space = space_of(memory), space_of(memory)
    seen: dict[datetime, dict[str, Any]] = {}

    def look(now: datetime) -> None:
        if now.hour == 2 or now.minute == 0:
            seen[now] = looked(running)

    live(memory.graph, running.workspace_id, look=look)
    imported(space, lines(tmp_path / "old.jsonl", actions()))
    for now, expected in seen.items():
        assert looked(space, now) == expected, now
    assert {len(one["patterns"]) for one in seen.values()} >= {0, 2}
    assert space.telemetry.patterns() == []
    last = space.telemetry.search(as_of=at(days=DAYS).date())
    assert len(last.patterns) == len(seen[at(days=DAYS, minutes=120)]["patterns"]) > 0


def looked(space: Memory, as_of: datetime | None = None) -> dict[str, Any]:
    """What the lists of a workspace show."""
    telemetry = space.telemetry
    trend = telemetry.benchmarks.get("success", 1_000, as_of)
    while (
        trend and not trend[-1].sample_count
    ):  # nights without a value are not measured after the last action's window
        trend.pop()
    return {
        "patterns": sorted(
            (row.model_dump(exclude={"pattern_id"}) for row in telemetry.patterns(as_of=as_of)), key=str
        ),
        "success": [row.model_dump(exclude={"metric_id", "computed_at"}) for row in trend],
        "sequences": len(telemetry.sequences(as_of=as_of)),
        "timeline": len(telemetry.timeline(as_of=as_of, limit=1_000)),
    }


def test_imported_twice_is_once_and_a_second_evaluation_changes_nothing(memory: Client, tmp_path: Path) -> None:
    space, file = space_of(memory), lines(tmp_path / "old.jsonl", actions(0, 6))
    imported(space, file)
    before = memory.graph.read(query("revisions"), workspace_id=space.workspace_id)
    again = imported(space, file)
    assert memory.graph.read(query("revisions"), workspace_id=space.workspace_id) == before
    assert (again.begun, again.nights, again.instants) == (None, 0, 0)


def test_in_pieces_in_any_order_as_at_once(memory: Client, tmp_path: Path) -> None:
    whole, pieces = space_of(memory), space_of(memory)
    imported(whole, lines(tmp_path / "whole.jsonl", actions()))
    for first, last in ((6, 9), (0, 6), (9, DAYS)):
        imported(pieces, lines(tmp_path / f"{first}.jsonl", actions(first, last)))
    same(memory.graph, pieces.workspace_id, whole.workspace_id)


@pytest.mark.deep
def test_history_before_a_live_workspace(memory: Client, tmp_path: Path) -> None:
    """The live part was there first; with the past before it, it is as if the past had been lived too."""
    graph, running, space = memory.graph, space_of(memory).workspace_id, space_of(memory)
    live(graph, running)
    live(graph, space.workspace_id, first=6)
    imported(space, lines(tmp_path / "past.jsonl", actions(0, 6)), now=END)
    same(graph, space.workspace_id, running)


def test_interrupted_between_two_nights_it_goes_on(memory: Client, tmp_path: Path) -> None:
    whole, cut = space_of(memory), space_of(memory)
    file = lines(tmp_path / "old.jsonl", actions(0, 6))
    imported(whole, file)
    import_traces(cut, [file])

    def stop(done: int, total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evaluate_history(memory.graph, cut.workspace_id, now=TODAY, nights=stop)
    report = evaluate_history(memory.graph, cut.workspace_id, now=TODAY)
    assert 0 < report.nights < 15
    same(memory.graph, cut.workspace_id, whole.workspace_id)


def test_the_worker_evaluates_what_an_import_left_to_it(memory: Client, tmp_path: Path) -> None:
    whole, left = space_of(memory), space_of(memory)
    file = lines(tmp_path / "old.jsonl", actions(0, 6))
    imported(whole, file)
    import_traces(left, [file])
    evaluate(memory.graph, left.workspace_id, now=TODAY, passes=[1, 2])
    assert is_waiting(memory.graph, left.workspace_id)
    evaluate_history(memory.graph, left.workspace_id, now=TODAY)
    assert not is_waiting(memory.graph, left.workspace_id)
    same(memory.graph, left.workspace_id, whole.workspace_id)


def test_one_action_with_a_wrong_year_makes_no_decades_of_nights(memory: Client, tmp_path: Path) -> None:
    space = space_of(memory)
    wrong = [action("wrong", at(days=-8_000), action_type="look", target_node_type="Product")]
    report = imported(space, lines(tmp_path / "old.jsonl", wrong + actions(0, 2)))
    assert report.days > 8_000
    assert 10 < report.nights < 100
    assert not is_waiting(memory.graph, space.workspace_id)
