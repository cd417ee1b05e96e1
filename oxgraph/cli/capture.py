"""capture, session …: one action from the shell."""

from typing import Any

import click

from oxgraph.cli.connection import memory
from oxgraph.cli.options import OUTCOME, TIME, agent_facing, json_option
from oxgraph.cli.output import done, show


@click.command()
@click.argument("action_type")
@click.argument("targets", nargs=-1, metavar="[NODE_ID]...")
@click.option("--session", "session_id", required=True, help="The agent's session.")
@click.option("--outcome", type=OUTCOME, required=True, help="How it ended.")
@click.option("--error-code", help="The short code of a failure.")
@click.option("--agent", "agent_id", help="The agent.")
@click.option("--node-type", "target_node_type", help="The type of the nodes.")
@click.option("--latency-ms", type=float, help="How long it took.")
@click.option("--started-at", type=TIME, help="When it began. Default: now less the latency.")
@click.option("--seq", type=int, help="Its place among actions of one instant.")
@click.option("--injected", "injected_patterns", multiple=True, metavar="PATTERN_ID", help="A pattern that was shown.")
@click.option("--id", help="A UUID, so that a repetition changes nothing.")
@json_option
@agent_facing
def capture(workspace: str | None, token: str | None, as_json: bool, **action: Any) -> None:
    """Capture one action of the type ACTION_TYPE on the nodes NODE_ID."""
    with memory(workspace, token) as found:
        show(found.telemetry.capture(**action), as_json)


@click.group()
def session() -> None:
    """Start and end an agent's session."""


@session.command()
@click.argument("session_id", required=False)
@click.option("--intent", help="What it is for.")
@click.option("--agent", "agent_id", help="The agent.")
@json_option
@agent_facing
def start(workspace: str | None, token: str | None, as_json: bool, **given: Any) -> None:
    """Start a session and print its id: SESSION_ID, else a new one."""
    with memory(workspace, token) as found:
        name = found.telemetry.start_session(**given)
    done({"session_id": name}, name, as_json)


@session.command()
@click.argument("session_id")
@click.option("--outcome", type=OUTCOME, help="How the whole task ended.")
@click.option("--intent", help="What it was for.")
@json_option
@agent_facing
def end(workspace: str | None, token: str | None, as_json: bool, **given: Any) -> None:
    """End the session SESSION_ID."""
    with memory(workspace, token) as found:
        found.telemetry.end_session(**given)
    done({"session_id": given["session_id"], "ended": True}, f"Session {given['session_id']} is ended.", as_json)


COMMANDS = [capture, session]
