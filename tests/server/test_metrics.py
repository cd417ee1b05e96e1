"""GET /metrics: what Prometheus reads, and what it never may."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from oxgraph import AsyncClient, Memory
from oxgraph.graph import AsyncGraph
from oxgraph.local import Server
from oxgraph.server.config import ServerConfig
from oxgraph.server.dispatch import Service
from oxgraph.server.prometheus import GAUGES, CallFigures
from oxgraph.server.rest.app import build
from oxgraph.types.mirror import MirrorStatus

SAMPLE = re.compile(r'^[a-z_]+(\{([a-z]+="([^"\\\n]|\\.)*",?)+\})? (\d+(\.\d+)?(e-?\d+)?|\+Inf)$')


@pytest.fixture
async def service(server: Server) -> AsyncIterator[Service]:
    graph = AsyncGraph.at(server.uri, server.auth)
    async with AsyncClient(graph) as client:
        status = MirrorStatus(server="a", lag_seconds=1.5, lag_changes=7)
        service = Service(client, ServerConfig(metrics=True), lambda: status)
        yield service
        await service.close()


async def read(service: Service) -> str:
    transport = httpx2.ASGITransport(app=build(service))
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
        answer = await http.get("/metrics")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
        return answer.text


async def test_calls_queues_worker_and_mirror_stand_there(service: Service, workspace: Memory) -> None:
    token = workspace.tokens.create("agent", "helper").secret
    transport = httpx2.ASGITransport(app=build(service))
    headers = {"authorization": f"Bearer {token}"}
    path = f"/v1/workspaces/{workspace.workspace_id}"
    async with httpx2.AsyncClient(transport=transport, base_url="http://localhost", headers=headers) as http:
        assert (await http.get(f"{path}/memories")).status_code == 200
        assert (await http.get(f"{path}/memories/none-of-it")).status_code != 200
    text = await read(service)
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert all(SAMPLE.match(line) for line in lines), [line for line in lines if not SAMPLE.match(line)]
    for name in GAUGES:
        assert any(line.startswith(f"{name} ") for line in lines), name
    assert "oxgraph_graph_up 1" in lines
    assert "oxgraph_mirror_lag_seconds 1.5" in lines
    assert re.search(r'oxgraph_calls_total\{operation="[a-z_.]+",transport="rest",outcome="done"\} \d', text)
    assert re.search(r'oxgraph_calls_total\{operation="[a-z_.]+",transport="rest",outcome="[a-z_]+"\} \d', text)
    for private in (workspace.name, workspace.workspace_id, token):
        assert private not in text


async def test_it_is_not_there_unless_asked_for(server: Server) -> None:
    async with AsyncClient(AsyncGraph.at(server.uri, server.auth)) as client:
        service = Service(client, ServerConfig())
        transport = httpx2.ASGITransport(app=build(service))
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
            assert (await http.get("/metrics")).status_code == 404
        await service.close()


def test_a_histogram_counts_up_to_its_bounds() -> None:
    figures = CallFigures()
    for seconds in (0.0005, 0.003, 0.003, 40.0):
        figures.add("recall", "rest", "done", seconds)
    text = "\n".join(figures.lines())
    assert 'oxgraph_call_seconds_bucket{operation="recall",le="0.001"} 1' in text
    assert 'oxgraph_call_seconds_bucket{operation="recall",le="0.005"} 3' in text
    assert 'oxgraph_call_seconds_bucket{operation="recall",le="30"} 3' in text
    assert 'oxgraph_call_seconds_bucket{operation="recall",le="+Inf"} 4' in text
    assert 'oxgraph_call_seconds_count{operation="recall"} 4' in text


def test_the_dashboard_asks_for_figures_that_exist() -> None:
    import json

    dashboard = json.loads((Path(__file__).parents[2] / "docker" / "grafana-dashboard.json").read_text("utf-8"))
    asked = {
        name
        for panel in dashboard["panels"]
        for target in panel["targets"]
        for name in re.findall(r"oxgraph_[a-z_]+", target["expr"])
    }
    calls = {"oxgraph_calls_total", "oxgraph_call_seconds_bucket", "oxgraph_call_seconds_sum"}
    assert asked <= {*GAUGES, *calls}
    assert {*GAUGES} <= asked
