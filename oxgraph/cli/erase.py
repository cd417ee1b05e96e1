"""erase, reembed."""

from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.local import Reporter
from oxgraph.cli.options import agent_facing, json_option
from oxgraph.cli.output import done, print_json, print_table

if TYPE_CHECKING:
    from oxgraph.types import Receipt


@click.command()
@click.argument("subject")
@click.option("--name", "names", multiple=True, help="Seek this name in texts, not the subject's own; repeatable.")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@json_option
@agent_facing
def erase(subject: str, names: tuple[str, ...], yes: bool, as_json: bool, **reached: str | None) -> None:
    """Erase SUBJECT (a node's id or a name) from everything that was derived from it, for good.

    Memories, questions and vectors about it or naming it, the texts of messages, its names and edges, its id on
    actions. Ends in a scan of every text in the workspace, whose empty result is the receipt; exits with 1 when
    something is left. Nodes of your own graph stay, and lose what was put on them.
    """
    with memory(reached["workspace"], reached["token"]) as found:
        if not yes:
            click.confirm(f"Erase {subject} from {found.name} for good?", abort=True, err=True)
        report = Reporter()
        try:
            receipt = found.semantic.erase_subject(
                subject,
                names=names or None,
                progress=lambda removed: report("nodes and edges", sum(removed.values()), 0),
            )
        finally:
            report.end()
    if as_json:
        print_json(receipt.model_dump(mode="json") | {"clean": receipt.clean})
    else:
        _tell(receipt)
    if not receipt.clean:
        raise click.exceptions.Exit(1)


def _tell(receipt: "Receipt") -> None:
    known = f"{len(receipt.entity_ids)} entities" if receipt.entity_ids else "no entity of that name"
    click.echo(f"{receipt.subject}: {known}; sought in texts: {', '.join(receipt.names) or 'no name'}.")
    for name, reason in receipt.names_not_sought.items():
        click.echo(f"Not sought: {name} ({reason}). --name seeks it all the same.")
    for kind, count in receipt.removed.items():
        click.echo(f"{count:>10,} {kind}")
    if receipt.released:
        click.echo(f"Your own nodes stay, as they were: {', '.join(receipt.released)}.")
    if receipt.domain_nodes:
        click.echo(f"{len(receipt.domain_nodes):,} of your own nodes name it in properties of their own; those stay.")
    went = f"{receipt.scanned.get('nodes', 0):,} nodes and {receipt.scanned.get('texts', 0):,} texts"
    if receipt.clean:
        click.echo(f"Went through {went}: nothing is left. {receipt.at:%Y-%m-%d %H:%M:%SZ}")
    else:
        click.echo(f"Went through {went}; left are:")
        print_table(receipt.findings, ("kind", "property", "id"), empty="")


@click.command()
@click.argument("model")
@json_option
@agent_facing
def reembed(workspace: str | None, token: str | None, model: str, as_json: bool) -> None:
    """Change the embedding model of a workspace to MODEL (minilm, sentence-transformers:NAME).

    The worker, or `oxgraph evaluate`, with --embedder MODEL then writes the new vectors beside the old ones and
    switches in one step. The present model calls a change off.
    """
    with memory(workspace, token) as found:
        change = found.semantic.reembed(model)
    text = {
        "marked": f"On the way from {change.model} to {change.next_model}.",
        "called_off": f"It stays with {change.model}.",
        "named": f"Vectors will come from {change.model}.",
        "unchanged": f"So it is already: {change.next_model or change.model}.",
    }
    done(change.model_dump(mode="json"), text[change.outcome], as_json)


COMMANDS = [erase, reembed]
