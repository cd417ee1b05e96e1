"""conversations …, episodes …: messages and their summaries."""

from datetime import datetime

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.ids import whole, whole_or_none
from oxgraph.cli.options import (
    TIME,
    agent_facing,
    embedder_option,
    json_option,
    limit_option,
    list_options,
    of_user,
    seen_by_user,
)
from oxgraph.cli.output import done, print_json, print_list, show
from oxgraph.cli.progress import Bar
from oxgraph.cli.sections import Group
from oxgraph.wording import count

CONVERSATION_COLUMNS = ("conversation_id", "title", "messages", "episodes", "last_message_at", "started_at")
EPISODE_COLUMNS = ("id", "conversation_id", "ended_at", "turn_count", "summary", "started_at", "summary_source")
MESSAGE_COLUMNS = ("id", "said_at", "role", "speaker", "text")
SHOWN_COLUMNS = ("id", "kind", "status", "title", "reason", "conversation_id", "user_id")


@click.group(cls=Group)
def conversations() -> None:
    """List, show and delete conversations."""


@conversations.command("list")
@click.option("--before", type=TIME, metavar="TIME", help="Only conversations without a message since this time.")
@limit_option()
@list_options
@seen_by_user
@agent_facing
def list_conversations(
    *, workspace: str | None, token: str | None, before: datetime | None, limit: int, as_json: bool
) -> None:
    """List the conversations, those with the latest message first."""
    with memory(workspace, token) as found:
        rows = found.episodic.conversations(limit=limit, before=before)
    show(rows, as_json, CONVERSATION_COLUMNS, "No conversations.")


@conversations.command("show")
@click.argument("conversation_id")
@click.option("--after", metavar="ID", help="Only messages after the message with this id.")
@limit_option()
@list_options
@of_user
@agent_facing
def show_conversation(
    *,
    workspace: str | None,
    token: str | None,
    conversation_id: str,
    after: str | None,
    limit: int,
    as_json: bool,
) -> None:
    """Show the latest messages of CONVERSATION_ID in their order; with --after, the first of those that follow it."""
    with memory(workspace, token) as found:
        conversation_id = whole(found, conversation_id, "conversation")
        after = whole_or_none(found, after, "message")
        row = found.episodic.conversation(conversation_id)
        if after is None:
            messages = found.episodic.history(conversation_id, max_messages=limit)
        else:
            messages = found.episodic.messages(conversation_id, after=after, limit=limit)
    if as_json:
        print_json({"conversation": row, "messages": messages})
        return
    click.echo(
        f"{row.title or row.conversation_id}: {count(row.messages, 'message')}, {count(row.episodes, 'episode')}."
    )
    print_list(messages, MESSAGE_COLUMNS, empty="No messages.")


@conversations.command("shown")
@click.argument("message_id")
@list_options
@seen_by_user
@agent_facing
def show_shown(*, workspace: str | None, token: str | None, message_id: str, as_json: bool) -> None:
    """List what memory showed in the prompt before the answer MESSAGE_ID, as it is now; `oxgraph why` explains one."""
    with memory(workspace, token) as found:
        rows = found.episodic.shown(whole(found, message_id, "message"))
    show(rows, as_json, SHOWN_COLUMNS, "Memory showed nothing before it, or it did not end a turn.")


@conversations.command("delete")
@click.argument("conversation_id")
@click.option("--yes", is_flag=True, help="Do not ask first.")
@json_option
@of_user
@agent_facing
def delete_conversation(
    *, workspace: str | None, token: str | None, conversation_id: str, yes: bool, as_json: bool
) -> None:
    """Delete CONVERSATION_ID for good: messages, episodes, slots, and the memories that have no other evidence.

    Run the same command again to continue an interrupted deletion.
    """
    with memory(workspace, token) as found:
        conversation_id = whole(found, conversation_id, "conversation")
        if not yes:
            click.confirm(f"Delete conversation {conversation_id} from {found.name} for good?", abort=True, err=True)
        with Bar("messages and episodes") as bar:
            gone = found.episodic.delete_conversation(conversation_id, progress=bar)
    text = (
        f"Conversation {conversation_id} is deleted: {count(gone.messages, 'message')},"
        f" {count(gone.episodes, 'episode')}, {count(gone.slots, 'slot')}, {count(gone.memories, 'memory')}."
        f" {count(gone.kept, 'memory')} with other evidence {'stays' if gone.kept == 1 else 'stay'}."
    )
    done(gone.model_dump(mode="json"), text, as_json)


@click.group(cls=Group)
def episodes() -> None:
    """Summarise old messages, list and delete episodes (summaries)."""


@episodes.command("list")
@click.argument("conversation_id", required=False)
@click.option("--before", type=TIME, metavar="TIME", help="Only episodes that ended before this time.")
@limit_option()
@list_options
@seen_by_user
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
        conversation_id = whole_or_none(found, conversation_id, "conversation")
        rows = found.episodic.episodes(conversation_id, limit=limit, before=before)
    show(rows, as_json, EPISODE_COLUMNS, "No episodes.")


@episodes.command()
@click.argument("conversation_id")
@click.option(
    "--retain-last", type=click.IntRange(0, 1_000_000), metavar="N", help="Do not summarise the N latest messages."
)
@click.option(
    "--max-age-days",
    type=click.FloatRange(0, 36_500),
    metavar="DAYS",
    help="Do not summarise messages of the last DAYS.",
)
@embedder_option
@json_option
@of_user
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
    """Summarise the older messages of CONVERSATION_ID; the messages are then deleted unless raw_retention is verbatim.

    The language model of OXGRAPH_MODEL writes the summaries; without one they are extracts. The options
    override the workspace's settings retain_messages and summarise_after_days.
    """
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        conversation_id = whole(found, conversation_id, "conversation")
        report = found.episodic.summarize_old_turns(conversation_id, retain_last=retain_last, max_age_days=max_age_days)
        settings = found.settings()
    if as_json:
        print_json(report)
        return
    latest = settings.retain_messages if retain_last is None else retain_last
    days = settings.summarise_after_days if max_age_days is None else max_age_days
    text = f"{count(report.turns, 'message')} summarised in {count(len(report.episodes), 'episode')}."
    if not report.turns and not report.waiting:
        text = f"Nothing to summarise: the {latest:,} latest messages and those of the last {days:g} days stay"
        text += " (--retain-last, --max-age-days)."
    waiting = count(report.waiting, "old one still waits for its", "old ones still wait for their")
    text += f" {waiting} extraction." if report.waiting else ""
    done({}, "Memory is switched off." if report.reason else text, as_json)


@episodes.command("delete")
@click.argument("episode_id")
@json_option
@agent_facing
def delete_episode(*, workspace: str | None, token: str | None, episode_id: str, as_json: bool) -> None:
    """Delete the episode EPISODE_ID; no read returns it. Its messages are not restored."""
    with memory(workspace, token) as found:
        episode_id = whole(found, episode_id, "episode")
        found.episodic.delete_episode(episode_id)
    done({"deleted": episode_id}, f"Episode {episode_id} is deleted.", as_json)


COMMANDS = [conversations, episodes]
