"""The plan of a campaign: which faults each phase has and who is killed in it, all from the seed."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

KINDS = (
    "cut",
    "slow",
    "silent",
    "frozen",
    "clock",
    "twins",
    "small_heap",
    "full_disk",
    "read_only_disk",
    "jobs",
    "moves",
)
"""Faults of the phases after the first, which has none but kills."""
SECONDS = {"jobs": 110.0, "moves": 90.0, "small_heap": 45.0, "read_only_disk": 40.0, "full_disk": 40.0}
"""What some phases need at least on an idle machine, without their checks; others can be as short as time allows."""
VICTIMS = {"writer": 14, "worker": 10, "copier": 10, "serve": 3, "neo4j": 2, "postgres": 1}
"""Who is killed, and how often: what takes long to come back is killed more seldom."""
KILLS = (40, 60, 80)
"""Kills of a phase."""
FIRST = ("writer", "neo4j", "copier", "worker", "writer", "writer", "serve", "worker", "writer", "postgres", "copier")
"""The order of the first phase, which may be the only one."""


@dataclass(frozen=True)
class Phase:
    """One phase: its fault, and who is killed, in order."""

    number: int
    fault: str
    kills: tuple[str, ...]
    seed: str


def phases(seed: int, only: tuple[str, ...] = ()) -> Iterator[Phase]:
    """Phases without end: first the kills, then every kind in an order by chance, again and again; or `only` some."""
    chance = random.Random(f"{seed}/plan")
    number = 1
    yield Phase(number, only[0] if only else "kills", FIRST, f"{seed}/1")
    while True:
        for fault in chance.sample(only or KINDS, len(only or KINDS)):
            number += 1
            kills = tuple(chance.choices(list(VICTIMS), list(VICTIMS.values()), k=chance.choice(KILLS)))
            yield Phase(number, fault, kills, f"{seed}/{number}")
