"""One pattern, run, action and message by its address, with an ETag, as every other resource has."""

from datetime import UTC, datetime, timedelta

import pytest

from oxgraph.client import Memory
from oxgraph.graph import Graph
from oxgraph.passes import evaluate
from tests.server.conftest import Site, Tokens

NOW = datetime(2026, 5, 2, 12, tzinfo=UTC)


@pytest.fixture
def addresses(site: Site, tokens: Tokens, workspace: Memory, graph: Graph) -> dict[str, str]:
    """The path of one resource of each kind, below the workspace's."""
    for run in range(5):
        workspace.telemetry.capture(
            action_type="look",
            session_id=f"s{run}",
            outcome="failure",
            error_code="E",
            started_at=NOW - timedelta(hours=3, minutes=run),
        )
    evaluate(graph, workspace.workspace_id, passes=[1, 2], now=NOW)
    added = workspace.episodic.add_messages([{"text": "Hello.", "role": "user"}], conversation_id="c")
    row = next(one for one in workspace.telemetry.timeline() if one.kind == "action")
    return (
        {
            "patterns": f"/patterns/{workspace.telemetry.patterns()[0].pattern_id}",
            "sequences": f"/sequences/{workspace.telemetry.sequences()[0].id}",
            "actions": f"/actions/{row.id}",
            "messages": f"/messages/{workspace.episodic.messages('c')[0].id}",
        }
        if added
        else {}
    )


def test_each_is_read_by_its_address(site: Site, tokens: Tokens, other: Tokens, addresses: dict[str, str]) -> None:
    found = {}
    with site.client(tokens.agent) as http:
        for kind, path in addresses.items():
            answer = http.get(site.of(tokens) + path)
            assert answer.status_code == 200, answer.text
            known = http.get(site.of(tokens) + path, headers={"If-None-Match": answer.headers["etag"]})
            assert known.status_code == 304
            assert http.head(site.of(tokens) + path).headers["etag"] == answer.headers["etag"]
            found[kind] = answer.json()
    assert (found["patterns"]["action_type"], found["patterns"]["sample_count"]) == ("look", 5)
    assert found["messages"]["text"] == "Hello."
    assert found["actions"]["error_code"] == "E"
    with site.client(tokens.agent) as http:
        run = http.get(f"{site.of(tokens)}/sequences/{found['actions']['sequence_id']}").json()
    assert run["action_ids"] == [found["actions"]["id"]]
    with site.client(other.admin) as http:
        for path in addresses.values():
            answer = http.get(site.of(other) + path)
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_an_operator_runs_a_pass(site: Site, tokens: Tokens, workspace: Memory) -> None:
    workspace.telemetry.capture(action_type="look", session_id="s", outcome="success", started_at=NOW)
    with site.client(tokens.operator) as http:
        ran = http.post(f"{site.of(tokens)}/passes/1/runs")
        assert ran.status_code == 200, ran.text
        assert (ran.json()["name"], ran.json()["status"]) == ("sequences", "done")
        unknown = http.post(f"{site.of(tokens)}/passes/8/runs")
        assert (unknown.status_code, unknown.json()["code"]) == (404, "not_found")
        assert "the passes are 1 sequences, 2 patterns, " in unknown.json()["detail"]
    assert len(workspace.telemetry.sequences()) == 1
    with site.client(tokens.agent) as http:
        assert http.post(f"{site.of(tokens)}/passes/1/runs").status_code == 403


def test_a_pattern_is_changed_where_it_is_as_known(site: Site, tokens: Tokens, addresses: dict[str, str]) -> None:
    url = site.of(tokens) + addresses["patterns"]
    with site.client(tokens.admin) as http:
        tag = http.get(url).headers["etag"]
        assert http.patch(url, json={"annotation": "Seen."}, headers={"If-Match": tag}).status_code == 200
        again = http.patch(url, json={"annotation": "Twice."}, headers={"If-Match": tag})
        assert (again.status_code, again.json()["code"]) == (412, "precondition_failed")
