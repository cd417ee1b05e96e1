"""How much of the evidence stands in a context and at the top of a ranking, and how long it took."""

import statistics
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tests.bench.figures import p95
from tests.bench.peers.data import Question
from tests.bench.peers.protocol import Answer

HEAD = f"{'':<28}" + "".join(f"{name:>10}" for name in ("context", "tokens", "any@10", "all@10", "sess@5"))
HEAD += f"{'ms':>18}{'foreign %':>10}"


@dataclass
class Score:
    """What one memory answered. Times are milliseconds without embedding."""

    name: str
    context: list[bool] = field(default_factory=list)
    """Whether all evidence stands in the context."""
    groups: dict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    """The same by category and by conversation."""
    tokens: list[int] = field(default_factory=list)
    any_at_10: list[bool] = field(default_factory=list)
    all_at_10: list[bool] = field(default_factory=list)
    sessions_at_5: list[bool] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    foreign: int = 0
    returned: int = 0

    def add(self, question: Question, answer: Answer, milliseconds: float) -> None:
        """Scores one answer. Another conversation's turn takes its place in the ranking and hits nothing."""
        whole = question.evidence <= set(answer.context)
        self.context.append(whole)
        for group in (question.category, question.conversation):
            self.groups[group].append(whole)
        self.tokens.append(answer.tokens)
        self.times.append(milliseconds)
        first = {key for keys in answer.ranked[:10] for key in keys}
        sessions = distinct(session(key) for keys in answer.ranked for key in keys)[:5]
        self.any_at_10.append(bool(question.evidence & first))
        self.all_at_10.append(question.evidence <= first)
        self.sessions_at_5.append({session(key) for key in question.evidence} <= set(sessions))
        self.foreign += sum(not key.startswith(f"{question.conversation}/") for key in first)
        self.returned += len(first)

    def line(self) -> str:
        """One printed row, as `HEAD` names it."""
        at_10 = "".join(f"{percent(hits):>10.1f}" for hits in (self.any_at_10, self.all_at_10, self.sessions_at_5))
        foreign = 100 * self.foreign / max(1, self.returned)
        size = statistics.mean(self.tokens)
        quality = f"{percent(self.context):>10.1f}{size:>10.0f}{at_10}"
        return f"{self.name:<28}{quality}{times(self.times):>18}{foreign:>10.1f}"


def groups(scores: Sequence[Score]) -> list[str]:
    """The share of questions whose evidence is all in the context, by category and by conversation: head and rows."""
    names = sorted(scores[0].groups)
    counts = {name: len(scores[0].groups[name]) for name in names}
    head = f"{'all evidence in context':<28}" + "".join(f"{f'{name} ({counts[name]})':>18}" for name in names)
    rows = (f"{one.name:<28}" + "".join(f"{percent(one.groups[name]):>18.1f}" for name in names) for one in scores)
    return [head, *rows]


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
