"""adopt, release, import graph and connections on the command line."""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest

from tests.entities.adoption_samples import label, run
from tests.fixtures.cli import Cli

pytestmark = pytest.mark.deep


@pytest.fixture
def name(cli: Cli) -> str:
    """A fresh workspace."""
    found = f"adopt-{uuid.uuid4()}"
    cli("workspace", "create", found)
    return found


@pytest.fixture
def customers(graph: Any) -> str:
    """Five customers: one that needs a stand-in, one without a name, one without an id."""
    found = label("Customer")
    run(
        graph,
        "CYPHER 25 UNWIND range(1, 3) AS n CREATE (:$($label) {customerId: n, name: 'Customer ' + n, text: 'x'}) "
        "WITH DISTINCT 0 AS _ CREATE (:$($label) {customerId: 4, type: 'gold'}), (:$($label) {name: 'Nobody'})",
        label=found,
    )
    return found


def test_adopt_and_release(cli: Cli, name: str, customers: str) -> None:
    where = ("--label", customers, "--workspace", name)
    options = ("--id", "customerId", "--name", "name", "--text", "text", "--type", "customer")
    said = cli("adopt", *where, *options).out
    assert f"5 nodes {customers}: 4 adopted as adopt:{customers}, 0 were entities already." in said
    assert "1 of them by a stand-in entity, as these names are in use: type (1)." in said
    assert "1 have no name and are called by their id." in said
    assert "1 have no id that can be used and were left out." in said
    again = cli("adopt", *where, *options, "--json").json
    assert (again["already"], again["adopted"], again["stand_ins"]) == (4, 0, 0)
    cli("capture", "see", "2", "--session", "s", "--outcome", "success", "--workspace", name)
    listed = cli("connections", "list", "--workspace", name, "--json").json
    assert [(row["name"], row["entities"], row["edges"]) for row in listed] == [(f"adopt:{customers}", 4, 0)]
    said = cli("release", *where).out
    assert "3 nodes restored; 1 stand-in entity deleted." in said
    assert "1 of them keeps an entity, as memories or actions refer to it." in said
    assert cli("adopt", *where, *options, "--json").json["restored"] == 1


def test_the_properties_to_show(cli: Cli, name: str, customers: str) -> None:
    where = ("--label", customers, "--workspace", name)
    cli("adopt", *where, "--id", "customerId", "--property", "text,type", "--property", "name")
    one, four = (cli("entities", "show", id, "--workspace", name, "--json").json["properties"] for id in ("1", "4"))
    assert (one["shown_properties"], four["shown_properties"]) == (["text: x", "name: Customer 1"], ["type: gold"])
    found = cli("recall", "Who is gold?", "--kind", "entity", "--workspace", name).out
    assert "type: gold" in found
    cli("entities", "update", "4", "--set", "hours=late", "--show", "hours", "--workspace", name)
    assert cli("recall", "Who is gold?", "--kind", "entity", "--workspace", name).out.count("gold") == 0


def test_what_is_not_there(cli: Cli, name: str, customers: str) -> None:
    ended = cli("adopt", "--label", "Nobody", "--workspace", name, ok=False)
    assert ended.status == 2
    assert "label: no node is a Nobody; there are: " in ended.err
    ended = cli("adopt", "--label", customers, "--id", "key", "--workspace", name, "--json", ok=False)
    assert "there are: customerId, name, text, type" in json.loads(ended.err)["error"]["message"]
    cli("adopt", "--label", customers, "--id", "customerId", "--workspace", name)
    ended = cli("adopt", "--label", customers, "--id", "customerId", "--name", "nam", "--workspace", name, ok=False)
    assert ended.err.endswith("there are: customerId, name, text, type\n")
    assert cli("release", "--workspace", name, ok=False).status == 2
    assert cli("connections", "delete", "nothing", "--workspace", name, ok=False).status == 3


def test_import_and_delete_a_graph(cli: Cli, name: str, tmp_path: Path) -> None:
    nodes, edges = tmp_path / "crm.nodes.jsonl", tmp_path / "crm.edges.jsonl"
    people = [{"id": one, "type": "Person", "name": f"P {one}", "properties": {"type": "x"}} for one in range(3)]
    nodes.write_text("".join(json.dumps(one) + "\n" for one in people))
    edges.write_text(
        json.dumps({"from": 0, "to": 1, "type": "KNOWS", "properties": {}})
        + "\n"
        + json.dumps({"from": 0, "to": 9, "type": "KNOWS", "properties": {}})
    )
    files = (str(nodes), str(edges), "--workspace", name)
    ended = cli("import", "graph", *files, ok=False)
    assert ended.status == 2
    assert "crm.edges.jsonl, line 2, to: no entity of this workspace has this id: 9" in ended.err
    said = cli("import", "graph", *files, "--skip-invalid").out
    assert "3 nodes read: 0 created, 0 updated, 3 unchanged." in said
    assert "2 edges read: 1 created, 0 were there already." in said
    assert "Stored as property_NAME, as the name is oxgraph's own: type (3)." in said
    assert "1 line did not fit (1 leads nowhere) and was left out, such as:" in said
    report = cli("import", "graph", *files, "--skip-invalid", "--json").json
    assert (report["connection"], report["unchanged"], report["edges_unchanged"]) == ("import:crm", 3, 1)
    assert "import:crm" in cli("connections", "list", "--workspace", name).out
    assert "1 edge and 3 entities of import:crm" in cli("connections", "delete", "import:crm", "--workspace", name).out
    assert "Nothing was adopted" in cli("connections", "list", "--workspace", name).out
