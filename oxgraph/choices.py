"""What a preferred thing is one choice of: `dark mode` of the brightness of a mode.

Two choices of one domain exclude each other, so that the later one supersedes the earlier. The plugin has the same
rules (`text/ChoiceDomain`); the values stand in `tables/choices.tsv`.
"""

import functools
import re

from oxgraph import tables, wording

BLANKS = re.compile(r"[\s,;:.!?\"“”()]+")
INSTEAD = frozenset({"over", "than", "to", "rather", "instead"})
"""Words before what is not chosen."""

SCOPES = frozenset(
    ["for", "on", "in", "at", "when", "while", "during", "with", "from", "by", "about", "after", "before"]
)
"""Words before the purpose, place or time of a choice."""

UNCLEAR = frozenset(
    ["and", "or", "but", "not", "no", "without", "if", "unless", "because", "of", "that", "which", "who"]
)
"""Words that make it more than one choice, or none."""

DETERMINERS = frozenset(
    ["the", "a", "an", "my", "your", "his", "her", "its", "our", "their", "some", "any", "more", "very"]
)
MOST_WORDS = 5


def domain(text: str) -> str | None:
    """The domain of a preferred thing as a topic key; None where it is not clear that it is one choice."""
    words = [word for word in BLANKS.split(text) if word]
    end = _first(words, INSTEAD, len(words))
    scope = _first(words, SCOPES, end)
    thing = _undetermined(words[:scope])
    purpose = [word for word in words[scope:end] if word.lower() not in DETERMINERS]
    if not thing or _first(words[:end], UNCLEAR, end) < end:
        return None
    found = "choice" if purpose and _is_name(thing, purpose) else _domain(thing)
    return wording.topic_key(" ".join([found, *purpose])) if found else None


def _first(words: list[str], sought: frozenset[str], otherwise: int) -> int:
    return next((place for place, word in enumerate(words[:otherwise]) if word.lower() in sought), otherwise)


def _undetermined(words: list[str]) -> list[str]:
    while words and words[0].lower() in DETERMINERS:
        words = words[1:]
    return words


def _is_name(thing: list[str], purpose: list[str]) -> bool:
    """A name for a purpose: `TypeScript for new projects`."""
    named = len(thing) == 1 and thing[0][0].isupper() and all(c.isalnum() or c in "+#." for c in thing[0])
    return named and len(purpose) > 1 and purpose[0].lower() == "for"


def _domain(thing: list[str]) -> str | None:
    """The noun with its other words and the dimension of its choice: `team meeting length`."""
    if len(thing) == 1:
        return _alone().get(thing[0].lower())
    if len(thing) > MOST_WORDS:
        return None
    *before, noun = thing
    dimensions = {_dimensions()[word.lower()] for word in before if word.lower() in _dimensions()}
    kept = [word for word in before if word.lower() not in _dimensions()]
    return " ".join([*kept, noun, dimensions.pop()]) if len(dimensions) == 1 else None


@functools.cache
def _dimensions() -> dict[str, str]:
    """The dimension of each value."""
    return {value: row["dimension"] for row in tables.read("choices") for value in row["values"].split("|")}


@functools.cache
def _alone() -> dict[str, str]:
    """The dimension of each value that needs no noun."""
    rows = (row for row in tables.read("choices") if row["alone"] == "true")
    return {value: row["dimension"] for row in rows for value in row["values"].split("|")}
