"""A workspace's memory looked at as a graph, from any node on."""

from collections.abc import Iterator
from typing import Any

import pytest

import oxgraph
from oxgraph import GraphNeighbourhood, Memory, errors
from oxgraph.client._async.graph_view import kind_of, title
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.types.graph import KINDS, pasted
from tests.fixtures.client_samples import NOON, at, pattern, sequence, write

pytestmark = pytest.mark.deep

INTERNAL = {"embedding", "embedding_alt", "embedding_model", "unembedded", "workspace_term", "grams", "gram_count"}


@pytest.fixture
def full(server: Server, graph: Graph, world: Memory) -> Iterator[Memory]:
    """Something of every layer, by an agent's token."""
    anna = world.semantic.entities.create("Anna Meier", type="person", node_id="anna").id
    world.semantic.remember(
        type="fact", content="Anna lives in Ulm", subject_id=anna, predicate="lives_in", object="Ulm", evidence=["m"]
    )
    world.telemetry.capture(action_type="get", session_id="s", outcome="failure", error_code="Gone", targets=["anna"])
    sequence(graph, world.workspace_id, at(days=1), intent_summary="Find Anna's order")
    pattern(graph, world.workspace_id)
    said = {"text": "Where is Anna?", "speaker": "Ben"}
    world.episodic.add_messages([said], conversation_id="c", title="Anna's case")
    world.working.set("c", "plan", "x")
    with oxgraph.connect(server.uri, server.auth, token=world.tokens.create("agent", "looker").secret) as memory:
        yield memory


def everything(memory: Memory, id: str, **asked: Any) -> list[GraphNeighbourhood]:
    """Page after page."""
    pages = [memory.graph.neighbours(id, **asked)]
    while pages[-1].next:
        pages.append(memory.graph.neighbours(id, cursor=pages[-1].next, **asked))
    return pages


def test_a_look_begins_with_the_latest_of_each_kind(full: Memory) -> None:
    found = full.graph.find()
    assert {"entity", "memory", "sequence", "pattern", "conversation"} == {node.kind for node in found}
    for kind in KINDS:
        assert {node.kind for node in full.graph.find(kind=kind)} <= {kind}
    assert full.graph.find(kind="action")[0].title == "get Gone"
    assert len(full.graph.find(limit=2)) == 2


def test_a_text_leads_to_what_it_names_and_what_says_it(full: Memory) -> None:
    found = full.graph.find("anna")
    assert found[0].title == "Anna Meier"
    assert {"entity", "memory", "sequence", "message"} <= {node.kind for node in found}
    assert {node.kind for node in full.graph.find("anna", kind="message")} == {"message"}
    assert [node.id for node in full.graph.find(found[0].id)] == [found[0].id]
    assert full.graph.find("NotFound", kind="pattern")[0].title == "get:person:NotFound"
    assert full.graph.find("AND ) OR * :") == full.graph.find("zebra") == []


def test_each_node_says_what_it_is_and_shows_nothing_internal(full: Memory) -> None:
    for found in full.graph.find(limit=100):
        node = full.graph.node(found.id)
        assert node == found
        assert node.title
        assert INTERNAL.isdisjoint(node.properties)
    with pytest.raises(errors.NotFound):
        full.graph.node(new_id())


def test_neighbours_are_told_once_each_page_after_page(full: Memory) -> None:
    anna = full.semantic.entities.get("anna").id
    (whole,) = everything(full, anna)
    kinds = sorted(node.kind for node in whole.nodes)
    assert kinds == ["action", "alias", "memory"]
    assert {edge.type for edge in whole.edges} == {"_mem:references", "_mem:names", "_mem:subject"}
    assert all(anna in (edge.source, edge.target) for edge in whole.edges)
    pages = everything(full, anna, limit=1)
    assert [len(page.nodes) for page in pages] == [1, 1, 1]
    assert {node.id for page in pages for node in page.nodes} == {node.id for node in whole.nodes}
    (memories,) = everything(full, anna, kinds="memory")
    assert [node.title for node in memories.nodes] == ["Anna lives in Ulm"]


def test_of_a_crowd_every_relationship_is_reached_and_none_hides_the_others(full: Memory, graph: Graph) -> None:
    anna = full.semantic.entities.get("anna").id
    write(
        graph,
        "MATCH (e:entity {workspace_id: $w, node_id: 'anna'}) UNWIND range(1, 500) AS i"
        " CREATE (:_mem:action {workspace_id: $w, id: randomUUID(), action_type: 'get'})-[:`_mem:references`]->(e)",
        w=full.workspace_id,
    )
    first = full.graph.neighbours(anna, limit=20)
    assert {node.kind for node in first.nodes} == {"action", "alias", "memory"}
    seen = [node.id for page in everything(full, anna, limit=90) for node in page.nodes]
    assert len(seen) == len(set(seen)) == 503
    # What comes while somebody turns pages moves nothing. (Neo4j may give it the number of a relationship that is gone,
    # and with it a place on a later page.)
    page = full.graph.neighbours(anna, kinds="action", limit=400)
    late = full.telemetry.capture(action_type="late", session_id="s", outcome="success", targets=["anna"])
    rest = full.graph.neighbours(anna, kinds="action", limit=400, cursor=page.next)
    told = [node.id for node in (*page.nodes, *rest.nodes) if node.id != late.action_id]
    assert len(told) == len(set(told)) == 501


@pytest.mark.parametrize("cursor", ["x", "e30", "WyJuIl0", "W10", "!", "eyJhIjoxfQ"])
def test_a_cursor_that_is_none_is_refused(full: Memory, cursor: str) -> None:
    anna = full.semantic.entities.get("anna").id
    for call in (
        lambda: full.graph.neighbours(anna, cursor=cursor),
        lambda: full.telemetry.timeline_page(cursor=cursor),
        lambda: full.semantic.entities.list_page(cursor=cursor),
    ):
        with pytest.raises(errors.InvalidInput, match="cursor"):
            call()


def test_the_cypher_that_is_handed_over_shows_the_same(full: Memory, graph: Graph) -> None:
    anna = full.semantic.entities.get("anna").id
    shown = full.graph.neighbours(anna)
    assert "$" not in shown.cypher
    rows = graph.driver.execute_query(shown.cypher).records
    assert {row["neighbour"]["id"] for row in rows} == {node.id for node in shown.nodes}


def test_what_is_hidden_deleted_or_forgotten_is_not_looked_at(full: Memory, world: Memory) -> None:
    anna = full.semantic.entities.get("anna").id
    (fact,) = full.semantic.list("anna")
    full.semantic.forget(fact.id)
    assert full.graph.neighbours(anna, kinds="memory").nodes == ()
    assert full.graph.find("Ulm", kind="memory") == []
    world.semantic.entities.hide(anna)
    with pytest.raises(errors.NotFound):
        full.graph.neighbours(anna)
    world.episodic.delete_conversation("c")
    assert full.graph.find(kind="conversation") == full.graph.find(kind="message") == []


def test_tokens_slots_and_locks_are_never_shown(full: Memory, world: Memory, graph: Graph) -> None:
    found = graph.driver.execute_query(
        "MATCH (n:_mem {workspace_id: $w}) WHERE n:token OR n:slot OR n:lock OR n:workspace RETURN n.id AS id",
        {"w": full.workspace_id},
    )
    assert len(found.records) >= 4
    for row in found.records:
        for asked in (full.graph.node, full.graph.neighbours):
            with pytest.raises(errors.NotFound):
                asked(row["id"])
        assert full.graph.find(row["id"]) == []


def test_whatever_stands_in_an_id_is_text_to_cypher(world: Memory, graph: Graph) -> None:
    id = 'a"}) DETACH DELETE n //\n\\ $limit'
    text = pasted("RETURN $id AS id, $limit AS limit", {"id": id, "limit": 5})
    assert dict(graph.driver.execute_query(text).records[0]) == {"id": id, "limit": 5}


@pytest.mark.parametrize("other", KINDS)
def test_an_entity_is_one_whatever_label_of_its_domain_stands_beside(other: str) -> None:
    assert kind_of(["_mem", other, "entity"]) == "entity"


def test_titles_are_one_short_line() -> None:
    assert title("memory", {"content": "a\nb " + "c" * 200}) == "a b " + "c" * 75 + "…"
    assert title("message", {"role": "user", "text": "Hi"}) == "user: Hi"
    assert title("benchmark", {"metric_name": "Rate", "date": NOON.date(), "value": 0.5}) == "Rate 2026-05-01 0.5"
    assert title("session", {"session_id": "s"}) == "s"
    assert title("entity", {"id": "x"}) == "x"
