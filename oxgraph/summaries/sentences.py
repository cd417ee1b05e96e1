"""Splits texts of any script into words and sentences, and finds sentences that a summary repeats."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from oxgraph.wording import UNSPACED

_TOKEN = re.compile(rf"[{UNSPACED}]|[^\W_{UNSPACED}]+")
_ALONE = re.compile(rf"[{UNSPACED}]")
_END = re.compile(r"(?<=[.!?…])[\"'’”)\]]*\s+|(?<=[。！？।؟])|[\r\n\u2028\u2029]+")

MIN_REPEATED_WORDS = 8
"""Minimum number of words in a sentence that counts as repeated; shorter sentences are common to all speakers."""

REPEATED_RUN = 16
"""Number of consecutive words of a longer sentence that count as a repetition."""

CHARACTERS_PER_WORD = 2
"""Characters of a script without spaces that count as one word."""


def words(text: str) -> list[str]:
    """Returns the case-folded words of a text; in a script without spaces each character is a word."""
    return _TOKEN.findall(unicodedata.normalize("NFKC", text).casefold())


def sentences(text: str) -> Iterator[str]:
    """Yields the sentences of a text; a line break ends one."""
    return (sentence for part in _END.split(text) if (sentence := part.strip()))


def repeats_sentence(text: str, sources: Iterable[str]) -> bool:
    """Returns whether a text contains a sentence of its sources with 8 to 16 words, or 16 consecutive words of one."""
    joined = f" {' '.join(words(text))} "
    return any(_contains(joined, words(sentence)) for source in sources for sentence in sentences(source))


def _contains(text: str, sentence: list[str]) -> bool:
    unit = CHARACTERS_PER_WORD if sum(bool(_ALONE.match(word)) for word in sentence) * 2 > len(sentence) else 1
    if len(sentence) < MIN_REPEATED_WORDS * unit:
        return False
    span = min(len(sentence), REPEATED_RUN * unit)
    return any(f" {' '.join(sentence[at : at + span])} " in text for at in range(len(sentence) - span + 1))
