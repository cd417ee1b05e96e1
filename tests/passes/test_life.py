"""The life of a pattern, by replay: each stage at its day and not before."""

from datetime import datetime
from typing import Any

from oxgraph.graph import Graph
from oxgraph.passes import evaluate, run_pass
from tests.passes.support import action, at, capture, keys, patterns, query, workspace_of

KEY = ("do", "X", "E")


def runs(graph: Graph, workspace_id: str, day: float, *outcomes: str) -> None:
    """One sequence of a single action for each outcome, an hour apart, from `day` on."""
    fields = {"target_node_type": "X"}
    capture(
        graph,
        workspace_id,
        [action(f"{day}-{n}", at(day, 60 * n), outcome, **fields) for n, outcome in enumerate(outcomes)],
    )


def key_at(graph: Graph, workspace_id: str, now: datetime) -> dict[str, Any]:
    evaluate(graph, workspace_id, now=now)
    return keys(graph, workspace_id)[KEY]


def test_promoted_at_the_fifth_sequence(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, "failure", "failure", "failure", "failure")
    assert key_at(graph, workspace_id, at(1))["status"] == "candidate"
    assert patterns(graph, workspace_id, "E") == []
    runs(graph, workspace_id, 2, "failure")
    assert key_at(graph, workspace_id, at(2, 4))["sample_count"] == 4, "the fifth is not closed yet"
    assert key_at(graph, workspace_id, at(2, 5))["status"] == "active"
    (pattern,) = patterns(graph, workspace_id, "E")
    assert (pattern["name"], pattern["promoted_at"], pattern["sample_count"]) == ("do:X:E", at(2, 5), 5)
    assert (pattern["pass"], pattern["pass_version"]) == ("patterns", 3)
    assert pattern["interval_low"] < 1 == pattern["confidence"]


def test_reinforced_in_place_and_superseded(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 10)
    key_at(graph, workspace_id, at(1))
    runs(graph, workspace_id, 2, "success")
    assert key_at(graph, workspace_id, at(3))["version"] == 1
    (pattern,) = patterns(graph, workspace_id, "E")
    assert pattern["confidence"] == 10 / 11
    runs(graph, workspace_id, 4, "success")
    assert key_at(graph, workspace_id, at(5))["version"] == 2
    old, new = patterns(graph, workspace_id, "E")
    assert (old["status"], old["confidence"], new["status"]) == ("superseded", 10 / 11, "active")
    assert new["confidence"] == 10 / 12
    rows = graph.read(query("patterns"), workspace_id=workspace_id)
    newer = next(row for row in rows if row["id"] == new["id"])
    assert newer["supersedes"] == [old["id"]]
    assert len(newer["evidence"]) == new["sample_count"] == 10


def test_superseded_with_what_was_judged_last_wherever_the_batches_end(graph: Graph) -> None:
    """A batch may hold the end of an instant and the beginning of the next one."""
    for batch in (1, 6, 5_000):
        workspace_id = workspace_of(graph)
        runs(graph, workspace_id, 0, *["failure"] * 5)
        runs(graph, workspace_id, 2, "failure", *["success"] * 6)
        for day in (1, 4):
            # Nothing is counted yet, and the instants are known when all of it is.
            run_pass(graph, workspace_id, "patterns", now=at(day))
        evaluate(graph, workspace_id, now=at(5), batch=batch)
        old, new = patterns(graph, workspace_id, "E")
        assert (old["status"], old["confidence"]) == ("superseded", 1), batch
        assert (new["status"], new["confidence"]) == ("active", 6 / 12), batch


def test_faded_deleted_and_promoted_anew(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 6)
    assert key_at(graph, workspace_id, at(30))["confidence"] == 1
    assert key_at(graph, workspace_id, at(31))["confidence"] == 0.9
    assert key_at(graph, workspace_id, at(40))["confidence"] == 0.9**2
    assert key_at(graph, workspace_id, at(31))["confidence"] == 0.9, "an earlier day again: that day's truth"
    # 0.9^15 = 0.206, 0.9^16 = 0.185: deleted with the 16th week, which begins 105 days after the first 30.
    last_seen = at(0, 300)
    assert key_at(graph, workspace_id, at(135, 300))["status"] == "active"
    deleted = key_at(graph, workspace_id, at(135, 301))
    assert deleted["status"] == "deleted"
    (pattern,) = patterns(graph, workspace_id, "E")
    assert (pattern["status"], pattern["deleted_at"], pattern["last_seen"]) == ("deleted", at(135, 300), last_seen)
    runs(graph, workspace_id, 140, *["failure"] * 4)
    assert key_at(graph, workspace_id, at(141))["status"] == "deleted"
    runs(graph, workspace_id, 142, "failure")
    assert key_at(graph, workspace_id, at(143))["status"] == "active"
    assert [p["status"] for p in patterns(graph, workspace_id, "E")] == ["deleted", "active"]
    rules = [row["rule"] for row in graph.read(query("transitions"), workspace_id=workspace_id)]
    assert rules == ["promoted", "retired", "promoted_anew"]


def test_deleted_when_the_evidence_turns(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 5)
    key_at(graph, workspace_id, at(1))
    runs(graph, workspace_id, 2, *["success"] * 21)
    assert key_at(graph, workspace_id, at(4))["status"] == "deleted"


def test_an_annotated_pattern_is_never_deleted(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 6)
    key_at(graph, workspace_id, at(1))
    graph.write(query("annotate"), workspace_id=workspace_id, error_code="E", annotation="Mind this.")
    faded = key_at(graph, workspace_id, at(300))
    assert (faded["status"], faded["confidence"] < 0.2) == ("active", True)
    runs(graph, workspace_id, 301, "failure", *["success"] * 30)
    assert key_at(graph, workspace_id, at(303))["status"] == "active"
    old, new = patterns(graph, workspace_id, "E")
    assert (old["status"], new["status"]) == ("superseded", "active")
    assert (new["annotation"], new["suppressed"]) == ("Mind this.", True), "inherited"


def test_what_an_operator_said_stays_where_the_past_is_judged_anew(graph: Graph) -> None:
    """It is said of the active version, whose number changes with the settings, and with runs of the past."""
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 6)
    key_at(graph, workspace_id, at(1))
    runs(graph, workspace_id, 2, "failure", "success", "success")
    key_at(graph, workspace_id, at(3))
    for number, (samples, version) in enumerate(((5, 2), (7, 1), (5, 2), (7, 1))):
        graph.write(query("set_workspace"), workspace_id=workspace_id, properties={"promote_samples": samples})
        key_at(graph, workspace_id, at(3))
        (found,) = (row for row in patterns(graph, workspace_id, "E") if row["status"] == "active")
        assert found["version"] == version
        if number:
            assert (found["annotation"], found["suppressed"]) == (f"Mind {number - 1}.", True)
        graph.write(query("annotate"), workspace_id=workspace_id, error_code="E", annotation=f"Mind {number}.")


def test_threshold_there_and_back(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    outcomes = ["failure", "success"] * 6
    runs(graph, workspace_id, 0, *outcomes)
    assert key_at(graph, workspace_id, at(1))["status"] == "candidate"
    for threshold, status in ((0.5, "active"), (0.3, "active"), (0.6, "candidate")):
        graph.write(query("threshold"), workspace_id=workspace_id, promote_confidence=threshold)
        assert key_at(graph, workspace_id, at(1))["status"] == status
        assert len(patterns(graph, workspace_id, "E")) == (status == "active")


def test_late_evidence_is_judged_at_its_instant(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 5)
    assert key_at(graph, workspace_id, at(1))["status"] == "active"
    runs(graph, workspace_id, 0.3, *["success"] * 6)
    assert key_at(graph, workspace_id, at(1))["status"] == "candidate", "as if all had been there"
    assert patterns(graph, workspace_id, "E") == []


def test_a_night_alone_ages(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 5)
    key_at(graph, workspace_id, at(1))
    run = run_pass(graph, workspace_id, "benchmarks", now=at(60))
    assert run.counters["aged"] == 1
    assert keys(graph, workspace_id)[KEY]["confidence"] == 0.9**5


def test_a_superseded_version_keeps_what_was_judged_last(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    runs(graph, workspace_id, 0, *["failure"] * 10)
    key_at(graph, workspace_id, at(1))
    run_pass(graph, workspace_id, "benchmarks", now=at(45))
    assert patterns(graph, workspace_id, "E")[0]["confidence"] < 1
    runs(graph, workspace_id, 46, *["failure"] * 5, "success", "success")
    assert key_at(graph, workspace_id, at(47))["version"] == 2
    old, new = patterns(graph, workspace_id, "E")
    assert (old["status"], old["confidence"], new["confidence"]) == ("superseded", 1, 5 / 7)
