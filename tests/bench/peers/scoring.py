"""How much of the evidence stands at the top of a ranking, and how long it took."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.bench.figures import p95
from tests.bench.peers.data import Question


@dataclass
class Score:
    """What one memory answered. Rankings are keys of turns, best first; times are milliseconds without embedding."""

    name: str
    any_at_10: list[bool] = field(default_factory=list)
    all_at_10: list[bool] = field(default_factory=list)
    sessions_at_5: list[bool] = field(default_factory=list)
    short: list[float] = field(default_factory=list)
    """Times of asking for ten."""
    deep: list[float] = field(default_factory=list)
    """Times of asking for the ranking that is scored."""
    foreign: int = 0
    returned: int = 0

    def add(self, question: Question, ranked: Sequence[str]) -> None:
        """Scores one ranking. Another conversation's turn takes its place in it and hits nothing."""
        first = set(distinct(ranked)[:10])
        sessions = distinct(session(key) for key in ranked)[:5]
        self.any_at_10.append(bool(question.evidence & first))
        self.all_at_10.append(question.evidence <= first)
        self.sessions_at_5.append({session(key) for key in question.evidence} <= set(sessions))
        self.foreign += sum(not key.startswith(f"{question.conversation}/") for key in first)
        self.returned += len(first)

    def line(self) -> str:
        """One printed row, as `HEAD` names it."""
        shares = (percent(hits) for hits in (self.any_at_10, self.all_at_10, self.sessions_at_5))
        foreign = 100 * self.foreign / max(1, self.returned)
        quality = "".join(f"{share:>10.1f}" for share in shares)
        return f"{self.name:<28}{quality}{times(self.short):>18}{times(self.deep):>18}{foreign:>10.1f}"


HEAD = f"{'':<28}{'any@10':>10}{'all@10':>10}{'sess@5':>10}{'ms at 10':>18}{'ms at depth':>18}{'foreign %':>10}"


def distinct(items: Iterable[str]) -> list[str]:
    """Each item once, in order."""
    return list(dict.fromkeys(items))


def session(key: str) -> str:
    """The session of a turn: what stands before the colon of its dia_id."""
    return key.partition(":")[0]


def percent(hits: Sequence[bool]) -> float:
    """The share of hits."""
    return 100 * statistics.mean(hits) if hits else 0.0


def times(values: Sequence[float]) -> str:
    """p50 and p95."""
    return f"{statistics.median(values):.1f} / {p95(values):.1f}" if len(values) > 1 else "-"
