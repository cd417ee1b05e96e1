"""erase: erasure of a subject with its receipt; reembed: change of the embedding model."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import choose, is_over_server, login, memory
from oxgraph.cli.mirror import dsn_option
from oxgraph.cli.options import agent_facing, json_option
from oxgraph.cli.output import done, print_json, print_table
from oxgraph.cli.progress import Steps
from oxgraph.errors import InvalidInput, MirrorError
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph import Memory
    from oxgraph.mirror import Mirror
    from oxgraph.types import MirrorScan, Receipt

OVER_SERVER = (
    "Nothing was erased. A token does not reach the mirror: with --no-mirror it is erased now, and the copier takes it "
    "out of the rows later; with --workspace instead of the token the mirror is searched too."
)
NOT_ERASED = "Nothing was erased. With --no-mirror it is erased now, and the copier takes it out of the rows later."


@click.command()
@click.argument("subject")
@click.option(
    "--name",
    "names",
    multiple=True,
    help="Search texts for this name instead of the subject's own names; may be repeated.",
)
@click.option("--yes", is_flag=True, help="Do not ask for confirmation.")
@click.option(
    "--no-mirror",
    is_flag=True,
    help="Do not update and search the mirror's rows in Postgres; the copier updates them later.",
)
@dsn_option
@json_option
@agent_facing
def erase(subject: str, names: tuple[str, ...], yes: bool, as_json: bool, **given: Any) -> None:
    """Erase SUBJECT (a node's id or a name) from all data derived from it, permanently.

    Deletes memories, questions and vectors that are about it or name it, its aliases and edges, its name in messages,
    and its id in actions. Then scans every text of the workspace and prints the result as a receipt; exits with 1 if a
    text still has the name. Nodes of your own graph stay, without the properties that oxgraph added. If a mirror is
    configured, its rows are updated, searched and vacuumed too; with a token, the copier updates them later.
    """
    with memory(given["workspace"], given["token"]) as found, ExitStack() as stack:
        found._access.authorize("semantic.erase_subject")
        mirror = None if given["no_mirror"] else stack.enter_context(_mirror(found, **given))
        if not yes:
            click.confirm(f"Erase {subject} from {found.name} permanently?", abort=True, err=True)
        with Steps() as report:
            try:
                receipt = found.semantic.erase_subject(
                    subject,
                    names=names or None,
                    progress=lambda removed: report("nodes and edges", sum(removed.values()), 0),
                    mirror=mirror,
                )
            except MirrorError as error:
                raise type(error)(f"{error} {NOT_ERASED}") from error
    if as_json:
        print_json(_plain(receipt))
    else:
        _print_receipt(receipt)
    if not receipt.clean:
        raise click.exceptions.Exit(1)


def _print_receipt(receipt: "Receipt") -> None:
    known = count(len(receipt.entity_ids), "entity") if receipt.entity_ids else "no entity of that name"
    click.echo(f"{receipt.subject}: {known}; searched in texts: {', '.join(receipt.names) or 'no name'}.")
    for name, reason in receipt.names_not_sought.items():
        click.echo(f"Not searched: {name} ({reason}). Use --name to search it anyway.")
    if receipt.removed:
        removed = [{"removed": kind, "number": number} for kind, number in receipt.removed.items()]
        print_table(removed, ("removed", "number"), empty="")
    if receipt.released:
        click.echo(f"Your own nodes stay unchanged: {', '.join(receipt.released)}.")
    if receipt.domain_nodes:
        nodes = count(len(receipt.domain_nodes), "node of your own has", "nodes of your own have")
        click.echo(f"{nodes} the name in properties that oxgraph does not change.")
    went = " and ".join(count(receipt.scanned.get(f"{what}s", 0), what) for what in ("node", "text"))
    if not receipt.findings:
        click.echo(f"Scanned {went}: nothing is left. {receipt.at:%Y-%m-%d %H:%M:%SZ}")
    else:
        click.echo(f"Scanned {went}; these still have the name:")
        print_table(receipt.findings, ("kind", "property", "id"), empty="")
    if receipt.mirror is None:
        click.echo("No mirror was searched.")
    else:
        _print_mirror_scan(receipt.mirror)


def _print_mirror_scan(scan: "MirrorScan") -> None:
    went = f"{count(scan.scanned.get('rows', 0), 'row')} in {scan.server}"
    if not scan.caught_up:
        click.echo(f"The rows in {scan.server} may be older than the erasure: {scan.error}")
        click.echo("When that is fixed, run the command again with --name for each name.")
    elif scan.findings:
        click.echo(f"Scanned {went}; these still have the name:")
        print_table(scan.findings, ("table", "column", "id"), empty="")
    else:
        click.echo(f"Scanned {went}: nothing is left.")
    if scan.caught_up and not scan.vacuumed:
        why = scan.error or ", ".join(scan.not_vacuumed)
        click.echo(f"Old versions of rows stay until Postgres runs VACUUM: {why}")


def _plain(receipt: "Receipt") -> dict[str, object]:
    found = receipt.model_dump(mode="json") | {"clean": receipt.clean}
    return found | ({"mirror": found["mirror"] | {"clean": receipt.mirror.clean}} if receipt.mirror else {})


@contextmanager
def _mirror(
    found: "Memory", workspace: str | None, token: str | None, dsn: str | None, **others: Any
) -> Iterator["Mirror | None"]:
    """The mirror that is configured for the graph of this workspace, if any.

    None where `oxgraph serve` erases. Raises UsageError where a DSN is given for that.
    """
    from oxgraph import environment

    if is_over_server(choose(workspace, token)[1]):
        if dsn:
            raise click.UsageError(OVER_SERVER, click.get_current_context())
        yield None
        return
    uri, _ = environment.connection(*login())
    local = environment.local_connection()
    # The local Postgres mirrors only the local graph.
    here = environment.local_mirror_dsn() if local and local[0] == uri else None
    if not (dsn or here):
        yield None
        return
    from oxgraph.cli.mirrored import all_servers, mirror_with

    with all_servers() as servers:
        yield mirror_with(dsn, servers, found.workspace_id)


@click.command()
@click.argument("model")
@json_option
@agent_facing
def reembed(workspace: str | None, token: str | None, model: str, as_json: bool) -> None:
    """Change the embedding model of a workspace to MODEL (minilm, onnx:FOLDER, sentence-transformers:NAME).

    The worker, or `oxgraph passes run`, with --embedder MODEL then writes the new vectors while recall uses the old
    ones, and switches in one step. Giving the present model cancels a change.
    """
    with memory(workspace, token) as found:
        change = found.semantic.reembed(model)
    makes = "the worker, or `oxgraph passes run`, makes them with an --embedder of that model"
    text = {
        "marked": f"Changing the vectors from {change.model} to {change.next_model}: {makes}. Until then recall "
        "reads the old ones.",
        "called_off": f"The change is cancelled; the model stays {change.model}.",
        "named": f"Vectors will come from {change.model}: {makes}.",
        "unchanged": f"Nothing to change: the model is {change.next_model or change.model}.",
    }
    doubt = _doubt(model, change.model) if change.outcome in ("marked", "named") else ""
    done(change.model_dump(mode="json"), text[change.outcome] + doubt, as_json)


def _doubt(model: str, present: str) -> str:
    """What to say of a model that no --embedder names, as a mistyped one; '' for one that is named so."""
    from oxgraph import models

    try:
        models.embedder(model)
    except InvalidInput as error:
        back = "" if present == model else f", and `oxgraph reembed {present}` cancels the change"
        return f"\n{error.values['reason']}. Unless it is a model's own name, nothing makes them{back}."
    return ""


COMMANDS = [erase, reembed]
