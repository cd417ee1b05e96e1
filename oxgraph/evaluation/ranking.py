"""Rankings: the results of recall for a question as ids of turns."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Ranking:
    """The results of one question: turns best first, the relevance of the best, and whether recall abstained."""

    question: str
    ranked: tuple[str, ...]
    relevance: float
    abstained: bool

    def row(self) -> dict[str, Any]:
        """The ranking as a line of the rankings file."""
        return {
            "id": self.question,
            "ranked": list(self.ranked),
            "relevance": self.relevance,
            "abstained": self.abstained,
        }


def ranking(
    question: str,
    results: Iterable[tuple[str, str, Iterable[str]]],
    relevance: float,
    turns: Mapping[str, str],
    threshold: float = 0.0,
) -> Ranking:
    """Returns the ranking of results (id, kind, evidence), best first; `turns` maps messages to turns.

    A message is its turn, a memory the turns it came from. What comes from elsewhere is left out. Below `threshold`
    recall would have given nothing.
    """
    found = list(results)
    messages = (id_ for one, kind, evidence in found for id_ in ([one] if kind == "message" else evidence))
    ranked = dict.fromkeys(turns[id_] for id_ in messages if id_ in turns)
    return Ranking(question, tuple(ranked), relevance, not found or relevance < threshold)
