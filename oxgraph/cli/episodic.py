"""conversations …, episodes …: messages and their summaries."""

from datetime import datetime

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.options import TIME, agent_facing, embedder_option, json_option, limit_option
from oxgraph.cli.output import done, print_json, print_table, show
from oxgraph.cli.progress import Bar

CONVERSATION_COLUMNS = ("conversation_id", "title", "messages", "episodes", "started_at", "last_message_at")
EPISODE_COLUMNS = ("id", "conversation_id", "turn_count", "started_at", "ended_at", "summary_source", "summary")
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
    show(rows, as_json, CONVERSATION_COLUMNS, "No conversations.")


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


@conversations.command("delete")
@click.argument("conversation_id")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@json_option
@agent_facing
def delete_conversation(
    *, workspace: str | None, token: str | None, conversation_id: str, yes: bool, as_json: bool
) -> None:
    """Delete CONVERSATION_ID for good: messages, episodes, slots, and the memories that have no other evidence.

    When it was interrupted, the same command goes on.
    """
    with memory(workspace, token) as found:
        if not yes:
            click.confirm(f"Delete conversation {conversation_id} from {found.name} for good?", abort=True, err=True)
        with Bar("messages and episodes") as bar:
            gone = found.episodic.delete_conversation(conversation_id, progress=bar)
    text = (
        f"Conversation {conversation_id} is deleted: {gone.messages:,} messages, {gone.episodes:,} episodes,"
        f" {gone.slots:,} slots, {gone.memories:,} memories. {gone.kept:,} memories have other evidence and stay."
    )
    done(gone.model_dump(mode="json"), text, as_json)


@click.group()
def episodes() -> None:
    """Sum up old turns, and see what was summed up."""


@episodes.command("list")
@click.argument("conversation_id", required=False)
@click.option("--before", type=TIME, metavar="TIME", help="Only those that ended before this time.")
@limit_option(100)
@json_option
@agent_facing
def list_episodes(
    *,
    workspace: str | None,
    token: str | None,
    conversation_id: str | None,
    before: datetime | None,
    limit: int,
    as_json: bool,
) -> None:
    """List the episodes of CONVERSATION_ID, or of all conversations, the latest first."""
    with memory(workspace, token) as found:
        rows = found.episodic.episodes(conversation_id, limit=limit, before=before)
    show(rows, as_json, EPISODE_COLUMNS, "No episodes.")


@episodes.command()
@click.argument("conversation_id")
@click.option("--retain-last", type=click.IntRange(0, 1_000_000), metavar="N", help="Leave the N latest turns.")
@click.option("--max-age-days", type=click.FloatRange(0, 36_500), metavar="DAYS", help="Leave those of the last DAYS.")
@embedder_option
@json_option
@agent_facing
def summarize(
    *,
    workspace: str | None,
    token: str | None,
    conversation_id: str,
    retain_last: int | None,
    max_age_days: float | None,
    embedder: str | None,
    as_json: bool,
) -> None:
    """Sum up the older turns of CONVERSATION_ID, which are then deleted, unless the workspace keeps what is said.

    The language model of OXGRAPH_MODEL writes the summaries; without one they are extracts. What is left follows
    from the workspace's settings retain_messages and summarise_after_days where no option says otherwise.
    """
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        report = found.episodic.summarize_old_turns(conversation_id, retain_last=retain_last, max_age_days=max_age_days)
    if as_json:
        print_json(report)
        return
    text = (
        f"{report.turns} turns summed up in {len(report.episodes)} episode{'' if len(report.episodes) == 1 else 's'}."
    )
    text += f" {report.waiting} old ones still wait for their extraction." if report.waiting else ""
    done({}, "Memory is switched off." if report.reason else text, as_json)


@episodes.command("delete")
@click.argument("episode_id")
@json_option
@agent_facing
def delete_episode(*, workspace: str | None, token: str | None, episode_id: str, as_json: bool) -> None:
    """Take the episode EPISODE_ID out of every read; the turns that it sums up do not come back."""
    with memory(workspace, token) as found:
        found.episodic.delete_episode(episode_id)
    done({"deleted": episode_id}, f"Episode {episode_id} is deleted.", as_json)


COMMANDS = [conversations, episodes]
