"""episodes …: what was summed up of older turns."""

from datetime import datetime

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.options import TIME, agent_facing, embedder_option, json_option, limit_option
from oxgraph.cli.output import done, print_json, show

COLUMNS = ("id", "conversation_id", "turn_count", "started_at", "ended_at", "summary_source", "summary")


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
    show(rows, as_json, COLUMNS, "No episodes.")


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


@episodes.command()
@click.argument("episode_id")
@json_option
@agent_facing
def delete(*, workspace: str | None, token: str | None, episode_id: str, as_json: bool) -> None:
    """Take the episode EPISODE_ID out of every read; the turns that it sums up do not come back."""
    with memory(workspace, token) as found:
        found.episodic.delete_episode(episode_id)
    done({"deleted": episode_id}, f"Episode {episode_id} is deleted.", as_json)


COMMANDS = [episodes]
