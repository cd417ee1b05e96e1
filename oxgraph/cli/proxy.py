"""proxy: memory for the tools of any MCP server."""

import json
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import choose, login
from oxgraph.cli.options import Choice, agent_facing
from oxgraph.cli.output import print_json
from oxgraph.errors import InvalidInput

if TYPE_CHECKING:
    from oxgraph.actions.argument_mapping import ToolMapping
    from oxgraph.client import AsyncMemory

NOT_FOUND, NOT_STARTED = 127, 126


@click.command(context_settings={"ignore_unknown_options": False, "allow_interspersed_args": False})
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@click.option("--url", metavar="URL", help="The address of a server over HTTP, instead of COMMAND.")
@click.option(
    "--header",
    "headers",
    multiple=True,
    metavar="NAME: VALUE",
    help="A header for --url; $VARIABLES are replaced; may be repeated.",
)
@click.option("--name", help="The prefix of the tools' names. Default: the server's own name.")
@click.option(
    "--mapping", type=click.Path(path_type=Path, dir_okay=False), help="The mapping from tool calls to actions (TOML)."
)
@click.option("--warn", type=Choice(["results"]), help="Also add patterns at the beginning of results.")
@click.option("--session", "session_id", envvar="OXGRAPH_SESSION", show_envvar=True, help="The session to continue.")
@click.option(
    "--explain", metavar="TOOL", help="Show what is captured of a call of TOOL; COMMAND is its arguments as JSON."
)
@agent_facing
def proxy(workspace: str | None, token: str | None, command: tuple[str, ...], explain: str | None, **given: Any) -> int:
    """Run between an agent and the MCP server that COMMAND starts: memory for its tools.

    Forwards messages unchanged. Captures each tool call: its name, targets and outcome, not its arguments or result.
    Adds recurring failures to the tools' descriptions.
    """
    from oxgraph.actions.argument_mapping import ToolMapping

    mapping = ToolMapping.load(given["mapping"])
    if explain:
        return _explained(mapping, given["name"], explain, command)
    if bool(command) == bool(given["url"]):
        raise click.UsageError("Give the server's COMMAND after --, or its --url.", click.get_current_context())
    return _run(mapping, _opening(workspace, token), command, given)


def _explained(mapping: "ToolMapping", name: str | None, tool: str, words: tuple[str, ...]) -> int:
    from oxgraph.actions.argument_mapping import server_name

    try:
        arguments = json.loads(" ".join(words) or "{}")
    except (ValueError, RecursionError) as error:
        raise click.UsageError(f"The arguments are no JSON: {error}.", click.get_current_context()) from None
    mapped = mapping.map_call(tool, arguments)
    if mapped is None:
        print_json({"captured": False})
    else:
        shown = {
            "action_type": mapped.action_type_of(server_name(name or "SERVER")),
            "target_node_type": mapped.node_type,
        }
        print_json({"captured": True, **shown, "targets": mapped.targets})
    return 0


def _opening(workspace: str | None, token: str | None) -> "Callable[[], Awaitable[AsyncMemory]]":
    """A function that opens the memory when it is needed; raises UsageError at once for a missing option."""
    name, token = choose(workspace, token)
    uri, auth = login()

    async def opening() -> "AsyncMemory":
        from oxgraph.client import connect_async

        if token is not None:
            return await connect_async(uri, auth, token=token)
        client = await connect_async(uri, auth)
        return await client.workspace(name or "")

    return opening


def _run(mapping: "ToolMapping", opening: Any, command: tuple[str, ...], given: dict[str, Any]) -> int:
    from oxgraph.server.proxy import run
    from oxgraph.server.proxy.stdio import end_as

    options = run.Options(mapping, given["name"], given["session_id"], given["warn"] == "results")
    if given["url"]:
        return run.before_url(given["url"], _headers(given["headers"]), opening, options)
    try:
        return end_as(run.before_command(command, opening, options))
    except FileNotFoundError:
        run.report(f"{command[0]} was not found")
        return NOT_FOUND
    except OSError as error:
        run.report(f"{command[0]} could not be started: {error.strerror}")
        return NOT_STARTED


def _headers(given: tuple[str, ...]) -> dict[str, str]:
    """The headers of --header; secrets come from the environment, so that no list of processes shows them."""
    headers = {}
    for text in given:
        name, colon, value = text.partition(":")
        if not colon or not name.strip() or "\n" in text or "\r" in text:
            raise InvalidInput(field="header", reason="must be NAME: VALUE")
        try:
            headers[name.strip()] = Template(value.strip()).substitute(os.environ)
        except (KeyError, ValueError) as error:
            missing = f"${error.args[0]} is not set" if isinstance(error, KeyError) else "write $$ for a $"
            raise InvalidInput(field="header", reason=f"{name.strip()}: {missing}") from None
    return headers


COMMANDS = [proxy]
