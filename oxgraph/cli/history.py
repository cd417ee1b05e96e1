"""timeline, search, context."""

from typing import Any

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.options import OUTCOME, TIME, agent_facing, embedder_option, json_option, limit_option
from oxgraph.cli.output import print_json, show
from oxgraph.cli.patterns import PATTERN_COLUMNS, SEQUENCE_COLUMNS

TIMELINE_COLUMNS = (
    "started_at",
    "kind",
    "agent_id",
    "session_id",
    "action_type",
    "node_type",
    "target_node_ids",
    "outcome",
    "error_code",
    "latency_ms",
    "action_count",
)


@click.command()
@click.option("--agent", "agent_id", help="Only this agent.")
@click.option("--action-type", help="Only this type of action.")
@click.option("--outcome", type=OUTCOME, help="Only this outcome.")
@click.option("--since", type=TIME, help="From this time on.")
@click.option("--until", type=TIME, help="Before this time.")
@click.option("--before", metavar="CURSOR", help="The page that follows; the cursor is that of the last row.")
@limit_option()
@json_option
@agent_facing
def timeline(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List actions and sequences, newest first."""
    with memory(workspace, token) as found:
        rows = found.telemetry.timeline(**asked)
    show(rows, as_json, TIMELINE_COLUMNS, "Nothing was captured there.")


@click.command()
@click.option("--action-type", help="The type of action.")
@click.option("--outcome", type=OUTCOME, help="The outcome.")
@click.option("--node-type", help="The type of node.")
@limit_option(20)
@json_option
@agent_facing
def search(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Find patterns and sequences by action type, outcome and node type."""
    with memory(workspace, token) as found:
        result = found.telemetry.search(**asked)
    if as_json:
        print_json(result)
        return
    show(result.patterns, False, PATTERN_COLUMNS, "No pattern.")
    click.echo()
    show(result.sequences, False, SEQUENCE_COLUMNS, "No sequence.")


@click.command()
@click.argument("text")
@limit_option(5)
@embedder_option
@json_option
@agent_facing
def context(workspace: str | None, token: str | None, embedder: str | None, as_json: bool, **asked: Any) -> None:
    """Find past runs whose intent is like TEXT, the nearest first."""
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        rows = found.telemetry.context(**asked)
    show(rows, as_json, ("score", "found_by", "outcome", "intent_summary", "session_id"), "No run like that.")


COMMANDS = [timeline, search, context]
