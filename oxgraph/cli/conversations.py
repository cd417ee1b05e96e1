"""conversations …: what was said."""

from datetime import datetime

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import TIME, agent_facing, json_option, limit_option
from oxgraph.cli.output import done, print_json, print_table, show
from oxgraph.cli.progress import Bar

COLUMNS = ("conversation_id", "title", "messages", "episodes", "started_at", "last_message_at")
MESSAGE_COLUMNS = ("said_at", "role", "speaker", "text", "id")


@click.group()
def conversations() -> None:
    """See what was said, and delete it."""


@conversations.command("list")
@click.option("--before", type=TIME, metavar="TIME", help="Only those in which nothing was said since this time.")
@limit_option(100)
@json_option
@agent_facing
def list_conversations(
    *, workspace: str | None, token: str | None, before: datetime | None, limit: int, as_json: bool
) -> None:
    """List the conversations: first those in which something was said last."""
    with memory(workspace, token) as found:
        rows = found.episodic.conversations(limit=limit, before=before)
    show(rows, as_json, COLUMNS, "No conversations.")


@conversations.command("show")
@click.argument("conversation_id")
@click.option("--after", metavar="ID", help="Only what was said after the message of this id.")
@limit_option(None)
@json_option
@agent_facing
def show_conversation(
    *,
    workspace: str | None,
    token: str | None,
    conversation_id: str,
    after: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """Show the messages of CONVERSATION_ID in their order; without --after and --limit, the latest 100."""
    with memory(workspace, token) as found:
        row = found.episodic.conversation(conversation_id)
        if after is None and limit is None:
            said = found.episodic.history(conversation_id, max_messages=100)
        else:
            said = found.episodic.messages(conversation_id, after=after, limit=limit or 100)
    if as_json:
        print_json({"conversation": row, "messages": said})
        return
    click.echo(f"{row.title or row.conversation_id}: {row.messages:,} messages, {row.episodes:,} episodes.")
    print_table(said, MESSAGE_COLUMNS, empty="No messages.")


@conversations.command()
@click.argument("conversation_id")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@json_option
@agent_facing
def delete(*, workspace: str | None, token: str | None, conversation_id: str, yes: bool, as_json: bool) -> None:
    """Delete CONVERSATION_ID for good: messages, episodes, slots, and the memories that have no other evidence.

    When it was interrupted, the same command goes on.
    """
    with memory(workspace, token) as found:
        if not yes:
            click.confirm(f"Delete conversation {conversation_id} from {found.name} for good?", abort=True, err=True)
        bar = Bar("messages and episodes")
        try:
            gone = found.episodic.delete_conversation(conversation_id, progress=bar)
        finally:
            bar.end()
    text = (
        f"Conversation {conversation_id} is deleted: {gone.messages:,} messages, {gone.episodes:,} episodes,"
        f" {gone.slots:,} slots, {gone.memories:,} memories. {gone.kept:,} memories have other evidence and stay."
    )
    done(gone.model_dump(mode="json"), text, as_json)


COMMANDS = [conversations]
