"""The examples of the README and of the guides work as printed, in their order."""

import re
import shlex
from pathlib import Path
from typing import Any

import mcp.client.stdio  # noqa: F401 - takes the standard error as it is now: a test's own is no file for a process
import pytest

from tests.fixtures.cli import Cli

ROOT = Path(__file__).parents[2]
FIRST = ["README.md", "docs/tutorial.md"]
"""What a newcomer reads; the other guides belong to the second tier."""

GUIDES = [f"docs/{name}.md" for name in ("telemetry", "semantic", "agents", "conversations")]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STARTING = ("oxgraph up", "oxgraph doctor")
"""What the run's server stands for; `doctor` looks at the home of a local server."""


@pytest.mark.parametrize("page", [*FIRST, *(pytest.param(page, marks=pytest.mark.deep) for page in GUIDES)])
def test_examples(page: str, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "readme"}
    printed = ""
    for kind, text in BLOCK.findall((ROOT / page).read_text(encoding="utf-8")):
        if kind == "sh":
            for line in text.splitlines():
                if not line.startswith(STARTING):
                    printed = cli(*shlex.split(line)[1:]).out
        elif kind == "python":
            exec(compile(text, page, "exec"), names)
        elif kind == "text":
            assert printed == text


def blocks(text: str) -> list[str]:
    """The shell commands of a page."""
    return [block for kind, block in BLOCK.findall(text) if kind in ("sh", "bash")]


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 250


def test_commands_that_are_named_exist() -> None:
    from oxgraph.cli.app import cli as group

    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in FIRST + GUIDES)
    code = re.findall(r"`oxgraph (\w+)", text) + re.findall(
        r"^(?:.*&& )?oxgraph (\w+)", "".join(blocks(text)), re.MULTILINE
    )
    named = set(code)
    assert named <= set(group.commands)
