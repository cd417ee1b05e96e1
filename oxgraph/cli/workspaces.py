"""workspace …"""

from typing import Any

import click

from oxgraph.cli.connection import operator
from oxgraph.cli.options import connecting, json_option
from oxgraph.cli.output import show

COLUMNS = ("name", "memory_enabled", "injection_enabled", "created_at", "deleted_at", "embedding_model")


@click.group()
def workspace() -> None:
    """Make, list, change, delete and restore workspaces."""


@workspace.command()
@click.argument("name")
@click.argument("values", nargs=-1, metavar="[KEY=VALUE]...")
@json_option
@connecting
def create(name: str, values: tuple[str, ...], as_json: bool) -> None:
    """Make the workspace NAME; its settings can be given as KEY=VALUE."""
    with operator() as client:
        memory = client.create_workspace(name, **parsed(values))
        show({"name": memory.name, "workspace_id": memory.workspace_id}, as_json)


@workspace.command("list")
@json_option
@connecting
def list_(as_json: bool) -> None:
    """List all workspaces, the deleted ones too."""
    with operator() as client:
        show(client.workspaces(), as_json, COLUMNS, "No workspace yet; `oxgraph workspace create NAME` makes one.")


def parsed(values: tuple[str, ...]) -> dict[str, Any]:
    """KEY=VALUE words as settings: numbers and true/false as such, all else as text."""
    settings: dict[str, Any] = {}
    for word in values:
        key, equals, value = word.partition("=")
        if not equals:
            raise click.UsageError(f"{word} is not of the form KEY=VALUE.", click.get_current_context())
        settings[key] = _value(value)
    return settings


def _value(text: str) -> bool | int | float | str:
    if text in ("true", "false"):
        return text == "true"
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


COMMANDS = [workspace]
