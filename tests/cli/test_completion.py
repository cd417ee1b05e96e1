"""The shell's completion, and the order of the help."""

import os
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from oxgraph.cli import run
from oxgraph.cli.app import cli
from oxgraph.cli.sections import SECTIONS


def test_every_command_is_in_one_section() -> None:
    names = list(chain.from_iterable(SECTIONS.values()))
    assert sorted(names) == sorted(cli.commands)


@pytest.mark.parametrize(
    ("shell", "file"),
    [("bash", ".bashrc"), ("zsh", ".zshrc"), ("fish", ".config/fish/completions/oxgraph.fish")],
)
def test_it_is_installed_once(shell: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ZDOTDIR", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    own = "" if shell == "fish" else "alias ll='ls -l'"
    if own:
        (tmp_path / file).write_text(own)
    assert run(["completion", shell, "--install"]) == 0
    first = (tmp_path / file).read_text()
    assert first.startswith(own) and f"_OXGRAPH_COMPLETE={shell}_complete" in first
    assert run(["completion", shell, "--install"]) == 0
    assert (tmp_path / file).read_text() == first


def test_a_shell_that_is_not_known_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHELL", "/bin/tcsh")
    assert run(["completion"]) == 2
    assert "name one of bash, zsh, fish" in capsys.readouterr().err


def test_the_program_completes() -> None:
    asked = {"_OXGRAPH_COMPLETE": "bash_complete", "COMP_WORDS": "oxgraph mem", "COMP_CWORD": "1"}
    found = subprocess.run(
        [sys.executable, "-c", "from oxgraph.cli import main; main()"],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.stdout.split() == ["plain,memories"]
