"""Rankings of turns by recall, and their scores against gold evidence, by turn and by session.

The scores are any@k, all@k and the mean reciprocal rank. Over the first k distinct items: any@k is the share of
questions with at least one gold item among them, all@k the share with every gold item, mrr the mean of 1/rank of the
first gold item. A question without a ranking is missed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from oxgraph.evaluation.calibration import Judged, area
from oxgraph.evaluation.gold import Gold, Question

KS = (1, 5, 10, 20, 50)
GRAINS = ("turn", "session")
ALL = "all questions"

Figures = dict[str, float]


@dataclass(frozen=True)
class Ranking:
    """The results of one question: turns best first, the relevance of the best, and whether recall abstained.

    `context` are the turns whose words stand in the context of recall as it comes; None where that was not asked.
    """

    question: str
    ranked: tuple[str, ...]
    relevance: float
    abstained: bool
    context: tuple[str, ...] | None = None

    def row(self) -> dict[str, Any]:
        """The ranking as a line of the rankings file."""
        row: dict[str, Any] = {
            "id": self.question,
            "ranked": list(self.ranked),
            "relevance": self.relevance,
            "abstained": self.abstained,
        }
        return row if self.context is None else row | {"context": list(self.context)}


def ranking(
    question: str,
    results: Iterable[tuple[str, str, Iterable[str]]],
    relevance: float,
    turns: Mapping[str, str],
    threshold: float = 0.0,
    *,
    inside: frozenset[str] | None = None,
) -> Ranking:
    """Returns the ranking of results (id, kind, evidence), best first; `turns` maps messages to turns.

    A message is its turn, a memory the turns it came from. What comes from elsewhere is left out. Below `threshold`
    recall would have given nothing. `inside` are the ids of the results in the context.
    """
    found = list(results)
    abstained = not found or relevance < threshold
    context = None if inside is None else _turns((one for one in found if one[0] in inside and not abstained), turns)
    return Ranking(question, _turns(found, turns), relevance, abstained, context)


def _turns(results: Iterable[tuple[str, str, Iterable[str]]], turns: Mapping[str, str]) -> tuple[str, ...]:
    """The distinct turns of results."""
    messages = (id_ for one, kind, evidence in results for id_ in ([one] if kind == "message" else evidence))
    return tuple(dict.fromkeys(turns[id_] for id_ in messages if id_ in turns))


def metrics(gold: Gold, rankings: Mapping[str, Ranking], ks: Sequence[int] = KS) -> dict[str, Any]:
    """Returns the measures of a run as plain values; all shares 0–1.

    `groups` has for all questions and each category, at each grain that has gold items, the count of questions and
    the measures; `scored`, `left_out` and `unranked` count questions; `abstention` is of the answerable and the
    unanswerable. Where rankings have contexts, the grain `context` has the shares of questions of which any, or all,
    evidence stands in it.
    """
    scored = [question for question in gold.questions if question.scored]
    sessions = {turn.id: turn.session for unit in gold.units for turn in unit.turns}
    groups = {ALL: scored}
    for question in scored:
        groups.setdefault(question.category or "uncategorised", []).append(question)
    return {
        "scored": len(scored),
        "left_out": len(gold.questions) - len(scored),
        "unranked": sum(question.id not in rankings for question in scored),
        "unknown_evidence": gold.unknown_evidence,
        "groups": {name: _group(asked, rankings, sessions, ks) for name, asked in groups.items()},
        "abstention": abstention(gold.questions, rankings),
    }


def _group(
    asked: Sequence[Question], rankings: Mapping[str, Ranking], sessions: Mapping[str, str], ks: Sequence[int]
) -> dict[str, Figures]:
    found: dict[str, Figures] = {}
    for grain in GRAINS:
        cells = [cell(*_items(question, rankings, sessions, grain), ks) for question in asked if _gold(question, grain)]
        if cells:
            means = {name: sum(one[name] for one in cells) / len(cells) for name in cells[0]}
            found[grain] = {"questions": len(cells), **means}
    read = [
        (frozenset(question.evidence), frozenset(rankings[question.id].context or ()))
        for question in asked
        if question.evidence and question.id in rankings and rankings[question.id].context is not None
    ]
    if read:
        anything = sum(bool(gold & inside) for gold, inside in read)
        found["context"] = {
            "questions": len(read),
            "any": anything / len(read),
            "all": sum(gold <= inside for gold, inside in read) / len(read),
        }
    return found


def _gold(question: Question, grain: str) -> frozenset[str]:
    return frozenset(question.evidence if grain == "turn" else question.sessions)


def _items(
    question: Question, rankings: Mapping[str, Ranking], sessions: Mapping[str, str], grain: str
) -> tuple[frozenset[str], list[str]]:
    """Returns the gold items and the distinct items found, best first."""
    ranked = rankings[question.id].ranked if question.id in rankings else ()
    found = ranked if grain == "turn" else [sessions.get(turn, turn) for turn in ranked]
    return _gold(question, grain), list(dict.fromkeys(found))


def cell(gold: frozenset[str], found: Sequence[str], ks: Sequence[int]) -> Figures:
    """Returns the measures of one question."""
    first = next((place for place, item in enumerate(found, 1) if item in gold), 0)
    figures = {f"any@{k}": float(bool(gold & set(found[:k]))) for k in ks}
    figures |= {f"all@{k}": float(gold <= set(found[:k])) for k in ks}
    return figures | {"mrr": 1 / first if first else 0.0}


def judged(questions: Iterable[Question], rankings: Mapping[str, Ranking]) -> list[Judged]:
    """Returns the relevance of each ranked question that is labelled answerable or not."""
    return [
        Judged(rankings[question.id].relevance, question.answerable)
        for question in questions
        if question.answerable is not None and question.id in rankings
    ]


def abstention(questions: Iterable[Question], rankings: Mapping[str, Ranking]) -> dict[str, float | None]:
    """Returns how many questions had no result, among answerable and unanswerable ones.

    `area`: how often an answerable question has a higher relevance than one that is not; 0.5 is chance.
    """
    asked = [question for question in questions if question.answerable is not None and question.id in rankings]
    found: dict[str, float | None] = {}
    for name, answerable in (("answerable", True), ("unanswerable", False)):
        given = [rankings[question.id].abstained for question in asked if question.answerable is answerable]
        found[name] = len(given)
        found[f"{name}_refused"] = sum(given) / len(given) if given else None
    return found | {"area": area(judged(asked, rankings))}


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, dict[str, Figures]]:
    """Returns after − before of each measure that both have, by group and grain."""
    found: dict[str, dict[str, Figures]] = {}
    for group, grains in after["groups"].items():
        for grain, figures in grains.items():
            old = before["groups"].get(group, {}).get(grain, {})
            changed = {name: value - old[name] for name, value in figures.items() if name in old}
            changed.pop("questions", None)
            if changed:
                found.setdefault(group, {})[grain] = changed
    return found
