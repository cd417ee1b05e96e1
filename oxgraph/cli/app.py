"""The main group and all its commands."""

from typing import Any

import click

from oxgraph import __version__
from oxgraph.cli import (
    adoption,
    backups,
    completion,
    demo,
    entities,
    episodic,
    erase,
    evaluation,
    hooks,
    imports,
    ingest,
    insights,
    local,
    mcp,
    memories,
    metrics,
    mirror,
    passes,
    patterns,
    proxy,
    recall,
    serve,
    servers,
    telemetry,
    users,
    vocabulary,
    webhook,
    working,
    workspaces,
)
from oxgraph.cli.options import json_option
from oxgraph.cli.output import done
from oxgraph.cli.sections import SectionedGroup

HELP = """The memory of AI agents as a graph.

Commands reach the Neo4j of --uri; without it, the one that `oxgraph up` started on this machine. With --token they
reach `oxgraph serve`: that of --uri (http://HOST:PORT, https://HOST, unix:///PATH), of OXGRAPH_SERVER, or of this
machine. --uri, --user and --password may also stand after the command."""


@click.group(
    cls=SectionedGroup, help=HELP, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--uri",
    envvar="OXGRAPH_URI",
    show_envvar=True,
    help="Address of Neo4j, such as bolt://HOST:7687, or with a token of `oxgraph serve`.",
)
@click.option("--user", envvar="OXGRAPH_USER", show_envvar=True, help="User of Neo4j. Default: neo4j.")
@click.option("--password", envvar="OXGRAPH_PASSWORD", show_envvar=True, help="Password of Neo4j.")
def cli(**_: Any) -> None:
    """Root; the options are read by `connection.login`."""


@cli.command()
@json_option
def version(as_json: bool) -> None:
    """Print oxgraph's version."""
    done({"version": __version__}, __version__, as_json)


MODULES = (
    demo,
    insights,
    local,
    workspaces,
    backups,
    ingest,
    passes,
    patterns,
    metrics,
    recall,
    working,
    memories,
    entities,
    users,
    vocabulary,
    erase,
    evaluation,
    mirror,
    serve,
    servers,
    mcp,
    proxy,
    hooks,
    adoption,
    episodic,
    imports,
    telemetry,
    completion,
    webhook,
)

for module in MODULES:
    for command in module.COMMANDS:
        cli.add_command(command)
