"""What recall asks the database of a large workspace: an index seek each, and hits in step with what is returned."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from oxgraph.graph import Graph
from tests.passes import support
from tests.passes.support import workspace_of
from tests.recall.crowd import Crowd, pool

FILES = Path(__file__).parents[2] / "procedures" / "src" / "main" / "resources" / "oxgraph" / "recall"
NAMES = sorted(file.stem for file in FILES.glob("*.cypher"))
SEEKS = ("NodeIndexSeek", "NodeIndexSeekByRange", "NodeUniqueIndexSeek", "NodeVectorIndexSearch", "ProcedureCall")
SCANS = ("AllNodesScan", "NodeByLabelScan", "RelationshipTypeScan", "NodeIndexScan", "NodeIndexContainsScan")
IN_INDEX_ORDER = (
    "begun_within",
    "begun_before",
    "speaker_after",
    "begun_within_of_user",
    "begun_before_of_user",
    "speaker_after_of_user",
)
NOW = datetime(2026, 1, 10, tzinfo=UTC)
YEAR_ONE = datetime(1, 1, 2, tzinfo=UTC)
FAR = datetime(9999, 12, 30, tzinfo=UTC)
FEW, MANY = 400, 800
VECTORS = pool("plans", 16)

pytestmark = pytest.mark.deep


def text(name: str) -> str:
    return (FILES / f"{name}.cypher").read_text().replace("CYPHER 25", "")


def parameters(workspace_id: str, crowd: Crowd) -> dict[str, Any]:
    people = crowd.people.get(workspace_id, ["nobody"])
    term = f"+workspace_term:ws{workspace_id.replace('-', '')}^0"
    return {
        "workspace_id": workspace_id,
        "vector": VECTORS[0],
        "slot": "embedding",
        "status": "active",
        "statuses": ["active"],
        "type": "fact",
        "before": FAR,
        "after": YEAR_ONE,
        "limit": 50,
        "query": f"{term} +(content:(cello) text:(cello) summary:(cello) description:(cello))",
        "term": f"ws{workspace_id.replace('-', '')}",
        "keys": ["anna", "ben"],
        "ids": people[:1],
        "from": datetime(2026, 1, 9, tzinfo=UTC),
        "to": NOW,
        "predicates": ["plays"],
        "conversation_id": "talk",
        "places": [{"user_id": "", "conversation_id": "talk", "position": place} for place in (3, 4)],
        "speaker": "Anna",
        "session_id": "s",
        "since": YEAR_ONE,
        "user_id": "",
        "owners": [""],
        "user_from": "",
        "user_to": "",
    }


@pytest.fixture(scope="module")
def crowds(graph: Graph) -> Iterator[tuple[tuple[str, str], Crowd]]:
    """Two workspaces, one twice as large as the other."""
    crowd = Crowd(
        ["Anna plays the cello", "Ben sings"], ["Anna", "Ben", "Carl"], ["plays", "sings"], VECTORS, "crowd",
        questions=["Who plays?"], texts=["My cello"], speakers=["Anna", "Ben"],
    )  # fmt: skip
    spaces = workspace_of(graph), workspace_of(graph)
    for workspace_id, count in zip(spaces, (FEW, MANY), strict=True):
        crowd.remember(graph, workspace_id, count, NOW)
        crowd.talk(graph, workspace_id, "talk", count, NOW)
        crowd.sum_up(graph, workspace_id, count, NOW)
        crowd.describe(graph, workspace_id, count, NOW)
    support.crowd(graph, {"memory", "message", "question", "episode", "alias", "conversation", "entity"})
    yield spaces, crowd


def operators(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """An operator and all below it."""
    return [plan, *(below for child in plan.get("children", []) for below in operators(child))]


@pytest.mark.parametrize("name", NAMES)
def test_an_index_leads(graph: Graph, crowds: tuple[tuple[str, str], Crowd], name: str) -> None:
    (few, _), crowd = crowds
    given = parameters(few, crowd) | {"after": "" if name.startswith("speaker_after") else YEAR_ONE}
    explained = graph.driver.execute_query(f"CYPHER 25 EXPLAIN {text(name)}", given)
    assert explained.summary.plan is not None
    found = {operator["operatorType"].split("@")[0] for operator in operators(explained.summary.plan)}
    assert found.isdisjoint(SCANS)
    assert found & set(SEEKS), found
    # Where the caller stops reading, the index has the order: nothing is read to be sorted first.
    if name in IN_INDEX_ORDER:
        assert found.isdisjoint({"Sort", "Top"})


@pytest.mark.parametrize("name", NAMES)
def test_hits_are_in_step_with_what_is_returned(graph: Graph, crowds: tuple[tuple[str, str], Crowd], name: str) -> None:
    spaces, crowd = crowds
    few, many = (hits_a_row(graph, parameters(space, crowd), name) for space in spaces)
    assert many <= 1.2 * few + 2


def hits_a_row(graph: Graph, given: dict[str, Any], name: str) -> float:
    given |= {"after": "" if name.startswith("speaker_after") else YEAR_ONE}
    result = graph.driver.execute_query(f"CYPHER 25 PROFILE {text(name)}", given)
    assert result.summary.profile is not None
    hits = sum(int(operator["args"].get("DbHits", 0)) for operator in operators(result.summary.profile))
    return hits / max(1, len(result.records))
