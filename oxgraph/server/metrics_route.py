"""GET /metrics: figures for Prometheus, where the operator asked for them."""

import asyncio
from collections.abc import Callable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from oxgraph.client.server_logins import MAIN
from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.server.dispatch import Service
from oxgraph.server.prometheus import CALL_FIGURES, CONTENT_TYPE, Figures, Gauges, Read
from oxgraph.types.mirror import MirrorStatus

PATH = "/metrics"
ReadMirror = Callable[[str], MirrorStatus]


def metrics_routes(service: Service) -> list[Route]:
    """The route, unless the configuration leaves it out."""
    if not service.config.metrics:
        return []
    reads: list[Read] = [lambda server: _of_worker(service, server)]
    if service.read_mirror is not None:
        reads.append(partial(_of_mirror, service.read_mirror))
    gauges = Gauges(lambda: _of_process(service), lambda: _servers(service), reads)
    service.on_close.append(gauges.close)

    async def answer(request: Request) -> Response:
        lines = [*CALL_FIGURES.lines(), *await gauges.lines()]
        return Response("\n".join(lines) + "\n", headers={"content-type": CONTENT_TYPE})

    return [Route(PATH, answer, methods=["GET"])]


def _servers(service: Service) -> list[str]:
    routing = service.client.routing
    return [MAIN] if routing is None else routing.names()


def _of_process(service: Service) -> Figures:
    running, waiting = service.dispatcher.load()
    return {
        "oxgraph_calls_running": running,
        "oxgraph_calls_waiting": waiting,
        "oxgraph_graph_up": float(service.health.is_up),
    }


async def _of_worker(service: Service, server: str) -> Figures:
    routing = service.client.routing
    if server == MAIN:
        service.health.require()
    graph = service.client.graph if routing is None else routing.server(server)
    (row,) = await graph.read(statement("system/worker_lag"), now=present(service.client.clock))
    return {
        "oxgraph_workspaces": row["workspaces"],
        "oxgraph_worker_lag_seconds": max(row["lag_seconds"], 0.0),
        "oxgraph_messages_pending": row["pending"],
    }


async def _of_mirror(read: ReadMirror, server: str) -> Figures:
    found = await asyncio.to_thread(read, server)
    # Without the version the Postgres did not answer; without the lag alone the Neo4j.
    figures: dict[str, float] = {"oxgraph_mirror_up": float(found.version is not None)}
    if found.lag_seconds is not None and found.lag_changes is not None:
        figures |= {"oxgraph_mirror_lag_seconds": found.lag_seconds, "oxgraph_mirror_lag_changes": found.lag_changes}
    return figures
