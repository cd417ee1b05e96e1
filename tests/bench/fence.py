"""What a call by a token over `oxgraph serve` costs, against the same call over the database's login."""

import os
import statistics
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta

import oxgraph
from oxgraph import local
from oxgraph.clock import utc_now
from oxgraph.passes import run_pass
from tests.bench.figures import Figure, p95, spread
from tests.bench.load import NODE_TYPES, NODES, History, node_id, write_actions, write_entities
from tests.bench.sizes import Sizes
from tests.bench.turn import SLOTS, TOOLS, talk

WARM = 0.1
ACTIONS, MEMORIES = 1_500, 1_000

Call = Callable[[oxgraph.Memory, int], object]


def run(server: local.Server, sizes: Sizes) -> Iterator[Figure]:
    """Both, call by call in turns; the first tenth does not count."""
    with oxgraph.connect(server.uri, server.auth) as client, serving(server) as url:
        memory = client.create_workspace(f"bench-fence-{uuid.uuid4()}")
        conversation = furnish(client, memory)
        token = memory.tokens.create("agent", "bench").secret
        with (
            oxgraph.connect(server.uri, server.auth, token=token) as direct,
            oxgraph.connect(url, token=token) as remote,
        ):
            for name, call in calls(conversation).items():
                yield from compared(name, call, direct, remote, sizes.fence_calls)


def compared(name: str, call: Call, direct: oxgraph.Memory, remote: oxgraph.Memory, count: int) -> Iterator[Figure]:
    """The ratios of one call, with both times."""
    seconds: dict[str, list[float]] = {"direct": [], "remote": []}
    for number in range(count):
        order = (("direct", direct), ("remote", remote))
        for kind, memory in order if number % 2 else reversed(order):
            began = time.perf_counter()
            call(memory, number)
            seconds[kind].append(time.perf_counter() - began)
    cold = int(count * WARM)
    plain, sent = seconds["direct"][cold:], seconds["remote"][cold:]
    yield Figure(f"{name}: remote p50 / direct p50", statistics.median(sent) / statistics.median(plain))
    yield Figure(f"{name}: remote p95 / direct p95", p95(sent) / p95(plain))
    yield Figure("  direct", statistics.median(plain) * 1000, "ms p50", note=spread(plain))
    yield Figure("  remote", statistics.median(sent) * 1000, "ms p50", note=spread(sent))


def calls(conversation: str) -> dict[str, Call]:
    """The calls that agents make most."""

    def capture(memory: oxgraph.Memory, number: int) -> object:
        tool = number % TOOLS
        kind = number % len(NODE_TYPES)
        return memory.telemetry.capture(
            action_type=f"tool_{tool}",
            session_id=f"s-{number // 20}",
            outcome="success",
            target_node_type=NODE_TYPES[kind],
            targets=[node_id(kind, number % NODES)],
            latency_ms=12.0,
        )

    def inject(memory: oxgraph.Memory, number: int) -> object:
        return memory.telemetry.inject([node_id(number % len(NODE_TYPES), number % NODES)], f"tool_{number % TOOLS}")

    def recall(memory: oxgraph.Memory, number: int) -> object:
        return memory.recall(f"Where does person {number % MEMORIES} work?")

    def turn(memory: oxgraph.Memory, number: int) -> object:
        target = node_id(number % len(NODE_TYPES), number % NODES)
        with memory.turn(conversation, f"What of person {number}?", targets=[target], slots=SLOTS) as found:
            found.action(f"tool_{number % TOOLS}", "success")
            found.reply("It is as was said before.")
        return found

    return {"capture": capture, "inject": inject, "recall": recall, "turn": turn}


def furnish(client: oxgraph.Client, memory: oxgraph.Memory) -> str:
    """Something in every layer; the name of a conversation."""
    now, conversation = utc_now(), f"bench-fence-{uuid.uuid4()}"
    memory.update_settings(recall_threshold=0.0)
    write_entities(client.graph, memory.workspace_id, now)
    history = History(name=memory.workspace_id, actions=ACTIONS, start=now - timedelta(days=29), tools=TOOLS)
    write_actions(client.graph, memory.workspace_id, history, now)
    for name in ("sequences", "patterns"):
        run_pass(client.graph, memory.workspace_id, name, now=now)
    memory.semantic.remember_many(
        {"type": "fact", "subject": f"Person {n}", "predicate": "works_at", "object": f"Firm {n % 50}",
         "content": f"Person {n} works at firm {n % 50}."}
        for n in range(MEMORIES)
    )  # fmt: skip
    talk(memory, conversation, now)
    for slot in SLOTS:
        memory.working.set(conversation, slot, {"slot": slot, "steps": list(range(10))})
    return conversation


@contextmanager
def serving(server: local.Server) -> Iterator[str]:
    """An `oxgraph serve` in a process of its own, without passes; its address."""
    command = [sys.executable, "-m", "oxgraph.cli", "serve", "--port", "0", "--no-worker", "--embedder", "none"]
    command += ["--calls-per-minute", "1000000", "--uri", server.uri, "--user", server.user]
    environment = {**os.environ, "OXGRAPH_PASSWORD": server.password}
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr
        try:
            for line in process.stderr:
                if "The explorer: " in line:
                    threading.Thread(target=process.stderr.read, daemon=True).start()
                    yield line.split("The explorer: ")[1].split()[0]
                    return
            raise RuntimeError("oxgraph serve did not start")
        finally:
            process.terminate()
