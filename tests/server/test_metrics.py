"""GET /metrics: what Prometheus reads, and what it never may."""

import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx2
import pytest

from oxgraph import AsyncClient, Memory
from oxgraph.client._async.directory import AsyncGraphDirectory
from oxgraph.client._async.servers import AsyncServers
from oxgraph.client.server_logins import ServerLogin, ServerLogins
from oxgraph.graph import AsyncGraph
from oxgraph.local import Server
from oxgraph.server.config import ServerConfig
from oxgraph.server.dispatch import Service
from oxgraph.server.prometheus import GAUGES, READ_SECONDS, CallFigures
from oxgraph.server.rest.app import build
from oxgraph.types.mirror import MirrorStatus

SAMPLE = re.compile(r'^[a-z_]+(\{([a-z]+="([^"\\\n]|\\.)*",?)+\})? (\d+(\.\d+)?(e-?\d+)?|\+Inf)$')


@pytest.fixture
async def service(server: Server) -> AsyncIterator[Service]:
    graph = AsyncGraph.at(server.uri, server.auth)
    async with AsyncClient(graph) as client:
        status = MirrorStatus(server="a", version="1", lag_seconds=1.5, lag_changes=7)
        service = Service(client, ServerConfig(metrics=True), lambda server: status)
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
        assert any(line.startswith((f"{name} ", f'{name}{{server="main"}} ')) for line in lines), name
    assert "oxgraph_graph_up 1" in lines
    assert 'oxgraph_mirror_lag_seconds{server="main"} 1.5' in lines
    assert re.search(r'oxgraph_calls_total\{operation="[a-z_.]+",transport="rest",outcome="done"\} \d', text)
    assert re.search(r'oxgraph_calls_total\{operation="[a-z_.]+",transport="rest",outcome="[a-z_]+"\} \d', text)
    for private in (workspace.name, workspace.workspace_id, token):
        assert private not in text


@pytest.fixture
def silent() -> Iterator[str]:
    """An address that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"bolt://127.0.0.1:{listening.getsockname()[1]}"


async def test_each_server_has_its_figures_and_none_holds_them_up(server: Server, silent: str, tmp_path: Path) -> None:
    logins = ServerLogins(tmp_path)
    logins.add("second", ServerLogin(server.uri, *server.auth))
    logins.add("silent", ServerLogin(silent, "neo4j", "x"))
    logins.add("dead", ServerLogin("bolt://127.0.0.1:1", "neo4j", "x"))
    stopped = threading.Event()

    def mirror(name: str) -> MirrorStatus:
        if name == "silent":
            stopped.wait(60)
        away = ("x",) if name == "dead" else ()
        return MirrorStatus(server="a", source=name, unavailable=away, version="1", lag_seconds=2.0, lag_changes=3)

    graph = AsyncGraph.at(server.uri, server.auth)
    routing = AsyncServers(AsyncGraphDirectory(graph), graph, logins)
    async with AsyncClient(graph, routing=routing) as client:
        service = Service(client, ServerConfig(metrics=True), mirror)
        transport = httpx2.ASGITransport(app=build(service))
        async with httpx2.AsyncClient(transport=transport, base_url="http://localhost") as http:
            seconds = []
            for _ in range(3):
                began = time.monotonic()
                answer = await http.get("/metrics")
                seconds.append(time.monotonic() - began)
        stopped.set()
        await service.close()
    lines = set(answer.text.splitlines())
    assert answer.status_code == 200
    assert {line for line in lines if line.startswith("oxgraph_server_up")} == {
        f'oxgraph_server_up{{server="{name}"}} {up}'
        for name, up in (("main", 1), ("second", 1), ("silent", 0), ("dead", 0))
    }
    for name in ("main", "second"):
        assert any(line.startswith(f'oxgraph_workspaces{{server="{name}"}} ') for line in lines)
    assert 'oxgraph_mirror_lag_changes{server="second"} 3' in lines
    assert 'oxgraph_mirror_up{server="dead"} 1' in lines, "its Postgres answers"
    assert not any('server="silent"' in line for line in lines if line.startswith("oxgraph_mirror"))
    assert seconds[0] < READ_SECONDS + 2
    assert max(seconds[1:]) < 1, "who asks again does not wait for those that did not answer"


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
