"""evaluate, worker."""

from datetime import datetime

import click

from oxgraph.cli.connection import operator
from oxgraph.cli.options import TIME, json_option, workspace_option
from oxgraph.cli.output import show


@click.command()
@click.option("--pass", "numbers", type=click.IntRange(1, 3), multiple=True, help="Only this pass; may be repeated.")
@click.option("--now", type=TIME, help="Evaluate as of this time, such as 2025-01-20T00:00:00Z. Default: the clock.")
@json_option
@workspace_option
def evaluate(workspace: str, numbers: tuple[int, ...], now: datetime | None, as_json: bool) -> None:
    """Run the passes: 1 sequences, 2 patterns, 3 decay and benchmarks."""
    with operator(now) as client:
        show(client, as_json)


COMMANDS = [evaluate]
