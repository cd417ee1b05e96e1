"""The entities of the business graph in a turn."""

from collections.abc import Iterator
from typing import Any

import pytest

import oxgraph
from oxgraph import Memory
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder
from oxgraph.types.turn import Limited
from tests.fixtures.samples import START, works_at
from tests.recall.test_entities import ASKED, HOURS
from tests.turn.samples import PATIENCE

CLOSING = "[/Memory]"
LINE = f"- Acme (customer, customer:acme): {HOURS}"


@pytest.fixture(scope="module")
def client(server: Server) -> Iterator[oxgraph.Client]:
    with oxgraph.connect(server.uri, server.auth, clock=lambda: START, embedder=embedder("minilm")) as found:
        yield found


@pytest.fixture
def space(client: oxgraph.Client) -> Memory:
    made = client.create_workspace(f"turn {new_id()}")
    made.semantic.entities.create("Acme", type="customer", node_id="customer:acme", description=HOURS)
    return made


def turn(space: Memory, text: str, **given: Any) -> Any:
    return space.turn("calls", text, limits=dict(PATIENCE), **given)


def block(*lines: str) -> str:
    return "\n".join(
        [f"[Business graph — {len(lines)} {'entity' if len(lines) == 1 else 'entities'}]", *lines, CLOSING]
    )


def test_an_adopted_node_is_in_the_prompt(space: Memory, graph: Graph) -> None:
    label = f"Supplier{new_id().replace('-', '')}"
    text = f"CREATE (:{label} {{key: 'supplier:bolt', title: 'Bolt', notes: 'closed on Mondays', floor: 3}})"
    graph.driver.execute_query(text, database_=graph.database)
    space.semantic.adopt(label, id="key", name="title", text="notes", type="supplier", properties=["floor"])
    with turn(space, "When is Bolt closed?") as found:
        assert found.prompt == block("- Bolt (supplier, supplier:bolt): closed on Mondays. floor: 3")
        (id,) = found.supports["entities"]
        assert space.semantic.entities.get(id).node_id == "supplier:bolt"
        assert found.supports["memories"] == ()


def test_it_is_found_by_the_question(space: Memory) -> None:
    works_at(space, "Rivian", content="Ada is to call Acme on behalf of Rivian")
    with turn(space, ASKED) as found:
        entities, memories = found.parts["entities"], found.parts["memories"]
        assert found.prompt == f"{block(LINE)}\n\n{memories.text}"
        assert "Ada is to call Acme" in memories.text
        assert "Business graph" not in memories.text
        assert LINE not in memories.text
        assert (entities.reason, entities.elapsed_ms > 0) == ("", True)
        assert not set(entities.ids) & set(memories.ids)


def test_targets_come_first_whatever_is_said(space: Memory) -> None:
    space.semantic.entities.create("Zeta", type="customer", node_id="customer:zeta", description="prefers letters")
    with turn(space, "The weather is fine today.", targets=["customer:acme"]) as found:
        assert found.prompt == block(LINE)
    with turn(space, ASKED, targets=["customer:zeta", "customer:nobody"]) as found:
        assert found.prompt == block("- Zeta (customer, customer:zeta): prefers letters", LINE)
    with turn(space, "The weather is fine today.") as found:
        assert found.prompt == ""


def test_the_question_of_the_turn_is_not_recalled(space: Memory) -> None:
    with turn(space, "When may I call Bolt?", turn_id="t", without=["entities"]) as first:
        assert first.prompt == ""
    with turn(space, "When may I call Bolt?", turn_id="t", without=["history", "entities"]) as again:
        assert again.prompt == ""
    with space.turn("elsewhere", "When may I call Bolt?", without=["entities"], limits=dict(PATIENCE)) as other:
        assert other.supports["memories"] == ()


def test_either_part_alone(space: Memory) -> None:
    works_at(space, "Rivian", content="Ada is to call Acme on behalf of Rivian")
    with turn(space, ASKED, without=["memories"]) as found:
        assert found.prompt == block(LINE)
        assert found.left_out == {"memories": "left_out"}
    with turn(space, ASKED, without=["entities"]) as found:
        assert "[Business graph" not in found.prompt
        assert LINE not in found.prompt
        assert "Ada is to call Acme" in found.prompt
        assert found.left_out == {"entities": "left_out"}


def test_they_need_no_limit_of_their_own(space: Memory) -> None:
    limits: dict[Limited, float] = {name: seconds for name, seconds in PATIENCE.items() if name != "entities"}
    with space.turn("calls", ASKED, limits=limits) as found:
        assert found.prompt == block(LINE)
        assert found.left_out == {}


def test_their_own_limit_leaves_out_them_alone(space: Memory) -> None:
    works_at(space, "Rivian", content="Ada is to call Acme on behalf of Rivian")
    with space.turn("calls", ASKED, limits=dict(PATIENCE) | {"entities": 1e-6}) as found:
        assert set(found.left_out) == {"entities"}
        assert "Ada is to call Acme" in found.prompt


def test_a_recall_that_is_late_leaves_both_out(space: Memory) -> None:
    limits = dict(PATIENCE) | {"memories": 0}
    with space.turn("calls", ASKED, limits=limits) as found:
        assert set(found.left_out) == {"memories", "entities"}
        assert found.prompt == ""
