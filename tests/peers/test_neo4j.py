"""graphiti and neo4j-agent-memory in the very Neo4j that oxgraph uses."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from oxgraph import Memory, cypher
from oxgraph.graph import Graph
from oxgraph.imports.memories import import_memories
from tests.peers.conftest import Fill

pytestmark = pytest.mark.deep


def query(name: str) -> cypher.CypherFile:
    return cypher.load(Path(__file__).parents[1] / "cypher" / "peers" / f"{name}.cypher", "query")


@pytest.fixture(scope="module")
def held(fill: Fill, login: tuple[str, str, str], graph: Graph) -> Iterator[dict[str, Any]]:
    """What each wrote, and no longer than these tests."""
    try:
        yield {"graphiti": fill("graphiti_store", *login), "agent_memory": fill("agent_memory_store", *login)}
    finally:
        graph.write(query("delete_foreign"))


def test_both_are_found_and_imported_once(held: dict[str, Any], workspace: Memory, login: tuple[str, str, str]) -> None:
    made = import_memories(workspace, ["here"])
    assert made.sources == {"graphiti": 1, "neo4j-agent-memory": 1}
    told, other = held["graphiti"], held["agent_memory"]
    assert made.messages == made.messages_written == len(told["episodes"]) + other["messages"]
    assert made.memories == len(told["facts"]) + other["relationships"] + other["facts"] + other["preferences"]
    assert made.entities == other["entities"]
    assert made.unreadable == 0, made.refusals
    assert made.left_out == {
        "entity of one user, made with the memories that name it": len(told["entities"]),
        "summary that only repeats facts": len(told["entities"]),
        "trace of reasoning": 1,
        "step of reasoning": 1,
        "call of a tool": 1,
    }
    again = import_memories(workspace, [login[0]], source_login=login[1:])
    assert (again.created, again.messages_written, again.entities_created) == (0, 0, 0)
    assert again.memories == made.memories


def test_facts_of_graphiti_keep_their_validity_and_evidence(held: dict[str, Any], workspace: Memory) -> None:
    import_memories(workspace, ["here"])
    told = {fact["fact"]: fact for fact in held["graphiti"]["facts"]}
    team = workspace.as_user("team").semantic
    rows = {row.content: row for row in team.history(subject="Ada", predicate="works_at") if row.user_id == "team"}
    left, now = rows["Ada works at Acme"], rows["Ada works at Rivian"]
    assert left.status == "superseded" or left.valid_to is not None
    assert told["Ada works at Acme"]["invalid_at"] is not None
    for row in (left, now):
        fact = told[row.content]
        assert row.valid_from is not None and row.valid_from.isoformat()[:19] == fact["valid_at"][:19]
        assert (row.valid_to.isoformat()[:19] if row.valid_to else "") == (fact["invalid_at"] or "")[:19]
        assert len(row.evidence) == len(fact["episodes"]) == 1
    (said,) = team.why(now.id).evidence
    assert "work at Rivian since June" in str(said.text)
    assert (now.subject, now.predicate, now.object, now.type) == ("Ada", "works_at", "Rivian", "relation")
    assert "Carl owns the boat Petrel" not in {row.content for row in team.list(limit=100)}


def test_what_neo4j_agent_memory_holds_keeps_its_times(held: dict[str, Any], workspace: Memory) -> None:
    import_memories(workspace, ["here"])
    semantic = workspace.semantic
    rows = semantic.history(subject="Ada", predicate="works_at")
    (acme,) = (row for row in rows if row.type == "fact" and row.content == "Ada works at Acme" and not row.user_id)
    assert acme.valid_from is not None and acme.valid_from.year == 2020
    assert acme.valid_to is not None and acme.valid_to.isoformat().startswith("2024-06-01")
    mine = workspace.as_user("ada")
    drinks = {row.content for row in mine.semantic.list(limit=100) if row.category == "drinks"}
    assert drinks == {"Prefers tea (mornings)"}
    (acme_id,) = (one.id for one in semantic.entities.list(name="Acme") if one.type == "organization")
    assert semantic.entities.get(acme_id).properties["description"] == "A maker of anvils"
    assert any("Ada L." in one.aliases for one in semantic.entities.list(name="Ada"))
    talk = mine.episodic.messages("talk-1", user_id="ada")
    assert [message.text for message in talk][:2] == ["I am Ada, and I work at Acme.", "Good to know, Ada."]
    assert talk[0].said_at.isoformat() == "2024-03-01T10:00:00+00:00"


def test_entities_of_a_group_are_found_by_its_user_alone_and_go_with_it(
    held: dict[str, Any], workspace: Memory
) -> None:
    import_memories(workspace, ["here"])
    names = {user: {one.name for one in workspace.as_user(user).semantic.entities.list()} for user in ("other", "eve")}
    assert names["other"] - names["eve"] == {"Carl", "Petrel"}
    workspace.semantic.erase_subject("other")
    assert not {"Carl", "Petrel"} & {one.name for one in workspace.semantic.entities.list()}
    (shared,) = workspace.as_user("eve").semantic.entities.list(name="Ada")
    workspace.semantic.erase_subject(shared.id)
    again = import_memories(workspace, ["here"])
    assert again.entities_created == 0
    assert again.left_out["entity that was erased here"] == 1
    assert workspace.as_user("eve").semantic.entities.list(name="Ada") == []
    assert workspace.semantic.why(shared.id).text.startswith("An entity that is deleted since")


def test_the_others_data_is_left_as_it_was(held: dict[str, Any], workspace: Memory, graph: Graph) -> None:
    before = graph.read(query("foreign"))
    import_memories(workspace, ["here"])
    assert graph.read(query("foreign")) == before
