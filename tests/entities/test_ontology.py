"""Entities made, changed, found and walked."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.passes import run_pass
from tests.fixtures.client_samples import NOON, write
from tests.models.tiny_embedders import OLD as TINY


@pytest.fixture
def agent(server: Server, world: Memory) -> Iterator[Memory]:
    """The same workspace by an agent's token."""
    with oxgraph.connect(server.uri, server.auth, token=world.tokens.create("agent", "helper").secret) as memory:
        yield memory


def labels(graph: Graph, id: str) -> list[str]:
    found = graph.driver.execute_query("MATCH (e:_mem:entity {id: $id}) RETURN labels(e) AS labels", {"id": id})
    return sorted(found.records[0]["labels"])


def test_an_agent_makes_an_entity_that_every_name_leads_to(world: Memory, agent: Memory, graph: Graph) -> None:
    entities = agent.semantic.entities
    world.semantic.entities.define_type("Product")
    made = entities.create(
        "  Vega  Starter Kit ", type="Product", node_id="p-1", description="A kit.", connection="shop",
        properties={"price": 12.5, "tags": ["new", "red"], "stock": 3, "sold": False, "none": None},
    )  # fmt: skip
    assert (made.name, made.type, made.node_id, made.connection) == ("Vega Starter Kit", "Product", "p-1", "shop")
    assert {key: made.properties[key] for key in ("price", "tags", "stock", "sold")} == {
        "price": 12.5, "tags": ["new", "red"], "stock": 3, "sold": False,
    }  # fmt: skip
    assert "none" not in made.properties
    assert labels(graph, made.id) == ["Product", "_mem", "entity"]
    assert entities.get("p-1").id == entities.get("vega starter kit").id == made.id
    assert agent.semantic.remember(type="fact", content="It is red.", subject="Vega Starter Kit").subject_id == made.id
    assert "Created" in agent.semantic.why(made.id).text


def test_a_type_that_an_agent_makes_up_is_no_label(world: Memory, agent: Memory, graph: Graph) -> None:
    """Labels stay in the database for ever, for all workspaces."""
    made_up = f"MadeUp{new_id()[:8]}"
    made = agent.semantic.entities.create("Vega", type=made_up)
    assert (made.type, labels(graph, made.id)) == (made_up, ["_mem", "entity"])
    changed = agent.semantic.entities.update(made.id, type=f"{made_up}2")
    assert (changed.type, labels(graph, made.id)) == (f"{made_up}2", ["_mem", "entity"])
    known = graph.driver.execute_query("CALL db.labels() YIELD label RETURN collect(label) AS labels").records[0]
    assert not [label for label in known["labels"] if label.startswith(made_up)]
    world.semantic.entities.define_type(made_up)
    changed = agent.semantic.entities.update(made.id, type=made_up.upper())
    assert (changed.type, labels(graph, made.id)) == (made_up, [made_up, "_mem", "entity"])
    assert [one.id for one in agent.semantic.entities.list(type=made_up)] == [made.id]


def test_one_name_means_one_thing_unless_a_node_id_tells_them_apart(agent: Memory) -> None:
    entities = agent.semantic.entities
    first = entities.create("Anna Meier", type="person")
    for type in (None, "Person"):
        with pytest.raises(errors.InvalidInput, match=f"name: is that of entity {first.id}"):
            entities.create("anna  MEIER", type=type)
    assert entities.create("Anna Meier", type="boat").id != first.id
    other = entities.create("Anna Meier", type="person", node_id="c-2")
    with pytest.raises(errors.InvalidInput, match=f"node_id: is that of entity {other.id}"):
        entities.create("Somebody", node_id="c-2")


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"properties": {"workspace_id": "x"}}, "oxgraph's own"),
        ({"properties": {"embedding": [1.0]}}, "oxgraph's own"),
        ({"properties": {"_mem_x": 1}}, "oxgraph's own"),
        ({"properties": {"a": {"b": 1}}}, "must be a text"),
        ({"properties": {"a": [1, "b"]}}, "must hold only"),
        ({"properties": {"a": 2**63}}, "64 bits"),
        ({"properties": {"a": "\ud800"}}, "Unicode"),
        ({"type": "_mem:action"}, "oxgraph's own"),
        ({"name": "  ...  "}, "letter"),
    ],
)
def test_what_is_ours_or_cannot_be_kept_is_refused(world: Memory, given: dict[str, Any], reason: str) -> None:
    with pytest.raises(errors.InvalidInput, match=reason):
        world.semantic.entities.create(**({"name": "A"} | given))


def test_a_type_that_is_a_kind_of_ours_is_no_label(world: Memory, graph: Graph) -> None:
    made = world.semantic.entities.create("Pay the rent", type="action")
    assert labels(graph, made.id) == ["_mem", "entity"]
    assert world.semantic.entities.update(made.id, type="Chore").type == "Chore"
    assert labels(graph, made.id) == ["Chore", "_mem", "entity"]


def test_a_change_keeps_what_is_not_given_and_the_former_name(world: Memory, agent: Memory, graph: Graph) -> None:
    world.semantic.entities.define_type("customer")
    entities = agent.semantic.entities
    made = entities.create(
        "Anna Meier", type="person", description="A customer.", properties={"age": 40, "city": "Ulm"}
    )
    changed = entities.update("Anna Meier", name="Anna Huber", properties={"city": None, "phone": "1"})
    assert (changed.id, changed.name, changed.type, changed.description) == (
        made.id, "Anna Huber", "person", "A customer.",
    )  # fmt: skip
    assert (changed.aliases, changed.properties["age"], changed.properties["phone"]) == (("Anna Meier",), 40, "1")
    assert "city" not in changed.properties
    assert entities.get("anna meier").id == entities.get("Anna Huber").id == made.id
    back = entities.update(made.id, name="Anna Meier", description="", type="customer")
    assert (back.aliases, back.description, labels(graph, made.id)) == (
        ("Anna Huber",), None, ["_mem", "customer", "entity"],
    )  # fmt: skip
    with pytest.raises(errors.InvalidInput, match="to change"):
        entities.update(made.id)
    with pytest.raises(errors.NotFound):
        entities.update(new_id(), name="x")


def test_a_name_that_went_elsewhere_and_comes_back(world: Memory) -> None:
    entities = world.semantic.entities
    a, b = entities.create("Anna Meier").id, entities.create("Anna M.").id
    entities.merge(a, b)
    entities.update(a, name="Anna M.")
    entities.split(b)
    assert entities.update(b, name="Anna Meier Junior").id == b
    assert entities.update(b, name="Anna M.").name == "Anna M."


def test_a_hidden_entity_is_neither_changed_nor_found(world: Memory) -> None:
    entities = world.semantic.entities
    made = entities.create("Anna Meier")
    entities.hide(made.id)
    assert entities.search("Anna Meier") == []
    with pytest.raises(errors.NotFound):
        entities.update(made.id, name="x")


def test_an_adopted_node_is_given_back_without_what_was_added(world: Memory, graph: Graph) -> None:
    label = f"Item{new_id()[:8]}"
    write(graph, f"CREATE (:{label} {{sku: 'a', title: 'Kit'}})")
    world.semantic.adopt(label, id="sku", name="title")
    changed = world.semantic.entities.update("a", description="Ours.", properties={"price": 3})
    assert (changed.description, changed.properties["price"]) == ("Ours.", 3)
    world.semantic.release(label)
    found = graph.driver.execute_query(f"MATCH (n:{label}) RETURN properties(n) AS p, labels(n) AS l").records[0]
    assert (found["p"], found["l"]) == ({"sku": "a", "title": "Kit", "price": 3}, [label])


def test_a_text_finds_what_it_names_and_what_is_like_it(agent: Memory) -> None:
    entities = agent.semantic.entities
    for name, kind in (("Vega Starter Kit", "product"), ("Vega Kit", "product"), ("Anna Meier", "person")):
        entities.create(name, type=kind)
    assert [(row.name, row.found_by) for row in entities.search("vega kit")] == [
        ("Vega Kit", "name"), ("Vega Starter Kit", "name"),
    ]  # fmt: skip
    assert entities.search("vega kit")[0].score == 1.0
    assert [row.name for row in entities.search("Ana Meier")] == ["Anna Meier"]
    asked = entities.search("Did Anna Meier order the Vega Starter Kit?", type="Person")
    assert [(row.name, row.found_by) for row in asked] == [("Anna Meier", "words")]
    assert entities.search("vega", limit=1)
    assert entities.search("!?") == entities.search("zebra crossing") == []
    assert entities.search('workspace_term:* OR "vega') != [None]


def test_meaning_finds_what_no_word_names(server: Server, graph: Graph) -> None:
    with oxgraph.connect(server.uri, server.auth, embedder=TINY) as client:
        space = client.create_workspace(f"meaning {new_id()}")
        other = client.create_workspace(f"meaning {new_id()}")
        for each in (space, other):
            each.semantic.remember(type="fact", content="There is a model.")
            made = each.semantic.entities.create("Kestrel", type="bird", description="zzz")
            write(
                graph,
                "MATCH (e:entity {workspace_id: $w, id: $id}) SET e.embedding = $vector, e.embedding_model = $model,"
                " e.unembedded = null",
                w=each.workspace_id, id=made.id, vector=TINY.embed("small falcon"), model=TINY.name,
            )  # fmt: skip
        found = space.semantic.entities.search("small falcon")
        assert [(row.name, row.found_by, round(row.score, 3)) for row in found] == [("Kestrel", "meaning", 1.0)]
        assert [row.id for row in space.semantic.entities.search("small falcon", type="bird")] == [found[0].id]
        assert space.semantic.entities.search("small falcon", type="boat") == []


def family(memory: Memory) -> dict[str, str]:
    """A line of four with a loop, and a memory of one of them."""
    entities = memory.semantic.entities
    ids = {name: entities.create(name, type="person").id for name in ("Ada", "Ben", "Cid", "Dora", "Eve")}
    for a, type, b in (
        ("Ada", "KNOWS", "Ben"),
        ("Ben", "KNOWS", "Cid"),
        ("Cid", "OWES", "Dora"),
        ("Dora", "KNOWS", "Ada"),
    ):
        entities.link(ids[a], type, ids[b])
    memory.semantic.remember(
        type="fact", content="Ben likes Eve", subject_id=ids["Ben"], predicate="likes", object="Eve"
    )
    return ids


def test_a_relationship_type_of_a_business_graph_is_one_to_walk_along(agent: Memory, graph: Graph) -> None:
    ids = family(agent)
    graph.driver.execute_query(
        "MATCH (a:_mem:entity {id: $a}), (b:_mem:entity {id: $b}) CREATE (a)-[:`HAS BOUGHT`]->(b)",
        {"a": ids["Ada"], "b": ids["Eve"]},
    )
    walked = agent.semantic.entities.traverse(ids["Ada"], types="HAS BOUGHT")
    assert [node.name for node in walked.nodes] == ["Ada", "Eve"]


def test_a_walk_goes_level_by_level(agent: Memory) -> None:
    ids = family(agent)
    entities = agent.semantic.entities

    def reached(**asked: Any) -> list[tuple[str | None, int]]:
        return sorted((node.name, node.depth) for node in entities.traverse("Ada", **asked).nodes)

    assert reached() == [("Ada", 0), ("Ben", 1), ("Dora", 1)]
    assert reached(depth=2) == [("Ada", 0), ("Ben", 1), ("Cid", 2), ("Dora", 1)]
    assert reached(direction="out", depth=4) == [("Ada", 0), ("Ben", 1), ("Cid", 2), ("Dora", 3)]
    assert reached(direction="in") == [("Ada", 0), ("Dora", 1)]
    assert reached(types="OWES", depth=4) == [("Ada", 0)]
    assert reached(types=["KNOWS"], depth=4) == [("Ada", 0), ("Ben", 1), ("Cid", 2), ("Dora", 1)]
    assert reached(depth=3, direction="out", memory=True) == [
        ("Ada", 0), ("Ben", 1), ("Ben likes Eve", 2), ("Cid", 2), ("Dora", 3), ("Eve", 3),
    ]  # fmt: skip
    walked = entities.traverse(ids["Ada"], depth=4)
    assert {(edge.type, edge.source, edge.target) for edge in walked.edges} == {
        ("KNOWS", ids["Ada"], ids["Ben"]), ("KNOWS", ids["Ben"], ids["Cid"]),
        ("OWES", ids["Cid"], ids["Dora"]), ("KNOWS", ids["Dora"], ids["Ada"]),
    }  # fmt: skip
    assert not walked.truncated
    few = entities.traverse(ids["Ada"], depth=4, limit=2)
    assert (len(few.nodes), few.truncated) == (2, True)
    with pytest.raises(errors.PermissionDenied):
        agent.semantic.entities.hide(ids["Ben"])


def test_a_walk_passes_by_what_is_hidden(world: Memory) -> None:
    ids = family(world)
    world.semantic.entities.hide(ids["Ben"])
    walked = world.semantic.entities.traverse(ids["Ada"], depth=2, direction="out", memory=True)
    assert [node.name for node in walked.nodes] == ["Ada"]
    with pytest.raises(errors.NotFound):
        world.semantic.entities.traverse(ids["Ben"])


@pytest.mark.deep
def test_a_hub_with_very_many_relationships_is_walked_in_bounded_work(world: Memory, graph: Graph) -> None:
    hub = world.semantic.entities.create("Hub").id
    near = world.semantic.entities.create("Near").id
    world.semantic.entities.link(hub, "OWNS", near)
    for start in range(0, 60_000, 20_000):
        write(
            graph,
            "MATCH (h:entity {workspace_id: $w, node_id: $hub}) UNWIND range($start, $start + 19999) AS i"
            " CREATE (:_mem:action {workspace_id: $w, id: 'a' + i})-[:`_mem:references`]->(h)",
            w=world.workspace_id, hub=hub, start=start,
        )  # fmt: skip
    assert [node.name for node in world.semantic.entities.traverse(hub, depth=4).nodes] == ["Hub", "Near"]
    for call, count in (("walk($w, $id, [], 'both', 4, 100, false)", 2), ("neighbours($w, $id, [], {}, 50)", 50)):
        text = f"CALL oxgraph.{call} YIELD node RETURN count(*) AS n"
        found = graph.driver.execute_query(text, {"w": world.workspace_id, "id": hub})
        assert found.records[0]["n"] == count


def test_the_upkeep_gives_a_changed_entity_a_new_vector(server: Server, graph: Graph) -> None:
    with oxgraph.connect(server.uri, server.auth, embedder=TINY) as client:
        space = client.create_workspace(f"upkeep {new_id()}")
        made = space.semantic.entities.create("Kestrel")
        for name, text in ((None, "Kestrel"), ("Falcon", "Falcon")):
            if name:
                space.semantic.entities.update(made.id, name=name)
            run_pass(graph, space.workspace_id, "upkeep", now=NOON, embedder=TINY)
            found = graph.driver.execute_query("MATCH (e:entity {id: $id}) RETURN e.embedding AS v", {"id": made.id})
            assert found.records[0]["v"] == pytest.approx(TINY.embed(text))


def test_of_two_that_put_each_type_below_the_other_one_is_refused(workspace: Memory) -> None:
    entities, start = workspace.semantic.entities, threading.Barrier(2)

    def below(name: str, parent: str) -> str | None:
        start.wait()
        try:
            return entities.define_type(name, parent=parent).parent
        except errors.InvalidInput:
            return None

    with ThreadPoolExecutor(2) as pool:
        for number in range(10):
            a, b = f"a{number}", f"b{number}"
            for name in (a, b):
                entities.define_type(name)
            assert list(pool.map(below, (a, b), (b, a))).count(None) == 1
