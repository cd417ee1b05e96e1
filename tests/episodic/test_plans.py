"""What conversations ask the database: an index seek each, and no more work in a long one than in a short one."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from oxgraph import Memory, cypher
from oxgraph.clock import since_epoch
from oxgraph.graph import Graph
from oxgraph.ids import new_id, stable_id
from oxgraph.local import Server
from tests.episodic.samples import connected, walk
from tests.fixtures.client_samples import NOON

SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "NodeIndexScan", "UnionNodeByLabelsScan")
FILES = sorted(file.name for file in cypher.all_files("statement") if file.name.startswith(("conversation/", "turn/")))
LENGTHS = {"short": 60, "long": 600}
PLACES = Path(__file__).parents[2] / "procedures" / "src" / "main" / "resources" / "oxgraph" / "conversation"
"""How the plugin finds the places of messages."""


@pytest.fixture(scope="module")
def spaces(server: Server) -> Iterator[dict[str, Memory]]:
    """Two workspaces; one has ten times as many messages, in ten times as many conversations."""
    with connected(server) as client:
        found = {}
        for name, count in LENGTHS.items():
            space = client.create_workspace(f"plans {new_id()}")
            given = [{"text": f"{n}", "said_at": NOON - timedelta(minutes=count - n)} for n in range(count)]
            space.episodic.add_messages(given, conversation_id="c")
            space.episodic.add_messages([one | {"conversation_id": f"c{n // 5}"} for n, one in enumerate(given)])
            found[name] = space
        yield found


def parameters(space: Memory, file: cypher.CypherFile, **more: Any) -> dict[str, Any]:
    workspace_id = space.workspace_id
    row = {"id": new_id(), "role": "user", "speaker": None, "text": "more", "said_at": NOON + timedelta(minutes=1)}
    ids = [stable_id(workspace_id, "message", ["c", "user", None, "x", "0"])]
    given: dict[str, Any] = {
        "workspace_id": workspace_id, "token_hash": None, "id": stable_id(workspace_id, "conversation", ["c"]),
        "conversation_id": "c", "user_id": "", "shared_id": stable_id(workspace_id, "conversation", ["c"]),
        "visible": None, "agent_id": None, "title": None, "messages": [row], "actions": [], "extraction": "none",
        "lease": timedelta(minutes=1), "now": NOON, "most": None, "ceiling": 10_000, "after": None, "limit": 20,
        "before": datetime(9999, 12, 30, tzinfo=UTC), "message_id": None, "gone": [], "strays": [], "batch": 10,
        "rule": "message_deleted", "importances": {}, "review_importance": 0.7, "ids": ids, "hashes": ["x"],
        "rows": [], "position": 0, "history": {"most": None}, "episodes": {"most": None}, "patterns": None,
        "recall": None, "most_excluded": 100, "slots": {"names": None},
        "instructions": {"owners": [""], "most": 10, "confidence": 0.5},
    }  # fmt: skip
    if file.params.get("now", "").startswith("LIST"):
        given["now"] = since_epoch(NOON)
    if file.name == "conversation/list":
        given["after"] = "g"
    if file.name == "conversation/turns":
        given["before"] = 6
    return {name: (given | more)[name] for name in file.params}


@pytest.mark.parametrize("name", FILES)
def test_an_index_leads(graph: Graph, spaces: dict[str, Memory], name: str) -> None:
    file = cypher.statement(name)
    result = graph.driver.execute_query(f"EXPLAIN {file.text}", parameters(spaces["short"], file))
    found = {step["operatorType"].split("@")[0] for step in walk(result.summary.plan)}
    assert found.isdisjoint(SCANS)
    assert any("Seek" in operator for operator in found)


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("turn/parts", {}),
        ("conversation/page", {}),
        ("conversation/page", {"position": -20}),
        ("conversation/list", {"limit": 5}),
        ("conversation/list", {"limit": 5, "before": NOON - timedelta(minutes=30)}),
        ("conversation/get", {}),
        ("conversation/message_owner", {}),
    ],
)
def test_the_same_work_at_any_length(graph: Graph, spaces: dict[str, Memory], name: str, more: dict[str, Any]) -> None:
    few, many = (hits(graph, space, name, more) for space in spaces.values())
    assert 0 < many <= few * 1.1 + 5, (few, many)


def hits(graph: Graph, space: Memory, name: str, more: dict[str, Any]) -> int:
    """Work in the database; nothing of it stays."""
    file = cypher.statement(name)
    with graph.driver.session() as session, session.begin_transaction() as held:
        summary = held.run(f"PROFILE {file.text}", parameters(space, file, **more)).consume()
        held.rollback()
    return sum(int(step["args"].get("DbHits", 0)) for step in walk(summary.profile))


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("before", {"place": 20, "limit": 1}),
        ("said_later", {"at": NOON - timedelta(minutes=9.5)}),
        ("between", {"from": 20, "until": 30}),
        ("from", {"place": 20, "limit": 1}),
    ],
)
def test_a_place_is_found_at_any_length(
    graph: Graph, spaces: dict[str, Memory], name: str, given: dict[str, Any]
) -> None:
    text = (PLACES / f"{name}.cypher").read_text()
    work = []
    for space in spaces.values():
        asked = {"workspace_id": space.workspace_id, "user_id": "", "conversation_id": "c"} | given
        result = graph.driver.execute_query(f"PROFILE {text}", asked)
        steps = list(walk(result.summary.profile))
        assert {step["operatorType"].split("@")[0] for step in steps}.isdisjoint((*SCANS, "Sort", "Top"))
        assert len(result.records) == (10 if name == "between" else 1)
        work.append(sum(int(step["args"].get("DbHits", 0)) for step in steps))
    few, many = work
    assert 0 < many <= few + 5, (few, many)


@pytest.mark.parametrize("name", ["broken_conversations", "messages_missing_from_search"])
def test_audits_read_each_message_once(graph: Graph, spaces: dict[str, Memory], name: str) -> None:
    (file,) = [file for file in cypher.all_files("audit") if file.name == name]
    result = graph.driver.execute_query(f"EXPLAIN {file.text}")
    scans = [step for step in walk(result.summary.plan) if step["operatorType"].split("@")[0] in SCANS]
    assert [step["args"]["Details"] for step in scans] == ["w:workspace"]
