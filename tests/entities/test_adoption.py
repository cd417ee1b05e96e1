"""An existing graph becomes the semantic layer in place."""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, InvalidInput, LinkedToOtherWorkspace, Memory, NotFound, PermissionDenied
from oxgraph.client import adoption_plan
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import stable_id
from oxgraph.local import Server
from tests.entities.adoption_samples import Shop, adopt, connection_of, entities, label, remember, revisions, run


def test_each_node_becomes_an_entity_or_gets_a_stand_in(workspace: Memory, shop: Shop, graph: Graph) -> None:
    report = adopt(workspace, shop)
    assert (report.nodes, report.adopted, report.stand_ins) == (9, 3, 4)
    assert (report.without_id, report.duplicates, report.unnamed) == (1, 1, 1)
    assert report.connection == f"adopt:{shop.customer}"
    taken = {"created_at", "description", "embedding", "id", "name", "rev", "type", "workspace_id", ":event"}
    taken.add("workspace_id of a neighbour")
    assert set(report.taken) == taken
    found = entities(graph, workspace.workspace_id)
    assert set(found) == {"1", "2", "3.5", "4", "5", "6", "8"}
    ann = found["1"]["properties"]
    assert set(found["1"]["labels"]) == {"_mem", "entity", "Person", shop.customer}
    assert ann["id"] == stable_id(workspace.workspace_id, "entity", [report.connection, "1"])
    assert (ann["type"], ann["name"], ann["description"]) == (shop.customer, "Ann", "likes tea")
    assert set(ann["adopted_properties"]) == {
        "id", "workspace_id", "node_id", "type", "description", "connection", "created_at",
    }  # fmt: skip
    assert ann["unembedded"] is True
    assert "owned" not in ann
    assert found["1"]["names"] == found["4"]["names"] == ["Ann"]
    assert found["2"]["properties"]["created_at"].year == 1999
    assert found["3.5"]["properties"]["id"] == "cid-own-id"
    assert "id" not in found["3.5"]["properties"]["adopted_properties"]
    for node_id in ("4", "5", "8"):
        assert set(found[node_id]["labels"]) == {"_mem", "entity"}
        assert found[node_id]["properties"]["owned"] is True


def test_a_node_with_a_blank_name_of_its_own_gets_a_stand_in(workspace: Memory, shop: Shop, graph: Graph) -> None:
    adopt(workspace, shop)
    fay = entities(graph, workspace.workspace_id)["6"]
    assert fay["properties"]["name"] == "6"
    assert fay["properties"]["owned"] is True


def test_an_agent_is_shown_the_chosen_properties_alone(server: Server, workspace: Memory, shop: Shop) -> None:
    """An operator has all of them, and an agent cannot choose others for itself."""
    adopt(workspace, shop, properties=["umlaut"])
    own = {"customerId", "text", "tags", "born", "quoted"}
    secrets = [workspace.tokens.create(role, role).secret for role in ("agent", "operator")]
    with (
        oxgraph.connect(server.uri, server.auth, token=secrets[0]) as agent,
        oxgraph.connect(server.uri, server.auth, token=secrets[1]) as operator,
    ):
        ann, bob = (agent.semantic.entities.get(one) for one in ("1", "2"))
        assert own <= operator.semantic.entities.get("1").properties.keys()
        ann_quoted = operator.semantic.entities.get("1").properties["quoted"]
        beside = {node.id: node for node in agent.graph.neighbours(bob.id).nodes}
        for shown in (ann.properties, agent.graph.node(ann.id).properties, beside[ann.id].properties):
            assert (shown["umlaut"], shown["name"], own & shown.keys()) == ("Zoë 🦊", "Ann", set())
        for node_id, name in (("1", "quoted"), ("4", "type")):
            with pytest.raises(PermissionDenied, match=f"shown: {name} stood on the node"):
                agent.semantic.entities.update(node_id, shown=["umlaut", name])
        with pytest.raises(PermissionDenied, match="properties: quoted stood on the node"):
            agent.semantic.entities.update("1", properties={"quoted": "x"})
        assert operator.semantic.entities.get("1").properties["quoted"] == ann_quoted
        changed = agent.semantic.entities.update("1", properties={"mood": "good"}, shown=["umlaut", "mood"])
        agent.semantic.entities.update("1", properties={"mood": "better"})
        assert (changed.properties["mood"], own & changed.properties.keys()) == ("good", set())
        assert operator.semantic.entities.update("4", shown=["type"]).properties["shown_properties"] == ["type: gold"]


def test_a_second_run_changes_nothing(workspace: Memory, shop: Shop, graph: Graph) -> None:
    adopt(workspace, shop)
    before, seen = revisions(graph, workspace.workspace_id), shop.snapshot()
    again = adopt(workspace, shop)
    assert (again.adopted, again.stand_ins, again.already) == (0, 0, 7)
    assert revisions(graph, workspace.workspace_id) == before
    assert shop.snapshot() == seen


def test_adopted_under_another_name_the_type_tells_that_it_is_the_same(
    workspace: Memory, shop: Shop, graph: Graph
) -> None:
    adopt(workspace, shop, type="customer")
    remember(graph, workspace, "1", "Annie")
    first = entities(graph, workspace.workspace_id)["1"]["properties"]["id"]
    workspace.semantic.release(shop.customer)
    assert workspace.semantic.adopt(shop.order, id="number").adopted == 2
    assert f"{shop.order}/1" in entities(graph, workspace.workspace_id)
    assert adopt(workspace, shop, type="customer", connection="crm").restored == 1
    found = entities(graph, workspace.workspace_id)
    assert found["1"]["properties"]["id"] == first
    assert found["1"]["properties"]["connection"] == "crm"


def test_the_same_ids_under_another_label(workspace: Memory, shop: Shop, graph: Graph) -> None:
    adopt(workspace, shop)
    report = workspace.semantic.adopt(shop.order, id="number", type="order")
    assert report.adopted == 2
    found = entities(graph, workspace.workspace_id)
    assert found[f"{shop.order}/1"]["properties"]["number"] == 1
    assert found["99"]["properties"]["number"] == 99
    assert found["1"]["properties"]["customerId"] == 1
    before = revisions(graph, workspace.workspace_id)
    assert workspace.semantic.adopt(shop.order, id="number", type="order").already == 2
    assert revisions(graph, workspace.workspace_id) == before


def test_without_an_id_property_the_element_id_names_the_node(workspace: Memory, graph: Graph) -> None:
    thing = label("Thing")
    (row,) = run(graph, "CYPHER 25 CREATE (n:$($thing) {x: 1}) RETURN elementId(n) AS id", thing=thing)
    assert workspace.semantic.adopt(thing).unnamed == 1
    assert set(entities(graph, workspace.workspace_id)) == {row["id"]}


def test_two_nodes_with_the_same_own_id(workspace: Memory, graph: Graph) -> None:
    thing = label("Thing")
    run(graph, "CYPHER 25 UNWIND [1, 2] AS n CREATE (:$($thing) {number: n, id: 'same'})", thing=thing)
    report = workspace.semantic.adopt(thing, id="number")
    assert (report.adopted, report.stand_ins, report.taken) == (1, 1, {"id": 1})


@pytest.mark.parametrize("value", ["", " ", "a\nb", "x" * 513, ["a"]])
def test_an_id_that_no_action_could_name_is_left_out(workspace: Memory, graph: Graph, value: Any) -> None:
    thing = label("Thing")
    run(graph, "CYPHER 25 CREATE (:$($thing) {key: $value})", thing=thing, value=value)
    assert workspace.semantic.adopt(thing, id="key").without_id == 1


def test_names_and_labels_that_look_like_cypher(workspace: Memory, graph: Graph) -> None:
    odd = "Odd`}) DETACH DELETE (n) //" + uuid.uuid4().hex
    run(graph, "CYPHER 25 CREATE (n:$($odd)) SET n[$key] = 'k1'", odd=odd, key="a`b")
    assert workspace.semantic.adopt(odd, id="a`b", name="a`b").adopted == 1
    assert entities(graph, workspace.workspace_id)["k1"]["properties"]["type"] == odd
    assert workspace.semantic.release(odd).released == 1


def test_long_names_and_line_breaks_are_never_shown(workspace: Memory, graph: Graph) -> None:
    thing = label("Thing")
    run(
        graph,
        "CYPHER 25 UNWIND [['a', $long], ['b', 'one' + $line_end + 'two']] AS row "
        "CREATE (:$($thing) {key: row[0], title: row[1]})",
        thing=thing,
        long="x" * 20_000,
        line_end="\n",
    )
    assert workspace.semantic.adopt(thing, id="key", name="title", text="title").adopted == 2
    found = entities(graph, workspace.workspace_id)
    assert found["a"]["properties"]["name"] == "x" * 200
    assert len(found["a"]["properties"]["description"]) == 2_000
    assert found["b"]["properties"]["name"] == "one two"


def test_a_database_without_nodes_of_ones_own(workspace: Memory, graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    """The run's database has nodes of other tests, which count as oxgraph's own here."""
    (row,) = graph.read(statement("adoption/labels"), kinds=[])
    monkeypatch.setattr("oxgraph.client._sync.adoption.OURS", row["labels"])
    with pytest.raises(InvalidInput, match="has no nodes but oxgraph's own"):
        workspace.semantic.adopt("Nobody")


def test_what_is_not_there_is_said(workspace: Memory, shop: Shop) -> None:
    with pytest.raises(InvalidInput, match=f"label: no node is a Nobody; there are: .*{shop.customer}"):
        workspace.semantic.adopt("Nobody")
    with pytest.raises(InvalidInput, match=f"id: no {shop.customer} has the property key; there are: .*customerId"):
        adopt(workspace, shop, id="key")
    with pytest.raises(InvalidInput, match="name: no"):
        adopt(workspace, shop, name="fullName")
    with pytest.raises(InvalidInput, match="label: is a label of oxgraph's own"):
        workspace.semantic.adopt("_mem")
    with pytest.raises(InvalidInput, match="give a label or a connection"):
        workspace.semantic.release()


def test_a_token_reaches_no_node_of_the_database(workspace: Memory, shop: Shop, server: Server) -> None:
    token = workspace.tokens.create("admin", "boss")
    with oxgraph.connect(server.uri, server.auth, token=token.secret) as caller:
        with pytest.raises(
            PermissionDenied, match=r"semantic\.adopt needs the role operator with the database's login"
        ):
            adopt(caller, shop)
        with pytest.raises(PermissionDenied):
            caller.semantic.release(shop.customer)
        with pytest.raises(PermissionDenied):
            caller.semantic.connections.delete("x")


def test_neighbours_of_another_workspace_are_refused_before_anything_is_written(
    memory: Client, workspace: Memory, shop: Shop, graph: Graph
) -> None:
    other = memory.create_workspace(f"other {uuid.uuid4()}")
    other.semantic.adopt(shop.order, id="number")
    before = shop.snapshot()
    with pytest.raises(
        LinkedToOtherWorkspace, match=f"workspace {other.name} .*oxgraph connections list --workspace {other.name}"
    ):
        adopt(workspace, shop)
    assert shop.snapshot() == before
    assert entities(graph, workspace.workspace_id) == {}
    assert adopt(other, shop).adopted == 3
    assert adopt(workspace, shop, connection="again").elsewhere == 7


def test_a_neighbour_with_a_workspace_id_of_its_own_is_no_hindrance(workspace: Memory, graph: Graph) -> None:
    thing = label("Thing")
    run(graph, "CYPHER 25 CREATE (:$($thing) {key: 1})-[:IN]->(:Tenancy {workspace_id: 'tenant-7'})", thing=thing)
    report = workspace.semantic.adopt(thing, id="key")
    assert (report.stand_ins, report.taken) == (1, {"workspace_id of a neighbour": 1})


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adoption_plan, "NODES", 7)


@pytest.mark.usefixtures("small_batches")
def test_an_interrupted_run_goes_on(workspace: Memory, graph: Graph) -> None:
    thing = label("Thing")
    run(graph, "CYPHER 25 UNWIND range(1, 100) AS n CREATE (:$($thing) {key: n})", thing=thing)

    class Killed(Exception):
        pass

    def kill(done: int, total: int) -> None:
        assert total == 100
        if done >= 35:
            raise Killed

    with pytest.raises(Killed):
        workspace.semantic.adopt(thing, id="key", progress=kill)
    assert len(entities(graph, workspace.workspace_id)) == 35
    report = workspace.semantic.adopt(thing, id="key")
    assert (report.already, report.adopted) == (35, 65)
    with pytest.raises(Killed):
        workspace.semantic.release(thing, progress=kill)
    assert workspace.semantic.release(thing).released == 65
    assert entities(graph, workspace.workspace_id) == {}


def test_each_change_of_a_connection_is_explained(workspace: Memory, shop: Shop, graph: Graph) -> None:
    adopt(workspace, shop)
    adopt(workspace, shop)
    workspace.semantic.release(shop.customer)
    rows = run(
        graph,
        "MATCH (t:_mem:transition {workspace_id: $w, subject_id: $id}) RETURN t.rule AS rule ORDER BY t.at",
        w=workspace.workspace_id,
        id=stable_id(workspace.workspace_id, "connection", [connection_of(shop)]),
    )
    assert [row["rule"] for row in rows] == ["adopted", "released"]


async def test_the_asynchronous_client_adopts_too(server: Server, shop: Shop) -> None:
    async with await oxgraph.connect_async(server.uri, server.auth) as client:
        space = await client.create_workspace(f"async {uuid.uuid4()}")
        report = await space.semantic.adopt(shop.customer, id="customerId", name="name")
        assert report.adopted + report.stand_ins == 7
        assert (await space.semantic.release(shop.customer)).released == report.adopted


def test_when_a_node_joined(workspace: Memory, graph: Graph) -> None:
    thing = label("Thing")
    run(graph, "CYPHER 25 CREATE (:$($thing) {key: 1})", thing=thing)
    before = datetime.now(UTC)
    workspace.semantic.adopt(thing, id="key")
    (found,) = entities(graph, workspace.workspace_id).values()
    assert before <= found["properties"]["created_at"].to_native() <= datetime.now(UTC)


def test_a_node_with_an_id_of_its_own_is_found_and_explained_by_it(workspace: Memory, graph: Graph) -> None:
    """Nodes of a business graph have an `id` more often than not; the entity then has it too."""
    desk = label("Desk")
    run(graph, f"UNWIND range(1, 30) AS n CREATE (:{desk} {{id: 'D-' + n, name: 'Desk ' + n}})")
    workspace.semantic.adopt(desk, id="id", name="name")
    assert [row.id for row in workspace.semantic.entities.search("D-17")][:1] == ["D-17"]
    assert workspace.graph.find("D-17")[0].id == "D-17"
    why = workspace.semantic.why("D-17")
    assert (why.kind, why.status) == ("entity", "active")
    assert why.sentences[0].startswith("The entity “Desk 17”")
    with pytest.raises(NotFound, match="No memory, entity or pattern D-31"):
        workspace.semantic.why("D-31")
