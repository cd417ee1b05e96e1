"""Parses a query into names, predicates, types, time window and exclusions."""

from dataclasses import dataclass
from datetime import datetime

from oxgraph.recall import predicate_hints
from oxgraph.recall.mentions import NO_NAMES, WORD, mentions
from oxgraph.recall.negations import negations
from oxgraph.recall.plans import LISTING, kind_of
from oxgraph.recall.specificity import Ties, specificity
from oxgraph.recall.time_windows import TimeWindow, window
from oxgraph.recall.word_lists import words
from oxgraph.types import limits

READ = 2_000
"""Characters searched for names and hints; a longer query is a text, not a question."""


GENERAL_WORDS = words("general")


@dataclass(frozen=True)
class ParsedQuery:
    """The parts of a query.

    `text` is what is searched for, `cut` whether the query was longer. `entities` are the names that it mentions,
    `negated` the names and words that it wants kept out, `window` the time that it asks about, `predicates` and
    `types` those that it asks for in so many words. `specificity` is 0 to 1, `kind` the row of the plan table.
    """

    text: str
    cut: bool
    entities: tuple[str, ...]
    negated: tuple[str, ...]
    window: TimeWindow | None
    predicates: tuple[str, ...]
    types: tuple[str, ...]
    specificity: float
    kind: str

    @property
    def listing(self) -> bool:
        """Whether it asks for a time or type without a topic (`What happened in May?`)."""
        return self.kind == LISTING


def parse(query: str, now: datetime) -> ParsedQuery:
    """Parses `query` relative to `now`, which has the caller's time zone. Never raises."""
    text = query[: limits.RECALL_QUERY]
    read = text[:READ]
    negated = negations(read)
    named = tuple(name for name in mentions(read) if name not in negated)
    asked = predicate_hints.predicates(read)
    types = predicate_hints.types(read)
    time = window(read, now)
    own = _words(read, named)
    listing = bool(time or types) and not named and not negated and all(_general(word) for word in own)
    return ParsedQuery(
        text=text,
        cut=len(query) > limits.RECALL_QUERY,
        entities=named,
        negated=negated,
        window=time,
        predicates=asked,
        types=types,
        specificity=specificity(read, Ties(len(named), len(asked), len(types), time is not None, len(own))),
        kind=LISTING if listing else kind_of(read, time is not None, bool(named)),
    )


def _words(text: str, names: tuple[str, ...]) -> set[str]:
    """Returns the distinct content words outside names."""
    known = {word.lower() for name in names for word in name.split()}
    found = {word[0].lower().rstrip(".-") for word in WORD.finditer(text)}
    return found - known - NO_NAMES - predicate_hints.EMPTY


def _general(word: str) -> bool:
    """Returns whether a word only marks a question, a time or a type."""
    return word in GENERAL_WORDS or word in predicate_hints.TYPE_WORDS or word[0].isdigit()
