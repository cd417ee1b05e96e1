"""The TypeScript client: built by its own compiler, and its tests run in Node against the real server."""

import json
import os
import runpy
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from oxgraph.actions.argument_mapping import ToolMapping
from oxgraph.client import Memory
from tests.server.conftest import Site, tokens_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "clients" / "typescript"
SECONDS = 240


def test_the_types_are_up_to_date() -> None:
    for name, made in runpy.run_path(str(ROOT / "tools" / "generate_typescript.py"))["FILES"].items():
        text = (PACKAGE / "src" / name).read_text(encoding="utf-8")
        assert text == made(), "run python tools/generate_typescript.py"


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the package's copy."""
    return subprocess.run(
        command, check=False, cwd=folder, env=os.environ | environment, capture_output=True, text=True, timeout=SECONDS
    )


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package with what its compiler and tests need, where that can be had."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("needs node and npm")
    folder = tmp_path / "typescript"
    shutil.copytree(PACKAGE, folder, ignore=shutil.ignore_patterns("node_modules", "dist"))
    installed = run(folder, "npm", "ci", "--no-audit", "--no-fund", "--prefer-offline")
    if installed.returncode:
        pytest.skip(f"npm cannot install the compiler: {installed.stderr[-300:]}")
    return folder


ARGUMENTS: list[dict[str, Any]] = [
    {"order_id": "o-1", "orderIds": ["o-2", 3, True, None, 2.5, "two words"], "customer": "c"},
    {"session_id": "s", "sessionId": "s", "request_id": "r", "requestId": "r", "trace_id": "t", "span_id": "p"},
    {
        "id": 7,
        "uuid": "u-1",
        "paths": ["/home/ada/a b.py", "/home/ada/@x/b.py", "C:\\Users\\ada\\c.py"],
        "uri": "file:///srv/d",
    },
    {
        "issue_id": "o\n1",
        "issueId": "o\x00",
        "issue_key": "SHOP-1",
        "IssueNumber": 12,
        "repo_name": "shop",
        "HTTPKey": "k",
    },
    {
        "card_number": "4111111111111111",
        "phone_id": "x",
        "user_id": "+49-151-123456",
        "iban_key": "DE89370400440532013000",
    },
    {
        "access_key": "k",
        "user_key": "sk-abcdefghijklmnopqrstuv",
        "ref_id": "x" * 129,
        "node_id": "n",
        "_id": "m",
        "Id": "z",
    },
    {"url": "https://ada:pw@Example.org:8080/a/b?c=d#e", "links": "x", "link": "http://example.org", "href": "/x"},
    {"page_url": "https://example.org/x", "doc_url": ["ftp://x/y", "https://x y/", "https://example.org/a%20b"]},
    {"item_ids": [f"i-{number % 150}" for number in range(300)], "queue": "q", "index": -3},
]


@pytest.mark.deep
def test_targets_are_those_of_python(package: Path) -> None:
    built = run(package, "npm", "run", "build")
    assert built.returncode == 0, built.stdout
    script = (
        'import { targetsOf } from "./dist/src/targets.js"; '
        "console.log(JSON.stringify(JSON.parse(process.env.GIVEN).map(targetsOf)))"
    )
    told = run(package, "node", "--input-type=module", "-e", script, GIVEN=json.dumps(ARGUMENTS))
    mapping = ToolMapping.load()
    calls = [mapping.map_call("look", one) for one in ARGUMENTS]
    expected = [{"targets": list(one.targets), "nodeType": one.node_type} for one in calls if one is not None]
    assert [{"nodeType": None} | one for one in json.loads(told.stdout)] == expected


@pytest.mark.deep
def test_it_works_with_mastra(package: Path, site: Site, workspace: Memory) -> None:
    """Mastra is large, and its Node 22 comes with it from npm."""
    built = run(package, "npm", "run", "build")
    assert built.returncode == 0, built.stdout
    folder = package / "test-mastra"
    installed = run(folder, "npm", "ci", "--no-audit", "--no-fund", "--prefer-offline")
    if installed.returncode:
        pytest.skip(f"npm cannot install Mastra: {installed.stderr[-300:]}")
    built = run(folder, "npm", "run", "build")
    assert built.returncode == 0, built.stdout
    tested = run(folder, "npm", "test", OXGRAPH_URL=site.url, OXGRAPH_TOKEN=tokens_of(workspace).operator)
    assert tested.returncode == 0, tested.stdout[-8_000:]


@pytest.mark.deep
def test_it_works_in_node(package: Path, site: Site, workspace: Memory) -> None:
    built = run(package, "npm", "run", "build")
    assert built.returncode == 0, built.stdout
    tested = run(
        package,
        "node",
        "--test",
        "dist/test/client.test.js",
        OXGRAPH_URL=site.url,
        OXGRAPH_TOKEN=tokens_of(workspace).operator,
    )
    assert tested.returncode == 0, tested.stdout[-8_000:]
