"""Running the server: one port for REST, MCP and the explorer, until it is told to end."""

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator

import uvicorn

from oxgraph.client import AsyncClient
from oxgraph.server.config import ServerConfig
from oxgraph.server.rest.app import build
from oxgraph.server.service import Service

BACKLOG = 512
HEADER_BYTES = 32 * 1024
IDLE_SECONDS = 30
Told = Callable[[str], None]


class Web(uvicorn.Server):
    """uvicorn, ended by whoever runs it: it takes no signals for itself, and tells when it listens."""

    def __init__(self, config: uvicorn.Config, told: Told) -> None:
        super().__init__(config)
        self._told = told

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals to the caller."""
        yield

    async def startup(self, sockets=None) -> None:  # type: ignore[no-untyped-def]
        """Listens, and says where."""
        await super().startup(sockets)
        if self.started:
            host, port = self.servers[0].sockets[0].getsockname()[:2]
            self._told(f"http://{f'[{host}]' if ':' in host else host}:{port}")

    async def shutdown(self, sockets=None) -> None:  # type: ignore[no-untyped-def]
        """Ends first what only waits for news, and would be waited for."""
        self.config.app.state.stop()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def web(service: Service, told: Told) -> Web:
    """A server over a service, not yet running. Its `should_exit` ends it, and with it the calls under way may end."""
    config = service.config
    return Web(
        uvicorn.Config(
            build(service),
            host=config.host,
            port=config.port,
            log_config=None,
            access_log=False,
            server_header=False,
            date_header=True,
            proxy_headers=False,
            backlog=BACKLOG,
            timeout_keep_alive=IDLE_SECONDS,
            timeout_graceful_shutdown=max(1, round(config.drain_seconds)),
            h11_max_incomplete_event_size=HEADER_BYTES,
            ws="none",
            lifespan="on",
        ),
        told,
    )


async def serve(client: AsyncClient, config: ServerConfig, told: Told = lambda address: None) -> None:
    """Serves until SIGTERM or Ctrl-C: then no new calls, those under way end, captures are written.

    `told` hears the address once it listens. The client is not closed. A second signal ends it at once.
    """
    service = Service(client, config)
    server = web(service, told)
    loop = asyncio.get_running_loop()

    def end() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, end)
    looking = asyncio.create_task(service.health.start())
    try:
        await server.serve()
    finally:
        looking.cancel()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)
        await service.close()
