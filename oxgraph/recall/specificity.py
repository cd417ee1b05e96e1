"""Specificity of a query, from 0 (broad) to 1.

The rule: 0.1, and 0.35 for a name (0.1 more for a second one), 0.3 for a predicate, 0.2 for a time, 0.1 for a type,
0.1 for a quotation, number or code, and 0.05 for each further word that means something, 0.25 at most. A question
for one property of one thing (`Where does Sarah work?`) thus reaches ENOUGH, `Tell me about Sarah` does not.
"""

import re
from typing import NamedTuple

ENOUGH = 0.8
"""Specificity from which a query is not rewritten."""

BASE, NAME, SECOND, PREDICATE, TIME, TYPE, EXACT, WORD, WORDS = 0.1, 0.35, 0.1, 0.3, 0.2, 0.1, 0.1, 0.05, 0.25
_EXACT = re.compile(r"[\"“”«»]|\d")


class Ties(NamedTuple):
    """What a query names: numbers of names, predicates and types, whether a time, and the number of further words."""

    names: int
    predicates: int
    types: int
    has_window: bool
    words: int


def specificity(text: str, ties: Ties) -> float:
    """Returns the specificity of a parsed query."""
    found = BASE + NAME * min(ties.names, 1) + SECOND * (ties.names > 1)
    found += PREDICATE * min(ties.predicates, 1) + TIME * ties.has_window + TYPE * min(ties.types, 1)
    found += EXACT * (_EXACT.search(text) is not None) + min(WORD * ties.words, WORDS)
    return round(min(found, 1.0), 3)
