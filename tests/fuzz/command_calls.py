"""Calls of the command line, in this process, by the parameters of its commands."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import click

from oxgraph.errors import OxgraphError, ServerError
from tests.fuzz.report import Report
from tests.fuzz.world import World

LEFT_OUT = (
    "up", "down", "status", "serve", "worker", "mcp", "proxy", "demo", "doctor", "backup", "restore", "uninstall",
    "mirror run", "passes", "workspace delete", "workspace disable", "workspace create", "workspace restore", "migrate",
    "password", "logs", "eval", "replay", "evaluate", "servers", "workspace move",
)  # fmt: skip
"""What starts or stops servers, or works on other workspaces than its own."""


def commands(group: click.Group, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with its words."""
    for name, command in group.commands.items():
        words = (*path, name)
        if any(" ".join(words) == one or words[0] == one for one in LEFT_OUT):
            continue
        if isinstance(command, click.Group):
            yield from commands(command, words)
        else:
            yield words, command


def call(world: World, report: Report) -> None:
    """One command line."""
    from oxgraph.cli.app import cli

    words, command = world.values.random.choice(list(commands(cli)))
    line = [*words, *_arguments(world, command)]
    out, err = io.StringIO(), io.StringIO()
    with report.call("cli", " ".join(words), line) as made, _quiet(out, err):
        try:
            cli.main(args=line, prog_name="oxgraph", standalone_mode=False)
        except (click.ClickException, click.Abort, SystemExit) as error:
            made.ended("typed", str(error))
        except ServerError:
            raise
        except OxgraphError as error:
            made.ended("typed", str(error))
        made.answer += out.getvalue() + err.getvalue()


@contextlib.contextmanager
def _quiet(out: io.StringIO, err: io.StringIO) -> Iterator[None]:
    """What is printed goes to these; nothing is typed."""
    typed, sys.stdin = sys.stdin, io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            yield
    finally:
        sys.stdin = typed


def _arguments(world: World, command: click.Command) -> list[str]:
    values, found = world.values, []
    for one in command.params:
        required = one.required or one.name in ("workspace", "token")
        if not required and values.random.random() > 0.3:
            continue
        if isinstance(one, click.Argument):
            found.append(_word(world, one))
        elif isinstance(one, click.Option):
            flag = one.opts[0]
            if one.name == "workspace":
                found += [flag, world.memory.name]
            elif one.name == "token" or one.name in ("uri", "user", "password"):
                continue
            else:
                found += [flag] if one.is_flag else [flag, _word(world, one)]
    return found


def _word(world: World, parameter: click.Parameter) -> str:
    values = world.values
    if isinstance(parameter.type, click.Choice) and values.random.random() < 0.8:
        return str(values.random.choice(list(parameter.type.choices)))
    if parameter.type.name in ("integer", "float", "integer range", "float range") and values.random.random() < 0.8:
        return str(values.random.choice((0, 1, 5, 100, -1)))
    text = values.text().replace("\x00", "").encode("utf-8", "replace").decode()
    return text if not text.startswith("-") else f"./{text}"


@contextlib.contextmanager
def surroundings(uri: str, user: str, password: str, folder: Path) -> Iterator[None]:
    """Where the commands of this process connect, and a folder in place of the caller's home and working directory."""
    given = {"OXGRAPH_URI": uri, "OXGRAPH_USER": user, "OXGRAPH_PASSWORD": password, "OXGRAPH_EMBEDDER": "none"}
    with mock.patch.dict(os.environ, given | {"HOME": str(folder)}), contextlib.chdir(folder):
        yield
