"""Remember: batches a second, one call against a bare write of the same shape, and both as the memories grow."""

import itertools
import statistics
import time
import uuid
from array import array
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any

import oxgraph
from oxgraph.clock import utc_now
from oxgraph.cypher import statement
from oxgraph.ids import stable_id
from tests.bench.figures import Figure
from tests.bench.load import cypher
from tests.bench.memories import People
from tests.bench.sizes import Sizes

START = datetime(2026, 1, 1, tzinfo=UTC)
BATCH = 1_000
MODEL = "bench"
A_SECOND = 1_000
OVER_BARE = 2.0
GROWTH = 1.5


@dataclass
class Town:
    """The workspaces that are filled, and those who live there."""

    client: oxgraph.Client
    memories: list[oxgraph.Memory]
    people: list[People]
    count: int = 0

    def fill(self, until: int) -> None:
        """Remembers until there are so many, a batch for each workspace in turn."""
        for number in itertools.count():
            size = min(BATCH, until - self.count)
            if size <= 0:
                return
            home = number % len(self.people)
            self.send(home, list(self.people[home].items(size)))
            self.count += size

    def send(self, home: int, items: list[dict[str, Any]]) -> None:
        """One transaction, without the client's own checks of each statement."""
        self.client.graph.write(
            statement("semantic/remember"),
            workspace_id=self.memories[home].workspace_id,
            token_hash=None,
            items=[said | {"embedding_model": MODEL} for said in items],
            now=utc_now(),
        )


@dataclass
class Measured:
    """Seconds at one size."""

    count: int
    batches: list[float] = field(default_factory=list)
    calls: dict[str, list[float]] = field(default_factory=lambda: {"remember": [], "bare": []})

    def a_second(self, size: int) -> float:
        """Memories a second in batches."""
        return size / statistics.median(self.batches)

    def call(self, name: str) -> float:
        """Milliseconds a call: the median of the blocks."""
        return statistics.median(self.calls[name]) * 1000


def run(client: oxgraph.Client, sizes: Sizes) -> list[Figure]:
    """All figures, on workspaces that grow from the first step to the last."""
    names = [f"bench-remember-{number}-{uuid.uuid4()}" for number in range(sizes.remember_workspaces)]
    town = Town(client, [client.create_workspace(name) for name in names], [People(name, START) for name in names])
    found = []
    for step in sizes.remember_steps:
        town.fill(step)
        found.append(measure(town, sizes))
    return [figure for one in found for figure in at_size(one, sizes)] + growth(found[0], found[-1], sizes)


def measure(town: Town, sizes: Sizes) -> Measured:
    """Batches, then single calls in blocks that take turns with bare writes; the first of each does not count."""
    found = Measured(town.count)
    for number in range(sizes.remember_batches + 1):
        home = number % len(town.people)
        items = list(town.people[home].items(sizes.remember_batch))
        found.batches.append(timed(partial(many, town.memories[home], items)))
    with town.client.graph.driver.session(database=town.client.graph.database) as session:
        ways = {"remember": one_by_one(town), "bare": by_hand(town, session)}
        for block in range(sizes.remember_blocks + 1):
            for name in sorted(ways, reverse=bool(block % 2)):
                home = block % len(town.people)
                items = [town.people[home].known() for _ in range(sizes.remember_calls)]
                found.calls[name].append(ways[name](home, items) / len(items))
    found.batches, found.calls = found.batches[1:], {name: times[1:] for name, times in found.calls.items()}
    return found


def timed(work: Callable[[], Any]) -> float:
    """Seconds of a call."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def many(memory: oxgraph.Memory, items: list[dict[str, Any]]) -> None:
    """An agent's own call, the vectors at hand."""
    memory.semantic.remember_many([said | {"embedding_model": MODEL} for said in items])


def one_by_one(town: Town) -> Callable[[int, list[dict[str, Any]]], float]:
    """Statements about people of whom much is known, a call each."""

    def calls(home: int, items: list[dict[str, Any]]) -> float:
        semantic = town.memories[home].semantic
        return timed(lambda: [semantic.remember(**said, embedding_model=MODEL) for said in items])

    return calls


def by_hand(town: Town, session: Any) -> Callable[[int, list[dict[str, Any]]], float]:
    """The same nodes and edges, in auto-commit transactions of a session that stays open; Cypher knows no bytes."""
    text = cypher("hand_remember").text

    def calls(home: int, items: list[dict[str, Any]]) -> float:
        workspace_id = town.memories[home].workspace_id
        rows = [properties(workspace_id, said) for said in items]
        return timed(
            lambda: [session.run(text, workspace_id=workspace_id, memory=row).consume() for row in rows],
        )

    return calls


def properties(workspace_id: str, said: dict[str, Any]) -> dict[str, Any]:
    """What remember writes on the node of a statement; another id, and no subject that its readers would find."""
    now = utc_now()
    same = {name: said[name] for name in ("type", "content", "predicate", "confidence", "valid_from", "evidence")}
    times = ("created_at", "stated_at", "last_stated_at", "recorded_at", "last_accessed_at", "reinforced_at")
    return (
        same
        | dict.fromkeys(times, now)
        | {
            "id": said["id"],
            "workspace_id": workspace_id,
            "status": "active",
            "policy": "freshness",
            "content_hash": "0" * 64,
            "subject_id": stable_id(workspace_id, "entity", [said["subject"].lower()]),
            "object_id": stable_id(workspace_id, "entity", [said["object"].lower()]),
            "keywords": [],
            "repetitions": 1,
            "rank_weight": 1.0,
            "valid_to": datetime(9999, 12, 31, tzinfo=UTC),
            "valid_to_history": [datetime(9999, 12, 31, tzinfo=UTC)],
            "valid_to_known_at": [now],
            "access_count": 0,
            "source": "caller",
            "workspace_term": f"ws{workspace_id.replace('-', '')}",
            "unquestioned": True,
            "embedding": array("f", said["embedding"]).tolist(),
            "embedding_model": MODEL,
        }
    )


def at_size(found: Measured, sizes: Sizes) -> list[Figure]:
    """The figures of one size."""
    mine, bare = found.call("remember"), found.call("bare")
    rate = found.a_second(sizes.remember_batch)
    title = f"at {found.count:,} memories"
    return [
        Figure(f"remember_many {title}", rate, "a second", at_least=A_SECOND),
        Figure(
            f"one remember / a bare write {title}", mine / bare, at_most=OVER_BARE, note=f"{mine:.2f} ms, {bare:.2f} ms"
        ),
    ]


def growth(first: Measured, last: Measured, sizes: Sizes) -> list[Figure]:
    """What the same work takes at the last size over what it took at the first."""
    title = f"{last.count:,} memories / at {first.count:,}"
    many_of = first.a_second(sizes.remember_batch) / last.a_second(sizes.remember_batch)
    bare = f"a bare write: {last.call('bare') / first.call('bare'):.2f} ×"
    return [
        Figure(f"time of remember_many at {title}", many_of, at_most=GROWTH),
        Figure(
            f"time of one remember at {title}",
            last.call("remember") / first.call("remember"),
            at_most=GROWTH,
            note=bare,
        ),
    ]
