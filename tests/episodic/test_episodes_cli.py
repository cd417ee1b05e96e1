"""Old turns are summed up, listed and taken out of sight on the command line."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest

import oxgraph
from oxgraph.local import Server
from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A fresh workspace, named in the environment."""
    found = f"episodes-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    return found


def test_sum_up_list_and_delete(cli: Cli, name: str, server: Server) -> None:
    with oxgraph.connect(server.uri, server.auth) as client:
        start = datetime.now(UTC) - timedelta(days=60)
        said = [{"text": f"The ferry to Corfu sails at {n}.", "said_at": start} for n in range(9)]
        client.workspace(name).episodic.add_messages(said, conversation_id="trip")
    assert "No episodes." in cli("episodes", "list").out
    assert cli("episodes", "summarize", "nowhere", ok=False).status == 3
    idle = cli("episodes", "summarize", "trip", "--embedder", "none").out
    assert "Nothing to summarise: the 20 latest messages and those of the last 30 days stay" in idle
    report = cli("episodes", "summarize", "trip", "--retain-last", "3", "--embedder", "none", "--json").json
    assert (report["turns"], report["waiting"], len(report["episodes"])) == (6, 0, 1)
    (episode,) = cli("episodes", "list", "trip", "--json").json
    assert episode == report["episodes"][0]
    assert "Extract, not written by a language model" in cli("episodes", "list").out
    cli("episodes", "delete", episode["id"])
    assert cli("episodes", "list", "--json").json == []
    assert cli("episodes", "delete", str(uuid.uuid4()), ok=False).status == 3
    cli("workspace", "disable", "--workspace", name)
    assert "Memory is switched off." in cli("episodes", "summarize", "trip", "--retain-last", "0").out
