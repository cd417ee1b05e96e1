"""Passes 1 and 2 over a long history at once: how fast, and how much of the heap they hold."""

import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

import oxgraph
from oxgraph.graph import Graph
from oxgraph.passes import run_pass
from tests.bench.figures import Figure
from tests.bench.inject import timed
from tests.bench.load import History, counts, cypher, write_actions, write_entities
from tests.bench.sizes import Sizes

MOST_HEAP = 700
"""MiB that are in use after collections, of the 1,024 that Neo4j is started with: page cache and others not counted."""

TOOLS = 50
START = datetime(2026, 1, 1, tzinfo=UTC)
DAYS = 28


@dataclass
class Heap:
    """The most that was in use after a collection, looked at after each transaction."""

    graph: Graph
    most: int = field(default=0)

    def look(self, *_: object) -> None:
        """Called by the passes as they go on."""
        self.most = max(self.most, int(self.graph.read(cypher("heap"))[0]["used"]))


def run(client: oxgraph.Client, sizes: Sizes) -> list[Figure]:
    """All of it is mined at one instant: nothing is judged, or let go, before its end."""
    workspace_id = client.create_workspace(f"bench-mining-{uuid.uuid4()}").workspace_id
    write_entities(client.graph, workspace_id, START)
    now = START + timedelta(days=DAYS, hours=1)
    write_actions(client.graph, workspace_id, History("mining", sizes.mining_actions, START, DAYS, TOOLS), now)
    heap = Heap(client.graph)
    seconds = {
        name: timed(partial(mine, client.graph, workspace_id, name, now, heap)) for name in ("sequences", "patterns")
    }
    found = counts(client.graph, workspace_id)
    note = f"{sizes.mining_actions:,} actions, {found['pattern_key']:,} keys, {found['pattern']:,} patterns"
    return [
        Figure(f"pass {number} from nothing", sizes.mining_actions / seconds[name], "actions/s", note=note)
        for number, name in enumerate(seconds, start=1)
    ] + [Figure("heap in use while mining", heap.most / 2**20, "MiB", at_most=MOST_HEAP, note="after collections")]


def mine(graph: Graph, workspace_id: str, name: str, now: datetime, heap: Heap) -> None:
    """One pass, looked at after each of its transactions."""
    run_pass(graph, workspace_id, name, now=now, progress=heap.look)
