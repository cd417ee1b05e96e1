"""What a page costs the database: the same at the beginning and the end, whatever the length of the list."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from oxgraph import cypher
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.types.pages import LATEST
from tests.fixtures.client_samples import NOON, write
from tests.passes.support import workspace_of

FEW, MANY = 400, 800
SCANS = {"AllNodesScan", "NodeByLabelScan", "NodeIndexScan", "UnionNodeByLabelsScan", "IntersectionNodeByLabelsScan"}
FAR = datetime(9999, 12, 30, tzinfo=UTC)
FOUND = ["graph/find", "graph/words", "graph/nodes", "entity/called", "entity/rows"]
LISTS = [
    "telemetry/timeline",
    "telemetry/sequences",
    "semantic/list",
    "entity/page",
    "episode/list",
    "slot/list",
    "workspace/audit",
]
SAMPLES = (
    "CREATE (:_mem:action {workspace_id: $w, id: id, session_id: 's', action_type: 'get', agent_id: 'a',"
    " outcome: 'success', started_at: at, ended_at: at, target_node_ids: []})",
    "CREATE (:_mem:sequence {workspace_id: $w, id: id, session_id: 's', agent_id: 'a', outcome: 'success',"
    " action_count: 1, failure_count: 0, started_at: at, ended_at: at, closes_at: at, tally_action_types: ['get'],"
    " tally_node_types: ['']})",
    "CREATE (:_mem:memory:fact {workspace_id: $w, id: id, user_id: '', type: 'fact', status: 'active',"
    " content: id, recorded_at: at, valid_from: at,"
    " valid_to: datetime('9999-12-31T00:00:00Z'), subject_id: '', object_id: '', predicate: ''})",
    "CREATE (:_mem:entity {workspace_id: $w, id: id, node_id: id, name: 'Entity ' + (100000 + i), type: 'person'})",
    "CREATE (:_mem:episode {workspace_id: $w, id: id, user_id: '', conversation_id: 'c', summary: id, started_at: at,"
    " ended_at: at})",
    "CREATE (:_mem:slot {workspace_id: $w, id: id, user_id: '', conversation_id: 'c', name: id, key: id, value: '1',"
    " version: id, ttl_seconds: 60, created_at: at, expires_at: at})",
    "CREATE (:_mem:transition {workspace_id: $w, id: id, subject_id: $w, subject_kind: 'workspace', rule: 'enable',"
    " inputs: '{}', at: at, audited_at: at})",
)


@pytest.fixture(scope="module")
def spaces(graph: Graph) -> Iterator[tuple[str, str]]:
    """Two workspaces, one twice as large as the other, with a rare action among them."""
    found = workspace_of(graph), workspace_of(graph)
    for workspace_id, count in zip(found, (FEW, MANY), strict=True):
        for sample in SAMPLES:
            rows = "UNWIND range(1, $count) AS i WITH i, randomUUID() AS id, $now - duration({seconds: i}) AS at"
            text = f"{rows} {sample}"
            write(graph, text, w=workspace_id, count=count, now=NOON)
    yield found


def parameters(workspace_id: str, file: cypher.CypherFile, **more: Any) -> dict[str, Any]:
    given: dict[str, Any] = dict.fromkeys(file.params) | {"workspace_id": workspace_id, "limit": 20, "now": NOON}
    if file.name == "telemetry/timeline":
        given |= {"since": datetime(2000, 1, 1, tzinfo=UTC), "until": FAR, "before_at": LATEST, "before_id": ""}
    elif file.name == "episode/list":
        given |= {"before": FAR, "after": "g"}
    else:
        given |= {"after": ["", ""] if file.name == "entity/page" else [LATEST, ""]}
    given |= {"now": datetime(2000, 1, 1, tzinfo=UTC)} if file.name == "slot/list" else {}
    given |= {"user_id": ""} if "user_id" in file.params else {}
    given |= {"ids": [], "text": "x", "words": "x", "reach": 10} if file.name in FOUND else {}
    return given | ({"hidden": False} if "hidden" in file.params else {}) | more


def steps(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """An operator and all below it."""
    return [plan, *(below for child in plan.get("children", []) for below in steps(child))]


def hits(graph: Graph, file: cypher.CypherFile, given: dict[str, Any]) -> int:
    summary = graph.driver.execute_query(f"PROFILE {file.sent}", file.arguments(given)).summary
    return sum(int(step["args"].get("DbHits", 0)) for step in steps(summary.profile or {}))


def late(file: cypher.CypherFile, count: int) -> dict[str, Any]:
    """The place of a row near the end."""
    at = NOON - timedelta(seconds=count - 30)
    text = at.isoformat().replace("+00:00", "Z")
    if file.name == "telemetry/timeline":
        return {"before_at": text, "before_id": ""}
    if file.name == "episode/list":
        return {"before": at}
    return {"after": [f"Entity {100000 + count - 30}", ""] if file.name == "entity/page" else [text, ""]}


@pytest.mark.parametrize("name", LISTS + FOUND)
def test_an_index_leads(graph: Graph, spaces: tuple[str, str], name: str) -> None:
    file = cypher.statement(name)
    given = file.arguments(parameters(spaces[0], file))
    plan = graph.driver.execute_query(f"EXPLAIN {file.sent}", given).summary.plan
    found = [(step["operatorType"].split("@")[0], step["args"].get("Details")) for step in steps(plan or {})]
    assert [step for step in found if step[0] in SCANS] == []


@pytest.mark.parametrize("name", LISTS)
def test_a_page_costs_the_same_wherever_it_stands(graph: Graph, spaces: tuple[str, str], name: str) -> None:
    file = cypher.statement(name)
    few, many = (hits(graph, file, parameters(space, file)) for space in spaces)
    end = hits(graph, file, parameters(spaces[1], file, **late(file, MANY)))
    assert 0 < many <= 1.1 * few + 10, (few, many)
    assert 0 < end <= 1.3 * few + 10, (few, end)


@pytest.mark.parametrize("given", [{"agent_id": "b"}, {"action_type": "x"}, {"outcome": "failure"}])
def test_a_rare_value_costs_a_look_at_each_action_and_no_more(
    graph: Graph, spaces: tuple[str, str], given: dict[str, Any]
) -> None:
    file = cypher.statement("telemetry/timeline")
    found = hits(graph, file, parameters(spaces[1], file, **given))
    assert found <= 10 * 2 * MANY, found


def test_a_hidden_entity_is_found_among_many(graph: Graph, spaces: tuple[str, str]) -> None:
    write(
        graph,
        "CREATE (:_mem:entity {workspace_id: $w, id: $id, name: 'x', deleted_at: $now})",
        w=spaces[1],
        id=new_id(),
        now=NOON,
    )
    file = cypher.statement("entity/page")
    assert hits(graph, file, parameters(spaces[1], file, hidden=True)) < 100
