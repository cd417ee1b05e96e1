"""A capture that is not committed yet when pass 1 takes up its session: the pass waits, and sees what it brought."""

import threading

import pytest

from oxgraph.cypher import statement
from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.passes.support import FAR, action, at, capture, snapshot, workspace_of
from tests.passes.test_runner import audits


@pytest.mark.deep
def test_an_action_before_the_pending_ones_is_cut_too(graph: Graph) -> None:
    workspace_id = workspace_of(graph)
    capture(graph, workspace_id, [action("other", at(1))])
    run_pass(graph, workspace_id, "sequences", now=at(2))
    capture(graph, workspace_id, [action("s", at(1))])
    asked = {"workspace_id": workspace_id, "token_hash": None, "actions": [action("s", at(0))], "now": FAR}
    passing = threading.Thread(target=run_pass, args=(graph, workspace_id, "sequences"), kwargs={"now": at(2)})
    with graph.driver.session(database=graph.database) as session, session.begin_transaction() as writing:
        writing.run(statement("telemetry/capture_many").text, asked).consume()
        passing.start()
        passing.join(1)
        assert passing.is_alive(), "it waits for the session"
        writing.commit()
    passing.join()
    run_pass(graph, workspace_id, "sequences", now=at(2))
    found = snapshot(graph, workspace_id)["sequences"]
    assert sorted(row["properties"]["started_at"] for row in found) == [at(0), at(1), at(1)]
    assert "actions_without_sequence" not in dict(audits(graph, workspace_id, at(2)))
