"""What the situation adds to injection, through the client; the counts are written by hand, as pass 2 writes them."""

from typing import Any

import pytest

import oxgraph
from oxgraph import Client, InjectedPattern, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id
from tests.fixtures.client_samples import NOON, at, counts, pattern, situational_pattern, write

TODAY = NOON.toordinal() - at(days=0).replace(year=1970, month=1, day=1).toordinal()
PAIR = ("get", "person")
ASKED: dict[str, Any] = {"action_type": "get", "target_node_type": "person", "session_id": "s"}
BLOCK = """\
[Oxagen memory — 1 relevant pattern]
Pattern: get:person:AnyError, after two failed attempts in a row (confidence 0.87)
Recommendation: 87% of get actions on person nodes fail after two failed
attempts in a row (13 of 15; otherwise 7 of 25). Change something before
the next attempt, or take another way."""


@pytest.fixture
def space(client: Client, graph: Graph) -> Memory:
    """A workspace in which half of the gets failed, most of them right after two others."""
    memory = client.create_workspace(f"test {new_id()}")
    counted(graph, memory, "tally", PAIR, day_actions=40, day_failures=20, day_targeted_failures=20)
    counted(graph, memory, "pattern_key", (*PAIR, "AnyError", "run=2"), day_totals=15, day_actions=13, day_sequences=9)
    return memory


def counted(graph: Graph, space: Memory, kind: str, parts: tuple[str, ...], **numbers: int) -> None:
    """A node with the counts of today."""
    counts(graph, space.workspace_id, kind, parts, NOON, **numbers)


def fails(space: Memory, times: int, session_id: str = "s") -> None:
    """So many gets that failed."""
    for number in range(times):
        space.telemetry.capture(
            action_type="get",
            target_node_type="person",
            targets=["p-1"],
            session_id=session_id,
            outcome="failure",
            started_at=at(minutes=times - number),
        )


def only(patterns: tuple[InjectedPattern, ...]) -> InjectedPattern:
    """The one there is."""
    (found,) = patterns
    return found


def test_what_applies_now_is_told(space: Memory) -> None:
    assert space.telemetry.inject(**ASKED).block == ""
    fails(space, 2)
    found = space.telemetry.inject(**ASKED)
    assert (found.block, found.warned, found.threshold) == (BLOCK, True, 0.44)
    row = only(found.patterns)
    assert (row.context, row.context_text, row.status) == ("run=2", "after two failed attempts in a row", "candidate")
    assert (row.failures, row.actions, row.sample_count) == (13, 15, 9)
    assert (row.confidence, row.probability) == (13 / 15, found.probability)
    assert found.probability == pytest.approx(0.803, abs=0.001)


def test_what_a_warning_is_made_of_is_named_by_the_action(space: Memory, graph: Graph) -> None:
    fails(space, 2)
    with space.telemetry.record("get", session_id="s", target_node_type="person", inject=True) as recorder:
        key_id = stable_id(space.workspace_id, "pattern_key", [*PAIR, "AnyError", "run=2"])
        assert recorder.injection.ids == (key_id,)
    assert recorder.captured is not None and recorder.captured.injected == 1


def test_a_pattern_of_the_situation_is_told_as_such(space: Memory, graph: Graph) -> None:
    plain, promoted = pattern(graph, space.workspace_id), situational_pattern(graph, space.workspace_id)
    write(
        graph,
        "MATCH (k:pattern_key {workspace_id: $w, context: 'run=2'}) SET k.days = [$today], k.day_totals = [15], "
        "k.day_actions = [13]",
        w=space.workspace_id,
        today=TODAY,
    )
    before = space.telemetry.inject(**ASKED)
    assert (before.ids, before.warned) == ((plain,), True)
    assert [row.context for row in before.patterns] == [None]
    fails(space, 2)
    found = space.telemetry.inject(**ASKED)
    assert found.ids == (promoted, plain)
    assert found.patterns[0].status == "active"
    assert found.patterns[0].recommendation == (
        "80% of get actions on person nodes fail after two failed attempts in a row (8 of 10; otherwise 17 of 38)."
        " What worked next: list (5 of 7 times)."
    )
    space.telemetry.annotate(promoted, suppressed=True)
    assert space.telemetry.inject(**ASKED).ids == (plain,)


def test_a_warning_without_enough_sequences_is_of_all_situations(space: Memory, graph: Graph) -> None:
    counted(graph, space, "node_tally", (*PAIR, "p-9"), day_actions=9, day_failures=9)
    found = space.telemetry.inject(["p-9"], **ASKED)
    assert found.probability is not None and found.threshold is not None
    assert (found.probability > found.threshold, found.patterns) == (True, ()), "one node is too little to speak of"
    write(graph, "MATCH (t:tally {workspace_id: $w}) SET t.day_sequences = [5]", w=space.workspace_id)
    found = space.telemetry.inject(["p-9"], **ASKED)
    row = only(found.patterns)
    assert (row.id, row.context, row.context_text, found.ids) == (None, "any", "whatever came before", ())
    assert (row.confidence, row.failures, row.actions, row.sample_count) == (0.5, 20, 40, 5)
    assert row.recommendation == (
        "50% of get actions on person nodes fail whatever came before (20 of 40)."
        " Check what the action needs before proceeding, or take another way."
    )


def test_without_an_action_type_nothing_is_foreseen(space: Memory) -> None:
    found = space.telemetry.inject(["p-1"])
    assert (found.probability, found.warned, found.patterns) == (None, False, ())
    fails(space, 2)
    again = space.telemetry.inject(["p-1"], session_id="s")
    assert again.probability is not None and again.warned


def test_switched_off_there_is_no_threshold_either(space: Memory) -> None:
    fails(space, 2)
    space.disable()
    assert space.telemetry.inject(**ASKED) == oxgraph.Injection(reason="memory_disabled")
