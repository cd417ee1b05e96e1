"""Load: many concurrent agents against a server, with latencies and the process's open files."""

import asyncio
import itertools
import ssl
import statistics
import time
import uuid
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import httpx
import psutil

Call = tuple[str, str, dict[str, Any]]
TIMEOUT = 60.0


@dataclass
class Taken:
    """Seconds of each call, and what was answered that should not have been."""

    seconds: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def p95(self) -> float:
        """The time that 95 of 100 calls kept within."""
        return statistics.quantiles(self.seconds, n=20)[-1]


def _calls(number: int) -> Iterator[Call]:
    """What one agent does, over and over: look before it acts, act, tell, remember, talk."""
    session, conversation = f"agent-{number}", f"conversation-{number}"
    for step in itertools.count():
        node = f"node-{(number * 7 + step) % 50}"
        failed = {"outcome": "failure", "error_code": "NodeNotFoundError"} if step % 3 else {"outcome": "success"}
        action = {"action_type": "ontology_mutation", "session_id": session, "targets": [node], **failed}
        turn = f"turns/{uuid.uuid4()}/finish"
        said = {"user_message": f"What about {node}?"}
        yield "POST", "/inject", {"json": {"node_ids": [node], "action_type": "ontology_mutation"}}
        yield "POST", "/actions", {"json": action}
        yield "POST", "/recall", {"json": {"query": f"What is known of {node}?"}}
        yield "POST", f"/conversations/{conversation}/turns", {"json": said}
        yield (
            "POST",
            f"/conversations/{conversation}/{turn}",
            {"json": {**said, "reply": "It is there.", "learn": False}},
        )
        yield "GET", "/timeline", {"params": {"limit": 20}}


def _client(base: str, token: str, context: ssl.SSLContext) -> httpx.AsyncClient:
    headers = {"Authorization": f"Bearer {token}"}
    limits = httpx.Limits(max_connections=1, max_keepalive_connections=1)
    return httpx.AsyncClient(base_url=base, headers=headers, timeout=TIMEOUT, limits=limits, verify=context)


async def _agent(client: httpx.AsyncClient, number: int, until: float, taken: Taken) -> None:
    for method, path, given in _calls(number):
        began = time.perf_counter()
        if began >= until:
            return
        try:
            answer = await client.request(method, path, **given)
            if not answer.is_success:
                taken.failed.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        except httpx.HTTPError as error:
            taken.failed.append(f"{method} {path}: {error!r}")
        taken.seconds.append(time.perf_counter() - began)


async def _agents(base: str, token: str, count: int, seconds: float) -> Taken:
    # All clients are made before the first call: making one blocks the loop, and a TLS context costs 20 ms of CPU.
    context, taken = ssl.create_default_context(), Taken()
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(_client(base, token, context)) for _ in range(count)]
        until = time.perf_counter() + seconds
        await asyncio.gather(*(_agent(client, number, until, taken) for number, client in enumerate(clients)))
    return taken


def agents(base: str, token: str, count: int, seconds: float) -> Taken:
    """So many agents for so long; each ends with the call that it has begun."""
    return asyncio.run(_agents(base, token, count, seconds))


@dataclass(frozen=True)
class Held:
    """What a process holds: memory in MiB, connections to the graph, other open files."""

    memory: float
    pooled: int
    files: int


def held(pid: int, bolt: int) -> Held:
    """As the system tells; `bolt` is the graph's port."""
    process = psutil.Process(pid)
    pooled = sum(1 for one in process.net_connections("tcp") if one.raddr and one.raddr.port == bolt)
    return Held(process.memory_info().rss / 2**20, pooled, process.num_fds() - pooled)
