"""`oxgraph working …` does what the methods do, for people and programs."""

import uuid

import pytest

from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A workspace, named in the environment."""
    found = f"working-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    return found


def test_set_get_and_clear(cli: Cli, name: str) -> None:
    assert cli("working", "get", "talk").out == "Nothing is there.\n"
    assert cli("working", "set", "talk", "plan", '{"steps": ["sée", 2], "done": null}').out == "plan is set.\n"
    cli("working", "set", "talk", "note", '"a text"', "--ttl", "60")
    lines = cli("working", "get", "talk").out.splitlines()
    assert lines[0].split() == ["slot", "value"]
    assert sorted(line.split(None, 1)[1].strip() for line in lines[1:]) == [
        '"a text"',
        '{"steps": ["sée", 2], "done": null}',
    ]
    assert "plan" not in cli("working", "get", "talk", "note").out
    assert cli("working", "get", "talk", "--json").json == {
        "plan": {"steps": ["sée", 2], "done": None},
        "note": "a text",
    }
    assert cli("working", "clear", "talk", "note").out == "1 slot is deleted.\n"
    assert cli("working", "clear", "talk", "--json").json == {"conversation": "talk", "deleted": 1}
    assert cli("working", "get", "talk", "--json").json == {}


def test_what_is_wrong_is_said(cli: Cli, name: str) -> None:
    refused = cli("working", "set", "talk", "plan", "a text", ok=False)
    assert refused.status == 2
    assert "must be JSON" in refused.err
    assert cli("working", "set", "talk", "plan", "NaN", ok=False).status == 2
    assert cli("working", "set", "talk", "plan", "1", "--ttl", "0", ok=False).status == 2
    assert cli("working", "get", "talk", "--json").json == {}


def test_an_agents_token(cli: Cli, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = cli("token", "create", "planner", "--role", "agent", "--json").json["secret"]
    monkeypatch.delenv("OXGRAPH_WORKSPACE")
    cli("working", "set", "talk", "plan", "1", "--token", secret)
    assert cli("working", "get", "talk", "plan", "--token", secret, "--json").json == {"plan": 1}
