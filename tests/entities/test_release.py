"""What was adopted is given back exactly as it was, and what memory holds of it survives."""

import uuid
from typing import Any

import pytest

from oxgraph import Client, Memory
from oxgraph.client import adoption_plan
from oxgraph.client._sync import adoption as release_module
from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.types.adoption import KEPT
from tests.entities.adoption_samples import Shop, adopt, connection_of, entities, remember, run

pytestmark = pytest.mark.deep


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
        assert row["properties"]["released_from"] == connection_of(shop)
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
    workspace.semantic.release(connection=connection_of(shop))
    assert shop.snapshot() == before
    assert set(entities(graph, workspace.workspace_id)) == {"2"}


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adoption_plan, "DEGREES", 3)
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
    assert (again.restored, again.taken[adoption_plan.CROWDED]) == (1, 1)
    assert [row for row in held(graph, workspace.workspace_id) if row["node_id"] == "1"] == known
    workspace.semantic.release(shop.customer)
    assert shop.snapshot() == before


def test_a_purged_workspace_gives_its_nodes_back(memory: Client, shop: Shop) -> None:
    before = shop.snapshot()
    name = f"purged {uuid.uuid4()}"
    space = memory.create_workspace(name)
    adopt(space, shop)
    memory.delete_workspace(name, hard=True)
    assert shop.snapshot() == before
