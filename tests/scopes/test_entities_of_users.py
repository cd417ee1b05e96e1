"""Entities that a user names: found by that user alone, whatever call made them."""

from collections.abc import Iterator
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory, errors
from oxgraph.local import Server

NAME = "Rexford the Third"


@pytest.fixture
def bound(workspace: Memory, server: Server) -> Iterator[dict[str, Memory]]:
    """The workspace by a token that is bound to each of two users."""
    made = workspace.tokens.create
    tokens = {user: made("agent", f"phone of {user[0]}", user_id=user).secret for user in ("ada", "bob")}
    opened = {user: oxgraph.connect(server.uri, server.auth, token=token) for user, token in tokens.items()}
    yield opened
    for memory in opened.values():
        memory.close()


def named(memory: Memory) -> set[str]:
    return {row.id for row in memory.semantic.entities.list()}


def test_what_a_user_resolves_or_creates_is_found_by_no_other(workspace: Memory, bound: dict[str, Memory]) -> None:
    ada, bob = bound["ada"].semantic, bound["bob"].semantic
    (own,) = ada.entities.resolve(NAME)
    made = ada.entities.create("The secret garden", description="Behind the shed")
    (other,) = bob.entities.resolve(NAME)
    (shared,) = workspace.semantic.entities.resolve(NAME)
    assert len({own.entity_id, other.entity_id, shared.entity_id}) == 3
    assert named(bound["ada"]) == {own.entity_id, made.id, shared.entity_id}
    assert named(bound["bob"]) == {other.entity_id, shared.entity_id}
    # It is the same entity as that of a statement of the user.
    assert ada.remember(type="fact", content="Rexford barks", subject=NAME).subject_id == own.entity_id
    assert [row.entity_id for row in ada.entities.resolve([NAME, made.name or ""])] == [own.entity_id, made.id]
    # The name of another's entity is free, and says nothing of it.
    assert bob.entities.resolve(made.name or "", create=False)[0].stage == "new"
    assert made.id not in {found.id for found in bob.entities.search("The secret garden")}
    assert bob.entities.create("The secret garden").id != made.id
    with pytest.raises(errors.InvalidInput, match="is that of entity"):
        ada.entities.create("The secret garden")
    with pytest.raises(errors.NotFound):
        bob.entities.resolve([{"id": own.entity_id}])
    # Renamed, it stays the user's.
    ada.entities.update(made.id, name="The winter garden")
    assert made.id not in {found.id for found in bob.entities.search("The winter garden")}
    assert workspace.semantic.erase_subject("ada").clean
    assert named(workspace).isdisjoint({own.entity_id, made.id})


def test_a_thing_of_the_workspaces_systems_is_shared(workspace: Memory, bound: dict[str, Memory]) -> None:
    order = bound["ada"].semantic.entities.create("Order 17", node_id="order-17")
    assert bound["bob"].semantic.entities.get("order-17").id == order.id
    assert bound["bob"].semantic.entities.resolve([{"id": "order-17"}])[0].entity_id == order.id


def test_a_node_id_of_another_user_names_no_entity(workspace: Memory, bound: dict[str, Memory]) -> None:
    bound["ada"].user("ada").upsert_fact("Rows boats")
    ada = workspace.semantic.entities.get("ada")
    with pytest.raises(errors.InvalidInput) as refused:
        bound["bob"].semantic.entities.create("Mine", node_id="ada")
    assert str(refused.value) == "node_id: is taken; choose another"
    for memory in (workspace, bound["ada"]):
        with pytest.raises(errors.InvalidInput, match=f"node_id: is that of entity {ada.id}"):
            memory.semantic.entities.create("Mine", node_id="ada")


def test_a_way_through_the_graph_passes_nothing_of_another_user(workspace: Memory, bound: dict[str, Memory]) -> None:
    canteen = workspace.semantic.entities.create("Canteen")
    shelf = workspace.semantic.entities.create("Shelf")
    given: dict[str, Any] = {"type": "fact", "subject_id": canteen.id}
    workspace.semantic.remember(content="The canteen opens at noon", **given)
    bound["ada"].semantic.remember(content="Ada hates the canteen", **given)
    own = bound["ada"].semantic.entities.create(NAME)
    bound["ada"].semantic.entities.link(canteen.id, "FEEDS", own.id)
    bound["ada"].semantic.entities.link(own.id, "SITS_ON", shelf.id)

    def seen(memory: Memory) -> set[str | None]:
        return {node.name for node in memory.semantic.entities.traverse(canteen.id, depth=4, memory=True).nodes}

    shared = {"Canteen", "The canteen opens at noon"}
    assert seen(bound["bob"]) == shared
    assert seen(bound["ada"]) == seen(workspace) == shared | {NAME, "Shelf", "Ada hates the canteen"}
    assert bound["bob"].semantic.entities.get(canteen.id).links == ()
    assert [link["to"] for link in bound["ada"].semantic.entities.get(canteen.id).links] == [own.id]


def test_an_entitys_own_status_does_not_end_a_way(workspace: Memory) -> None:
    entities = workspace.semantic.entities
    order = entities.create("Order 17", properties={"status": "shipped"})
    customer = entities.create("Acme", properties={"status": "cancelled"})
    entities.link(order.id, "OF", customer.id)
    for start in (order, customer):
        assert len(entities.traverse(start.id).nodes) == 2
