"""Entities of the business graph as results of recall; and the question just asked, which is none."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.passes import run_pass
from tests.fixtures.samples import START, works_at

ASKED = "When may I call Acme?"
HOURS = "only call after 5 pm"


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as found:
        yield found


@pytest.fixture
def space(client: oxgraph.Client) -> Memory:
    return client.create_workspace(f"business {new_id()}")


@pytest.fixture
def label(graph: Graph) -> str:
    """A label with two customers of the user's own graph."""
    name = f"Customer{new_id().replace('-', '')}"
    run(
        graph,
        f"CREATE (:{name} {{key: 'customer:acme', title: 'Acme', notes: $hours, segment: 'gold', secret: 'hunter2'}}), "
        f"(:{name} {{key: 'customer:zeta', title: 'Zeta', notes: 'prefers letters', type: 7, segment: 'silver'}})",
        hours=HOURS,
    )
    return name


def run(graph: Graph, text: str, **params: Any) -> list[Any]:
    return graph.driver.execute_query(text, parameters_=params, database_=graph.database).records


def adopt(space: Memory, label: str) -> None:
    space.semantic.adopt(label, id="key", name="title", text="notes", type="customer", properties=["segment"])


def entities(found: oxgraph.Recall) -> list[str]:
    return [one.content for one in found.results if one.kind == "entity"]


def test_an_adopted_node_is_a_result(space: Memory, label: str) -> None:
    adopt(space, label)
    found = space.recall(ASKED, explain=True)
    first = found.results[0]
    assert (first.kind, first.type, first.rank) == ("entity", "customer", 1)
    assert first.content == f"Acme (customer, customer:acme): {HOURS}. segment: gold"
    assert (first.name, first.node_id, first.description) == ("Acme", "customer:acme", HOURS)
    assert (first.properties, first.connection) == ({"segment": "gold"}, f"adopt:{label}")
    assert first.ranks == {"entity_name": 1, "entity_words": 1}
    assert first.in_context
    assert f"Entities:\n- {first.content}" in found.context
    assert space.semantic.entities.get(first.id).node_id == "customer:acme"
    assert [one.name for one in space.recall(ASKED, kinds="entity").results] == ["Acme"]
    assert not entities(space.recall(ASKED, kinds=["memory", "message"]))


def test_the_id_of_a_merged_entity_means_the_one_that_it_was_merged_into(space: Memory) -> None:
    ids = []
    for name in ("Acme Steel", "Borealis Paints"):
        made = space.semantic.remember(type="fact", subject=name, content=f"{name} pays late").memory_id or ""
        ids.append(space.semantic.get(made).subject_id or "")
    kept, absorbed = ids
    space.semantic.entities.merge(kept, absorbed)
    found = space.recall("who is it about?", entities=[absorbed])
    assert [(one.id, one.name) for one in found.notes.entities] == [(kept, "Acme Steel")]


def test_by_its_vector_its_properties_and_its_id(client: oxgraph.Client, space: Memory, label: str) -> None:
    adopt(space, label)
    run_pass(client.graph, space.workspace_id, "upkeep", now=START, embedder=embedder("minilm"))
    meant = space.recall("What are their reachable hours by phone?", explain=True)
    assert [one.name for one in meant.results] == ["Acme"]
    assert set(meant.results[0].ranks) == {"entity_meaning"}
    assert [one.name for one in space.recall("Who is in the silver segment?").results][:1] == ["Zeta"]
    assert [one.name for one in space.recall("What do we know of customer:zeta?").results][:1] == ["Zeta"]


def test_only_what_was_chosen_is_searched_and_shown(space: Memory, label: str) -> None:
    adopt(space, label)
    found = space.recall("Acme secret hunter2")
    assert "hunter2" not in repr(found)
    assert not entities(space.recall("hunter2", without="threshold"))


def test_what_adoption_refuses(space: Memory, label: str) -> None:
    with pytest.raises(errors.InvalidInput, match=r"properties.*nothing"):
        space.semantic.adopt(label, id="key", properties=["nothing"])
    with pytest.raises(errors.InvalidInput, match="shown"):
        space.semantic.adopt(label, id="key", properties=[f"p{n}" for n in range(11)])


def test_what_left_the_workspace_is_not_found(space: Memory, label: str, graph: Graph) -> None:
    adopt(space, label)
    space.semantic.entities.hide("customer:acme")
    assert not entities(space.recall(ASKED, without="threshold"))
    space.semantic.entities.show("customer:acme")
    assert len(entities(space.recall(ASKED))) == 1
    space.semantic.remember(type="fact", subject="Acme", content="They sell anvils")
    space.semantic.release(label)
    assert not entities(space.recall(ASKED, without="threshold"))
    (row,) = run(graph, f"MATCH (n:{label} {{title: 'Acme'}}) RETURN properties(n) AS p")
    assert row["p"] == {"key": "customer:acme", "title": "Acme", "notes": HOURS, "segment": "gold", "secret": "hunter2"}


def test_a_created_entity_and_its_changes(space: Memory) -> None:
    made = space.semantic.entities.create(
        "Acme", type="customer", node_id="c-1", properties={"hours": HOURS, "limit": 5}, shown=["hours"]
    )
    assert entities(space.recall(ASKED)) == [f"Acme (customer, c-1): hours: {HOURS}"]
    space.semantic.entities.update(made.id, properties={"hours": "call before noon"})
    assert entities(space.recall(ASKED)) == ["Acme (customer, c-1): hours: call before noon"]
    space.semantic.entities.update(made.id, description="sells anvils", shown=["limit"])
    assert entities(space.recall("Who sells anvils?")) == ["Acme (customer, c-1): sells anvils. limit: 5"]
    other = space.semantic.entities.create("Acme Ltd", type="customer", node_id="c-2", description="the same")
    space.semantic.entities.merge(made.id, other.id)
    assert entities(space.recall("Acme Ltd")) == ["Acme (customer, c-1): sells anvils. limit: 5"]


def test_a_removed_connection_is_not_found(space: Memory) -> None:
    space.semantic.entities.create("Acme", type="customer", description=HOURS, connection="crm")
    works_at(space, "Acme")
    assert len(entities(space.recall(ASKED))) == 1
    space.semantic.connections.delete("crm")
    assert not entities(space.recall(ASKED, without="threshold"))


def test_names_and_users_are_no_results(space: Memory) -> None:
    works_at(space, "Acme")
    space.user("ada@example.org").upsert_fact("Likes tea")
    found = space.recall("Where does Ada work, ada@example.org?", without="threshold")
    assert found.results
    assert not entities(found)


def test_conditions(space: Memory, label: str) -> None:
    adopt(space, label)
    assert not entities(space.recall(ASKED, as_of=(START - timedelta(days=1), None), without="threshold"))
    assert not entities(space.recall(ASKED, conversation_id="c", without="threshold"))
    assert not entities(space.recall(ASKED, types="fact", without="threshold"))
    assert len(entities(space.recall(ASKED, types="customer"))) == 1
    assert not entities(space.recall("Whom may I call, not Acme?", kinds="entity", without="threshold"))[1:]


def ask(space: Memory, *texts: str) -> None:
    """Stores what a user said, each followed by nothing."""
    space.episodic.add_messages([{"text": text, "said_at": START} for text in texts], conversation_id="talk")


@pytest.mark.parametrize("stored", [ASKED, "when may i call acme", "So, when can I call Acme?"])
def test_the_question_just_asked_is_no_evidence(space: Memory, stored: str) -> None:
    ask(space, stored)
    found = space.recall(ASKED)
    assert (found.results, found.context, found.notes.empty_because) == ((), "", "nothing_relevant")
    assert [one.text for one in space.episodic.search(ASKED)] == [stored]


def test_the_answer_to_an_earlier_question_is_found(space: Memory) -> None:
    space.episodic.add_messages(
        [{"text": ASKED, "said_at": START}, {"text": "After five.", "role": "assistant", "said_at": START}],
        conversation_id="talk",
    )
    ask(space, "The weather is fine.", "I had lunch.")
    found = space.recall(ASKED, explain=True)
    assert found.results[0].content == "After five."
    assert ASKED not in [one.content for one in found.results]
    assert "It replies to the same question, asked before." in found.results[0].why
