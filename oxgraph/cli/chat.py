"""chat import."""

from typing import TYPE_CHECKING

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.ingest import print_stages
from oxgraph.cli.options import agent_facing, embedder_option, json_option
from oxgraph.cli.output import print_json
from oxgraph.cli.progress import Bar

if TYPE_CHECKING:
    from oxgraph.types.episodic import ChatImport


@click.group()
def chat() -> None:
    """Chats that were had elsewhere."""


@chat.command("import")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--conversation", metavar="ID", help="The conversation of messages that name none. Default: by the first."
)
@click.option("--speaker", metavar="NAME", help="The user's name where a message names no speaker.")
@click.option("--ingest", is_flag=True, help="Also remember what the users' messages state, as `oxgraph ingest` does.")
@click.option("--skip-invalid", is_flag=True, help="Leave out messages that do not fit, and count them.")
@embedder_option
@json_option
@agent_facing
def import_chats(
    *,
    workspace: str | None,
    token: str | None,
    files: tuple[str, ...],
    conversation: str | None,
    speaker: str | None,
    ingest: bool,
    skip_invalid: bool,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Keep chats as they were had: what user and assistant said, when, and in which conversation.

    FILE is the conversations.json of ChatGPT or Claude, or the zip that it came in; JSON lines, as `oxgraph ingest`
    reads them; or a list of messages with role and content. Gzipped or not; - is the standard input. Of a chat with
    several branches the one that was shown is kept. What tools and systems said, reasoning, hidden messages and
    attachments are left out and counted. Times without a zone are read as UTC. The same file again changes nothing,
    and a later export adds what is new.
    """
    bar = Bar("Importing")
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        try:
            report = found.episodic.import_chats(
                files,
                conversation_id=conversation,
                speaker=speaker,
                ingest=ingest,
                skip_invalid=skip_invalid,
                progress=bar,
            )
        finally:
            bar.end()
    if as_json:
        print_json(report)
    else:
        print_report(report)


def print_report(report: "ChatImport") -> None:
    """Prints the result of the chats, in sentences."""
    click.echo(
        f"{report.conversations:,} conversations: {report.written:,} messages written, {report.known:,} were there "
        f"already. {report.seconds:.1f} s."
    )
    if report.left_out:
        click.echo("Left out: " + ", ".join(f"{reason} {count:,}" for reason, count in report.left_out.items()) + ".")
    if report.naive_times:
        click.echo(f"{report.naive_times:,} times had no zone and were read as UTC.")
    if report.invalid:
        click.echo(f"{report.invalid:,} messages did not fit and were left out, such as:")
        for refusal in report.refusals:
            click.echo(f"  {refusal}")
    if report.ingested is not None:
        print_stages(report.ingested)


COMMANDS = [chat]
