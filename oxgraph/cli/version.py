"""version."""

import click

from oxgraph.cli.options import json_option
from oxgraph.cli.output import done


@click.command()
@json_option
def version(as_json: bool) -> None:
    """Print oxgraph's version."""
    import importlib.metadata

    found = importlib.metadata.version("oxgraph")
    done({"version": found}, found, as_json)


COMMANDS = [version]
