"""Appending to a conversation as it grows: one message more, in a transaction of its own, behind ten and many."""

import itertools
import statistics
import time
import uuid
from datetime import UTC, datetime, timedelta

import oxgraph
from tests.bench.figures import Figure
from tests.bench.sizes import Sizes

START = datetime(2026, 1, 1, tzinfo=UTC)
FIRST = 10
GROWTH = 1.3


class Growing:
    """A conversation, and how many messages it has."""

    def __init__(self, memory: oxgraph.Memory, name: str) -> None:
        self.memory = memory
        self.name = name
        self.count = 0

    def fill(self, until: int) -> None:
        """Appends until there are so many."""
        self.add(until - self.count)

    def add(self, count: int) -> float:
        """Appends so many at once; seconds."""
        places = range(self.count, self.count + count)
        given = [{"text": f"message {n}", "said_at": START + timedelta(seconds=n)} for n in places]
        began = time.perf_counter()
        self.memory.episodic.add_messages(given, conversation_id=self.name)
        self.count += count
        return time.perf_counter() - began


def run(client: oxgraph.Client, sizes: Sizes) -> list[Figure]:
    """The median of single appends to a long conversation over that to short ones, in blocks that take turns."""
    memory = client.create_workspace(f"bench-append-{uuid.uuid4()}")
    names = (f"c{number}" for number in itertools.count())
    long = Growing(memory, next(names))
    long.fill(sizes.append_messages)
    times: dict[str, list[float]] = {"short": [], "long": []}
    for block in range(sizes.append_blocks + 1):
        short = Growing(memory, next(names))
        short.fill(FIRST)
        for name in sorted(times, reverse=bool(block % 2)):
            taken = [{"short": short, "long": long}[name].add(1) for _ in range(sizes.append_calls)]
            times[name] += taken if block else []
    few, many = (statistics.median(times[name]) * 1000 for name in ("short", "long"))
    title = f"one append behind {sizes.append_messages:,} messages / behind {FIRST}"
    return [Figure(title, many / few, at_most=GROWTH, note=f"{many:.2f} ms, {few:.2f} ms")]
