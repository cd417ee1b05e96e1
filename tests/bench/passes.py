"""Pass 2 over what is new, on top of a small and of a large history."""

import statistics
import uuid
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial

import oxgraph
from oxgraph.passes import run_pass
from tests.bench.figures import Figure
from tests.bench.inject import timed
from tests.bench.load import History, write_actions, write_entities
from tests.bench.sizes import Sizes

MOST = 1.5
TOOLS = 50
START = datetime(2026, 1, 1, tzinfo=UTC)
DAYS = 28
"""Both histories lie within the evidence window, so the large one is also ten times as dense."""


@dataclass
class Ground:
    """A workspace with a history, and what the passes over the new actions took, in seconds."""

    client: oxgraph.Client
    history: int
    workspace_id: str = ""
    seconds: dict[str, list[float]] = field(default_factory=lambda: {"sequences": [], "patterns": []})

    def fill(self) -> None:
        """Writes the history and evaluates all of it."""
        self.workspace_id = self.client.create_workspace(f"bench-passes-{uuid.uuid4()}").workspace_id
        write_entities(self.client.graph, self.workspace_id, START)
        now = START + timedelta(days=DAYS, hours=1)
        history = History("history", self.history, START, DAYS, TOOLS)
        write_actions(self.client.graph, self.workspace_id, history, now)
        for name in self.seconds:
            run_pass(self.client.graph, self.workspace_id, name, now=now)

    def add(self, number: int, sizes: Sizes) -> None:
        """Writes what is new within an hour, and times the passes over it."""
        start = START + timedelta(days=DAYS, hours=2 + 2 * number)
        now = start + timedelta(hours=1, minutes=30)
        history = History(f"new-{number}", sizes.history_new, start, 1 / 24, TOOLS)
        write_actions(self.client.graph, self.workspace_id, history, now)
        for name, seconds in self.seconds.items():
            seconds.append(timed(partial(run_pass, self.client.graph, self.workspace_id, name, now=now)))


def run(client: oxgraph.Client, sizes: Sizes) -> list[Figure]:
    """The time on top of the large history over the time on top of the small one, in turns, after one for warmth."""
    small, large = Ground(client, sizes.history_small), Ground(client, sizes.history_large)
    for ground in (small, large):
        ground.fill()
    for number in range(sizes.history_rounds + 1):
        for ground in (small, large) if number % 2 else (large, small):
            ground.add(number, sizes)
    title = f"{sizes.history_new:,} new actions on {large.history:,} / on {small.history:,}"
    return [
        compare(f"pass 2 over {title}", "patterns", small, large, MOST),
        compare(f"pass 1 over {title}", "sequences", small, large, None),
    ]


def compare(title: str, name: str, small: Ground, large: Ground, most: float | None) -> Figure:
    """The ratio of the medians."""
    one, other = (statistics.median(ground.seconds[name][1:]) for ground in (large, small))
    return Figure(title, one / other, at_most=most, note=f"{one * 1000:.0f} ms against {other * 1000:.0f} ms")
