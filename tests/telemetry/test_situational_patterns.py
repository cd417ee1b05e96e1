"""Patterns that know the situation, where patterns are shown: beside the plain ones, and told from them."""

import pytest

from oxgraph import Client, Memory, PatternRow, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.server.mcp import results
from tests.fixtures.client_samples import pattern, situational_pattern, write


@pytest.fixture
def space(client: Client) -> Memory:
    return client.create_workspace(f"test {new_id()}")


def candidate(graph: Graph, workspace_id: str, context: str) -> None:
    """A context that is counted, and no pattern yet."""
    key = {"workspace_id": workspace_id, "id": new_id(), "action_type": "get", "node_type": "person"}
    key |= {"error_code": "AnyError", "context": context, "status": "candidate"}
    counts = {"sample_count": 2, "action_count": 2, "total_count": 3, "confidence": 2 / 3}
    write(graph, "CREATE (k:_mem:pattern_key) SET k = $key", key=key | counts)


def test_one_as_it_is_listed(space: Memory, graph: Graph) -> None:
    found = situational_pattern(graph, space.workspace_id)
    (row,) = space.telemetry.patterns()
    assert (row.action_type, row.node_type, row.error_code) == ("get", "person", "AnyError")
    assert (row.context, row.context_text) == ("run=2", "after two failed attempts in a row")
    assert (row.action_count, row.total_count, row.other_failures, row.other_count) == (8, 10, 17, 38)
    assert (row.interval, row.lift, row.pattern_id) == ((0.49, 0.94), 1.5, found)
    (by_key,) = space.telemetry.patterns(all=True)
    assert (by_key.pattern_id, by_key.context, by_key.lift) == (found, "run=2", 1.5)


def test_a_plain_one_has_none_of_it(space: Memory, graph: Graph) -> None:
    pattern(graph, space.workspace_id)
    for every in (False, True):
        (row,) = space.telemetry.patterns(every)
        assert (row.context, row.context_text, row.other_count, row.other_failures, row.lift) == (None,) * 5


def test_by_their_kind(space: Memory, graph: Graph) -> None:
    plain = pattern(graph, space.workspace_id)
    once, twice = (situational_pattern(graph, space.workspace_id, context) for context in ("run=1", "run=2"))
    for every in (False, True):
        ids = {
            kind: {row.pattern_id for row in space.telemetry.patterns(every, kind=kind)}
            for kind in ("plain", "situational", None)
        }
        assert ids == {"plain": {plain}, "situational": {once, twice}, None: {plain, once, twice}}
    with pytest.raises(errors.InvalidInput, match="kind"):
        space.telemetry.patterns(kind="x")  # type: ignore[arg-type]


def test_a_candidate_says_its_context_in_words(space: Memory, graph: Graph) -> None:
    candidate(graph, space.workspace_id, "previous=list:bad")
    (row,) = space.telemetry.patterns(all=True)
    assert (row.status, row.context_text, row.pattern_id) == ("candidate", "right after a failed list action", None)


def test_contexts_of_one_pair_are_paged_each_once(space: Memory, graph: Graph) -> None:
    pattern(graph, space.workspace_id, "AnyError")
    for context in ("run=1", "run=2"):
        situational_pattern(graph, space.workspace_id, context)
    for every in (False, True):
        rows: list[PatternRow] = []
        cursor: str | None = None
        while cursor or not rows:
            page = space.telemetry.patterns_page(every, limit=1, cursor=cursor)
            rows, cursor = [*rows, *page.items], page.next
        assert [row.context for row in rows] == [None, "run=1", "run=2"]


def test_an_annotation_goes_to_the_same_context(space: Memory, graph: Graph) -> None:
    plain = pattern(graph, space.workspace_id, "AnyError")
    old = situational_pattern(graph, space.workspace_id, status="superseded")
    new = situational_pattern(graph, space.workspace_id, version=2)
    assert space.telemetry.annotate(old, annotation="Ask first.").pattern_id == new
    assert space.telemetry.annotate(plain, suppressed=True).pattern_id == plain
    assert {row.pattern_id: (row.annotation, row.suppressed) for row in space.telemetry.patterns()} == {
        plain: (None, True),
        new: ("Ask first.", False),
    }


def test_an_agent_reads_it_by_its_name(space: Memory, graph: Graph) -> None:
    situational_pattern(graph, space.workspace_id)
    text = results.text("memory.search", space.telemetry.search(action_type="get"), {})
    name = "get:person:AnyError, after two failed attempts in a row"
    assert text.startswith(f"Patterns:\n- {name}, confidence 0.80 over 6 runs. ")
