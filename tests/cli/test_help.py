"""Every command is documented, and its documentation is up to date."""

import json
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from oxgraph.cli import run
from oxgraph.cli.app import cli

ROOT = Path(__file__).parents[2]
MAIN = "from oxgraph.cli import main; main()"
WITHOUT_JSON = {"logs", "mcp", "proxy", "webhook", "worker"}
"""They print as long as they run."""


def leaves(group: click.Group) -> Iterator[click.Command]:
    for command in group.commands.values():
        if isinstance(command, click.Group):
            yield from leaves(command)
        else:
            yield command


def test_every_command_says_what_it_does() -> None:
    assert all(command.help for command in leaves(cli))


def test_every_option_says_what_it_does() -> None:
    options = [p for c in leaves(cli) for p in c.params if isinstance(p, click.Option) and not p.hidden]
    assert [option.name for option in options if not option.help] == []


def test_every_command_with_a_result_has_json() -> None:
    names = {c.name for c in leaves(cli) if "as_json" not in {p.name for p in c.params}}
    assert names == WITHOUT_JSON


def test_the_documentation_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "generate_cli_docs.py"))["document"]()
    assert (ROOT / "docs" / "cli.md").read_text(encoding="utf-8") == page


@pytest.mark.parametrize(
    ("former", "present"), [(("evaluate",), ("passes", "run")), (("patterns", "lift"), ("patterns", "effect"))]
)
def test_a_former_name_runs_the_present_command(former: tuple[str, ...], present: tuple[str, ...]) -> None:
    def named(path: tuple[str, ...]) -> click.Command:
        found: click.Command = cli
        for name in path:
            assert isinstance(found, click.Group)
            found = found.commands[name]
        return found

    assert named(former).callback is named(present).callback
    assert named(former).params == named(present).params


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["nonsense"], 2, "No such command"),
        (["workspace", "create"], 2, "Missing argument"),
        (["evaluate", "--workspace", "w", "--now", "2025-01-20T00:00:00"], 2, "has no time zone"),
        (["evaluate", "--workspace", "w", "--now", "soon"], 2, "is not a time"),
        (["evaluate", "--workspace", "w", "--pass", "8"], 2, "8 is none of 1 sequences, 2 patterns"),
        (["evaluate", "--workspace", "w", "--pass", "pattern"], 2, "Did you mean patterns?"),
        (["patern", "list"], 2, "Did you mean 'patterns'?"),
        (["patterns", "list", "--kind", "situation"], 2, "Did you mean situational?"),
        (["inject", "n"], 2, "Name the workspace"),
        (["inject", "n", "--workspace", "w", "--token", "t"], 2, "not both"),
        (["workspace", "settings", "nonsense", "--workspace", "w", "--uri", "bolt://127.0.0.1:1"], 5, "answers at"),
    ],
)
def test_errors_are_one_line_on_the_standard_error(
    arguments: list[str], status: int, words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("OXGRAPH_WORKSPACE", "OXGRAPH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    assert run(arguments) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert printed.err.count("\n") == 1
    assert run([*arguments, "--json"]) == status
    error = json.loads(capsys.readouterr().err)["error"]
    assert set(error) == {"code", "message"}
    assert words in error["message"]


@pytest.mark.parametrize("group", [[], ["workspace"]])
def test_a_group_alone_shows_its_help(group: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(group) == 2
    printed = capsys.readouterr()
    assert printed.out.startswith(f"Usage: {' '.join(['oxgraph', *group])} [OPTIONS]")
    assert printed.err == ""


def test_nothing_heavy_is_loaded_for_help() -> None:
    heavy = {"onnxruntime", "tokenizers", "neomodel", "rich", "jgo", "schedule"}
    code = f"import sys, oxgraph.cli.app; print(sorted({heavy} & set(sys.modules)))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("words", [[], ["version"], ["status", "--help"]])
def test_a_full_disk_under_the_output_is_one_plain_line(words: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-c", MAIN, *words]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n"), "the disk is full" in done.stderr) == (1, 1, True)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no sh")
def test_a_closed_output_is_no_error() -> None:
    command = ["sh", "-c", '"$0" -c "$1" version >&-', sys.executable, MAIN]
    done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
