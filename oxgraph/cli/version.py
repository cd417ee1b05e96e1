"""version."""

import click

from oxgraph import __version__
from oxgraph.cli.options import json_option
from oxgraph.cli.output import done


@click.command()
@json_option
def version(as_json: bool) -> None:
    """Print oxgraph's version."""
    done({"version": __version__}, __version__, as_json)


COMMANDS = [version]
