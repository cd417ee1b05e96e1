"""Removes the names of speakers from a query.

A name says whose words are meant; in a vector it only draws in the messages that call somebody by that name. Which
names are speakers' is known from the workspace alone.
"""

import re
from collections.abc import Iterable

from oxgraph.recall.word_lists import words

SHORTEST = 3
"""Minimum length of a word of a name; shorter words are ambiguous."""

WORD = re.compile(r"[^\W_]+")
LETTER = re.compile(r"[^\W_]")


def without_speakers(text: str, speakers: Iterable[str]) -> str:
    """Returns `text` without the words of these names, in any case; unchanged if nothing would remain."""
    named = {word.lower() for name in speakers for word in WORD.findall(name)}
    taken = {word for word in named if len(word) >= SHORTEST and not _common(word)}
    taken &= {word.lower() for word in WORD.findall(text)}
    if not taken:
        return text
    either = "|".join(re.escape(word) for word in sorted(taken))
    left = " ".join(re.sub(rf"(?i)(?<![^\W_])(?:{either})(?:['’]s)?(?![^\W_])", " ", text).split())
    return left if LETTER.search(left) else text


def _common(word: str) -> bool:
    """Returns whether a word is ambiguous as a name, such as Will and May."""
    return word in words("opening") or word in words("empty") or word in words("calendar")
