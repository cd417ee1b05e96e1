"""Commands that pages, examples, errors and the explorer name are there, with their options and arguments."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from oxgraph.cli.app import cli

ROOT = Path(__file__).parents[2]
KINDS = (".md", ".py", ".java", ".js", ".ts", ".tsv", ".cypher")
HISTORY = ("CHANGELOG.md", "tests/", "cypher/migrations/", "cypher/passes/")
IN_TEXT = re.compile(r"`(oxgraph [a-z-][^`]*)`")
BLOCK = re.compile(r"^```(?:sh|bash|console)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(?:\$ )?(?:.*?&& )?(oxgraph [a-z-].*)$", re.MULTILINE)
LEFT_OUT = {"…", "..."}


def commands() -> Iterator[tuple[str, list[str]]]:
    """Each command that a file names, in words."""
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    for name in files:
        if not name.endswith(KINDS) or name.startswith(HISTORY) or "/vendor/" in name or not (ROOT / name).exists():
            continue
        text = (ROOT / name).read_text(encoding="utf-8")
        found = IN_TEXT.findall(text)
        if name.endswith(".md"):
            found += [line for block in BLOCK.findall(text) for line in LINE.findall(block)]
        for one in found:
            plain = re.sub(r"\n\s*(?://|#|\*)?\s*", " ", one).split(" && ")[0].split(" | ")[0]
            try:
                words = shlex.split(plain, comments=True)
            except ValueError:  # a quotation mark of the text around it
                continue
            yield f"{name}: {plain}", [word for word in words[1:] if word not in LEFT_OUT]


def wrong(words: list[str]) -> str:
    """What is wrong with a command; empty where nothing is."""
    command: click.Command = cli
    # Click keeps a command's help option as the first context names it, also for the pages that another test compares.
    context = click.Context(cli, info_name="oxgraph", **cli.context_settings)
    while isinstance(command, click.Group):
        try:
            words = command.make_parser(context).parse_args(list(words))[1]
        except click.UsageError as error:
            return error.format_message()
        if not words or not re.fullmatch("[a-z][a-z-]*", words[0]):
            return ""  # a group as such, or COMMAND in its place
        named, words = words[0], words[1:]
        if (found := command.get_command(context, named)) is None:
            return f"no command {named} in {context.command_path}"
        command, context = found, click.Context(found, info_name=named, parent=context)
    try:
        surplus = command.make_parser(context).parse_args(list(words))[1]
    except click.NoSuchOption as error:
        return error.format_message()
    except click.UsageError:  # an option is named without its value
        return ""
    return f"{context.command_path} takes no {surplus}" if surplus and not command.ignore_unknown_options else ""


def test_commands_that_are_named_are_there() -> None:
    assert [f"{place}: {fault}" for place, words in commands() if (fault := wrong(words))] == []


@pytest.mark.parametrize(
    "command", ["passes run upkeep", "patterns list --tool charge", "memories correct ID", "--host x serve"]
)
def test_a_command_that_is_none_is_found(command: str) -> None:
    assert wrong(shlex.split(command))


def test_there_are_many() -> None:
    assert len(list(commands())) > 500
