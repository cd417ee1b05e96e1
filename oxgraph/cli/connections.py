"""connections …"""

import click

from oxgraph.cli.adopt import with_bar
from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing, json_option, workspace_option
from oxgraph.cli.output import done, show

COLUMNS = ("name", "entities", "edges", "first", "last")


@click.group()
def connections() -> None:
    """The sources that entities and edges came from."""


@connections.command("list")
@json_option
@agent_facing
def list_(workspace: str | None, token: str | None, as_json: bool) -> None:
    """List the sources, with what came from each."""
    with memory(workspace, token) as found:
        show(found.semantic.connections.list(), as_json, COLUMNS, "Nothing was adopted or imported yet.")


@connections.command()
@click.argument("name")
@json_option
@workspace_option
def delete(workspace: str, name: str, as_json: bool) -> None:
    """Remove what came with the source NAME, and release what was adopted under it.

    What agents learned stays: an entity that memory holds something of is kept, bare. An interrupted deletion goes on
    when the same command is run again.
    """
    with memory(workspace) as found:
        report = with_bar("Deleting", lambda bar: found.semantic.connections.delete(name, progress=bar))
    text = (
        f"{report.edges:,} edges and {report.entities:,} entities of {name} are deleted, {report.released:,} released; "
        f"for {report.kept:,} of them an entity stays, as memory holds something of them."
    )
    done(report.model_dump(), text, as_json)


COMMANDS = [connections]
