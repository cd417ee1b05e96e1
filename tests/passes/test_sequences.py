"""Pass 1: what becomes a sequence, whatever arrives when."""

from typing import Any

from oxgraph.graph import Graph
from oxgraph.passes import evaluate, run_pass
from tests.passes.support import action, at, capture, query, tell, workspace_of


def sequences(graph: Graph, workspace_id: str) -> list[dict[str, Any]]:
    rows = graph.read(query("sequences"), workspace_id=workspace_id)
    found = [{**row["properties"], "actions": row["actions"]} for row in rows]
    return sorted(found, key=lambda row: str(row["started_at"]))


def cut_at(graph: Graph, workspace_id: str, minutes: float) -> list[dict[str, Any]]:
    run_pass(graph, workspace_id, 1, now=at(0, minutes))
    return sequences(graph, workspace_id)


def test_a_gap_of_more_than_five_minutes_cuts(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action("s", at(0, minutes)) for minutes in (0, 5, 10.1)])
    first, second = cut_at(graph, workspace_id, 60)
    assert (first["action_count"], second["action_count"]) == (2, 1)
    assert (first["ended_at"], first["closes_at"]) == (at(0, 5), at(0, 10))
    assert first["workspace_term"] == "w" + workspace_id.replace("-", "")


def test_the_gap_is_measured_from_the_latest_end(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    long = action("s", at(0, 0), latency_ms=1_200_000)
    capture(graph, workspace_id, [long, action("s", at(0, 1)), action("s", at(0, 24))])
    (sequence,) = cut_at(graph, workspace_id, 60)
    assert sequence["action_count"] == 3


def test_a_late_action_merges_two_sequences(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action("s", at(0, 0)), action("s", at(0, 8))])
    first, _ = cut_at(graph, workspace_id, 60)
    capture(graph, workspace_id, [action("s", at(0, 4))])
    (merged,) = cut_at(graph, workspace_id, 60)
    assert (merged["id"], merged["action_count"]) == (first["id"], 3)


def test_an_earlier_action_gives_the_sequence_its_id(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action("s", at(0, 4))])
    cut_at(graph, workspace_id, 60)
    capture(graph, workspace_id, [action("s", at(0, 0))])
    late = cut_at(graph, workspace_id, 60)
    other = workspace_of(graph)
    capture(graph, other, [action("s", at(0, 0)), action("s", at(0, 4))])
    assert [s["actions"] for s in late] == [s["actions"] for s in cut_at(graph, other, 60)]


def test_what_starts_after_now_waits(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action("s", at(0, minutes)) for minutes in (0, 3, 6)])
    (half,) = cut_at(graph, workspace_id, 4)
    assert half["action_count"] == 2
    (whole,) = cut_at(graph, workspace_id, 60)
    assert (whole["id"], whole["action_count"]) == (half["id"], 3)
    (again,) = cut_at(graph, workspace_id, 4)
    assert again == whole, "nothing is pending, so an earlier now changes nothing"


def test_the_end_of_the_session_closes_and_gives_outcome_and_intent(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action("s", at(0, 0)), action("s", at(0, 20))])
    first, _ = cut_at(graph, workspace_id, 60)
    assert (first["outcome"], first["intent_given"]) == ("success", False)
    tell(
        graph,
        workspace_id,
        {"session_id": "s", "ended_at": at(0, 21), "outcome": "failure", "intent": "Book a flight"},
    )
    first, second = cut_at(graph, workspace_id, 60)
    assert {first["outcome"], second["outcome"]} == {"failure"}
    assert {first["intent_summary"], second["intent_summary"]} == {"Book a flight"}
    assert (first["closes_at"], second["closes_at"]) == (at(0, 5), at(0, 21))


def started_again(graph: Graph) -> tuple[str, list[dict[str, Any]]]:
    """A workspace with a session of two runs of one action each, and what was said of it."""
    workspace_id = workspace_of(graph)
    said = [
        {"session_id": "s", "started_at": at(0, 0), "intent": "Book a flight"},
        {"session_id": "s", "ended_at": at(0, 2), "outcome": "success"},
        {"session_id": "s", "started_at": at(0, 30), "intent": "Cancel it"},
        {"session_id": "s", "ended_at": at(0, 32), "outcome": "failure"},
    ]
    for row, minutes in zip(said, (1, None, 31, None), strict=True):
        tell(graph, workspace_id, row)
        if minutes:
            capture(graph, workspace_id, [action("s", at(0, minutes))])
    return workspace_id, said


EACH_BY_ITS_OWN_END = [("success", "Book a flight", at(0, 2)), ("failure", "Cancel it", at(0, 32))]


def judged(rows: list[dict[str, Any]]) -> list[tuple[Any, ...]]:
    return [(row["outcome"], row["intent_summary"], row["closes_at"]) for row in rows]


def test_each_run_of_a_session_that_is_started_again_has_its_own_end(graph: Graph) -> None:
    workspace_id, said = started_again(graph)
    assert judged(cut_at(graph, workspace_id, 60)) == EACH_BY_ITS_OWN_END
    for row in reversed(said):  # Each once more, late: every one finds the run that it is of.
        tell(graph, workspace_id, row)
    assert judged(cut_at(graph, workspace_id, 60)) == EACH_BY_ITS_OWN_END
    tell(graph, workspace_id, said[1] | {"outcome": "failure"})
    assert [row["outcome"] for row in cut_at(graph, workspace_id, 60)] == ["failure", "failure"]


def test_a_session_that_is_started_again_at_once_has_two_sequences(graph: Graph) -> None:
    """A sequence closes when its session is ended, however soon more follows."""
    workspace_id = workspace_of(graph)
    for minutes, outcome in ((0, "success"), (2, "failure")):
        tell(graph, workspace_id, {"session_id": "s", "started_at": at(0, minutes)})
        capture(graph, workspace_id, [action("s", at(0, minutes + 0.5))])
        cut_at(graph, workspace_id, minutes + 0.6)
        tell(graph, workspace_id, {"session_id": "s", "ended_at": at(0, minutes + 1), "outcome": outcome})
    found = cut_at(graph, workspace_id, 60)
    assert [(row["outcome"], row["closes_at"]) for row in found] == [("success", at(0, 1)), ("failure", at(0, 3))]
    capture(graph, workspace_id, [action("s", at(0, 0.7), "failure")])
    assert [row["action_count"] for row in cut_at(graph, workspace_id, 60)] == [2, 1]


def test_a_run_that_has_not_ended_yet_has_the_outcome_of_its_last_action(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    tell(graph, workspace_id, {"session_id": "s", "started_at": at(0, 0)})
    capture(graph, workspace_id, [action("s", at(0, 1))])
    tell(graph, workspace_id, {"session_id": "s", "ended_at": at(0, 2), "outcome": "success"})
    tell(graph, workspace_id, {"session_id": "s", "started_at": at(0, 30)})
    capture(graph, workspace_id, [action("s", at(0, 31), "failure")])
    assert [row["outcome"] for row in cut_at(graph, workspace_id, 60)] == ["success", "failure"]


def test_a_session_that_is_ended_twice_has_two_runs(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    for minutes, outcome in ((1, "success"), (31, "failure")):
        capture(graph, workspace_id, [action("s", at(0, minutes))])
        tell(graph, workspace_id, {"session_id": "s", "ended_at": at(0, minutes + 1), "outcome": outcome})
    assert [row["outcome"] for row in cut_at(graph, workspace_id, 60)] == ["success", "failure"]
    tell(graph, workspace_id, {"session_id": "s", "ended_at": at(0, 33), "outcome": "success"})
    assert [row["outcome"] for row in cut_at(graph, workspace_id, 60)] == ["success", "success"], "a correction"


def test_an_end_without_an_outcome_that_more_follows_is_none(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    for minutes in (1, 31):  # As of an agent that reports the end of each of its turns.
        capture(graph, workspace_id, [action("s", at(0, minutes))])
        tell(graph, workspace_id, {"session_id": "s", "ended_at": at(0, minutes + 1)})
    tell(graph, workspace_id, {"session_id": "s", "ended_at": at(0, 40), "outcome": "failure"})
    assert [row["outcome"] for row in cut_at(graph, workspace_id, 60)] == ["failure", "failure"]


def test_the_summary_tells_what_was_done(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    acts = [action("s", at(0, 0), action_type="get_user", target_node_type="User")]
    acts += [action("s", at(0, 1), action_type="search", seq=n) for n in range(3)]
    acts += [action("s", at(0, 2), "failure", action_type="book", error_code="SoldOut")]
    capture(graph, workspace_id, acts)
    (sequence,) = cut_at(graph, workspace_id, 60)
    assert sequence["intent_summary"] == "get_user on User, then 3 × search, then book; ended with SoldOut"


def test_many_sessions_in_batches(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action(f"s{n}", at(0, minute)) for n in range(50) for minute in (0, 1, 9)])
    runs = evaluate(graph, workspace_id, now=at(1), passes=[1], batch=10)
    assert runs[0].counters == {"recut": 0, "sessions": 50, "actions": 150, "sequences": 100, "removed": 0}
    assert len(sequences(graph, workspace_id)) == 100


def test_a_changed_gap_cuts_everything_anew(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    for minute in (0, 8, 16):  # One call each: the session's relationship stays at the first action.
        capture(graph, workspace_id, [action(f"s{n}", at(0, minute)) for n in range(5)])
    assert len(cut_at(graph, workspace_id, 60)) == 15
    graph.write(query("gap"), workspace_id=workspace_id, sequence_gap_seconds=600)
    runs = evaluate(graph, workspace_id, now=at(1), batch=2)
    assert runs[0].counters["recut"] == 5
    assert [row["action_count"] for row in sequences(graph, workspace_id)] == [3] * 5
    assert run_pass(graph, workspace_id, 1, now=at(1)).counters["recut"] == 0
