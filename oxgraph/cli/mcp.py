"""mcp: the MCP server over stdio for one agent, and the configuration of agents."""

import asyncio
import gc
import json
import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, login, present_cross_encoder, present_model
from oxgraph.cli.options import Choice, connecting, embedder_option
from oxgraph.errors import ExtraMissing, Unauthenticated

if TYPE_CHECKING:
    from oxgraph.server.mcp.stdio import HasCaller

NO_TOKEN = (
    "OXGRAPH_TOKEN is not set: an agent's token (`oxgraph token create NAME --workspace WORKSPACE`) says which "
    "workspace's memory it has. `oxgraph mcp --print-config` prints the lines for an agent's configuration."
)
CLIENTS = ("claude-code", "claude-desktop", "cursor", "vscode", "codex")
"""Programs whose configuration is known; all of them get names without dots, which some refuse."""
GC_THRESHOLD = 100_000
"""Objects between two garbage collections. With Python's 700 the imports take a sixth longer, while an agent waits."""


@click.command()
@click.option(
    "--token", envvar="OXGRAPH_TOKEN", show_envvar=True, help="The agent's token. The environment variable is safer."
)
@click.option("--underscores", is_flag=True, help="List tools without dots, for clients that refuse them.")
@click.option(
    "--toolsets",
    metavar="NAMES",
    help="The tools that are listed: memory, experience, ontology, operate, with commas between, or all; default: the "
    "first three.",
)
@click.option("--full-schemas", is_flag=True, help="List tools with bounds, examples and the schemas of their results.")
@click.option(
    "--print-config", "client", type=Choice(CLIENTS), help="Print the lines for this program's configuration."
)
@click.option("--url", help="With --print-config: the address of `oxgraph serve`, such as http://127.0.0.1:7600.")
@embedder_option
@connecting
def mcp(
    *,
    token: str | None,
    underscores: bool,
    toolsets: str | None,
    full_schemas: bool,
    client: str | None,
    url: str | None,
    embedder: str | None,
) -> None:
    """Serve one agent over standard input and output (MCP), with the memory of its token's workspace.

    The agent's program starts this command, as its configuration says. Only the protocol is written to the
    standard output; the log goes to the standard error. It speaks to `oxgraph serve` (OXGRAPH_SERVER, or the one of
    this machine, which it starts where `oxgraph up` runs Neo4j), and holds no login. When the memory cannot be reached,
    the results of tools say so.
    """
    if client is not None:
        click.echo(config(client, url))
        return
    if not token:
        raise Unauthenticated(NO_TOKEN)
    gc.set_threshold(GC_THRESHOLD)
    try:
        from oxgraph.server import observability
    except ImportError as error:
        raise ExtraMissing(feature="oxgraph mcp", extra="server") from error
    observability.configure("text", "WARNING")
    listed = {
        "toolsets": toolsets,
        "schemas": "full" if full_schemas else None,
        "names": "underscores" if underscores else None,
    }
    asyncio.run(_serve(token, listed, embedder))


async def _serve(token: str, listed: dict[str, str | None], embedder: str | None) -> None:
    import signal

    from oxgraph.server.config import ServerConfig
    from oxgraph.server.mcp.stdio import serve

    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    config = ServerConfig()
    await serve(_reach(token, embedder, config.graph_seconds), config, stopped, listed)


def _reach(token: str, embedder: str | None, retry_seconds: float) -> "HasCaller":
    """The token's memory: over `oxgraph serve`, unless the address or the login of Neo4j is given."""
    from oxgraph import environment
    from oxgraph.client import AsyncClient
    from oxgraph.clock import utc_now
    from oxgraph.server.mcp.stdio import LazyMemory, ServedMemory

    address = environment.server_address(*login())
    if address is not None:
        return ServedMemory(token, address)
    helpers = (chosen(embedder), present_model(), present_cross_encoder())
    given = login()
    return LazyMemory(
        token,
        lambda: environment.connection(*given),
        lambda graph: AsyncClient(graph, utc_now, *helpers),
        retry_seconds,
    )


def config(client: str, url: str | None) -> str:
    """What to put into the configuration of a program, for `oxgraph mcp` or, with `url`, for `oxgraph serve`."""
    address = f"{url.rstrip('/')}/mcp?names=underscores" if url else None
    return _over_http(client, address) if address else _over_stdio(client)


def _over_stdio(client: str) -> str:
    command = shutil.which("oxgraph") or sys.argv[0]
    entry: dict[str, Any] = {"command": command, "args": ["mcp", "--underscores"], "env": {"OXGRAPH_TOKEN": "oxg_…"}}
    if client == "claude-code":
        return f"claude mcp add oxgraph --env OXGRAPH_TOKEN=oxg_… -- {command} mcp --underscores"
    if client == "codex":
        return (
            "# ~/.codex/config.toml\n[mcp_servers.oxgraph]\n"
            f'command = "{command}"\nargs = ["mcp", "--underscores"]\nenv = {{ OXGRAPH_TOKEN = "oxg_…" }}'
        )
    return _json(client, entry)


def _over_http(client: str, address: str) -> str:
    bearer = {"Authorization": "Bearer oxg_…"}
    if client == "claude-code":
        return f'claude mcp add --transport http oxgraph "{address}" --header "Authorization: Bearer oxg_…"'
    if client == "codex":
        return (
            "# ~/.codex/config.toml; the token is in the environment variable OXGRAPH_TOKEN\n[mcp_servers.oxgraph]\n"
            f'url = "{address}"\nbearer_token_env_var = "OXGRAPH_TOKEN"'
        )
    if client == "claude-desktop":
        return "Claude Desktop starts servers as commands: leave --url out."
    return _json(client, {"url": address, "headers": bearer} | ({"type": "http"} if client == "vscode" else {}))


def _json(client: str, entry: dict[str, Any]) -> str:
    key = "servers" if client == "vscode" else "mcpServers"
    return json.dumps({key: {"oxgraph": entry}}, indent=2, ensure_ascii=False)


COMMANDS = [mcp]
