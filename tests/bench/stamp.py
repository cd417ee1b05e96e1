"""What the guard costs writers: the same writes to a server with the plugin and to one without it, in turns.

The one without has no number on its nodes and no index on that; a third has the plugin and no such index, so that the
index can be told apart from the guard.
"""

import statistics
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any
from zipfile import ZipFile

from neo4j import Session

from oxgraph import local, migrations
from oxgraph.graph import Graph
from oxgraph.local import launch, no_progress
from tests.bench.capture import properties
from tests.bench.figures import Figure
from tests.bench.load import cypher
from tests.bench.sizes import Sizes

MOST = 1.10
BATCH = 1_000
SESSION_LENGTH = 20
NEWEST = "V0005"


@contextmanager
def bare() -> Iterator[Graph]:
    """A server of the same make and schema, without the plugin and the index of the numbers."""
    home = local.Home(Path(tempfile.mkdtemp(prefix="oxgraph-bare-")))
    try:
        with home.lock():
            home.prepare()
            parts = launch.gather(home, None, no_progress)
            empty = home.path / "empty" / parts.plugin.name
            empty.parent.mkdir()
            ZipFile(empty, "w").close()
            parts = parts._replace(plugin=empty)
            launch.ensure_password(home, parts)
            record = launch.launch(home, parts, None, no_progress)
        with Graph.open(launch.uri(record), (launch.USER, home.password() or ""), check=False) as graph:
            for migration in migrations.available():
                if migration.version != NEWEST:
                    graph.run_all(migration.statements)
            yield graph
    finally:
        local.down(home)
        rmtree(home.path, ignore_errors=True)


@contextmanager
def unindexed() -> Iterator[Graph]:
    """A server with the plugin, without the index of the numbers."""
    home = local.Home(Path(tempfile.mkdtemp(prefix="oxgraph-unindexed-")))
    try:
        server = local.up(home)
        with Graph.open(server.uri, server.auth) as graph:
            graph.write(cypher("stamp_unindexed"))
            yield graph
    finally:
        local.down(home)
        rmtree(home.path, ignore_errors=True)


class Writing:
    """The writes of one server, in a session that stays open."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.workspace_id = str(uuid.uuid4())
        self.prefix = str(uuid.uuid4())
        self.ids: list[str] = []

    def call(self, name: str, **params: Any) -> None:
        """One auto-commit transaction."""
        self.session.run(cypher(name).text, params).consume()

    def create(self, number: int) -> None:
        """One action at the end of its session's chain."""
        given = properties(self.workspace_id, self.prefix, number)
        self.ids.append(given["id"])
        session = f"{self.prefix}/{number // SESSION_LENGTH}"
        self.call("stamp_create", action=given, session=session, workspace_id=self.workspace_id)

    def update(self, number: int) -> None:
        """One property of one action."""
        target = self.ids[number % len(self.ids)]
        self.call("stamp_update", workspace_id=self.workspace_id, id=target, outcome=f"o{number}")

    def batch(self, number: int) -> None:
        """Many actions in one transaction."""
        rows = [properties(self.workspace_id, self.prefix, number * BATCH + row) for row in range(BATCH)]
        self.call("stamp_batch", actions=rows)


def run(graph: Graph, sizes: Sizes) -> list[Figure]:
    """Seconds a write with the guard over seconds without, and with the index over without it, block by block."""
    with ExitStack() as stack:
        graphs = {"guard": graph}
        graphs["unindexed"] = stack.enter_context(unindexed())
        graphs["bare"] = stack.enter_context(bare())
        writing = {
            name: Writing(stack.enter_context(one.driver.session(database=one.database)))
            for name, one in graphs.items()
        }
        return [figure for kind in ("create", "update", "batch") for figure in compare(kind, writing, sizes)]


def compare(kind: str, writing: dict[str, Writing], sizes: Sizes) -> list[Figure]:
    """The figures of one kind of write."""
    calls = max(1, sizes.stamp_calls // 20) if kind == "batch" else sizes.stamp_calls
    ways = {name: getattr(one, kind) for name, one in writing.items()}
    times = take_turns(ways, sizes.stamp_blocks, calls)
    note = ", ".join(f"{name} {statistics.median(found) * 1000:.2f} ms" for name, found in times.items())
    return [
        Figure(f"{kind}: guard and index / neither", ratio(times, "guard", "bare"), at_most=MOST, note=note),
        Figure(f"{kind}: guard without the index / neither", ratio(times, "unindexed", "bare")),
        Figure(f"{kind}: guard and index / guard", ratio(times, "guard", "unindexed")),
    ]


def ratio(times: dict[str, list[float]], above: str, below: str) -> float:
    """The median of what the blocks say."""
    return statistics.median(a / b for a, b in zip(times[above], times[below], strict=True))


def take_turns(ways: dict[str, Callable[[int], None]], blocks: int, calls: int) -> dict[str, list[float]]:
    """Seconds a call, for each way and block; after two blocks each that do not count."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = list(ways)
    for block in range(blocks + 2):
        for name in names[block % len(names) :] + names[: block % len(names)]:
            began = time.perf_counter()
            for number in range(calls):
                ways[name](block * calls + number)
            times[name].append((time.perf_counter() - began) / calls)
    return {name: found[2:] for name, found in times.items()}
