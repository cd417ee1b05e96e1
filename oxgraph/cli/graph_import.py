"""import graph."""

from typing import TYPE_CHECKING

import click

from oxgraph.cli.adopt import with_bar
from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing, json_option
from oxgraph.cli.output import print_json, say
from oxgraph.cli.traces import import_

if TYPE_CHECKING:
    from oxgraph.types.adoption import GraphImportReport


@import_.command()
@click.argument("nodes", metavar="NODES")
@click.argument("edges", required=False, metavar="[EDGES]")
@click.option("--connection", metavar="NAME", help="The name of this source. Default: import: and NODES' name.")
@click.option("--skip-invalid", is_flag=True, help="Leave out lines that do not fit or lead nowhere, and count them.")
@json_option
@agent_facing
def graph(
    *,
    workspace: str | None,
    token: str | None,
    nodes: str,
    edges: str | None,
    connection: str | None,
    skip_invalid: bool,
    as_json: bool,
) -> None:
    """Import a graph of your domain: JSON lines, gzipped or not; - is the standard input.

    A node is {"id", "type", "name", "properties"}, an edge {"from", "to", "type", "properties"}. The same files again
    change nothing, changed nodes are brought up to date, and an import that was interrupted goes on when the same
    command is run again. `oxgraph connections delete` removes all that came with a source.
    """
    from oxgraph.client.graph_import import import_graph

    with memory(workspace, token) as found:
        report = with_bar(
            "Importing",
            lambda bar: import_graph(
                found, nodes, edges, connection=connection, skip_invalid=skip_invalid, progress=bar, notify=say
            ),
        )
    if as_json:
        print_json(report)
    else:
        tell(report)


def tell(report: "GraphImportReport") -> None:
    """Prints the result of an import, in sentences."""
    click.echo(
        f"{report.nodes:,} nodes read: {report.created:,} created, {report.updated:,} updated, "
        f"{report.unchanged:,} unchanged{_elsewhere(report)}."
    )
    _types(report.by_type)
    click.echo(
        f"{report.edges:,} edges read: {report.edges_created:,} created, {report.edges_unchanged:,} were there already."
    )
    _types(report.edges_by_type)
    click.echo(f"{report.seconds:.1f} s, {report.rate:,.0f} lines a second; connection {report.connection}.")
    _named("Stored as property_NAME, as the name is oxgraph's own", report.renamed)
    _named("No label, as it is oxgraph's own", report.unlabelled)
    _named("Dropped, as it means nothing here", report.dropped_fields)
    if report.refusals:
        left_out = report.invalid + report.edges_invalid + report.dangling
        click.echo(f"{left_out:,} lines did not fit ({report.dangling:,} lead nowhere) and were left out, such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")


def _elsewhere(report: "GraphImportReport") -> str:
    return f", {report.elsewhere:,} known from another source and left as they are" if report.elsewhere else ""


def _types(counts: dict[str, int]) -> None:
    if counts:
        click.echo("  " + ", ".join(f"{name} {count:,}" for name, count in counts.items()))


def _named(what: str, counts: dict[str, int]) -> None:
    if counts:
        click.echo(f"{what}: " + ", ".join(f"{name} ({count:,})" for name, count in counts.items()) + ".")


COMMANDS: list[click.Command] = []
"""None of its own: the command stands in the group import."""
