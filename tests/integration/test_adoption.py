"""An existing graph becomes the semantic layer in place, and is given back exactly as it was."""

import uuid
from datetime import UTC, datetime
from typing import Any

import pytest

import oxgraph
from oxgraph import Client, InvalidInput, JoinedElsewhere, Memory, PermissionDenied
from oxgraph.client import adoption
from oxgraph.client._sync.semantic import release as release_module
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import stable_id
from oxgraph.local import Server
from oxgraph.types.adoption import KEPT, AdoptionReport
from tests.integration.adoption_samples import Shop, entities, label, revisions, run


@pytest.fixture
def shop(graph: Graph) -> Shop:
    return Shop(graph)


def adopt(space: Memory, shop: Shop, **changes: Any) -> AdoptionReport:
    given = {"id": "customerId", "name": "name", "text": "text", **changes}
    return space.semantic.adopt(shop.customer, **given)


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


def test_a_second_run_changes_nothing(workspace: Memory, shop: Shop, graph: Graph) -> None:
    adopt(workspace, shop)
    before, seen = revisions(graph, workspace.workspace_id), shop.snapshot()
    again = adopt(workspace, shop)
    assert (again.adopted, again.stand_ins, again.already) == (0, 0, 7)
    assert revisions(graph, workspace.workspace_id) == before
    assert shop.snapshot() == seen


def test_release_gives_every_byte_back(workspace: Memory, shop: Shop, graph: Graph) -> None:
    before, schema = shop.snapshot(), shop.schema()
    adopt(workspace, shop)
    workspace.semantic.adopt(shop.order, id="number")
    run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w}) SET e.embedding = [0.5, 0.5], e.embedding_model = 'm' "
        "REMOVE e.unembedded",
        w=workspace.workspace_id,
    )
    assert shop.snapshot() != before
    report = workspace.semantic.release(shop.customer)
    assert (report.released, report.stand_ins, report.kept) == (3, 4, 0)
    assert workspace.semantic.release(shop.order).released == 2
    assert shop.snapshot() == before
    assert shop.schema() == schema
    left = run(
        graph,
        "MATCH (n:_mem {workspace_id: $w}) WHERE n:entity OR n:alias RETURN count(n) AS n",
        w=workspace.workspace_id,
    )
    assert left == [{"n": 0}]
    assert workspace.semantic.release(shop.customer).released == 0


def held(graph: Graph, workspace_id: str) -> list[dict[str, Any]]:
    """Who remembers what of whom, by node_id."""
    return run(
        graph,
        "MATCH (m:_mem {workspace_id: $w})-[r:`_mem:subject`|`_mem:references`|`_mem:names`]->(e:_mem:entity) "
        "RETURN m.id AS id, type(r) AS type, properties(r) AS properties, e.id AS entity, e.node_id AS node_id "
        "ORDER BY id, type, entity",
        w=workspace_id,
    )


def remember(graph: Graph, space: Memory, node_id: str, text: str) -> None:
    """A memory, a name given by hand and an action that hang on an entity."""
    run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w, node_id: $node_id}) "
        "CREATE (:_mem:memory:fact {workspace_id: $w, id: randomUUID(), content: $text})-[:`_mem:subject` {k: 1}]->(e) "
        "CREATE (:_mem:alias {workspace_id: $w, id: randomUUID(), key: toLower($text), text: $text, canonical: false, "
        "entity_id: e.id, origin_id: e.id})-[:`_mem:names`]->(e)",
        w=space.workspace_id,
        node_id=node_id,
        text=text,
    )
    space.telemetry.capture(
        session_id="s", action_type="see", outcome="success", targets=[node_id], target_node_type="Customer"
    )


def test_what_memory_holds_survives_a_release_and_is_joined_again(workspace: Memory, shop: Shop, graph: Graph) -> None:
    before = shop.snapshot()
    adopt(workspace, shop)
    remember(graph, workspace, "1", "Annie")
    remember(graph, workspace, "4", "Annabel")
    run(
        graph,
        "MATCH (e:_mem:entity {workspace_id: $w, node_id: '2'}) SET e.deleted_at = datetime()",
        w=workspace.workspace_id,
    )
    known = [row for row in held(graph, workspace.workspace_id) if row["node_id"] in ("1", "4")]
    report = workspace.semantic.release(shop.customer)
    assert (report.released, report.stand_ins, report.kept) == (3, 4, 3)
    assert shop.snapshot() == before
    kept = entities(graph, workspace.workspace_id)
    assert set(kept) == {"1", "2", "4"}
    for row in kept.values():
        assert set(row["labels"]) == {"_mem", "entity"}
        assert row["properties"]["owned"] is True
        assert row["properties"]["released_from"] == report_connection(shop)
    assert [row for row in held(graph, workspace.workspace_id) if row["node_id"] in ("1", "4")] == known

    again = adopt(workspace, shop)
    assert (again.adopted, again.stand_ins, again.restored) == (3, 4, 3)
    found = entities(graph, workspace.workspace_id)
    assert shop.customer in found["1"]["labels"]
    assert "released_from" not in found["4"]["properties"]
    assert "deleted_at" in found["2"]["properties"]
    assert [row for row in held(graph, workspace.workspace_id) if row["node_id"] in ("1", "4")] == known
    assert {row["node_id"] for row in held(graph, workspace.workspace_id)} == set(found)

    run(
        graph,
        "MATCH (m:_mem {workspace_id: $w}) WHERE m:memory OR m:action OR (m:alias AND NOT m.canonical) DETACH DELETE m",
        w=workspace.workspace_id,
    )
    workspace.semantic.release(connection=report_connection(shop))
    assert shop.snapshot() == before
    assert set(entities(graph, workspace.workspace_id)) == {"2"}


def report_connection(shop: Shop) -> str:
    return f"adopt:{shop.customer}"


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
        JoinedElsewhere, match=f"workspace {other.name} .*oxgraph connections list --workspace {other.name}"
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
    monkeypatch.setattr(adoption, "NODES", 7)


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


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adoption, "DEGREES", 3)
    monkeypatch.setattr(release_module, "MOVED", 2)


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("interrupted", [False, True])
def test_a_node_with_very_many_memories_is_released_in_steps(
    workspace: Memory, shop: Shop, graph: Graph, interrupted: bool
) -> None:
    before = shop.snapshot()
    adopt(workspace, shop)
    for text in ("Annie", "Annabel", "Anna"):
        remember(graph, workspace, "1", text)
    known = [row for row in held(graph, workspace.workspace_id) if row["node_id"] == "1"]
    if interrupted:
        (row,) = run(
            graph,
            "MATCH (e:_mem:entity {workspace_id: $w, node_id: '1'}) RETURN elementId(e) AS id",
            w=workspace.workspace_id,
        )
        stand_in = graph.write(
            statement("adoption/step_aside"),
            workspace_id=workspace.workspace_id,
            element_id=row["id"],
            kept=list(KEPT),
        )[0]["element_id"]
        assert graph.write(statement("adoption/move"), element_id=stand_in, batch=2) == [{"moved": 2}]
    report = workspace.semantic.release(shop.customer)
    assert (report.released, report.stand_ins, report.kept) == ((2, 5, 1) if interrupted else (3, 4, 1))
    assert shop.snapshot() == before
    assert [row for row in held(graph, workspace.workspace_id) if row["node_id"] == "1"] == known
    again = adopt(workspace, shop)
    assert (again.restored, again.taken[adoption.CROWDED]) == (1, 1)
    assert [row for row in held(graph, workspace.workspace_id) if row["node_id"] == "1"] == known
    workspace.semantic.release(shop.customer)
    assert shop.snapshot() == before


def test_each_change_of_a_connection_is_explained(workspace: Memory, shop: Shop, graph: Graph) -> None:
    adopt(workspace, shop)
    adopt(workspace, shop)
    workspace.semantic.release(shop.customer)
    rows = run(
        graph,
        "MATCH (t:_mem:transition {workspace_id: $w, subject_id: $id}) RETURN t.rule AS rule ORDER BY t.at",
        w=workspace.workspace_id,
        id=stable_id(workspace.workspace_id, "connection", [report_connection(shop)]),
    )
    assert [row["rule"] for row in rows] == ["adopted", "released"]


def test_a_purged_workspace_gives_its_nodes_back(memory: Client, shop: Shop) -> None:
    before = shop.snapshot()
    name = f"purged {uuid.uuid4()}"
    space = memory.create_workspace(name)
    adopt(space, shop)
    memory.delete_workspace(name, hard=True)
    assert shop.snapshot() == before


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
