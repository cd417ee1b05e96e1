"""ingest."""

from collections import Counter
from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.options import agent_facing, embedder_option, json_option, of_user
from oxgraph.cli.output import print_json, print_table
from oxgraph.cli.progress import Bar
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.imports.message_files import FileReport
    from oxgraph.types.ingest import IngestReport


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--conversation", metavar="ID", help="The conversation of lines without one. Default: derived from the first line."
)
@click.option("--speaker", metavar="NAME", help="The user's name, for lines without a speaker.")
@click.option(
    "--role", "roles", multiple=True, default=("user",), show_default=True, help="Extract from messages of this role."
)
@click.option("--rules", is_flag=True, help="Extract by rules, even if OXGRAPH_MODEL names a language model.")
@click.option("--skip-invalid", is_flag=True, help="Leave out invalid lines, and count them.")
@embedder_option
@json_option
@of_user
@agent_facing
def ingest(
    *,
    workspace: str | None,
    token: str | None,
    files: tuple[str, ...],
    conversation: str | None,
    speaker: str | None,
    roles: tuple[str, ...],
    rules: bool,
    skip_invalid: bool,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Store messages and extract memories from them: JSON lines, gzipped or not; - is the standard input.

    A line has a `text` and may have `role`, `speaker`, `said_at`, `conversation_id` and `id`; the names of
    other systems (content, timestamp, conversation, session_datetime and so on) are accepted. Times without a zone
    are read as UTC. Without a language model (OXGRAPH_MODEL), rules extract the memories. Ingesting the same file
    again changes nothing.
    """
    from oxgraph.imports.message_files import ingest_files
    from oxgraph.models import language_model

    with memory(workspace, token, embedder=chosen(embedder)) as found, Bar("Ingesting") as bar:
        report = ingest_files(
            found,
            list(files),
            conversation_id=conversation,
            speaker=speaker,
            roles=roles,
            model=None if rules else language_model(),
            skip_invalid=skip_invalid,
            progress=bar,
        )
    if as_json:
        print_json(report)
    else:
        print_report(report)


def print_report(found: "FileReport") -> None:
    """Prints the outcome of each message, stage by stage."""
    report = found.report
    click.echo(
        f"{count(found.read, 'line')} read: {count(report.written, 'message')} written, "
        f"{report.known:,} were known already."
    )
    print_stages(report)
    click.echo(f"{found.seconds:.1f} s.")
    if report.reason:
        click.echo(f"Nothing was written: {report.reason}.")
    for refusal in found.refusals:
        click.echo(f"Left out: {refusal}")


def print_stages(report: "IngestReport") -> None:
    """Prints what each stage of the extraction took and passed on, and the outcome of the memories."""
    rows = [
        {
            "stage": stage.stage,
            "taken": stage.taken,
            "passed": stage.passed,
            "rejected": ", ".join(f"{name} {number:,}" for name, number in stage.rejected.items()),
            "note": ", ".join(f"{name} {number:,}" for name, number in list(stage.note.items())[:6]),
        }
        for stage in report.stages
    ]
    print_table(rows, ["stage", "taken", "passed", "rejected", "note"], empty="")
    outcomes = Counter(memory.outcome for memory in report.memories)
    counted = ", ".join(f"{number:,} {name}" for name, number in outcomes.most_common()) or "none"
    click.echo(f"Memories: {counted}.")
    if report.refused:
        reasons = ", ".join(f"{name} {number:,}" for name, number in report.refused_by_reason.items())
        click.echo(f"Refused statements, by reason: {reasons}. --json shows each.")
    if report.waiting:
        pending = count(report.waiting, "message is", "messages are")
        click.echo(f"{pending} pending until the language model answers; the worker extracts from them then.")


COMMANDS = [ingest]
