"""import traces."""

from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing, json_option
from oxgraph.cli.output import print_json, say
from oxgraph.cli.progress import Bar

if TYPE_CHECKING:
    from oxgraph.client.import_traces import ImportReport


@click.group("import")
def import_() -> None:
    """Bring in what was recorded elsewhere."""


@import_.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--skip-invalid", is_flag=True, help="Leave out lines that do not fit, and count them.")
@json_option
@agent_facing
def traces(workspace: str | None, token: str | None, files: tuple[str, ...], skip_invalid: bool, as_json: bool) -> None:
    """Import recorded actions: JSON lines, gzipped or not; - is the standard input.

    The same file again changes nothing, and an import that was interrupted goes on when the same command is run
    again. Fields that are no part of an action, such as arguments and error texts, are dropped and counted. `intent`
    becomes the session's intent, `task_success` its outcome. Times without a zone are read as UTC.
    """
    from oxgraph.client.import_traces import import_traces

    bar = Bar("Importing")
    with memory(workspace, token) as found:
        try:
            report = import_traces(found, list(files), skip_invalid=skip_invalid, progress=bar, notify=say)
        finally:
            bar.end()
    if as_json:
        print_json(report)
    else:
        print_report(report)


def print_report(report: "ImportReport") -> None:
    """Prints the result of an import, in sentences."""
    click.echo(
        f"{report.read:,} lines read: {report.captured:,} actions captured, {report.duplicates:,} were there already."
    )
    click.echo(f"{report.sessions:,} sessions, {report.references:,} references to nodes of the graph.")
    click.echo(f"{report.seconds:.1f} s, {report.rate:,.0f} actions a second.")
    if report.naive_times:
        click.echo(f"{report.naive_times:,} times had no zone and were read as UTC.")
    if report.dropped_fields:
        dropped = ", ".join(f"{name} ({count:,})" for name, count in report.dropped_fields.items())
        click.echo(f"Dropped, as no part of an action: {dropped}.")
    if report.invalid:
        click.echo(f"{report.invalid:,} lines did not fit and were left out, such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")


COMMANDS = [import_]
