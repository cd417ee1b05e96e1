"""The HTTP server: REST, MCP and the explorer on one port, by uvicorn."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import uvicorn

from oxgraph.client import AsyncClient
from oxgraph.server.config import ServerConfig
from oxgraph.server.dispatch import Service
from oxgraph.server.rest.app import build
from oxgraph.server.slow_requests import timed_protocol

if TYPE_CHECKING:
    from oxgraph.server.dispatch import RunPass
    from oxgraph.types.mirror import MirrorStatus

BACKLOG = 512
HEADER_BYTES = 32 * 1024
KEEP_ALIVE_SECONDS = 30
OnListening = Callable[[str], None]


class HttpServer(uvicorn.Server):
    """uvicorn without signal handlers of its own, which reports when it listens."""

    def __init__(self, config: uvicorn.Config, on_listening: OnListening) -> None:
        super().__init__(config)
        self._on_listening = on_listening

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the caller."""
        yield

    async def startup(self, sockets=None) -> None:  # type: ignore[no-untyped-def]
        """Listen, and report the address."""
        await super().startup(sockets)
        if self.started:
            self._on_listening(_address(self.servers[0].sockets[0].getsockname()))

    async def shutdown(self, sockets=None) -> None:  # type: ignore[no-untyped-def]
        """End the event streams first, which uvicorn would wait for."""
        self.config.app.state.stop()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def _address(name: str | tuple[str, int]) -> str:
    """The address of a socket: a path, or host and port."""
    if isinstance(name, str):
        return f"unix://{name}"
    host, port = name[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def http_server(service: Service, on_listening: OnListening) -> HttpServer:
    """A server over a service, not yet running. Setting its `should_exit` ends it after the calls under way."""
    config = service.config
    return HttpServer(
        uvicorn.Config(
            build(service),
            host=config.host,
            port=config.port,
            uds=config.socket,
            http=timed_protocol(config.header_seconds, config.body_seconds),
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=True,
            proxy_headers=False,
            backlog=BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=max(1, round(config.drain_seconds)),
            h11_max_incomplete_event_size=HEADER_BYTES,
            ws="none",
            lifespan="on",
        ),
        on_listening,
    )


async def serve(
    client: AsyncClient,
    config: ServerConfig,
    on_listening: OnListening = lambda address: None,
    *,
    read_mirror: "Callable[[str], MirrorStatus] | None" = None,
    run_pass: "RunPass | None" = None,
) -> None:
    """Serve until SIGTERM or Ctrl-C: then refuse new calls, finish those under way and write captures.

    `on_listening` is called with the address; `read_mirror` gives the mirror's figures of a server, `run_pass` runs
    a pass. The client stays open. A second signal ends the server at once.
    """
    service = Service(client, config, read_mirror, run_pass)
    server = http_server(service, on_listening)
    loop = asyncio.get_running_loop()

    def end() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end)
    checking = asyncio.create_task(service.health.start())
    try:
        await server.serve()
    finally:
        checking.cancel()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
        await service.close()
