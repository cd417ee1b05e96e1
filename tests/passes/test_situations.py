"""Contexts, histories of targets and the forecast, from captured actions by the passes."""

import logging
import random
from collections.abc import Sequence
from typing import Any

import pytest

from oxgraph import cypher
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import stable_id
from oxgraph.passes import evaluate, run_pass
from tests.passes.support import action, at, capture, contexts, query, snapshot, workspace_of
from tests.passes.test_runner import audits

SITUATION = "previous=convert:bad"


def run(session: str, hour: float, *steps: str) -> list[dict[str, Any]]:
    """A session of actions a minute apart: `do`, `do!` (it failed), `do@n1` (on that node of type X)."""
    actions = []
    for number, step in enumerate(steps):
        name, _, target = step.partition("@")
        fields = {"target_node_type": "X", "target_node_ids": [target]} if target else {}
        outcome = "failure" if name.endswith("!") else "success"
        time = at(minutes=60 * hour + number)
        actions.append(action(session, time, outcome, action_type=name.rstrip("!"), seq=number, **fields))
    return actions


def booking(graph: Graph, workspace_id: str, sessions: int = 20, first: int = 0) -> None:
    """`book` fails after a `convert` that failed, and else never."""
    for n in range(first, first + sessions):
        steps = ("convert!", "book!@n1", "calculate", "book@n1") if n % 2 else ("convert", "book@n2")
        capture(graph, workspace_id, run(f"s{n}", n, *steps))


def of_context(graph: Graph, workspace_id: str, context: str = SITUATION) -> list[dict[str, Any]]:
    rows = graph.read(query("patterns"), workspace_id=workspace_id)
    return [row for row in rows if row["properties"].get("context") == context]


def forecast(graph: Graph, workspace_id: str) -> dict[str, Any]:
    (row,) = graph.read(query("forecast"), workspace_id=workspace_id)
    return dict(row["properties"])


def test_a_situation_becomes_a_pattern_with_its_evidence(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    graph.write(query("entities"), workspace_id=workspace_id, node_ids=["n1", "n2"], now=at())
    booking(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(2))
    (row,) = of_context(graph, workspace_id)
    pattern = row["properties"]
    assert pattern["name"] == "book:X:AnyError, right after a failed convert action"
    assert pattern["context_text"] == "right after a failed convert action"
    assert (pattern["action_count"], pattern["total_count"], pattern["sample_count"]) == (10, 10, 10)
    assert (pattern["other_count"], pattern["other_failures"], pattern["lift"]) == (20, 0, 3.0)
    assert (pattern["next_action_type"], pattern["next_count"], pattern["next_total"]) == ("calculate", 10, 10)
    assert len(row["evidence"]) == 10
    assert row["references"] == ["n1"], "of the actions that failed in it alone"
    failed = {one["id"] for n in range(1, 20, 2) for one in run(f"s{n}", n, "convert!", "book!@n1")[1:]}
    assert set(row["failed"]) == failed
    assert pattern["id"] == contexts(graph, workspace_id, "book")[SITUATION]["pattern_id"]
    assert audits(graph, workspace_id, at(2)) == []


def test_evidence_goes_on_after_promotion(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    booking(graph, workspace_id, 20)
    evaluate(graph, workspace_id, now=at(2))
    booking(graph, workspace_id, 10, first=60)
    evaluate(graph, workspace_id, now=at(4), batch=3)
    (row,) = of_context(graph, workspace_id)
    assert (len(row["evidence"]), len(row["failed"]), row["properties"]["sample_count"]) == (15, 15, 15)
    assert audits(graph, workspace_id, at(4)) == []


def test_histories_of_targets_by_hash_alone(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    booking(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(2))
    rows = [row["properties"] for row in graph.read(query("node_tallies"), workspace_id=workspace_id)]
    assert sorted((sum(row["day_actions"]), sum(row["day_failures"])) for row in rows) == [(10, 0), (20, 10)]
    assert not any("n1" in str(row) or "n2" in str(row) for row in rows)
    ids = {stable_id(workspace_id, "node_tally", ["book", "X", node]) for node in ("n1", "n2")}
    assert {row["id"] for row in graph.read(query("revisions"), workspace_id=workspace_id)} >= ids


def test_the_forecast_learns_and_is_written_only_when_it_changes(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    booking(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(2))
    first = forecast(graph, workspace_id)
    assert (first["cases"], first["drifting"], first["pass"]) == (60, False, "patterns")
    assert run_pass(graph, workspace_id, "patterns", now=at(2)).counters["fitted"] == 0
    booking(graph, workspace_id, 10, first=60)
    evaluate(graph, workspace_id, now=at(4))
    assert forecast(graph, workspace_id)["cases"] == 90


def drift(graph: Graph, workspace_id: str) -> list[str]:
    return [row["rule"] for row in graph.read(query("drift"), workspace_id=workspace_id)]


def test_drift_is_noted_when_it_begins_and_when_it_ends(graph: Graph, caplog: pytest.LogCaptureFixture) -> None:
    workspace_id = workspace_of(graph, evidence_window_days=5)
    outcomes(graph, workspace_id, 0, ["failure"] * 30)
    evaluate(graph, workspace_id, now=at(1.5))
    assert drift(graph, workspace_id) == []
    # What had always failed now fails half of the time, whatever went before: half of the warnings are in vain.
    halves = ["failure", "success"] * 150
    random.Random(1).shuffle(halves)
    outcomes(graph, workspace_id, 8, halves)
    with caplog.at_level(logging.WARNING, "oxgraph.passes"):
        evaluate(graph, workspace_id, now=at(12.5))
    assert drift(graph, workspace_id) == ["drifting"]
    assert "warnings do not come true" in caplog.text
    evaluate(graph, workspace_id, now=at(30))
    assert drift(graph, workspace_id) == ["drifting", "steady"]


def outcomes(graph: Graph, workspace_id: str, day: float, ends: Sequence[str]) -> None:
    """Sessions of one action each."""
    capture(graph, workspace_id, [action(f"{day}-{n}", at(day, 20 * n), end) for n, end in enumerate(ends)])


def test_targets_out_of_the_window_are_forgotten_and_late_evidence_brings_them_back(graph: Graph) -> None:
    workspace_id, whole = workspace_of(graph, evidence_window_days=8), workspace_of(graph, evidence_window_days=8)
    capture(graph, workspace_id, run("early", 0, "do!@n1"))
    evaluate(graph, workspace_id, now=at(1))
    assert len(graph.read(query("node_tallies"), workspace_id=workspace_id)) == 1
    runs = evaluate(graph, workspace_id, now=at(20))
    assert sum(run.counters.get("forgotten", 0) for run in runs) == 1
    assert graph.read(query("node_tallies"), workspace_id=workspace_id) == []
    # It closed while the first was still in the window.
    capture(graph, workspace_id, run("late", 5 * 24, "do@n1", "do@n1"))
    capture(graph, whole, run("early", 0, "do!@n1") + run("late", 5 * 24, "do@n1", "do@n1"))
    for now in (at(1), at(20)):
        evaluate(graph, whole, now=now)
    evaluate(graph, workspace_id, now=at(20))
    one, other = (contexts(graph, name) for name in (workspace_id, whole))
    assert one.keys() == other.keys()
    assert forecast(graph, workspace_id) == forecast(graph, whole)


def forgets(graph: Graph, workspace_id: str, version: int, day: int) -> list[list[dict[str, Any]]]:
    """What a version of `targets` leaves of targets and tallies on a day, in batches of 3; it is rolled back."""
    file = cypher.load(cypher.root() / "passes" / f"3_targets.v{version}.cypher", "pass")
    given = {"workspace_id": workspace_id, "now": at(day), "batch": 3, "settings": {"evidence_window_days": 8}}
    with graph.driver.session() as session, session.begin_transaction() as tx:
        while tx.run(file.text, given).single(strict=True)["remaining"]:
            pass
        tallies = "MATCH (t:_mem:tally {workspace_id: $workspace_id}) RETURN t.id, t.pruned_at ORDER BY t.id"
        left = [tx.run(text, workspace_id=workspace_id).data() for text in (query("node_tallies").text, tallies)]
        tx.rollback()
    return left


@pytest.mark.parametrize("seed", range(5))
def test_both_versions_forget_the_same_targets(graph: Graph, seed: int) -> None:
    rng = random.Random(seed)
    workspace_id = workspace_of(graph, evidence_window_days=8)
    kinds = [(f"act{n}", type_) for n in range(6) for type_ in ("Order", None)]
    actions = []
    for n in range(80):
        kind, type_ = rng.choice(kinds)
        time, end = at(rng.randrange(20), n), rng.choice(["success", "failure"])
        targets = rng.sample([f"n{k}" for k in range(9)], rng.randrange(3))
        more = {"target_node_type": type_} if type_ else {}
        actions.append(action(f"s{n}", time, end, action_type=kind, target_node_ids=targets, **more))
    capture(graph, workspace_id, actions)
    for day in (5, 10, 15, 21):
        evaluate(graph, workspace_id, now=at(day), passes=[1, 2])
    before = forgets(graph, workspace_id, 2, 0)
    assert before[0]
    for day in (9, 15, 21, 40):
        assert forgets(graph, workspace_id, 1, day) == (left := forgets(graph, workspace_id, 2, day))
    assert left[0] == []
    assert left[1] != before[1], "tallies know that something was forgotten"


def test_what_was_folded_by_older_rules_is_folded_anew(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    booking(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(2))
    before = snapshot(graph, workspace_id)
    graph.write(query("older_rules"), workspace_id=workspace_id)
    assert evaluate(graph, workspace_id, now=at(2), passes=[2])[0].counters["refolded"] == 3
    assert snapshot(graph, workspace_id) == before
    assert evaluate(graph, workspace_id, now=at(2), passes=[2])[0].counters["refolded"] == 0


def test_what_an_agent_was_warned_of_is_left_out_of_the_ledger(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    booking(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(2))
    (row,) = of_context(graph, workspace_id)
    later = run("warned", 70, "look", "convert!", "book@n2")
    for one in later:  # the look may be done because of the warning; the convert names what its session began with
        one["injected_patterns"] = [row["id"]]
    capture(graph, workspace_id, later)
    evaluate(graph, workspace_id, now=at(4))
    assert forecast(graph, workspace_id)["cases"] == 61, "the convert alone"


def test_workspaces_know_nothing_of_each_other(graph: Graph) -> None:
    one, other = workspace_of(graph), workspace_of(graph)
    booking(graph, one)
    capture(graph, other, run("s", 0, "book@n1"))
    evaluate(graph, one, now=at(2))
    evaluate(graph, other, now=at(2))
    assert len(graph.read(query("node_tallies"), workspace_id=other)) == 1
    assert forecast(graph, other)["cases"] == 1
    assert of_context(graph, other) == []


def test_an_erased_target_leaves_its_counts(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    booking(graph, workspace_id)
    evaluate(graph, workspace_id, now=at(2))
    rows = [
        {"id": one["id"], "before": {"target_node_ids": ["n1"]}, "after": {"target_node_ids": []}}
        for n in range(1, 20, 2)
        for one in run(f"s{n}", n, "convert!", "book!@n1", "calculate", "book@n1")
        if one.get("target_node_ids")
    ]
    assert graph.write(statement("erasure/redact"), workspace_id=workspace_id, rows=rows) == [{"redacted": 20}]
    (left,) = graph.read(query("node_tallies"), workspace_id=workspace_id)
    assert sum(left["properties"]["day_actions"]) == 10, "that of n2"
    before = contexts(graph, workspace_id, "book")["history=mixed"]["total_count"]
    evaluate(graph, workspace_id, now=at(2))
    assert before > 0 and "history=mixed" not in contexts(graph, workspace_id, "book")
    assert len(graph.read(query("node_tallies"), workspace_id=workspace_id)) == 1
    assert audits(graph, workspace_id, at(2)) == []
