"""A query without the names of those whose words it seeks.

A name says whose words are meant; in a vector it only draws in the messages that call somebody by that name. Which
names are speakers' is known from the workspace alone.
"""

import re
from collections.abc import Iterable

from oxgraph.recall.lexicon import words

SHORTEST = 3
"""Letters that a name's word has at least: shorter ones may be any word."""

WORD = re.compile(r"[^\W_]+")
LETTER = re.compile(r"[^\W_]")


def without_speakers(text: str, speakers: Iterable[str]) -> str:
    """`text` without the words of these names, in any case, with a possessive; as it is where nothing would be left."""
    named = {word.lower() for name in speakers for word in WORD.findall(name)}
    taken = {word for word in named if len(word) >= SHORTEST and not _common(word)}
    taken &= {word.lower() for word in WORD.findall(text)}
    if not taken:
        return text
    either = "|".join(re.escape(word) for word in sorted(taken))
    left = " ".join(re.sub(rf"(?i)(?<![^\W_])(?:{either})(?:['’]s)?(?![^\W_])", " ", text).split())
    return left if LETTER.search(left) else text


def _common(word: str) -> bool:
    """Will, May and Mark are names; the first two are more often something else."""
    return word in words("opening") or word in words("empty") or word in words("calendar")
