"""What the guard refuses, from a person's Cypher to the error of the client, and what lists make of older faults."""

import logging
from typing import Any

import pytest
from neo4j.exceptions import Neo4jError

import oxgraph
from oxgraph import errors, local
from oxgraph.graph import Graph
from oxgraph.graph._shared import translate
from oxgraph.local import Server

KNOWN = {"type": "fact", "subject": "Ada", "predicate": "works_at"}


def refused(graph: Graph, text: str, **params: Any) -> errors.OxgraphError:
    with pytest.raises(Neo4jError) as found:
        graph.driver.execute_query(text, parameters_=params)
    return translate(found.value, graph.uri)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ("SET m.confidence = 'high'", errors.GuardInvalidNode),
        ("SET m.status = 'gone'", errors.GuardInvalidNode),
        ("SET m.type = 'recipe'", errors.GuardInvalidNode),
        ("REMOVE m.content", errors.GuardInvalidNode),
        ("REMOVE m:_mem", errors.GuardKindChanged),
        ("REMOVE m:_mem SET m.workspace_id = 'other'", errors.GuardCrossWorkspace),
        ("REMOVE m:memory SET m:message", errors.GuardKindChanged),
        ("SET m.workspace_id = 'other'", errors.GuardScopeChanged),
    ],
)
def test_a_memory_keeps_its_form_and_its_place(
    workspace: Any, graph: Graph, change: str, error: type[errors.OxgraphError]
) -> None:
    made = workspace.semantic.remember(**KNOWN, content="Ada works at Acme", object="Acme")
    text = f"MATCH (m:_mem:memory {{workspace_id: $w, id: $id}}) {change}"
    assert isinstance(refused(graph, text, w=workspace.workspace_id, id=made.memory_id), error)
    assert workspace.semantic.get(made.memory_id).content == "Ada works at Acme"


def test_a_workspace_and_its_audit_go_only_for_good(memory: Any, workspace: Any, graph: Graph) -> None:
    workspace.update_settings(inject_limit=7)
    given = {"w": workspace.workspace_id}
    graph.driver.execute_query("MATCH (w:_mem:workspace {id: $w}) SET w.purging = true", parameters_=given)
    found = refused(graph, "MATCH (t:transition {workspace_id: $w}) DELETE t", **given)
    assert isinstance(found, errors.GuardAppendOnly)
    found = refused(graph, "MATCH (w:_mem:workspace {id: $w}) DETACH DELETE w", **given)
    assert isinstance(found, errors.GuardWorkspaceKept)
    memory.delete_workspace(workspace.name, hard=True)
    rows = graph.driver.execute_query(
        "MATCH (n:_mem {workspace_id: $w}) RETURN count(n) AS n", parameters_=given
    ).records
    assert rows[0]["n"] == 0


def test_a_transition_in_the_name_of_no_token_is_refused(workspace: Any, graph: Graph) -> None:
    text = """CREATE (:_mem:transition {workspace_id: $w, id: randomUUID(), created_at: datetime(), at: datetime(),
              audited_at: datetime(), by: 'somebody', by_id: 'nobody', subject_id: $w, subject_kind: 'workspace',
              rule: 'update', inputs: '{}'})"""
    assert isinstance(refused(graph, text, w=workspace.workspace_id), errors.GuardAppendOnly)


@pytest.mark.parametrize("change", ["SET m.checksum = 'x'", "DELETE m"])
def test_records_of_migrations_stay(graph: Graph, change: str) -> None:
    assert isinstance(refused(graph, f"MATCH (m:_mem:migration {{version: 'V0001'}}) {change}"), errors.GuardAppendOnly)


def test_one_bad_row_of_an_older_graph_hides_no_other(
    workspace: Any, graph: Graph, caplog: pytest.LogCaptureFixture
) -> None:
    good = workspace.semantic.remember(**KNOWN, content="Ada works at Acme", object="Acme")
    bad = workspace.semantic.remember(type="fact", content="Tea is hot")
    # As an older graph has it: nodes without created_at are not looked at in tests.
    text = """MATCH (m:_mem:memory {workspace_id: $w, id: $id}) WITH properties(m) AS p, m DETACH DELETE m
              WITH p CREATE (n:_mem:memory:fact) SET n = p, n.created_at = null, n.confidence = 'high'"""
    graph.driver.execute_query(text, parameters_={"w": workspace.workspace_id, "id": bad.memory_id})
    with caplog.at_level(logging.WARNING):
        assert [row.id for row in workspace.semantic.list()] == [good.memory_id]
        assert [row.id for row in workspace.semantic.list_page(limit=1).items] == []
    assert "confidence" in caplog.text
    # As the audit invalid_nodes does, which names the first hundred of all workspaces.
    text = "MATCH (n:_mem {workspace_id: $w, id: $id}) RETURN oxgraph.fault(n) AS fault"
    found = graph.driver.execute_query(text, parameters_={"w": workspace.workspace_id, "id": bad.memory_id})
    assert [row["fault"] for row in found.records] == ["confidence must be a number"]


@pytest.mark.deep
def test_doctor_names_a_server_that_lets_csv_in(server: Server) -> None:
    found = {check.name: check for check in local.doctor(uri=server.uri, auth=server.auth)}
    assert found["LOAD CSV"].ok is True


@pytest.mark.parametrize("place", ["file:///etc/passwd", "file:///x.csv", "http://127.0.0.1:9/", "ftp://127.0.0.1/x"])
def test_load_csv_reads_no_file_and_no_address(graph: Graph, place: str) -> None:
    with pytest.raises(Neo4jError) as found:
        graph.driver.execute_query("LOAD CSV FROM $place AS row RETURN row LIMIT 1", parameters_={"place": place})
    assert any(word in str(found.value) for word in ("allow_csv_import_from_file_urls", "blocked", "configuration"))


def test_an_agents_vector_does_not_choose_the_model(server: Server, workspace: Any) -> None:
    token = workspace.tokens.create("agent", "an agent").secret
    with oxgraph.connect(server.uri, server.auth, token=token) as agent:
        given = {"type": "fact", "content": "Tea is hot", "embedding": [0.5] * 8, "embedding_model": "made-up"}
        with pytest.raises(errors.EmbeddingModelUnset, match="oxgraph reembed"):
            agent.semantic.remember(**given)
        with pytest.raises(errors.EmbeddingModelUnset):
            agent.semantic.remember_many([{"type": "fact", "content": "one"}, given])
        assert agent.semantic.list() == []
        workspace.semantic.reembed("made-up")
        assert agent.semantic.remember(**given).outcome == "created"
