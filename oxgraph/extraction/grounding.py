"""Grounding: whether a turn says what was extracted from it, by words, meaning, numbers and negation.

Support is the weighted share of a statement's terms that the turn contains, and less that of the turns before it,
which pronouns and short answers refer to. Terms are weighted by rarity, in the language and in the conversation. A
statement that some other turn supports much better was not said in this one.
"""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import mul

from oxgraph.extraction.agreement import invented_numbers, wrong_date
from oxgraph.extraction.dates import MONTHS
from oxgraph.extraction.negation import wrong_negation
from oxgraph.extraction.speech_acts import acts_in, acts_of
from oxgraph.extraction.terms import BEGINNING, language_of, terms, words_of
from oxgraph.extraction.text import normalise
from oxgraph.extraction.turns import USER, Turn

Embed = Callable[[Sequence[str]], Sequence[Sequence[float]]]
"""Returns the vectors of texts, of length 1."""

CONTEXT = 4
"""Number of earlier turns that may explain a turn: what pronouns and short answers refer to."""

OF_CONTEXT = 0.4
"""Weight of a term that only the context contains."""

OF_BEGINNING, OF_ACT = 0.7, 0.8
"""Weight of a term of which the turn has the first letters, or which names what the turn does (thanks, plans)."""

OF_MEANING = 0.4
"""Weight of the cosine of statement and turn beside the share of terms."""

MEANING_OF = "en"
"""The language in which cosines count: the default embedder knows no other."""

NEIGHBOURS = 5
"""Turns nearer than this talk about the same and are not compared with."""

MANY = 20
"""Number of other turns from which on they tell how well a statement can be supported by chance."""

ALONE = {True: 0.5, False: 0.36}
"""Minimum score with (True) and without vectors, where there are not MANY turns to compare with."""

LEAST = {True: 0.25, False: 0.12}
"""Minimum score with (True) and without vectors, where there are."""

OF_BEST = {True: 0.54, False: 0.42}
"""Minimum share of the best other turn's score, with (True) and without vectors."""

IGNORED = frozenset({*MONTHS, USER, "users"})


def is_quoted(quote: str, text: str) -> bool:
    """Returns whether a text contains the words of a quote in a row, without regard to punctuation and case."""
    words, spoken = (re.findall(r"\w+", normalise(one)) for one in (quote, text))
    if not words:
        return False
    return f" {' '.join(words)} " in f" {' '.join(spoken)} " or "".join(words) in normalise(text).replace(" ", "")


@dataclass(frozen=True)
class Grounded:
    """The result of a check: support, 0 to 1, and why the statement is refused; '' if it is grounded."""

    support: float
    reason: str = ""


@dataclass
class _Index:
    """Which turns contain a term, its first letters, or an act, by position; in one language."""

    terms: dict[str, set[int]] = field(default_factory=dict)
    beginnings: dict[str, set[int]] = field(default_factory=dict)
    acts: dict[str, set[int]] = field(default_factory=dict)
    size: int = 0

    def add(self, place: int, text: str, language: str, names: frozenset[str]) -> None:
        for term in terms(text, language, names):
            self.terms.setdefault(term, set()).add(place)
            if len(term) >= BEGINNING:
                self.beginnings.setdefault(term[:BEGINNING], set()).add(place)
        for act in acts_in(text) if language == "en" else ():
            self.acts.setdefault(act, set()).add(place)

    def rarity(self, places: set[int]) -> float:
        """Returns 1 for what no turn contains, less the more do."""
        return math.log((self.size + 1) / (len(places) + 1)) / math.log(self.size + 1) if self.size >= MANY else 1.0

    def matches(self, term: str, acts: frozenset[str]) -> dict[int, float]:
        """Returns how well each turn contains a term, 0 to 1, by position."""
        found = dict.fromkeys(self.beginnings.get(term[:BEGINNING], ()), OF_BEGINNING) if len(term) >= BEGINNING else {}
        rarity = self.rarity(self.terms.get(term, set())) + 1e-9
        for act in acts:
            places = self.acts.get(act, set())
            worth = OF_ACT * min(1.0, self.rarity(places) / rarity)
            found.update({place: max(worth, found.get(place, 0.0)) for place in places})
        return found | dict.fromkeys(self.terms.get(term, ()), 1.0)


class Grounding:
    """The turns of one or more conversations, in order, against which statements are checked.

    `embed` returns vectors of texts; without it, words alone count. It is called once for all turns.
    """

    def __init__(self, turns: Sequence[tuple[Turn, str]], embed: Embed | None = None) -> None:
        self._turns = list(turns)
        self._embed = embed
        self._vectors: Sequence[Sequence[float]] | None = None
        self._known_cosines: dict[str, list[float]] = {}
        self._indexes: dict[str, _Index] = {}
        people = (name for turn, _ in self._turns for name in (turn.speaker or "", *turn.others))
        self._names = frozenset(word for name in people for word in words_of(name)) | IGNORED

    def check(self, content: str, places: Sequence[int], *, is_over: bool = False) -> Grounded:
        """Returns whether the turns at `places` say `content`, given those before them.

        With `is_over` they say that it no longer holds: then a negation is to be expected.
        """
        language = self._language(content, places)
        source = " ".join(self._turns[place][1] for place in places)
        before = sorted({at for place in places for at in self._before(place)} - set(places))
        around = " ".join(text for _, text in (self._turns[at] for at in before))
        meaning = self._embed is not None and language == MEANING_OF
        support, score, best = self._scores(content, places, language, meaning)
        reason = "" if _suffices(score, best, meaning) else "ungrounded"
        if not reason and self._wrong_numbers(content, f"{around} {source}", places, language):
            reason = "wrong_number"
        if not reason and wrong_date(content, f"{around} {source}", self._turns[places[0]][0].said_at):
            reason = "wrong_date"
        if not reason and not is_over and wrong_negation(content, source, around, language, self._names):
            reason = "wrong_negation"
        return Grounded(round(min(1.0, support), 4), reason)

    def _language(self, content: str, places: Sequence[int]) -> str:
        return language_of(" ".join([content, *(self._turns[place][1] for place in places)]))

    def _before(self, place: int) -> range:
        """Returns the places of the earlier turns of the same conversation that may explain a turn."""
        start = place
        while start > max(0, place - CONTEXT) and self._same_conversation(start - 1, place):
            start -= 1
        return range(start, place)

    def _same_conversation(self, a: int, b: int) -> bool:
        return self._turns[a][0].conversation_id == self._turns[b][0].conversation_id

    def _wrong_numbers(self, content: str, ground: str, places: Sequence[int], language: str) -> bool:
        times = " ".join(f"{self._turns[place][0].said_at:%Y-%m-%d}" for place in places)
        return invented_numbers(content, f"{ground} {times}", language)

    def _index(self, language: str) -> _Index:
        if language not in self._indexes:
            index = self._indexes[language] = _Index(size=len(self._turns))
            for place, (_, text) in enumerate(self._turns):
                index.add(place, text, language, self._names)
        return self._indexes[language]

    def _scores(
        self, content: str, places: Sequence[int], language: str, meaning: bool
    ) -> tuple[float, float, float | None]:
        """Returns the support of the best of the places, its score, and the best score of turns far from them."""
        supports = self._supports(content, language)
        cosines = self._cosines(content) if meaning else [0.0] * len(self._turns)
        scores = [value + OF_MEANING * cosine for value, cosine in zip(supports, cosines, strict=True)]
        here = max(places, key=lambda place: scores[place])
        far = [score for at, score in enumerate(scores) if all(abs(at - place) >= NEIGHBOURS for place in places)]
        return supports[here], scores[here], max(far) if len(far) >= MANY else None

    def _supports(self, content: str, language: str) -> list[float]:
        """Returns the support of each turn for a statement."""
        index = self._index(language)
        found = terms(content, language, self._names)
        words = re.findall(r"[^\W\d_]+", normalise(content))
        acts: dict[str, frozenset[str]] = {}
        for word in words if language == "en" else ():
            for term in terms(word, language):
                acts[term] = acts_of(word)
        own, context, total = [0.0] * len(self._turns), [0.0] * len(self._turns), 0.0
        for term, value in found.items():
            worth = value * index.rarity(index.terms.get(term, set()))
            total += worth
            matches = index.matches(term, acts.get(term, frozenset()))
            for place, match in matches.items():
                own[place] += worth * match
            self._add_context(context, matches, worth)
        if not total:
            return [1.0 if not found else 0.0] * len(self._turns)
        return [(here + OF_CONTEXT * before) / total for here, before in zip(own, context, strict=True)]

    def _add_context(self, context: list[float], matches: dict[int, float], worth: float) -> None:
        """Adds to each turn what the turns before it contain better of a term."""
        reached: dict[int, float] = {}
        for place, match in matches.items():
            for at in range(place + 1, min(place + CONTEXT + 1, len(context))):
                if self._same_conversation(place, at):
                    reached[at] = max(match, reached.get(at, 0.0))
        for at, match in reached.items():
            context[at] += worth * max(0.0, match - matches.get(at, 0.0))

    def _cosines(self, content: str) -> list[float]:
        if self._embed is None:
            return [0.0] * len(self._turns)
        if self._vectors is None:
            self._vectors = self._embed([_embedded(turn, text) for turn, text in self._turns])
        if content not in self._known_cosines:
            (vector,) = self._embed([content])
            found = [max(0.0, sum(map(mul, vector, other))) for other in self._vectors]
            self._known_cosines = {content: found}  # the next check is often of the same statement
        return self._known_cosines[content]


def _suffices(score: float, best: float | None, meaning: bool) -> bool:
    if best is None:
        return score >= ALONE[meaning]
    return score >= LEAST[meaning] and score >= OF_BEST[meaning] * best


def _embedded(turn: Turn, text: str) -> str:
    """Returns the text of which the turn's vector is; the stored message has the same."""
    return f"{turn.speaker}: {text}" if turn.speaker else text
