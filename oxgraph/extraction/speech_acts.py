"""What a speaker does with words (thanks, encourages, plans), which a statement names and a turn carries out."""

import functools
import re

from oxgraph.extraction.terms import sections


@functools.cache
def _acts() -> dict[str, re.Pattern[str]]:
    lines = (line.split(": ", 1) for line in sections()["acts"])
    return {name: re.compile(rf"(?<![\w'])(?:{words})(?!\w)") for name, words in lines}


def acts_in(text: str) -> frozenset[str]:
    """Returns the acts that a text carries out or names."""
    plain = text.lower().replace("’", "'")
    return frozenset(name for name, expression in _acts().items() if expression.search(plain))


@functools.lru_cache(maxsize=50_000)
def acts_of(word: str) -> frozenset[str]:
    """Returns the acts that a single word names."""
    return frozenset(name for name, expression in _acts().items() if expression.fullmatch(word))
