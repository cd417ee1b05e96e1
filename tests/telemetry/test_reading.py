"""Reading back: patterns, annotations, sequences, timeline, search, context."""

from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from tests.fixtures.client_samples import NOON, at, pattern, sequence, write


def test_a_pattern_as_it_is_listed(space: Memory, graph: Graph) -> None:
    found = pattern(graph, space.workspace_id, next_action_type="list", next_count=2)
    (row,) = space.telemetry.patterns()
    assert (row.action_type, row.node_type, row.error_code) == ("get", "person", "NotFound")
    assert (row.sample_count, row.confidence, row.status) == (6, 0.8, "active")
    assert row.pattern_id == found
    assert row.recommendation is not None
    assert row.recommendation.startswith("80% of get actions on person nodes fail with NotFound.")
    (by_key,) = space.telemetry.patterns(all=True)
    assert by_key.pattern_id == found
    assert by_key.interval == pytest.approx((0.490, 0.943), abs=0.001)


def test_all_keys_are_listed_promoted_or_not(space: Memory, graph: Graph) -> None:
    pattern(graph, space.workspace_id)
    candidate = {
        "workspace_id": space.workspace_id,
        "id": new_id(),
        "action_type": "put",
        "error_code": "None",
        "status": "candidate",
        "sample_count": 2,
        "action_count": 3,
        "total_count": 3,
        "confidence": 1.0,
    }
    write(graph, "CREATE (k:_mem:pattern_key) SET k = $key", key=candidate)
    rows = space.telemetry.patterns(all=True)
    assert [(row.action_type, row.node_type, row.status, row.pattern_id is None) for row in rows] == [
        ("put", None, "candidate", True),
        ("get", "person", "active", False),
    ]
    assert [row.action_type for row in space.telemetry.patterns(all=True, sort="sample_count")] == ["get", "put"]
    assert [row.action_type for row in space.telemetry.patterns(all=True, outcome="success")] == ["put"]
    assert [row.action_type for row in space.telemetry.patterns(all=True, limit=1)] == ["put"]
    assert [row.action_type for row in space.telemetry.patterns()] == ["get"]
    with pytest.raises(errors.InvalidInput, match="sort"):
        space.telemetry.patterns(sort="name; DROP")  # type: ignore[arg-type]


def test_suppressed_is_listed_and_never_injected(space: Memory, graph: Graph) -> None:
    found = pattern(graph, space.workspace_id)
    assert space.telemetry.annotate(found, suppressed=True).suppressed
    assert space.telemetry.inject(action_type="get").block == ""
    assert [row.suppressed for row in space.telemetry.patterns()] == [True]
    assert not space.telemetry.annotate(found, suppressed=False).suppressed
    assert space.telemetry.inject(action_type="get").ids == (found,)


def test_annotated_is_injected_whatever_its_confidence(space: Memory, graph: Graph) -> None:
    found = pattern(graph, space.workspace_id, confidence=0.3)
    assert space.telemetry.inject(action_type="get").ids == ()
    row = space.telemetry.annotate(found, annotation="Ask first.", recommendation="Call get_user before.")
    assert (row.annotation, row.recommendation) == ("Ask first.", "Call get_user before.")
    assert "Call get_user before." in space.telemetry.inject(action_type="get").block
    row = space.telemetry.annotate(found, annotation="", recommendation="  ")
    assert row.annotation is None
    assert row.recommendation != "Call get_user before."
    assert space.telemetry.inject(action_type="get").ids == ()


def test_an_annotation_goes_to_the_active_version(space: Memory, graph: Graph) -> None:
    old = pattern(graph, space.workspace_id, status="superseded")
    new = pattern(graph, space.workspace_id, version=2)
    assert space.telemetry.annotate(old, annotation="Note.").pattern_id == new
    rules = graph.driver.execute_query(
        "MATCH (t:_mem:transition {workspace_id: $w, subject_id: $id}) RETURN t.rule AS rule, t.inputs AS inputs",
        w=space.workspace_id,
        id=new,
        database_=graph.database,
    )
    assert [tuple(record.values()) for record in rules.records] == [("annotate", '{"annotation": [null, "Note."]}')]


def test_an_annotation_of_what_is_not_there(space: Memory, graph: Graph) -> None:
    gone = pattern(graph, space.workspace_id, status="deleted")
    for unknown in (gone, new_id()):
        with pytest.raises(errors.NotFound, match="active pattern"):
            space.telemetry.annotate(unknown, suppressed=True)
    with pytest.raises(errors.InvalidInput):
        space.telemetry.annotate("x", suppressed=True)
    with pytest.raises(errors.InvalidInput):
        space.telemetry.annotate(gone, annotation="x" * 2001)


def test_sequences_newest_first_and_by_what_is_asked(space: Memory, graph: Graph) -> None:
    w = space.workspace_id
    old = sequence(graph, w, at(days=2), outcome="failure", agent_id="a", pairs=(("get", ""), ("put", "order")))
    new = sequence(graph, w, at(minutes=2))
    assert [(row.id, row.closed) for row in space.telemetry.sequences()] == [(new, False), (old, True)]

    def ids(**asked: Any) -> list[str]:
        return [row.id for row in space.telemetry.sequences(**asked)]

    assert ids(limit=1) == ids(outcome="success") == ids(since=at(days=1)) == [new]
    assert ids(agent_id="a") == ids(until=at(days=1)) == ids(node_type="order") == [old]
    assert ids(action_type="get", node_type="order") == []
    assert ids(action_type="put", node_type="order") == [old]


def test_the_timeline_is_read_page_by_page(space: Memory) -> None:
    for number in range(7):
        for _ in range(2):
            space.telemetry.capture(
                action_type=f"a{number}", session_id="s", outcome="success", started_at=at(minutes=number)
            )
    pages: list[list[oxgraph.TimelineRow]] = []
    before = None
    while not pages or pages[-1]:
        pages.append(space.telemetry.timeline(limit=3, before=before))
        before = pages[-1][-1].cursor if pages[-1] else None
    rows = [row for page in pages for row in page]
    assert [len(page) for page in pages] == [3, 3, 3, 3, 2, 0]
    assert len({row.id for row in rows}) == 14
    assert [row.action_type for row in rows] == [f"a{number}" for number in range(7) for _ in range(2)]


def test_the_timeline_holds_sequences_too_and_can_be_narrowed(space: Memory, graph: Graph) -> None:
    run = sequence(graph, space.workspace_id, at(minutes=1))
    space.telemetry.capture(action_type="put", session_id="s", outcome="failure", agent_id="a", error_code="E")
    assert [row.kind for row in space.telemetry.timeline()] == ["action", "sequence"]
    assert [row.id for row in space.telemetry.timeline(action_type="get")] == [run]
    assert [row.kind for row in space.telemetry.timeline(agent_id="a")] == ["action"]
    assert [row.error_code for row in space.telemetry.timeline(outcome="failure")] == ["E"]
    assert space.telemetry.timeline(until=at(days=1)) == []
    assert space.telemetry.timeline(since=at(days=1), limit=1)[0].kind == "action"


def test_search_finds_patterns_and_sequences(space: Memory, graph: Graph) -> None:
    failure = pattern(graph, space.workspace_id)
    success = pattern(graph, space.workspace_id, "None")
    failed = sequence(graph, space.workspace_id, at(days=1), outcome="failure")
    sequence(graph, space.workspace_id, at(days=1), pairs=(("put", "order"),))
    found = space.telemetry.search(action_type="get", node_type="person")
    assert {row.pattern_id for row in found.patterns} == {failure, success}
    assert [row.id for row in found.sequences] == [failed]
    assert [row.pattern_id for row in space.telemetry.search(outcome="failure").patterns] == [failure]
    assert len(space.telemetry.search(limit=1).sequences) == 1
    assert space.telemetry.search(action_type="x") == oxgraph.SearchResult(patterns=(), sequences=())


def test_context_by_words(space: Memory, graph: Graph) -> None:
    w = space.workspace_id
    refund = sequence(graph, w, at(days=1), intent_summary="Refund the customer's cancelled order")
    sequence(graph, w, at(days=1), intent_summary="Book a flight to Seattle")
    sequence(graph, w, at(minutes=1), intent_summary="Refund still going on")
    write(graph, "CALL db.index.fulltext.awaitEventuallyConsistentIndexRefresh()")
    (found,) = space.telemetry.context("refund an order?")
    assert (found.id, found.found_by) == (refund, "words")
    for text in ("refund) OR (seattle", "workspace_term:*", "*:*", '"', "?!", "NOT refund"):
        assert {row.id for row in space.telemetry.context(text)} <= {row.id for row in space.telemetry.sequences()}
    for wrong in ("", "x" * 2001):
        with pytest.raises(errors.InvalidInput):
            space.telemetry.context(wrong)


def test_context_by_meaning_and_of_one_model_only(server: Server, space: Memory, graph: Graph) -> None:
    w, model = space.workspace_id, embedder("minilm")
    texts = ["Give a customer the money back", "Book a flight to Seattle"]
    ids = [sequence(graph, w, at(days=1), intent_summary=text, embedding=model.embed(text)) for text in texts]
    write(graph, "CALL db.awaitIndexes()")

    def context(text: str) -> list[oxgraph.SimilarSequence]:
        with oxgraph.connect(server.uri, server.auth, clock=lambda: NOON, embedder=model) as client:
            return client.workspace(space.name).telemetry.context(text)

    assert context("refund") == []
    settle = "MATCH (w:workspace {workspace_id: $w, id: $w}) SET w.embedding_model = $model"
    write(graph, settle, w=w, model=model.name)
    found = context("refund")
    assert [(row.id, row.found_by) for row in found] == [(i, "meaning") for i in ids]
    assert found[0].score > found[1].score
    write(graph, settle, w=w, model="another")
    with pytest.raises(errors.EmbeddingModelMismatch, match="come from another"):
        context("refund")
