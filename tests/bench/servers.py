"""What the way over the directory adds to a call, and calls of one server while another is dead.

A workspace lies on the second server. By tokens: calls over an `oxgraph serve` of the main server, which asks the
directory where it is, and over one of the second server alone, in turns. In the process: a client with and without
the directory.
"""

import asyncio
import contextlib
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import psutil

import oxgraph
from oxgraph import local
from oxgraph.client import AsyncMemory
from oxgraph.client._async.client import AsyncClient
from oxgraph.client._async.directory import AsyncGraphDirectory
from oxgraph.client._async.servers import AsyncServers
from oxgraph.client.server_logins import ServerLogin, ServerLogins
from oxgraph.clock import utc_now
from oxgraph.errors import OxgraphError
from oxgraph.graph import AsyncGraph
from oxgraph.local import Home
from tests.bench.figures import Figure, p95, spread
from tests.bench.sizes import Sizes
from tests.campaign.servers import free_port

HEAP = "512m"
SECOND = "second"
WARM = 0.1
READY_SECONDS = 60.0
CALLERS = 4
"""How many call the dead server while the other is measured."""

Call = Callable[[AsyncMemory, int], Awaitable[object]]


def run(server: local.Server, sizes: Sizes) -> Iterator[Figure]:
    """Overhead of the routing, then the other server killed."""
    folder = Path(tempfile.mkdtemp(prefix="oxgraph-bench-servers-"))
    home = Home(folder / "second")
    try:
        second = local.up(home, heap=HEAP)
        logins = ServerLogins(folder)
        logins.add(SECOND, ServerLogin(second.uri, *second.auth))
        yield from asyncio.run(_over_http(server, second, folder, sizes.fence_calls))
        yield from asyncio.run(_measured(server, second, logins, sizes.fence_calls))
    finally:
        local.down(home)
        shutil.rmtree(folder, ignore_errors=True)


async def _over_http(server: local.Server, second: local.Server, folder: Path, count: int) -> list[Figure]:
    """The same calls by a token, over the router and over a server of the workspace's own Neo4j alone."""
    name = f"bench-servers-{uuid.uuid4()}"
    with oxgraph.connect(second.uri, second.auth) as there:
        token = there.create_workspace(name).tokens.create("agent", "bench").secret
    with _serving(server, folder, folder) as router, _serving(second, folder / "alone", folder) as alone:
        direct = await oxgraph.connect_async(alone, token=token)
        over = await oxgraph.connect_async(router, token=token)
        figures = []
        for label, call in CALLS.items():
            figures += await _compared(f"{label} by a token", call, direct, over, count)
        await direct.close()
        await over.close()
    return figures


@contextlib.contextmanager
def _serving(server: local.Server, home: Path, folder: Path) -> Iterator[str]:
    """An `oxgraph serve` with the logins of a home; its address."""
    port = free_port()
    home.mkdir(exist_ok=True)
    known = {"OXGRAPH_HOME": str(home), "OXGRAPH_URI": server.uri, "OXGRAPH_PASSWORD": server.password}
    command = [sys.executable, "-m", "oxgraph.cli", "serve", "--no-worker", "--embedder", "none"]
    command += ["--port", str(port), "--calls-per-minute", "1000000"]
    with (folder / f"serve-{port}.log").open("wb") as log:
        process = subprocess.Popen(command, env={**os.environ, **known}, stdout=log, stderr=log)
    address, until = f"http://127.0.0.1:{port}", time.monotonic() + READY_SECONDS
    try:
        while time.monotonic() < until:
            with suppress(httpx.TransportError):
                if httpx.get(f"{address}/readyz", timeout=5).status_code == 200:
                    break
            time.sleep(0.05)
        yield address
    finally:
        process.terminate()
        process.wait()


async def _measured(server: local.Server, second: local.Server, logins: ServerLogins, count: int) -> list[Figure]:
    name, there = f"bench-servers-{uuid.uuid4()}", f"bench-servers-{uuid.uuid4()}"
    with oxgraph.connect(server.uri, server.auth) as here, oxgraph.connect(second.uri, second.auth) as other:
        here.create_workspace(name)
        other.create_workspace(there)
    graph, far = await AsyncGraph.open(server.uri, server.auth), await AsyncGraph.open(second.uri, second.auth)
    routing = AsyncServers(AsyncGraphDirectory(graph), graph, logins)
    async with AsyncClient(far, utc_now) as plain, AsyncClient(graph, utc_now, routing=routing) as routed:
        await routed.servers.add(SECOND, second.uri, *second.auth)
        direct, over = await plain.workspace(there), await routed.workspace(there)
        figures = []
        for label, call in CALLS.items():
            figures += await _compared(label, call, direct, over, count)
        figures += await _beside(second, await routed.workspace(name), over, count)
    return figures


async def _capture(memory: AsyncMemory, n: int) -> object:
    return await memory.telemetry.capture(action_type="step", session_id=f"s{n % 8}", outcome="success")


async def _recall(memory: AsyncMemory, n: int) -> object:
    return await memory.recall(f"step {n}", touch=False)


CALLS: dict[str, Call] = {"capture": _capture, "recall": _recall}


async def _timed(call: Call, memory: AsyncMemory, n: int) -> float:
    began = time.perf_counter()
    await call(memory, n)
    return time.perf_counter() - began


async def _compared(name: str, call: Call, direct: AsyncMemory, over: AsyncMemory, count: int) -> list[Figure]:
    """The same call with and without the directory, in turns."""
    plain: list[float] = []
    routed: list[float] = []
    for n in range(count):
        order = ((plain, direct), (routed, over))
        for seconds, memory in order if n % 2 else reversed(order):
            seconds.append(await _timed(call, memory, n))
    cold = int(count * WARM)
    plain, routed = plain[cold:], routed[cold:]
    added = (statistics.median(routed) - statistics.median(plain)) * 1_000
    return [
        Figure(f"{name}: added by the directory", added, "ms p50", at_most=1.0),
        Figure(f"{name}: routed p95 / direct p95", p95(routed) / p95(plain)),
        Figure("  direct", statistics.median(plain) * 1_000, "ms p50", note=spread(plain)),
        Figure("  routed", statistics.median(routed) * 1_000, "ms p50", note=spread(routed)),
    ]


async def _beside(second: local.Server, over: AsyncMemory, dead: AsyncMemory, count: int) -> list[Figure]:
    """Calls of the main server while callers of the other one meet it alive, then dead."""
    alive = await _while_called(over, dead, count)
    process = psutil.Process(second.pid)
    process.kill()
    await asyncio.to_thread(psutil.wait_procs, [process], 20)
    gone = await _while_called(over, dead, count)
    return [
        Figure("one server dead: p95 of the other / before", p95(gone) / p95(alive), at_most=1.3),
        Figure("  before", statistics.median(alive) * 1_000, "ms p50", note=spread(alive)),
        Figure("  after", statistics.median(gone) * 1_000, "ms p50", note=spread(gone)),
    ]


async def _while_called(over: AsyncMemory, other: AsyncMemory, count: int) -> list[float]:
    """Seconds of captures on one server while others capture on the other, at a rate."""

    async def calling(n: int) -> None:
        while True:
            with suppress(OxgraphError):
                await _capture(other, n)
            await asyncio.sleep(0.02)

    callers = [asyncio.create_task(calling(n)) for n in range(CALLERS)]
    try:
        seconds = [await _timed(_capture, over, n) for n in range(count)]
    finally:
        for caller in callers:
            caller.cancel()
        await asyncio.gather(*callers, return_exceptions=True)
    return seconds[int(count * WARM) :]
