"""What the longest waits of a run consist of: who was down meanwhile, and how long the workspace was fenced."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from tests.moves.world import MAIN, Mover

ROUTER = "router"
COLD_SECONDS = 20.0
"""How long after its return a process runs code for the first time, and is slow."""


@dataclass
class Timeline:
    """What happened when, in seconds of the monotonic clock, which all processes of the machine share."""

    downs: list[tuple[str, float, float]] = field(default_factory=list)
    """Who was killed, when, and when it answered again."""

    places: dict[str, list[tuple[float, str]]] = field(default_factory=dict)
    """Since when each workspace is on which server."""

    fences: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    """When each workspace was fenced: until the switch, or until the next mover went on or undid it at the latest."""

    movers: dict[str, list[Mover]] = field(default_factory=dict)

    def end(self) -> None:
        """Makes the fences from what the movers have printed."""
        for name, movers in self.movers.items():
            steps = [one for mover in movers for one in mover.steps]
            self.fences[name] = [
                (began, ended)
                for (began, step), (ended, _) in zip(steps, [*_ends(steps)[1:], (float("inf"), "")], strict=False)
                if step.startswith("fencing")
            ]

    def _down(self, victim: str, began: float, ended: float) -> float:
        return sum(_overlap(began, ended, since, until) for name, since, until in self.downs if name == victim)

    def _cold(self, victim: str, began: float, ended: float) -> float:
        times = [until for name, _, until in self.downs if name == victim]
        return sum(_overlap(began, ended, until, until + COLD_SECONDS) for until in times)

    def _servers(self, name: str, began: float, ended: float) -> set[str]:
        """The servers that had a workspace meanwhile."""
        known = self.places.get(name, [])
        before = [server for since, server in known if since <= began][-1:]
        return {*before, *(server for since, server in known if began < since <= ended)}

    def parts(self, name: str, began: float, ended: float) -> dict[str, float]:
        """How many seconds of a wait each possible cause was there; causes overlap."""
        servers = self._servers(name, began, ended)
        found = {
            "seconds": ended - began,
            "router down": self._down(ROUTER, began, ended),
            "its server down": sum(self._down(server, began, ended) for server in servers),
            "directory down": 0.0 if MAIN in servers else self._down(MAIN, began, ended),
            "just started": sum(self._cold(one, began, ended) for one in {*servers, MAIN, ROUTER}),
            "fenced": sum(_overlap(began, ended, *one) for one in self.fences.get(name, [])),
        }
        return {cause: round(seconds, 2) for cause, seconds in found.items() if seconds}

    def any_down(self, began: float, ended: float) -> list[str]:
        """Who was killed or came back meanwhile."""
        return sorted({name for name, since, until in self.downs if _overlap(began, ended, since, until)})


def _ends(steps: list[tuple[float, str]]) -> list[tuple[float, str]]:
    """The steps, those during a fence at the time of the one that ends it."""
    found: list[tuple[float, str]] = []
    for at, step in reversed(steps):
        inside = step.startswith(("fenced", "closing"))
        found.append(found[-1] if inside and found else (at, step))
    return found[::-1]


def _overlap(began: float, ended: float, since: float, until: float) -> float:
    return max(0.0, min(ended, until) - max(began, since))


def of_waits(timeline: Timeline, counts: dict[str, Any], kind: str) -> dict[str, Any]:
    """Figures of reads or writes: percentiles, the longest with its parts, the longest while all was up and warm."""
    waits = sorted(counts["waits"][kind])
    long = sorted((one for one in counts["long"] if one["kind"] == kind), key=lambda one: one["began"] - one["ended"])
    parts = [timeline.parts(one["workspace"], one["began"], one["ended"]) | {"codes": one["codes"]} for one in long]
    up = [one for one in parts if not any(cause.endswith("down") or cause == "just started" for cause in one)]
    return {
        f"{kind}s": len(waits),
        f"{kind}_ms_p50": round(1_000 * at(waits, 0.5)),
        f"{kind}_ms_p99": round(1_000 * at(waits, 0.99)),
        f"{kind}_ms_max": round(1_000 * at(waits, 1.0)),
        f"{kind}_longest": parts[:3],
        f"{kind}_longest_while_up": up[:3],
    }


def of_fence(timeline: Timeline, mover: Mover) -> dict[str, Any]:
    """What the fence of a move that has switched consists of, in milliseconds; who was down or starting meanwhile."""
    last = max(n for n, (_, step) in enumerate(mover.steps) if step.startswith("fencing"))
    steps = mover.steps[last:]
    times = {step.partition(" ")[0]: at for at, step in reversed(steps)}
    names = ("fencing", "fenced", "closing", "switched")
    found: dict[str, Any] = {
        f"{one} to {then}": round(1_000 * (times[then] - times[one])) for one, then in pairwise(names)
    }
    return found | {"down": timeline.any_down(times["fencing"] - 15.0, times["switched"])}


def at(values: list[float], share: float) -> float:
    """A percentile of sorted values; 0 where there are none."""
    return values[min(len(values) - 1, int(share * len(values)))] if values else 0.0
