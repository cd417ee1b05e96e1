"""serve: the HTTP server of REST, MCP and the explorer, with its limits."""

import asyncio
import contextlib
import ipaddress
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from oxgraph.cli.connection import chosen, login, present_cross_encoder, present_model
from oxgraph.cli.local import guide
from oxgraph.cli.options import Choice, connecting, embedder_option, json_option
from oxgraph.cli.output import done, say
from oxgraph.cli.passes import kept, on_demand
from oxgraph.errors import ExtraMissing, InvalidInput
from oxgraph.local import ports

OPEN = (
    "--host {host} serves other machines, and without HTTPS everybody on the way reads tokens and memories. Put a "
    "reverse proxy with HTTPS before it and give --https, or give --insecure where the network is yours alone."
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from oxgraph.server.config import ServerConfig
    from oxgraph.server.observability import LogFormat
    from oxgraph.types.mirror import MirrorStatus


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port; 0 takes any free one. Default: 7600, moved by OXGRAPH_PORT_OFFSET, or the next free one.",
)
@click.option("--host-name", "trusted_hosts", multiple=True, help="An accepted host name; may be repeated.")
@click.option(
    "--https", "secure_cookies", is_flag=True, help="The server is behind HTTPS: send cookies only over HTTPS."
)
@click.option(
    "--insecure", is_flag=True, help="Serve other machines without HTTPS: tokens and memories can be read on the way."
)
@click.option(
    "--calls-at-once",
    type=click.IntRange(1, 10_000),
    help="Maximum number of concurrent calls; others wait. Default: 64.",
)
@click.option("--calls-per-minute", type=click.IntRange(1, 10_000_000), help="Rate limit of one token. Default: 6,000.")
@click.option("--call-seconds", type=click.FloatRange(0.1, 3_600), help="Time limit of a call. Default: 30.")
@click.option(
    "--body-bytes", type=click.IntRange(1_000, 2**30), help="Maximum size of a request's body. Default: 4 MiB."
)
@click.option(
    "--drain-seconds", type=click.FloatRange(0, 600), help="Time for running calls after SIGTERM. Default: 20."
)
@click.option(
    "--log-format",
    type=Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="The format of the log.",
)
@click.option("--metrics", is_flag=True, help="Serve figures for Prometheus at /metrics, without a token.")
@click.option("--no-worker", is_flag=True, help="Leave the passes and the mirror to `oxgraph worker`.")
@click.option("--socket", type=click.Path(), help="Listen on this Unix socket instead of a port.")
@click.option(
    "--detach",
    is_flag=True,
    help="Start it in the background for the Neo4j of `oxgraph up`, unless it runs; `oxgraph down` ends it.",
)
@click.option("--as-detached", is_flag=True, hidden=True)
@json_option
@embedder_option
@connecting
def serve(
    *,
    log_format: "LogFormat",
    no_worker: bool,
    embedder: str | None,
    detach: bool,
    as_json: bool,
    insecure: bool,
    **given: Any,
) -> None:
    """Serve REST, MCP over HTTP (/mcp) and the explorer (/) on one port, until Ctrl-C.

    Also does the work of `oxgraph worker`: runs the passes on their schedule, and copies to the mirror if one is
    configured. Agents' processes connect to it with a token (`oxgraph token create`), which names the workspace. Waits
    for a Neo4j that cannot be reached; /readyz reports it. After SIGTERM running calls finish first.

    Other machines reach it by --host, which needs --https (a reverse proxy with HTTPS stands before it) or --insecure.
    """
    if not (_is_loopback(given["host"]) or given["secure_cookies"] or insecure):
        raise click.UsageError(OPEN.format(host=given["host"]), click.get_current_context())
    if detach:
        _detach(as_json)
        return
    try:
        from oxgraph.server import observability
        from oxgraph.server.config import ServerConfig
    except ImportError as error:
        raise ExtraMissing(feature="oxgraph serve", extra="server") from error
    observability.configure(log_format)
    known = {field.name for field in fields(ServerConfig)}
    if given["socket"] is None:
        given["port"] = _port(given["host"], given["port"])
    config = ServerConfig(**{name: value for name, value in given.items() if name in known and value is not None})
    with contextlib.nullcontext() if no_worker else kept(embedder):
        asyncio.run(_serve(config, embedder, detached=given["as_detached"], runs_passes=not no_worker))


def _port(host: str, port: int | None) -> int:
    """The port to listen on: the usual one or the next free one, or the one that was asked for. Raises InvalidInput."""
    wanted = ports.first(ports.SERVE) if port is None else port
    if wanted == 0 or not ports.is_taken(host, wanted):
        return wanted
    if port is not None:
        raise InvalidInput(field="--port", reason=f"{port} is taken by another program; choose another, or 0 for any")
    found = next((one for one in range(wanted + 1, wanted + ports.STEPS) if not ports.is_taken(host, one)), 0)
    say(
        f"Port {wanted} is taken by another program; {f'this server takes {found}' if found else 'any other is taken'}."
    )
    return found


def _is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _detach(as_json: bool) -> None:
    from oxgraph import local

    found = local.ensure()
    done({"url": found.url, "pid": found.pid}, f"Serving at {found.url}.", as_json)


async def _serve(config: "ServerConfig", embedder: str | None, *, detached: bool, runs_passes: bool) -> None:
    from oxgraph import environment
    from oxgraph.client import AsyncClient
    from oxgraph.client._async.client import routing_of
    from oxgraph.clock import utc_now
    from oxgraph.graph import AsyncGraph
    from oxgraph.server.http_server import serve

    uri, auth = environment.connection(*login())
    graph = AsyncGraph.at(uri, auth, retry_seconds=config.graph_seconds)
    models = chosen(embedder), present_model(), present_cross_encoder()
    async with AsyncClient(graph, utc_now, *models, routing_of(graph, utc_now)) as client:
        with contextlib.ExitStack() as ending:

            def listening(address: str) -> None:
                near = address.replace("://0.0.0.0:", "://127.0.0.1:").replace("://[::]:", "://[::1]:")
                ending.enter_context(_recorded(uri, near, detached))
                say(f"The explorer: {address}  MCP: {address}/mcp  Ctrl-C ends it.")
                if config.socket is None:
                    say(f"Guide     {guide(near)}")

            reading = _mirror_status(uri, auth, config.graph_seconds) if config.metrics else None
            running = on_demand(uri, auth, models[0], models[1]) if runs_passes else None
            await serve(client, config, listening, read_mirror=reading, run_pass=running)


def _mirror_status(
    uri: str, auth: "tuple[str, str] | None", retry_seconds: float
) -> "Callable[[str], MirrorStatus] | None":
    """What says how far the mirror lags behind a server, where one is configured."""
    from oxgraph import environment
    from oxgraph.cli.mirrored import mirror_of
    from oxgraph.client._sync.client import routing_of
    from oxgraph.clock import utc_now
    from oxgraph.errors import MirrorUnknown
    from oxgraph.graph import Graph

    try:
        environment.mirror_dsn()
        import oxgraph.mirror  # noqa: F401
    except (MirrorUnknown, ExtraMissing):
        return None
    servers = routing_of(Graph.at(uri, auth, retry_seconds=retry_seconds), utc_now)
    return lambda name: mirror_of(None, servers, name).status()


def _recorded(uri: str, address: str, detached: bool) -> "contextlib.AbstractContextManager[None]":
    """Keeps the record of the server in the home whose database it serves."""
    from oxgraph import environment

    local = environment.local_connection()
    if local is None or local[0] != uri:
        return contextlib.nullcontext()
    from oxgraph.local import Home, serving

    return serving.recorded(Home.default(), address, detached=detached)


COMMANDS = [serve]
