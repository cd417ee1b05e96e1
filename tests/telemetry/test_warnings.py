"""What the situation adds to injection, through the client; the counts are written by hand, as pass 2 writes them."""

from collections.abc import Iterator
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, InjectedPattern, Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id
from oxgraph.local import Server
from tests.fixtures.client_samples import NOON, at, pattern, situational_pattern, write

TODAY = NOON.toordinal() - at(days=0).replace(year=1970, month=1, day=1).toordinal()
PAIR = ("get", "person")
ASKED: dict[str, Any] = {"action_type": "get", "target_node_type": "person", "session_id": "s"}
BLOCK = """\
[Oxagen memory — 1 relevant pattern]
Pattern: get:person:AnyError run=2 (confidence 0.80)
Recommendation: get on person nodes after it failed twice in a row fails
again: 13 of 15 (otherwise 7 of 25)."""


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON) as opened:
        yield opened


@pytest.fixture
def space(client: Client, graph: Graph) -> Memory:
    """A workspace in which half of the gets failed, most of them right after two others."""
    memory = client.create_workspace(f"test {new_id()}")
    counted(graph, memory, "tally", PAIR, day_actions=40, day_failures=20, day_targeted_failures=20)
    counted(graph, memory, "pattern_key", (*PAIR, "AnyError", "run=2"), day_totals=15, day_actions=13, day_sequences=9)
    return memory


def counted(graph: Graph, space: Memory, kind: str, parts: tuple[str, ...], **counts: int) -> None:
    """A node with the counts of today."""
    node = {"workspace_id": space.workspace_id, "id": stable_id(space.workspace_id, kind, list(parts))}
    days = {"days": [TODAY]} | {name: [count] for name, count in counts.items()}
    write(graph, "CREATE (n:_mem:$($kind)) SET n = $node", kind=kind, node=node | days | {"status": "candidate"})


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
    assert (row.context, row.context_text, row.status) == ("run=2", "after it failed twice in a row", "candidate")
    assert (row.failures, row.actions, row.sample_count) == (13, 15, 9)
    assert row.confidence == row.probability == found.probability
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
        "get on person nodes after it failed twice in a row fails again: 8 of 10 (otherwise 17 of 38)."
        " What worked next: list, 5 of 7."
    )
    space.telemetry.annotate(promoted, suppressed=True)
    assert space.telemetry.inject(**ASKED).ids == (plain,)


def test_a_node_that_always_failed_is_told_of_without_an_id(space: Memory, graph: Graph) -> None:
    counted(graph, space, "node_tally", (*PAIR, "p-9"), day_actions=9, day_failures=9)
    found = space.telemetry.inject(["p-9"], **ASKED)
    row = only(found.patterns)
    assert (row.id, row.context, found.ids) == (None, "node=p-9", ())
    assert row.recommendation == "get on this very person node fails again: 9 of 9 (otherwise 11 of 31)."


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
