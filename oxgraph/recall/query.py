"""A query taken apart: what the plan, the retrievers and the filters go by."""

from dataclasses import dataclass
from datetime import datetime

from oxgraph.recall import hints
from oxgraph.recall.lexicon import words
from oxgraph.recall.mentions import NO_NAMES, WORD, mentions
from oxgraph.recall.negations import negations
from oxgraph.recall.plans import LISTING, kind_of
from oxgraph.recall.specificity import Ties, specificity
from oxgraph.recall.windows import TimeWindow, window

MAX_CHARACTERS = 10_000
"""What is read of a query: a longer one is cut there."""

READ = 2_000
"""Characters that are searched for names and hints; what stands beyond is a text, not a question."""


GENERAL_WORDS = words("general")


@dataclass(frozen=True)
class ParsedQuery:
    """What a query says.

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
        """Whether it asks for what is of a time or type, whatever it is about (`What happened in May?`)."""
        return self.kind == LISTING


def parse(query: str, now: datetime) -> ParsedQuery:
    """`query` taken apart, as it is meant at `now`, a time with the asker's zone. Never fails."""
    text = query[:MAX_CHARACTERS]
    read = text[:READ]
    negated = negations(read)
    named = tuple(name for name in mentions(read) if name not in negated)
    asked = hints.predicates(read)
    types = hints.types(read)
    time = window(read, now)
    own = _words(read, named)
    listing = bool(time or types) and not named and not negated and all(_general(word) for word in own)
    return ParsedQuery(
        text=text,
        cut=len(query) > MAX_CHARACTERS,
        entities=named,
        negated=negated,
        window=time,
        predicates=asked,
        types=types,
        specificity=specificity(read, Ties(len(named), len(asked), len(types), time is not None, len(own))),
        kind=LISTING if listing else kind_of(read, time is not None, bool(named)),
    )


def _words(text: str, names: tuple[str, ...]) -> set[str]:
    """The different words that mean something, the names apart."""
    known = {word.lower() for name in names for word in name.split()}
    found = {word[0].lower().rstrip(".-") for word in WORD.finditer(text)}
    return found - known - NO_NAMES - hints.EMPTY


def _general(word: str) -> bool:
    """Whether a word only says that something is asked for, or when it was, or of which type it is."""
    return word in GENERAL_WORDS or word in hints.TYPE_WORDS or word[0].isdigit()
