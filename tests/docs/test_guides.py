"""Commands, requests and Cypher of further guides work as printed, over what their reader has by then."""

import gzip
import json
import re
import shlex
import shutil
import subprocess
import uuid
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import Memory
from oxgraph.graph import Graph
from tests.docs.test_readme import BLOCK
from tests.fixtures.cli import Cli
from tests.server.conftest import Site, Tokens

DOCS = Path(__file__).parents[2] / "docs"
pytestmark = pytest.mark.deep


def blocks(page: str, *kinds: str) -> list[str]:
    """The blocks of a page that are of one of these kinds."""
    return [text for kind, text in BLOCK.findall((DOCS / f"{page}.md").read_text(encoding="utf-8")) if kind in kinds]


def run(cli: Cli, block: str, **instead: str) -> dict[str, str]:
    """What each command of a block printed; `instead` replaces names of the page by those of the test."""
    printed = {}
    for line in block.splitlines():
        given = line
        for name, other in instead.items():
            given = given.replace(name, other)
        if line.startswith("oxgraph "):
            printed[line] = cli(*shlex.split(given, comments=True)[1:]).out
    return printed


def test_an_archive(cli: Cli, workspace: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    workspace.semantic.remember(type="fact", content="Ada works at Rivian", subject="Ada")
    export, copy, digest = run(cli, blocks("moving", "bash")[0], acme=workspace.name).values()
    assert digest.strip() in export
    assert digest.strip() in copy
    (code,) = blocks("moving", "python")
    names: dict[str, Any] = {}
    exec(code, names)
    with names["zipfile"].ZipFile(f"{workspace.name}.zip") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert manifest["files"]
        for file in manifest["files"]:
            assert names["digest"](archive, file["name"]) == file["digest"]


def test_a_graph_is_adopted_imported_and_released(
    cli: Cli, workspace: Memory, graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    customer, order = (f"{name}{uuid.uuid4().hex[:8]}" for name in ("Customer", "Order"))
    made = f"CREATE (:{customer} $customer)-[:PLACED]->(:{order} {{number: 17}})"
    acme = {"customerId": "customer:acme", "name": "Acme", "notes": "only call after 5 pm.", "segment": "gold"}
    graph.driver.execute_query(made, customer=acme)
    node, edge = blocks("adopting", "json")[0].splitlines()
    nodes = [node, '{"id": "order_9", "type": "Order"}']
    for name, lines in (("nodes", nodes), ("edges", [edge])):
        Path(f"{name}.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    commands = blocks("adopting", "bash")[0].splitlines()
    instead = {"label Customer": f"label {customer}", "label Order": f"label {order}"}
    listed = run(cli, "\n".join(commands[:4]), **instead, **{"workspace shop": f"workspace {workspace.name}"})
    assert {f"adopt:{customer}", f"adopt:{order}", "import:nodes"} <= set("".join(listed.values()).split())
    (code,) = blocks("adopting", "python")
    names: dict[str, Any] = {}
    exec(code.replace('"Customer"', f'"{customer}"'), names)
    shown = re.search(r'has a line "(- Acme .*)"', code)
    assert shown
    assert shown[1].replace("Customer", customer) in names["business"](workspace)
    (query,) = blocks("adopting", "cypher")
    (row,) = graph.driver.execute_query(query, workspace_id=workspace.workspace_id).records
    assert row["node"]["number"] == 17
    run(cli, "\n".join(commands[4:]), **instead, **{"workspace shop": f"workspace {workspace.name}"})
    (row,) = graph.driver.execute_query(f"MATCH (n:{customer}) RETURN labels(n) AS labels, n AS node").records
    assert (row["labels"], dict(row["node"])) == ([customer], acme)


def test_requests_of_the_rest_guide(
    site: Site, tokens: Tokens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answer begins as the comment below its line says."""
    if not shutil.which("curl"):
        pytest.skip("needs curl")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OXGRAPH_TOKEN", tokens.operator)
    Path("runs.jsonl").write_text('{"session_id": "s", "action_type": "charge", "outcome": "success"}\n')
    asked = [one for one in blocks("rest", "bash") if one.startswith("curl")]
    assert len(asked) == 3
    for one in asked:
        request, shown = one.partition("\n# ")[::2]
        line = request.replace("http://127.0.0.1:7600", site.url).replace("curl", "curl -s --max-time 5", 1)
        answer = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False).stdout
        if "/events" in request:
            assert answer.startswith("retry: ")  # nothing changes meanwhile
            continue
        assert list(json.loads(answer))[:4] == re.findall(r'"(\w+)":', shown)[:4]


def test_what_is_not_found_is_looked_for(cli: Cli, workspace: Memory) -> None:
    """The second question leaves out what the third one finds: a memory that is not certain enough."""
    for content, confidence in (("Ada works at Rivian", 1.0), ("Ada's cat is called Tom", 0.4)):
        workspace.semantic.remember(type="fact", subject="Ada", content=content, confidence=confidence)
    (section,) = [one for one in blocks("recall", "sh") if "memories list" in one]
    stored, asked, anyway = run(cli, section, people=workspace.name).values()
    assert "0.4" in stored
    assert "called Tom" not in asked
    assert "threshold" in asked
    assert "called Tom" in anyway


def test_an_agent_over_mcp(cli: Cli) -> None:
    _, *start = blocks("mcp", "sh")[0].splitlines()  # the run's server is up
    *_, config = run(cli, "\n".join(start), shop=f"mcp-{uuid.uuid4()}").values()
    assert re.fullmatch(r"claude mcp add oxgraph --env OXGRAPH_TOKEN=oxg_… -- \S*oxgraph mcp --underscores\n", config)
