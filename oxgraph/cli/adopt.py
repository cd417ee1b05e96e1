"""adopt and release."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import json_option, workspace_option
from oxgraph.cli.output import print_json
from oxgraph.cli.progress import Bar

if TYPE_CHECKING:
    from oxgraph.types.adoption import AdoptionReport, ReleaseReport

T = TypeVar("T")


def with_bar(label: str, work: Callable[[Bar], T]) -> T:
    """What `work` returns, with a progress bar while it is at it."""
    bar = Bar(label)
    try:
        return work(bar)
    finally:
        bar.end()


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

    Nothing that stands on a node is changed; `oxgraph release` takes off again what was added. The same command again
    changes nothing, and one that was interrupted goes on.
    """
    with memory(workspace) as found:
        report = with_bar(
            "Adopting",
            lambda bar: found.semantic.adopt(
                label,
                id=id_property,
                name=name_property,
                text=text_property,
                type=type_,
                connection=connection,
                progress=bar,
            ),
        )
    if as_json:
        print_json(report)
    else:
        tell_adoption(report)


def tell_adoption(report: "AdoptionReport") -> None:
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
    with memory(workspace) as found:
        report = with_bar("Releasing", lambda bar: found.semantic.release(label, connection=connection, progress=bar))
    if as_json:
        print_json(report)
    else:
        tell_release(report)


def tell_release(report: "ReleaseReport") -> None:
    """Prints the result of a release, in sentences."""
    click.echo(f"{report.released:,} nodes are as they were; {report.stand_ins:,} stand-ins are gone.")
    if report.kept:
        click.echo(f"For {report.kept:,} of them an entity stays, as memory holds something of them.")


COMMANDS = [adopt, release]
