"""The Postgres mirror: the first copy beside COPY alone, the copier behind the fastest import, and reads beside it."""

import statistics
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from shutil import rmtree

import psycopg

import oxgraph
from oxgraph import local
from oxgraph.local import Server
from oxgraph.local import postgres as local_postgres
from oxgraph.mirror import Mirror
from oxgraph.mirror.copier import mirrored_kinds
from oxgraph.mirror.feed import Feed
from oxgraph.mirror.sql import statement
from tests.bench import imports
from tests.bench.figures import Figure, p95, spread
from tests.bench.inject import fill
from tests.bench.load import NODE_TYPES, NODES, node_id
from tests.bench.sizes import Sizes

LEAST_ROWS = 20_000
LEAST_SHARE = 0.5
MOST_LAG_SECONDS = 5.0
MOST_READ = 1.10
"""A read beside the copier may take so much of its time without; two runs without differ by about as much."""


def run(client: oxgraph.Client, server: Server, sizes: Sizes) -> Iterator[Figure]:
    """Rows a second of a first copy; lag after an import; p95 of reads with the copier and without, in turns."""
    with _postgres() as dsn:
        memory = _filled(client, sizes)
        imports.measure(client.create_workspace(f"bench-mirror-{uuid.uuid4()}"), server, client.graph,
                        sizes.mirror_actions, "for the mirror", imports.LEFT)  # fmt: skip
        mirror = Mirror(dsn, client.graph)
        mirror.init()
        yield from _first_copy(mirror)
        yield from _beside_an_import(client, server, mirror, sizes)
        yield from _reads(client, memory, mirror, sizes)


def _filled(client: oxgraph.Client, sizes: Sizes) -> oxgraph.Memory:
    """A workspace with patterns to inject and memories to recall."""
    memory = fill(client, sizes)
    for number in range(sizes.mirror_memories):
        person = f"Customer {number % 40}"
        content = f"{person} said that invoice {number} came late and asked tool {number % 10} about it"
        memory.semantic.remember(type="fact", subject=person, content=content)
    return memory


@contextmanager
def _postgres() -> Iterator[str]:
    """A Postgres in a folder of its own; its superuser's DSN."""
    home = local.Home(Path(tempfile.mkdtemp(prefix="oxgraph-bench-postgres-")))
    try:
        yield local_postgres.up(home).dsn
    finally:
        local_postgres.down(home)
        local_postgres.remove(home)
        rmtree(home.path, ignore_errors=True)


def _first_copy(mirror: Mirror) -> Iterator[Figure]:
    """The same rows twice: through the copier, and from one table of the same make to another by COPY."""
    began = time.perf_counter()
    copied = mirror.run_once()
    rate = copied.rows / (time.perf_counter() - began)
    alone = copied.rows / _copy_alone(mirror)
    read = _read_alone(mirror)
    note = f"{copied.rows:,} rows in {copied.pages} pages"
    enough = min(1.0, alone * LEAST_SHARE / LEAST_ROWS)
    yield Figure("mirror, first copy", rate, "rows/s", at_least=LEAST_ROWS * enough, note=note)
    yield Figure("  COPY of the same rows alone", alone, "rows/s")
    yield Figure("  reading the feed alone", read, "rows/s")
    yield Figure("  first copy / COPY alone", rate / alone)


def _copy_alone(mirror: Mirror) -> float:
    """Seconds that COPY takes to fill empty tables, with their keys and indexes, with the mirror's rows."""
    seconds = 0.0
    with psycopg.connect(mirror.dsn, autocommit=True) as connection:
        tables = [f"{row[1]}.{row[2]}" for row in connection.execute(statement("tables"))]
        for table in tables:
            with connection.cursor() as cursor, cursor.copy(f"COPY {table} TO STDOUT") as copy:
                data = b"".join(bytes(part) for part in copy)
            connection.execute(f"CREATE TABLE public.alone (LIKE {table} INCLUDING ALL)")
            began = time.perf_counter()
            with connection.cursor() as cursor, cursor.copy("COPY public.alone FROM STDIN") as copy:
                copy.write(data)
            seconds += time.perf_counter() - began
            connection.execute("DROP TABLE public.alone")
    return seconds


def _read_alone(mirror: Mirror) -> float:
    """Changes a second that come out of the graph with nothing done about them."""
    with mirror._writer_connection() as connection:
        feed = Feed(mirror.graph, mirrored_kinds(connection))
    began = time.perf_counter()
    rows = sum(page.rows for page in feed.pages(0))
    return rows / (time.perf_counter() - began)


@contextmanager
def _copying(mirror: Mirror) -> Iterator[None]:
    """The copier, in a thread as in the worker."""
    stop = threading.Event()
    thread = threading.Thread(target=mirror.run, args=(stop,), kwargs={"every": 1.0})
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _beside_an_import(client: oxgraph.Client, server: Server, mirror: Mirror, sizes: Sizes) -> Iterator[Figure]:
    space = client.create_workspace(f"bench-mirror-{uuid.uuid4()}")
    without = imports.measure(client.create_workspace(f"bench-mirror-{uuid.uuid4()}"), server, client.graph,
                              sizes.import_actions, "with nothing beside it", imports.LEFT)  # fmt: skip
    mirror.run_once()
    with _copying(mirror):
        beside = imports.measure(
            space, server, client.graph, sizes.import_actions, "with the copier beside it", imports.LEFT
        )
        began = time.perf_counter()
        while (mirror.status().lag_changes or 0) > 0:
            time.sleep(0.05)
        lag = time.perf_counter() - began
    yield without
    yield beside
    yield Figure("mirror, seconds until it has all of an import", lag, "s", at_most=MOST_LAG_SECONDS)


def _reads(client: oxgraph.Client, memory: oxgraph.Memory, mirror: Mirror, sizes: Sizes) -> Iterator[Figure]:
    """inject and recall while somebody writes, with the copier and without, in turns."""
    ways: dict[str, dict[str, list[float]]] = {"without": {}, "beside": {}}
    for turn in range(sizes.mirror_turns * 2):
        way = ("without", "beside")[turn % 2]
        with _writing(client), _copying(mirror) if way == "beside" else _nothing():
            for name, seconds in _timed_reads(memory, sizes).items():
                ways[way].setdefault(name, []).extend(seconds)
    for name, bare in ways["without"].items():
        beside = ways["beside"][name]
        ratio = statistics.median(beside) / statistics.median(bare)
        yield Figure(f"{name} with the copier / without", ratio, at_most=MOST_READ, note=spread(beside))
        yield Figure(f"  p95 of {name} with / without", p95(beside) / p95(bare), note=spread(bare))


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def _writing(client: oxgraph.Client) -> Iterator[None]:
    """Fifty actions a second in another workspace."""
    space, stop = client.create_workspace(f"bench-mirror-{uuid.uuid4()}"), threading.Event()

    def write() -> None:
        while not stop.wait(0.2):
            at = datetime.now(UTC) - timedelta(minutes=1)
            given = [{"session_id": "s", "action_type": "get", "outcome": "success", "started_at": at}] * 10
            space.telemetry.capture_many(given)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _timed_reads(memory: oxgraph.Memory, sizes: Sizes) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {"inject": [], "recall": []}
    for call in range(sizes.mirror_reads):
        kind = call % len(NODE_TYPES)
        targets = [node_id(kind, number % NODES) for number in range(call, call + 5)]
        question = f"which invoice of customer {call % 40} came late"
        found["inject"].append(_seconds(partial(memory.telemetry.inject, targets)))
        found["recall"].append(_seconds(partial(memory.recall, question)))
    return found


def _seconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
