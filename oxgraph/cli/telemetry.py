"""capture, session …, inject, timeline, sequences …, search, context: the actions of agents."""

from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, memory
from oxgraph.cli.ids import all_whole, whole, whole_or_none
from oxgraph.cli.options import (
    OUTCOME,
    TIME,
    agent_facing,
    as_of_day,
    embedder_option,
    json_option,
    limit_option,
    list_options,
)
from oxgraph.cli.output import done, print_json, say, show
from oxgraph.cli.patterns import PATTERN_COLUMNS
from oxgraph.cli.sections import Group
from oxgraph.wording import count

if TYPE_CHECKING:
    from oxgraph.types import TimelineRow

OFF = {
    "memory_disabled": "Memory is off in this workspace: nothing is stored or shown (`oxgraph workspace enable NAME`).",
    "injection_disabled": "Past experience is not shown in this workspace (its setting injection_enabled).",
}

TIMELINE_COLUMNS = (
    "started_at",
    "action_type",
    "target_node_ids",
    "outcome",
    "error_code",
    "kind",
    "agent_id",
    "session_id",
    "node_type",
    "latency_ms",
    "action_count",
)
SEQUENCE_COLUMNS = ("session_id", "agent_id", "started_at", "outcome", "failure_count", "action_count", "ended_at")


@click.command()
@click.argument("action_type")
@click.argument("targets", nargs=-1, metavar="[NODE_ID]...")
@click.option("--session", "session_id", required=True, help="The agent's session.")
@click.option("--outcome", type=OUTCOME, required=True, help="The outcome.")
@click.option("--error-code", help="The error code of a failure.")
@click.option("--agent", "agent_id", help="The agent.")
@click.option("--node-type", "target_node_type", help="The type of the nodes.")
@click.option("--latency-ms", type=float, help="The latency in milliseconds.")
@click.option("--started-at", type=TIME, help="The start time. Default: now minus the latency.")
@click.option("--seq", type=int, help="Its position among actions with equal times.")
@click.option(
    "--injected",
    "injected_patterns",
    multiple=True,
    metavar="PATTERN_ID",
    help="The id of a pattern that was shown; may be repeated.",
)
@click.option("--id", help="Your own UUID for it; a repetition then changes nothing.")
@json_option
@agent_facing
def capture(workspace: str | None, token: str | None, as_json: bool, **action: Any) -> None:
    """Capture one action of the type ACTION_TYPE on the nodes NODE_ID."""
    with memory(workspace, token) as found:
        action["injected_patterns"] = all_whole(found, action["injected_patterns"], "pattern")
        action["session_id"] = whole(found, action["session_id"], "session")
        show(found.telemetry.capture(**action), as_json)


@click.group(cls=Group)
def session() -> None:
    """Start and end an agent's session."""


@session.command()
@click.argument("session_id", required=False)
@click.option("--intent", help="The intent of the session.")
@click.option("--agent", "agent_id", help="The agent.")
@click.option("--model", help="The agent's language model, with its version.")
@json_option
@agent_facing
def start(workspace: str | None, token: str | None, as_json: bool, **given: Any) -> None:
    """Start a session and print its id: SESSION_ID, else a new one."""
    with memory(workspace, token) as found:
        name = found.telemetry.start_session(**given)
        # The call answers with the id alone, which programs hand on as text, so whether it is stored is asked for.
        if not found.settings().memory_enabled:
            say(OFF["memory_disabled"])
    done({"session_id": name}, name, as_json)


@session.command()
@click.argument("session_id")
@click.option("--outcome", type=OUTCOME, help="The outcome of the whole task.")
@click.option("--intent", help="The intent of the session.")
@json_option
@agent_facing
def end(workspace: str | None, token: str | None, as_json: bool, **given: Any) -> None:
    """End the session SESSION_ID."""
    with memory(workspace, token) as found:
        given["session_id"] = whole(found, given["session_id"], "session")
        ended = found.telemetry.end_session(**given)
    unknown = "" if ended.known else " Nothing was known of it before."
    done(ended.model_dump(), OFF.get(ended.reason, f"Session {ended.session_id} is ended.{unknown}"), as_json)


@click.group(cls=Group)
def sequences() -> None:
    """List the sequences (runs) of agents."""


@sequences.command("list")
@click.option("--session", "session_id", help="Only this session.")
@click.option("--agent", "agent_id", help="Only this agent.")
@click.option("--outcome", type=OUTCOME, help="Only runs with this outcome.")
@click.option("--action-type", help="Only runs with an action of this type.")
@click.option("--node-type", help="Only runs with an action on a node of this type.")
@click.option("--since", type=TIME, help="Only runs that began at this time or later.")
@click.option("--until", type=TIME, help="Only runs that began before this time.")
@as_of_day
@limit_option(None)
@list_options
@agent_facing
def sequences_list(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List the sequences of a workspace, newest first."""
    from oxgraph.types.coverage import no_sequences

    with memory(workspace, token) as found:
        asked["session_id"] = whole_or_none(found, asked["session_id"], "session")
        rows = found.telemetry.sequences(**asked)
        why = "" if rows or as_json else no_sequences(found.telemetry.coverage(asked["as_of"]))
    show(rows, as_json, SEQUENCE_COLUMNS, why)


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="NODE_ID...")
@click.option("--action-type", help="The type of the next action.")
@click.option("--node-type", "target_node_type", help="The type of the nodes, if they are not in the graph.")
@click.option("--session", "session_id", help="The agent's session.")
@click.option("--limit", type=click.IntRange(1, 50), help="Maximum number of patterns.")
@json_option
@agent_facing
def inject(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """Print the block of past experience for the nodes NODE_ID; prints nothing if no pattern applies."""
    with memory(workspace, token) as found:
        asked["targets"] = all_whole(found, asked["targets"], "entity")
        asked["session_id"] = whole_or_none(found, asked["session_id"], "session")
        injection = found.telemetry.inject(**asked)
    if as_json:
        print_json(injection)
    elif injection.block:
        click.echo(injection.block)
    else:
        say(OFF.get(injection.reason, "No relevant pattern."))


@click.command()
@click.option("--agent", "agent_id", help="Only this agent.")
@click.option("--action-type", help="Only this type of action.")
@click.option("--outcome", type=OUTCOME, help="Only this outcome.")
@click.option("--since", type=TIME, help="Only from this time on.")
@click.option("--until", type=TIME, help="Only before this time.")
@click.option("--before", metavar="CURSOR", help="The cursor of the previous page's last row.")
@as_of_day
@limit_option()
@list_options
@agent_facing
def timeline(workspace: str | None, token: str | None, as_json: bool, **asked: Any) -> None:
    """List actions and sequences, newest first."""
    from oxgraph.types.coverage import no_actions

    with memory(workspace, token) as found:
        rows = found.telemetry.timeline(**asked)
        why = "" if rows or as_json else no_actions(found.telemetry.coverage(asked["as_of"]))
    show(rows if as_json else [_entry(row) for row in rows], as_json, TIMELINE_COLUMNS, why)


def _entry(row: "TimelineRow") -> dict[str, Any]:
    """A row of the table; a sequence says how many actions it has."""
    found = row.model_dump()
    return found | {"action_type": row.action_type or f"run of {count(row.action_count or 0, 'action')}"}


@click.command()
@click.option("--action-type", help="The type of action.")
@click.option("--outcome", type=OUTCOME, help="The outcome.")
@click.option("--node-type", help="The type of node.")
@as_of_day
@limit_option(20)
@list_options
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
@list_options
@agent_facing
def context(workspace: str | None, token: str | None, embedder: str | None, as_json: bool, **asked: Any) -> None:
    """Search past runs with an intent similar to TEXT, the most similar first."""
    with memory(workspace, token, embedder=chosen(embedder)) as found:
        rows = found.telemetry.context(**asked)
        way = found.telemetry.way(asked["text"]) if rows and not as_json else None
    if way:
        click.echo(way.text + "\n")
    show(rows, as_json, ("score", "found_by", "outcome", "intent_summary", "session_id"), "No run like that.")


COMMANDS = [capture, session, sequences, inject, timeline, search, context]
