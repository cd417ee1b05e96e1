"""The commands for entities."""

import json
import uuid
from pathlib import Path

import pytest

from tests.fixtures.cli import Cli


@pytest.fixture
def name(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A fresh workspace, named in the environment."""
    found = f"entities-{uuid.uuid4()}"
    cli("workspace", "create", found)
    monkeypatch.setenv("OXGRAPH_WORKSPACE", found)
    return found


def test_resolving_a_file(cli: Cli, name: str, tmp_path: Path) -> None:
    file = tmp_path / "names.jsonl"
    rows = [
        {"id": 1, "name": "Ada Lovelace", "source": "a"},
        {"id": 2, "name": "Lovelace, Ada"},
        {"id": 3, "name": "?"},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    asked = ("entities", "resolve", "--file", str(file), "--json")
    dry = cli(*asked, "--dry-run").json
    assert cli("entities", "list", "--json").json == []
    found = cli(*asked).json
    assert [(row["id"], row["stage"]) for row in found] == [(1, "new"), (2, "trigram"), (3, "rejected")]
    assert found[0]["entity"] == found[1]["entity"] == dry[0]["entity"]
    assert set(found[0]) == {"id", "name", "entity", "stage", "score", "created"}
    again = cli(*asked)
    assert [row["stage"] for row in again.json] == ["exact", "alias", "rejected"]
    assert again.err == "1 alias, 1 exact, 1 rejected\n"
    assert cli("entities", "resolve", "--workspace", name, ok=False).status == 2
    assert cli("entities", "resolve", "--file", str(tmp_path / "none"), ok=False).status == 2


def test_changing_entities(cli: Cli, name: str) -> None:
    first, second = (row["entity"] for row in cli("entities", "resolve", "Volkswagen", "VW", "--json").json)
    assert "leads to" in cli("entities", "alias", first, "Volkswagen AG").out
    assert "It is also the name of" in cli("entities", "alias", first, "VW").out
    cli("entities", "merge", first, second)
    assert "already" in cli("entities", "merge", first, second).out
    assert cli("entities", "show", first, "--json").json["absorbed"] == [second]
    assert "is an entity of its own again" in cli("entities", "split", second).out
    cli("entities", "hide", second)
    assert [row["id"] for row in cli("entities", "list", "--hidden", "--json").json] == [second]
    cli("entities", "unhide", second)
    assert "Volkswagen AG" in cli("entities", "list").out
    assert cli("entities", "define-type", "Company", "--json").json["name"] == "Company"
    assert "Company" in cli("entities", "types").out
    assert cli("entities", "link", first, "OWNS", second, "--json").json["created"] is True
    assert cli("entities", "show", first, "--json").json["links"][0]["type"] == "OWNS"
    assert cli("entities", "show", "nobody", ok=False).status == 3
    cli("entities", "update", first, "--set", "country=SE", "--set", 'tags=["a", "b"]', "--show", "country")
    shown = cli("entities", "show", first).out.splitlines()
    assert {"properties  country: SE", "            tags: a, b", "shown       country"} <= set(shown)
    assert shown[-1].split(" -[OWNS]-> ")[0] == cli("entities", "show", first, "--json").json["name"]
    assert not [line for line in shown if "None" in line or "{" in line or "embedding" in line]
