"""adopt, release, connections …: nodes of an existing graph as entities, and where entities came from."""

from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing, json_option, workspace_option
from oxgraph.cli.output import done, print_json, show
from oxgraph.cli.progress import Bar

if TYPE_CHECKING:
    from oxgraph.types.adoption import AdoptionReport, ReleaseReport

CONNECTION_COLUMNS = ("name", "entities", "edges", "first", "last")


@click.command()
@click.option("--label", required=True, help="The nodes: all that have this label.")
@click.option("--id", "id_property", metavar="PROPERTY", help="What systems call the node. Default: its elementId.")
@click.option("--name", "name_property", metavar="PROPERTY", help="The node's name. Without one: its id.")
@click.option("--text", "text_property", metavar="PROPERTY", help="A text about the node.")
@click.option("--type", "type_", metavar="NAME", help="The entities' type. Default: the label.")
@click.option("--connection", metavar="NAME", help="The name of this source. Default: adopt:LABEL.")
@json_option
@workspace_option
def adopt(
    *,
    workspace: str,
    label: str,
    id_property: str | None,
    name_property: str | None,
    text_property: str | None,
    type_: str | None,
    connection: str | None,
    as_json: bool,
) -> None:
    """Make an existing graph's nodes entities of a workspace, in place.

    No existing label or property of a node is changed; `oxgraph release` removes what was added. Running the command
    again changes nothing, and continues an interrupted run.
    """
    with memory(workspace) as found, Bar("Adopting") as bar:
        report = found.semantic.adopt(
            label,
            id=id_property,
            name=name_property,
            text=text_property,
            type=type_,
            connection=connection,
            progress=bar,
        )
    if as_json:
        print_json(report)
    else:
        print_adoption(report)


def print_adoption(report: "AdoptionReport") -> None:
    """Prints the result of an adoption, in sentences."""
    click.echo(
        f"{report.nodes:,} nodes {report.label}: {report.adopted + report.stand_ins:,} adopted as {report.connection}, "
        f"{report.already:,} were entities already."
    )
    click.echo(f"{report.seconds:.1f} s, {report.rate:,.0f} nodes a second.")
    if report.stand_ins:
        taken = ", ".join(f"{name} ({count:,})" for name, count in report.taken.items())
        click.echo(f"{report.stand_ins:,} of them by an entity beside the node, where ours is taken: {taken}.")
    if report.restored:
        click.echo(f"{report.restored:,} have again what was kept when they were released.")
    if report.unnamed:
        click.echo(f"{report.unnamed:,} have no name and are called by their id.")
    if report.without_id:
        click.echo(f"{report.without_id:,} have no id that can be used and were left out.")
    if report.duplicates:
        click.echo(
            f"{report.duplicates:,} have the id of another one and were left out, such as {', '.join(report.examples)}."
        )
    if report.elsewhere:
        click.echo(f"{report.elsewhere:,} are entities of another workspace.")


@click.command()
@click.option("--label", help="Nodes that have this label.")
@click.option("--connection", metavar="NAME", help="Nodes that were adopted under this name.")
@json_option
@workspace_option
def release(workspace: str, label: str | None, connection: str | None, as_json: bool) -> None:
    """Give adopted nodes back as they were.

    Where memories, actions or further names hang on a node, an entity of oxgraph's own takes its place, so that nothing
    is lost; adopting the node again joins it to them.
    """
    if not label and not connection:
        raise click.UsageError("Give --label or --connection.", click.get_current_context())
    with memory(workspace) as found, Bar("Releasing") as bar:
        report = found.semantic.release(label, connection=connection, progress=bar)
    if as_json:
        print_json(report)
    else:
        print_release(report)


def print_release(report: "ReleaseReport") -> None:
    """Prints the result of a release, in sentences."""
    click.echo(f"{report.released:,} nodes are as they were; {report.stand_ins:,} stand-ins are gone.")
    if report.kept:
        click.echo(f"For {report.kept:,} of them an entity stays, as memory holds something of them.")


@click.group()
def connections() -> None:
    """The sources that entities and edges came from."""


@connections.command("list")
@json_option
@agent_facing
def list_connections(workspace: str | None, token: str | None, as_json: bool) -> None:
    """List the sources, with what came from each."""
    with memory(workspace, token) as found:
        show(found.semantic.connections.list(), as_json, CONNECTION_COLUMNS, "Nothing was adopted or imported yet.")


@connections.command("delete")
@click.argument("name")
@json_option
@workspace_option
def delete_connection(workspace: str, name: str, as_json: bool) -> None:
    """Remove what came with the source NAME, and release what was adopted under it.

    What agents learned stays: an entity that memory holds something of is kept, bare. An interrupted deletion goes on
    when the same command is run again.
    """
    with memory(workspace) as found, Bar("Deleting") as bar:
        report = found.semantic.connections.delete(name, progress=bar)
    text = (
        f"{report.edges:,} edges and {report.entities:,} entities of {name} are deleted, {report.released:,} released; "
        f"for {report.kept:,} of them an entity stays, as memory holds something of them."
    )
    done(report.model_dump(), text, as_json)


COMMANDS = [adopt, release, connections]
