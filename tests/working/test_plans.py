"""What the working set asks of the database: a seek each, and no hit for what has expired."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id
from tests.fixtures.client_samples import query
from tests.passes.support import workspace_of
from tests.recall.test_plans import SCANS, SEEKS, operators

FILES = Path(__file__).parents[2] / "procedures" / "src" / "main" / "resources" / "oxgraph" / "working"
NOW = datetime(2026, 1, 10, tzinfo=UTC)
FEW, MANY = 50, 2_000
LIVE = 3

PLANS = {
    "living": ["ProduceResults", "NodeIndexSeek"],
    "all": ["ProduceResults", "NodeIndexSeek"],
    "expired": ["ProduceResults", "NodeIndexSeek"],
}
"""The plugin's statements: operators from the result down."""


def text(name: str) -> str:
    return (FILES / f"{name}.cypher").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def spaces(graph: Graph) -> tuple[str, str]:
    """Two workspaces with some slots each, beside few and many that have expired."""
    found = workspace_of(graph), workspace_of(graph)
    for workspace_id, count in zip(found, (FEW, MANY), strict=True):
        given = {"workspace_id": workspace_id, "conversation_id": "talk", "now": NOW}
        graph.write(query("expired_slots"), count=count, **given)
        for number in range(LIVE):
            graph.write(statement("slot/set"), **setting(workspace_id, f"live {number}"))
    return found


def setting(workspace_id: str, name: str) -> dict[str, Any]:
    given: dict[str, Any] = {"workspace_id": workspace_id, "conversation_id": "talk", "name": name, "now": NOW}
    given |= {"user_id": ""}
    given |= {"id": stable_id(workspace_id, "slot", ["talk", name]), "token_hash": "0" * 64, "version": new_id()}
    return given | {"token_hash": None, "value": "1", "ttl_seconds": None}


def profiled(graph: Graph, words: str, given: dict[str, Any]) -> tuple[list[str], int, int]:
    """The operators, the hits and the rows of a statement."""
    result = graph.driver.execute_query(f"PROFILE {words}", given)
    assert result.summary.profile is not None
    found = operators(result.summary.profile)
    names = [one["operatorType"].split("@")[0] for one in found]
    return names, sum(int(one["args"].get("DbHits", 0)) for one in found), len(result.records)


@pytest.mark.parametrize("name", sorted(PLANS))
def test_an_index_leads(graph: Graph, spaces: tuple[str, str], name: str) -> None:
    given = {"workspace_id": spaces[1], "user_id": "", "conversation_id": "talk", "now": NOW}
    found, _, _ = profiled(graph, text(name), given)
    assert found == PLANS[name]


def test_what_has_expired_is_not_read(graph: Graph, spaces: tuple[str, str]) -> None:
    results = [
        profiled(graph, text("living"), {"workspace_id": space, "user_id": "", "conversation_id": "talk", "now": NOW})
        for space in spaces
    ]
    assert results[0] == results[1]
    assert results[1][2] == LIVE


@pytest.mark.parametrize("name", ["slot/set", "slot/get", "slot/delete", "passes/waiting"])
def test_no_statement_scans(graph: Graph, spaces: tuple[str, str], name: str) -> None:
    given = setting(spaces[1], "live 0") | {"names": ["live 1"], "marks": [True]}
    counted = [profiled(graph, statement(name).text, given | {"workspace_id": space}) for space in spaces]
    for found, _, _ in counted:
        assert set(found).isdisjoint(SCANS)
        assert set(found) & {*SEEKS, "NodeUniqueIndexSeek(Locking)"}
    assert counted[0][1] >= counted[1][1] - 2, "the hits do not grow with what has expired"


def test_setting_finds_its_slot_by_a_unique_index_and_locks_it(graph: Graph, spaces: tuple[str, str]) -> None:
    found, _, _ = profiled(graph, statement("slot/set").text, setting(spaces[0], "live 0"))
    assert "NodeUniqueIndexSeek(Locking)" in found
    assert set(found).isdisjoint({*SCANS, "Sort"})
