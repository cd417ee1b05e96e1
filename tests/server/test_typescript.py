"""The TypeScript client: built by its own compiler, and its tests run in Node against the real server."""

import os
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from oxgraph.client import Memory
from tests.server.conftest import Site, tokens_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "clients" / "typescript"
SECONDS = 240


def test_the_types_are_up_to_date() -> None:
    text = runpy.run_path(str(ROOT / "tools" / "generate_typescript.py"))["source"]()
    assert (PACKAGE / "src" / "api.ts").read_text(encoding="utf-8") == text, "run python tools/generate_typescript.py"


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
