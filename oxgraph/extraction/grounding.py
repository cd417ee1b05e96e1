"""Grounding: whether a turn says what a language model extracted from it, by its quote, its words and its numbers."""

import re

from oxgraph.extraction.dates import MONTHS
from oxgraph.extraction.text import normalise
from oxgraph.extraction.turns import USER

MIN_SUPPORT = 0.5
"""Minimum share of a memory's words that the turn, its context or its date contains."""


def is_quoted(quote: str, text: str) -> bool:
    """Returns whether a text contains the words of a quote in a row, without regard to punctuation and case."""
    words, spoken = (re.findall(r"\w+", normalise(one)) for one in (quote, text))
    return bool(words) and f" {' '.join(words)} " in f" {' '.join(spoken)} "


def support(content: str, ground: str) -> float:
    """Returns the share (0 to 1) of a sentence's words of 4 letters or more whose first 5 letters the text contains."""
    known = {word[:5] for word in re.findall(r"\w+", ground)}
    words = [word for word in re.findall(r"[^\W\d_]{4,}", normalise(content)) if word not in MONTHS_AND_USER]
    return sum(word[:5] in known for word in words) / len(words) if words else 1.0


MONTHS_AND_USER = frozenset({*MONTHS, USER})
_DATE = re.compile(r"\b\d{4}-\d{2}(?:-\d{2})?\b|\b(?:19|20)\d{2}\b")


def invented_numbers(content: str, ground: str) -> bool:
    """Returns whether the content has a number that is neither a date nor in the text."""
    return not set(re.findall(r"\d+", _DATE.sub(" ", content))) <= set(re.findall(r"\d+", ground))
