"""patterns …, sequences …, inject."""

from typing import Any

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.lift import drift, forecast, lift
from oxgraph.cli.options import OUTCOME, TIME, agent_facing, json_option, limit_option
from oxgraph.cli.output import print_json, say, show

PATTERN_COLUMNS = (
    "action_type",
    "node_type",
    "error_code",
    "sample_count",
    "confidence",
    "interval",
    "status",
    "suppressed",
    "last_seen",
    "pattern_id",
)
SITUATIONAL_COLUMNS = (*PATTERN_COLUMNS[:3], "context_text", *PATTERN_COLUMNS[3:6], "lift", *PATTERN_COLUMNS[6:])
SEQUENCE_COLUMNS = ("session_id", "agent_id", "action_count", "failure_count", "outcome", "started_at", "ended_at")
SORTS = click.Choice(["confidence", "sample_count", "last_seen"])
KIND = click.Choice(["plain", "situational"])


@click.group()
def patterns() -> None:
    """See and annotate what recurs."""


@patterns.command("list")
@click.option("--all", is_flag=True, help="Every key with its counts, promoted or not.")
@click.option("--action-type", help="Only this type of action.")
@click.option("--node-type", help="Only this type of node.")
@click.option("--error-code", help="Only this error code; success is None.")
@click.option("--outcome", type=OUTCOME, help="Only this outcome.")
@click.option("--kind", type=KIND, help="Only plain ones, or only those that know the situation.")
@click.option("--sort", type=SORTS, default="confidence", show_default=True, help="The highest first.")
@limit_option(None)
@json_option
@agent_facing
def patterns_list(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List the patterns of a workspace."""
    with memory(workspace, token) as found:
        rows, state = found.telemetry.patterns(**asked), found.telemetry.forecast()
    columns = SITUATIONAL_COLUMNS if any(row.context for row in rows) else PATTERN_COLUMNS
    show(rows, as_json, columns, "No pattern yet; `oxgraph passes run` looks for them.")
    if drift(state):
        say(drift(state))


@patterns.command()
@click.argument("pattern_id")
@click.option("--suppress/--unsuppress", "suppressed", default=None, help="Never show it to agents; or show it again.")
@click.option("--annotation", metavar="TEXT", help="A note; it is then shown at any confidence. '' clears it.")
@click.option("--recommendation", metavar="TEXT", help="Say this instead of the recommendation. '' clears it.")
@json_option
@agent_facing
def annotate(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Add an operator's word to the pattern PATTERN_ID."""
    with memory(workspace, token) as found:
        show(found.telemetry.annotate(**asked), as_json)


patterns.add_command(lift)
patterns.add_command(forecast)


@click.group()
def sequences() -> None:
    """See the runs of agents."""


@sequences.command("list")
@click.option("--session", "session_id", help="Only this session.")
@click.option("--agent", "agent_id", help="Only this agent.")
@click.option("--outcome", type=OUTCOME, help="Only runs that ended so.")
@click.option("--action-type", help="Only runs with an action of this type.")
@click.option("--node-type", help="Only runs with an action on a node of this type.")
@click.option("--since", type=TIME, help="Only runs that began at this time or later.")
@click.option("--until", type=TIME, help="Only runs that began before this time.")
@limit_option(None)
@json_option
@agent_facing
def sequences_list(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List the sequences of a workspace, newest first."""
    with memory(workspace, token) as found:
        rows = found.telemetry.sequences(**asked)
    show(rows, as_json, SEQUENCE_COLUMNS, "No sequence yet; `oxgraph passes run` makes them from actions.")


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="NODE_ID...")
@click.option("--action-type", help="The type of action that is about to be taken.")
@click.option("--node-type", "target_node_type", help="The type of the nodes, where the graph does not know them.")
@click.option("--session", "session_id", help="The agent's session.")
@click.option("--limit", type=click.IntRange(1, 50), help="Maximum number of patterns.")
@json_option
@agent_facing
def inject(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Print the block of past experience for the nodes NODE_ID; nothing when there is none."""
    with memory(workspace, token) as found:
        injection = found.telemetry.inject(**asked)
    if as_json:
        print_json(injection)
    elif injection.block:
        click.echo(injection.block)
    else:
        say("No relevant pattern.")


COMMANDS = [patterns, sequences, inject]
