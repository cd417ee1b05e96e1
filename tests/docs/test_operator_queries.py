"""The operators' queries run, give the columns that they name, and begin with a seek in an index."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import oxgraph
from oxgraph import cypher
from oxgraph.cypher import CypherFile
from oxgraph.demo import DemoReport, ShopDemo
from oxgraph.graph import Graph
from oxgraph.ids import new_id
from oxgraph.local import Server
from oxgraph.models import embedder

QUERIES = cypher.all_files("query")
SCANS = ("AllNodesScan", "NodeByLabelScan", "NodeIndexScan", "UnionNodeByLabelsScan", "IntersectionNodeByLabelsScan")


@pytest.fixture(scope="module")
def values(server: Server, graph: Graph) -> dict[str, Any]:
    """A workspace in which something has happened, as the queries' parameters."""
    name = f"queries-{datetime.now(UTC):%H%M%S%f}"
    now = datetime.now(UTC) + timedelta(hours=12)
    demo = ShopDemo(server.uri, server.auth, name, 1, now, embedder("none"), lambda step, done, of: None, tasks=40)
    report = demo.run()
    failing = [row for row in report.patterns if row.error_code != "None"]
    remember(server, graph, name, report)
    return {
        "workspace_id": report.workspace_id,
        "node_id": report.target,
        "pattern_id": failing[0].pattern_id,
        "subject_id": failing[0].pattern_id,
        "id": failing[0].pattern_id,
        "agent_id": "demo-agent",
        "session_id": "session:ticket:r1-000",
        "user_id": "",
        "conversation_id": "of old",
        "error_code": "NotEnoughStockError",
        "metric": "Task success rate",
        "entity": "Anna",
        "predicate": "lives_in",
        "question": "Where does Anna live?",
        "days": 30,
        "limit": 25,
    }


def remember(server: Server, graph: Graph, name: str, report: DemoReport) -> None:
    """A fact that was replaced, two that contradict each other, a turn that waits, old ones and a new one."""
    with oxgraph.connect(server.uri, server.auth) as client:
        semantic, now = client.workspace(name).semantic, datetime.now(UTC)
        for place, days, confidence in (("Ulm", 30, 0.9), ("Berlin", 20, 0.9), ("Bonn", 10, 0.5)):
            semantic.remember(
                type="fact",
                subject="Anna",
                predicate="lives_in",
                object=place,
                content=f"Anna lives in {place}.",
                valid_from=now - timedelta(days=days),
                confidence=confidence,
            )
        old = [{"text": f"It rained on day {n}.", "said_at": now - timedelta(days=90 - n)} for n in range(4)]
        client.workspace(name).telemetry.metrics.create("Was made just now", success_condition="outcome == 'success'")
        episodic = client.workspace(name).episodic
        episodic.add_messages(old, conversation_id="of old")
        episodic.summarize_old_turns("of old", retain_last=2)
        with client.workspace(name).turn("of old", "And today?", targets=[report.target]) as turn:
            turn.action("look_up", "failure", targets=[report.target], error_code="NotFound")
            turn.action("look_up", "success", targets=["of no node"])
            turn.reply("It rains.")
    message = {"conversation_id": "c", "role": "user", "text": "Hello there.", "attempts": 0, "extraction": "pending"}
    graph.driver.execute_query(
        "CREATE (m:_mem:message) SET m = $message",
        {"message": message | {"id": new_id(), "workspace_id": report.workspace_id, "next_attempt_at": now}},
    )


@pytest.mark.parametrize("query", QUERIES, ids=[query.name for query in QUERIES])
def test_query(query: CypherFile, values: dict[str, Any], graph: Graph) -> None:
    given = {param: values[param] for param in query.params}
    found = graph.driver.execute_query(query.text, given)
    assert found.keys == list(query.yields)
    assert found.records, "the demo leaves something that this query finds"
    plan = graph.driver.execute_query(f"EXPLAIN {query.text}", given).summary.plan
    operators = list(walk(plan))
    assert any("Seek" in operator for operator in operators), " ".join(operators)
    assert not [operator for operator in operators if operator.startswith(SCANS)], operators


def test_the_examples_are_a_node_that_agents_acted_on_and_a_metric_that_was_measured(
    values: dict[str, Any], graph: Graph
) -> None:
    given = {"workspace_id": values["workspace_id"]}
    (examples,) = graph.driver.execute_query(cypher.query("examples").text, given).records
    given |= {"node_id": examples["node_id"], "metric": examples["metric"], "limit": 1}
    assert graph.driver.execute_query(cypher.query("agent_history_of_a_node").text, given).records
    assert graph.driver.execute_query(cypher.query("benchmark_trend").text, given).records


def walk(plan: Any) -> Any:
    yield plan["operatorType"]
    for child in plan.get("children", []):
        yield from walk(child)
