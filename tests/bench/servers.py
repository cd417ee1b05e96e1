"""What the way over the directory adds to a call, and calls of one server while another is dead."""

import asyncio
import shutil
import statistics
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psutil

import oxgraph
from oxgraph import local
from oxgraph.client import AsyncMemory
from oxgraph.client._async.client import AsyncClient
from oxgraph.client._async.directory import AsyncGraphDirectory
from oxgraph.client._async.servers import AsyncServers
from oxgraph.client.server_logins import ServerLogins
from oxgraph.clock import utc_now
from oxgraph.errors import OxgraphError
from oxgraph.graph import AsyncGraph
from oxgraph.local import Home
from tests.bench.figures import Figure, p95, spread
from tests.bench.sizes import Sizes

HEAP = "512m"
SECOND = "second"
WARM = 0.1
CALLERS = 4
"""How many call the dead server while the other is measured."""

Call = Callable[[AsyncMemory, int], Awaitable[object]]


def run(server: local.Server, sizes: Sizes) -> Iterator[Figure]:
    """Overhead of the routing, then the other server killed."""
    folder = Path(tempfile.mkdtemp(prefix="oxgraph-bench-servers-"))
    home = Home(folder / "second")
    try:
        second = local.up(home, heap=HEAP)
        yield from asyncio.run(_measured(server, second, ServerLogins(folder), sizes.fence_calls))
    finally:
        local.down(home)
        shutil.rmtree(folder, ignore_errors=True)


async def _measured(server: local.Server, second: local.Server, logins: ServerLogins, count: int) -> list[Figure]:
    name, there = f"bench-servers-{uuid.uuid4()}", f"bench-servers-{uuid.uuid4()}"
    with oxgraph.connect(server.uri, server.auth) as here, oxgraph.connect(second.uri, second.auth) as other:
        here.create_workspace(name)
        other.create_workspace(there)
    graph = await AsyncGraph.open(server.uri, server.auth)
    routing = AsyncServers(AsyncGraphDirectory(graph), graph, logins)
    async with AsyncClient(graph, utc_now) as plain, AsyncClient(graph, utc_now, routing=routing) as routed:
        await routed.servers.add(SECOND, second.uri, *second.auth)
        direct, over, dead = await plain.workspace(name), await routed.workspace(name), await routed.workspace(there)
        figures = []
        for label, call in CALLS.items():
            figures += await _compared(label, call, direct, over, count)
        figures += await _beside(second, over, dead, count)
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
