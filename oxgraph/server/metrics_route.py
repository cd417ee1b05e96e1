"""GET /metrics: figures for Prometheus, where the operator asked for them."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from oxgraph.clock import present
from oxgraph.cypher import statement
from oxgraph.server.dispatch import Service
from oxgraph.server.prometheus import CALL_FIGURES, CONTENT_TYPE, Figures, Gauges
from oxgraph.types.mirror import MirrorStatus

PATH = "/metrics"
ReadMirror = Callable[[], MirrorStatus]


def metrics_routes(service: Service) -> list[Route]:
    """The route, unless the configuration leaves it out."""
    if not service.config.metrics:
        return []
    slow = [lambda: _of_worker(service)]
    if service.read_mirror is not None:
        slow.append(lambda: _of_mirror(service.read_mirror))  # type: ignore[arg-type]
    gauges = Gauges(lambda: _of_server(service), slow)

    async def answer(request: Request) -> Response:
        lines = [*CALL_FIGURES.lines(), *await gauges.lines()]
        return Response("\n".join(lines) + "\n", headers={"content-type": CONTENT_TYPE})

    return [Route(PATH, answer, methods=["GET"])]


def _of_server(service: Service) -> Figures:
    running, waiting = service.dispatcher.load()
    return {
        "oxgraph_calls_running": running,
        "oxgraph_calls_waiting": waiting,
        "oxgraph_graph_up": float(service.health.is_up),
    }


async def _of_worker(service: Service) -> Figures:
    service.health.require()
    (row,) = await service.client.graph.read(statement("system/worker_lag"), now=present(service.client.clock))
    return {
        "oxgraph_workspaces": row["workspaces"],
        "oxgraph_worker_lag_seconds": max(row["lag_seconds"], 0.0),
        "oxgraph_messages_pending": row["pending"],
    }


async def _of_mirror(read: ReadMirror) -> Figures:
    found = await asyncio.to_thread(read)
    figures: dict[str, float] = {"oxgraph_mirror_up": float(not found.unavailable)}
    if found.lag_seconds is not None and found.lag_changes is not None:
        figures |= {"oxgraph_mirror_lag_seconds": found.lag_seconds, "oxgraph_mirror_lag_changes": found.lag_changes}
    return figures
