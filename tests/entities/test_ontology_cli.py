"""The commands that write and find entities, and the audit, for people and programs."""

import uuid

import pytest

from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A fresh workspace, named in the environment; no vectors."""
    found = f"ontology-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    monkeypatch.setenv("OXGRAPH_EMBEDDER", "none")
    return found


@pytest.mark.deep
def test_an_entity_is_made_changed_found_and_walked_from(cli: Cli, name: str) -> None:
    own = ("--set", "age=40", "--set", 'tags=["vip"]', "--set", "city=Ulm")
    ada = cli("entities", "create", "Ada Lovelace", "--type", "person", "--node-id", "c-1", *own, "--json").json
    assert {key: ada["properties"][key] for key in ("age", "tags", "city")} == {
        "age": 40,
        "tags": ["vip"],
        "city": "Ulm",
    }
    cli("entities", "create", "Vega Kit", "--type", "product")
    cli("entities", "link", "c-1", "OWNS", "Vega Kit")
    changed = cli("entities", "update", "c-1", "--name", "Ada King", "--set", "city=null", "--json").json
    assert (changed["name"], changed["aliases"], "city" in changed["properties"]) == (
        "Ada King",
        ["Ada Lovelace"],
        False,
    )
    assert "Ada King" in cli("entities", "search", "ada", "lovelace").out
    assert [row["name"] for row in cli("entities", "search", "Vega", "--type", "product", "--json").json] == [
        "Vega Kit"
    ]
    walked = cli("entities", "traverse", "c-1", "--along", "OWNS", "--depth", "2").out
    assert "Ada King -[OWNS]-> Vega Kit" in walked
    assert cli("entities", "traverse", "c-1", "--direction", "in", "--json").json["edges"] == []
    assert cli("entities", "create", "ada king", ok=False).status == 2
    assert cli("entities", "create", "x", "--set", "nonsense", ok=False).status == 2
    assert cli("entities", "update", str(uuid.uuid4()), "--name", "x", ok=False).status == 3


def test_the_audit_says_who(cli: Cli, name: str) -> None:
    cli("workspace", "disable", name)
    cli("workspace", "enable", name)
    shown = cli("workspace", "audit").out
    assert shown.index("enable") < shown.index("disable") < shown.index("create")
    (row,) = cli("workspace", "audit", "--limit", "1", "--json").json
    assert (row["by"], row["rule"], row["subject"]) == ("operator", "enable", name)
