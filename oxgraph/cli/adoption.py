"""adopt, release, connections …: nodes of an existing graph as entities, and the sources of entities."""

from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import agent_facing, json_option, list_options, workspace_option
from oxgraph.cli.output import done, pace, print_json, show
from oxgraph.cli.progress import Bar
from oxgraph.cli.sections import Group
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.types.adoption import AdoptionReport, ReleaseReport

CONNECTION_COLUMNS = ("name", "entities", "edges", "first", "last")


@click.command()
@click.option("--label", required=True, help="The label of the nodes to adopt.")
@click.option(
    "--id", "id_property", metavar="PROPERTY", help="The property with the id that agents use. Default: the elementId."
)
@click.option("--name", "name_property", metavar="PROPERTY", help="The property with the name. Default: the id.")
@click.option("--text", "text_property", metavar="PROPERTY", help="The property with a description.")
@click.option(
    "--property",
    "--properties",
    "properties",
    multiple=True,
    metavar="PROPERTY",
    help="A property that recall searches and shows; may be repeated, up to 10. Default: none.",
)
@click.option("--type", "type_", metavar="NAME", help="The type of the entities. Default: the label.")
@click.option("--connection", metavar="NAME", help="The name of this connection. Default: adopt:LABEL.")
@json_option
@workspace_option
def adopt(
    *,
    workspace: str,
    label: str,
    id_property: str | None,
    name_property: str | None,
    text_property: str | None,
    properties: tuple[str, ...],
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
            properties=[name for given in properties for name in given.split(",") if name],
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
    before = "was an entity" if report.already == 1 else "were entities"
    click.echo(
        f"{count(report.nodes, 'node')} {report.label}: {report.adopted + report.stand_ins:,} adopted as "
        f"{report.connection}, {report.already:,} {before} already."
    )
    click.echo(f"{pace(report.seconds, report.rate, 'node')}.")
    if report.stand_ins:
        taken = ", ".join(f"{name} ({number:,})" for name, number in report.taken.items())
        click.echo(f"{report.stand_ins:,} of them by a stand-in entity, as these names are in use: {taken}.")
    if report.restored:
        click.echo(f"{report.restored:,} got back the memory links that they had before their release.")
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
@click.option("--label", help="Release nodes with this label.")
@click.option("--connection", metavar="NAME", help="Release nodes of this connection.")
@json_option
@workspace_option
def release(workspace: str, label: str | None, connection: str | None, as_json: bool) -> None:
    """Release adopted nodes: restore them as they were.

    A node with memories, actions or further aliases is replaced by a stand-in entity, so that nothing is lost;
    adopting the node again links it to them.
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
    click.echo(f"{count(report.released, 'node')} restored; {count(report.stand_ins, 'stand-in entity')} deleted.")
    if report.kept:
        verb = "keeps" if report.kept == 1 else "keep"
        click.echo(f"{report.kept:,} of them {verb} an entity, as memories or actions refer to it.")


@click.group(cls=Group)
def connections() -> None:
    """List and delete connections, the sources of entities and edges."""


@connections.command("list")
@list_options
@agent_facing
def list_connections(workspace: str | None, token: str | None, as_json: bool) -> None:
    """List the connections with their numbers of entities and edges."""
    with memory(workspace, token) as found:
        show(found.semantic.connections.list(), as_json, CONNECTION_COLUMNS, "Nothing was adopted or imported yet.")


@connections.command("delete")
@click.argument("name")
@json_option
@workspace_option
def delete_connection(workspace: str, name: str, as_json: bool) -> None:
    """Delete the entities and edges of the connection NAME, and release its adopted nodes.

    An entity that memories or actions refer to stays, without its properties. Run the same command again to continue an
    interrupted deletion.
    """
    with memory(workspace) as found, Bar("Deleting") as bar:
        report = found.semantic.connections.delete(name, progress=bar)
    text = (
        f"{count(report.edges, 'edge')} and {count(report.entities, 'entity')} of {name} deleted, "
        f"{report.released:,} released; for {report.kept:,} of them an entity stays, as memory holds something of them."
    )
    done(report.model_dump(), text, as_json)


COMMANDS = [adopt, release, connections]
