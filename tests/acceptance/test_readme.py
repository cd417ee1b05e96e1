"""The README's examples work as printed, in their order."""

import re
import shlex
from pathlib import Path
from typing import Any

from tests.acceptance.conftest import Cli

README = Path(__file__).parents[2] / "README.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STARTING = ("oxgraph up", "oxgraph doctor")
"""What the run's server stands for; `doctor` looks at the home of a local server."""


def test_examples(cli: Cli) -> None:
    names: dict[str, Any] = {"__name__": "readme"}
    printed = ""
    for kind, text in BLOCK.findall(README.read_text(encoding="utf-8")):
        if kind == "sh":
            for line in text.splitlines():
                if not line.startswith(STARTING):
                    printed = cli(*shlex.split(line)[1:]).out
        elif kind == "python":
            exec(compile(text, "README.md", "exec"), names)
        elif kind == "text":
            assert printed == text


def test_commands_that_are_named_exist() -> None:
    from oxgraph.cli.app import cli as group

    named = set(re.findall(r"`?oxgraph (\w+)", README.read_text(encoding="utf-8")))
    assert named <= set(group.commands)
